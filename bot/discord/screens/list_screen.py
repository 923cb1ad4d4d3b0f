"""The tables of a server, a line each: who plays, whom it waits for, since when and until when."""

from collections.abc import Sequence
from typing import Final

from bot.games import game_text
from bot.play import Env, Table
from bot.play.clocks.deadlines import Deadline, deadlines
from bot.play.seating.pausing import paused_until
from bot.wording import Words, clock_text
from bot.wording.paging import pages
from storage.rows import RUNNING

A_PAGE: Final = 25
FULL: Final = 3_600
"""Letters of a page, which leave room for a last line below."""


def line(words: Words, table: Table, env: Env) -> str:
    names = words.listed(list(game_text.names(words, table)))
    return f"{game_text.title(table.row.game)} · <#{table.row.channel}> · {names} · {_state(words, table, env)}"


def _state(words: Words, table: Table, env: Env) -> str:
    if table.status == RUNNING:
        return _awaited(words, table, env)
    free = max(table.rules.seats) - len(table.seats)
    if free > 0:
        return words.many("waiting for players, {n} seat free", "waiting for players, {n} seats free", free)
    return words.say("waiting for the start, all seats taken")


def _awaited(words: Words, table: Table, env: Env) -> str:
    """Says whom a table waits for, as everybody may know it."""
    seats = sorted({question.seat for question in table.questions if question.required or question.sealed})
    if not seats:
        return words.say("being played")
    names = game_text.names(words, table)
    said = words.say("waiting for {names}", names=words.listed([names[seat] for seat in seats]))
    return f"{said}, {since_and_until(words, table, env)}"


def since_and_until(words: Words, table: Table, env: Env, seat: int | None = None) -> str:
    """Says since when a table waits, or since when for a seat of it, and until when if there is a clock."""
    now = env.now()
    found = [one for one in deadlines(table, env.outages, now) if seat is None or seat in one.seats]
    return clock_text.waiting(words, _asked(table, found, seat), paused_until(table, now), listed=True)


def _asked(table: Table, found: Sequence[Deadline], seat: int | None) -> Deadline:
    """The deadline that comes first; it counts from when it was asked, which is before it was called."""
    asked = [q for q in table.questions if (q.required or q.sealed) and seat in (None, q.seat)]
    since = min((question.asked_at for question in asked), default=0)
    first = min(found, key=lambda one: (not one.at, one.at), default=None)
    if first is None:
        return Deadline((), 0, sealed=False, begins=since, at=0)
    return Deadline(first.seats, first.since, first.sealed, since, first.at, first.late_at)


def shown(words: Words, lines: Sequence[str], page: int) -> str:
    """Returns at most 25 lines, fewer if they are long; a number beyond the last page shows the last page."""
    heaps = [lines[place : place + A_PAGE] for place in range(0, len(lines), A_PAGE)]
    found = [text for heap in heaps for text in pages([heap], FULL)]
    page = min(page, len(found))
    if len(found) < 2:
        return found[0]
    where = words.say("Page {page} of {pages}: /server tables has the option page.", page=page, pages=len(found))
    return f"{found[page - 1]}\n\n*{where}*"
