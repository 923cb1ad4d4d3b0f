"""What is said of a table rather than its game: of seats that pass on, of votes, and that it cannot be heard."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.discord.messages.messenger import Letter
from bot.discord.permissions import named
from bot.games import game_text
from bot.play import Table
from bot.play import outbox_bodies as outbox
from bot.play.timed import reminders
from bot.wording import Words, called, proof_text, table_text, words_for
from storage.rows import OFFERED, RUNNING, VOTED, OutRow, SeatRow


def letter_of(table: Table, kind: str, words: Words, text: str, **more: Any) -> Letter:
    return Letter(kind, table.id, words.lang, game_text.title(table.row.game), text, **more)


def is_open(table: Table, body: outbox.SeatBody) -> bool:
    """May a seat still be taken by the card that this row writes?"""
    row = table.row_of(body.seat)
    written = (row.nth, row.opened_to, row.opened_in) == (body.nth, body.to, body.channel)
    return table.status == RUNNING and bool(row.opening) and written


def card(words: Words, table: Table, body: outbox.SeatBody) -> str:
    """Returns what the card of a seat says, whether it is open, taken, or kept."""
    names = called(words, table.seats)
    (left,) = called(words, [_sitter(table, body.seat, body.nth)])
    if not is_open(table, body):
        return table_text.seat_over(words, left, names[body.seat])
    row = table.row_of(body.seat)
    if row.opening == OFFERED:
        return table_text.seat_offered(words, left, f"<@{body.to}>")
    others = [name for seat, name in enumerate(names) if seat != body.seat]
    return table_text.seat_sought(words, left, others, voted=row.opening == VOTED)


def reminder(words: Words, table: Table, row: OutRow, where: str) -> Letter | None:
    """Reminds those whom a table waits for; None where nobody is waited for, or called, any more.

    Of a sealed question all who are asked are named, whoever has answered. `where`: the address of the board.
    """
    body = outbox.read_body(row)
    since = body.since if isinstance(body, outbox.ReminderBody) else -1
    wait = next((one for one in reminders.waits(table) if one.since == since), None)
    meant = body.called if isinstance(body, outbox.ReminderBody) else ()
    seats = () if wait is None else reminders.called(table, wait)
    users = sorted(table.users[seat] for seat in seats if not meant or seat in meant)
    if wait is None or not users:
        return None
    names = called(words, table.seats)
    text = table_text.reminder(words, [names[seat] for seat in wait.seats], wait.began, where)
    title = game_text.title(table.row.game)
    return Letter(outbox.REMINDER, table.id, words.lang, title, text, mentions=tuple(users), number=row.number)


def seat_card(words: Words, table: Table, row: OutRow) -> Letter:
    """Returns the card of a seat, whether it is open or over."""
    body = outbox.read_body(row)
    if not isinstance(body, outbox.SeatBody):
        raise TypeError(body)
    free = is_open(table, body)
    return Letter(
        outbox.SEAT,
        table.id,
        words.lang,
        game_text.title(table.row.game),
        card(words, table, body),
        open=free,
        thread=table.row.channel if body.channel else 0,  # in its thread it need not be named
        mentions=(body.to,) if free and body.to else (),
        seat=body.seat,
        nth=body.nth,
        number=row.number,
    )


def fixed(words: Words, table: Table, _row: OutRow) -> Letter | None:
    """Returns the post that fixes the seats; None where they are dealt to, or the table was stopped."""
    text = proof_text.fixed(words, table.loaded, called(words, table.seats))
    return letter_of(table, outbox.START, words, text) if table.is_fixed else None


CARDS: Mapping[str, Callable[[Words, Table, OutRow], Letter | None]] = {outbox.SEAT: seat_card, outbox.START: fixed}
"""What is said of the seats themselves."""


def took_over(words: Words, table: Table, body: outbox.BoardBody) -> str:
    """Tells who plays on in a seat."""
    heir, left = called(words, [_sitter(table, body.seat, body.nth), _sitter(table, body.seat, body.nth - 1)])
    return table_text.took_over(words, heir, left)


def notice(words: Words, table: Table, row: OutRow) -> str:
    """Returns a line in the thread."""
    body = outbox.read_body(row)
    if not isinstance(body, outbox.NoticeBody):
        raise TypeError(body)
    said = _NOTICES.get(body.what)
    return table_text.given_up(words) if said is None else said(words, table, body)


def _left_to_house(words: Words, table: Table, body: outbox.NoticeBody) -> str:
    left = [row for row in table.loaded.occupants if row.seat == body.seat and row.is_person]
    return table_text.left_to_house(words, left[-1].name if left else "", called(words, table.seats)[body.seat])


def _seek(words: Words, table: Table, body: outbox.NoticeBody) -> str:
    return table_text.seek(words, called(words, table.seats)[body.seat], body.votes, body.wanted)


_NOTICES: Mapping[str, Callable[[Words, Table, outbox.NoticeBody], str]] = {
    "to-house": _left_to_house,
    "seek": _seek,
    "sought": lambda words, table, body: table_text.sought(words, called(words, table.seats)[body.seat]),
    "vote": lambda words, _table, body: table_text.vote(words, body.votes, body.wanted),
    "stopped": lambda words, _table, _body: table_text.stopped(words),
    "damaged": lambda words, _table, _body: table_text.damaged(words),
}
"""What a notice says, by what it is about."""


def unheard(words: Words, table: Table, seat: int, since: int, body: outbox.StalledBody) -> str:
    """Tells a player that their table cannot be heard, and what helps."""
    others = [other.name for other in table.seats if other.seat != seat]
    return table_text.unheard(words, others, body.why, since, named(words, body.lacking))


def welcome(letter: Letter, table: Table, seat: int) -> Letter:
    """Begins the first direct message to whoever has taken a seat over."""
    words, nth = words_for(letter.lang), table.row_of(seat).nth
    (left,) = called(words, [_sitter(table, seat, nth - 1)])
    return replace(letter, text=f"{table_text.sat_down(words, left)}\n{letter.text}")


def names_then(words: Words, table: Table, bodies: Sequence[outbox.BoardBody]) -> list[tuple[str, ...]]:
    """Names who sat where at each of some boards: before one that tells of a seat taken over, another sat there."""
    seats = list(table.seats)
    found: list[tuple[str, ...]] = []
    for body in reversed(bodies):
        found.append(called(words, seats))
        if body.kind == outbox.TAKEN:
            before = _sitter(table, body.seat, body.nth - 1)
            seats = [before if row.seat == body.seat else row for row in seats]
    return found[::-1]


def _sitter(table: Table, seat: int, nth: int) -> SeatRow:
    """Returns an occupant of a seat; whoever sits there now where that one is not known."""
    known = (row for row in table.loaded.occupants if (row.seat, row.nth) == (seat, nth))
    return next(known, table.row_of(seat))
