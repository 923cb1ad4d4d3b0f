"""Direct messages about several tables at once: a reminder, and the digest of a day."""

from collections.abc import Sequence
from typing import Final

from bot.discord.messages.messenger import Letter
from bot.games import game_text
from bot.play import Env
from bot.play import outbox_bodies as outbox
from bot.wording import Words, called, table_text, words_for
from storage.listed import Duty
from storage.rows import Person
from storage.rows import Waiting as Row

MOST: Final = 20
"""Lines of one message."""


async def letter(env: Env, person: Person, rows: Sequence[Row]) -> Letter | None:
    """Returns what waits for somebody of that which these rows tell of; None if nothing does any more."""
    words = words_for(person.reads)
    kind, wanted = rows[-1].row.kind, None if rows[-1].row.kind == outbox.DIGEST else _wanted(rows)
    found: list[str] = []
    for duty in sorted(await env.store.duties(person.user), key=lambda duty: (not duty.due, duty.due)):
        line = await _line(env, words, duty, wanted) if duty.asked else ""
        found += [line] if line else []
    if not found:
        return None
    title, text = words.say("Tables that wait for you"), table_text.waiting(words, found[:MOST], len(found) - MOST)
    return Letter(kind, rows[-1].table, words.lang, title, text, mentions=(person.user,))


def _wanted(rows: Sequence[Row]) -> set[tuple[str, int]]:
    """Returns the table and the question of each reminder."""
    bodies = [(waiting.table, outbox.read_body(waiting.row)) for waiting in rows]
    return {(table, body.since) for table, body in bodies if isinstance(body, outbox.NudgeBody)}


async def _line(env: Env, words: Words, duty: Duty, wanted: set[tuple[str, int]] | None) -> str:
    loaded = await env.store.load(duty.table.id)
    asked = [q for q in loaded.questions if q.seat == duty.seat and q.required] if loaded is not None else []
    meant = [q for q in asked if wanted is None or (duty.table.id, q.since) in wanted]
    if loaded is None or not meant:
        return ""
    names = words.listed(list(called(words, loaded.seats)))
    where = f"https://discord.com/channels/{duty.table.guild}/{duty.table.channel}" if duty.table.channel else ""
    title = game_text.title(duty.table.game)
    head = f"[{title}]({where})" if where else title
    return table_text.waits(words, f"**{head}** · {names}", min(q.asked_at for q in meant), duty.due)
