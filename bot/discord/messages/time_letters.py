"""Letters about time at a table: notices, the line with which the others let the house play, whom it waits for."""

from collections.abc import Sequence

from bot.discord.messages import table_letters
from bot.discord.messages.messenger import Letter
from bot.discord.messages.table_letters import letter_of
from bot.play import Env, Table
from bot.play import outbox_bodies as outbox
from bot.play.clocks import absence
from bot.play.clocks.deadlines import deadlines, pace_of
from bot.play.seating.pausing import paused_until
from bot.play.seating.sitting_in import is_late, votes_wanted
from bot.wording import Words, clock_text
from storage.clocks import ALL
from storage.rows import ABANDONED, OutRow


def notice(table: Table, rows: Sequence[OutRow], words: Words) -> Letter:
    """Returns one message for notices that wait together: of votes about the end, the last."""
    last = {row.body: place for place, row in enumerate(rows)}
    told = [row for place, row in enumerate(rows) if last[row.body] == place]
    bodies = [(row, body) for row in told if isinstance(body := outbox.read_body(row), outbox.NoticeBody)]
    votes = [row for row, body in bodies if body.what == "vote"]
    said = [(row, body) for row, body in bodies if body.what != "vote" or row is votes[-1]]
    text = "\n".join(_line(words, table, row, body) for row, body in said)
    back = any(body.what == "sits-in" and table.is_sat_in(body.seat) for _, body in said)
    return letter_of(table, outbox.NOTICE, words, text, over=table.status == ABANDONED, back=back)


def _line(words: Words, table: Table, row: OutRow, body: outbox.NoticeBody) -> str:
    said = clock_text.notice(words, body, table.names, table.row.terms)
    return said or table_letters.notice(words, table, row)


def late(table: Table, rows: Sequence[OutRow], words: Words) -> Letter | None:
    """Returns the line that lets the others decide; None where there is nothing to decide any more. It pings nobody:
    those who are late have been reminded.
    """
    body = outbox.read_body(rows[-1])
    if not isinstance(body, outbox.LateBody):
        return None
    about = ALL if body.sealed else body.seats[0]
    if not is_late(table, about):
        return None
    names = [table.names[seat] for seat in body.seats]
    text = clock_text.late(words, names, votes_wanted(table), sealed=body.sealed)
    return letter_of(table, outbox.LATE, words, text, seat=about, number=rows[-1].number)


def waiting(table: Table, env: Env, words: Words) -> str:
    """Says since when and until when a table waits, and who of those it waits for is away."""
    now = env.now()
    paused = paused_until(table, now)
    if pace_of(table) is None and not paused and not table.loaded.away:
        return ""  # as at most tables: nobody hurries
    found = deadlines(table, env.outages, now)
    seats = {seat for one in found for seat in one.seats}
    away = [(table.names[seat], absence.until(table.away(seat), now)) for seat in sorted(seats)]
    return clock_text.line(words, found, paused, [one for one in away if one[1]])
