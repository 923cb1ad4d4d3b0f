"""A seat that is open to others: offered to somebody, sought for whoever comes first; and the card that tells of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.play.outbox_bodies import SeatBody, row
from storage.rows import VOTED, OutRow, SeatRow


def opened(sitter: SeatRow, how: str, now: int, *, to: int = 0, channel: int = 0) -> SeatRow:
    """Returns a seat that is open from now on."""
    return replace(sitter, opening=how, opened_to=to, opened_at=now, opened_in=channel)


def shut(sitter: SeatRow) -> SeatRow:
    """Returns the seat as it is when nobody may take it any more."""
    return replace(sitter, opening="", opened_to=0, opened_at=0, opened_in=0)


def card(sitter: SeatRow) -> tuple[OutRow, ...]:
    """Returns the row of the card of an open seat, which says how it is then; nothing of a seat that is not open."""
    if not sitter.opening:
        return ()
    number = sitter.opened_at // 1000 * 4 + sitter.seat
    return (row(number, SeatBody(sitter.seat, sitter.nth, sitter.opened_to, sitter.opened_in)),)


def cards(seats: Sequence[SeatRow]) -> tuple[OutRow, ...]:
    """Returns those of all open seats, which are over now."""
    return tuple(found for sitter in seats for found in card(sitter))


def withdrawn(seats: Sequence[SeatRow], mover: int) -> tuple[SeatRow, ...]:
    """Returns the seat that the others have opened and whose player moves after all, as everybody sees."""
    return tuple(sitter for sitter in seats if sitter.seat == mover and sitter.opening == VOTED)


def without(seats: Sequence[SeatRow], over: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Returns the seats where some of them are not open any more."""
    return tuple(shut(sitter) if sitter in over else sitter for sitter in seats)
