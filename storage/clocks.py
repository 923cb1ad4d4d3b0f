"""What goes on around a running game, as values: clocks of its seats, pauses, ballots, a person's absence.

It is kept as JSON in the row of its table, so that a move writes no row more for it.
"""

from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

HOUSE_PLAYS, SEEK, PAUSE, RESUME, PACE = "house", "seek", "pause", "resume", "pace"
"""What a ballot may be about: let the house play for a late seat, open that seat to others, pause the table, end its
pause, play at another pace."""
ALL: Final = -1
"""A ballot about all who are asked a sealed question."""

NEAR = 8 * 86_400_000
"""Milliseconds: what is noted further from the time before a jump was not noted by it."""
FAR = 100 * 86_400_000
"""The same of deadlines, of what waits for them, and of when what they are about was asked."""


class SeatClock(Struct, frozen=True, omit_defaults=True):
    """The clock of a person's seat. All times are milliseconds."""

    seat: int
    used: int = 0
    """Of the present own turn, before its question was called."""
    reserve: int = 0
    late_at: int = 0
    """Since when both are used up; 0 if they are not."""
    turns: int = 0
    """Own turns that are over."""
    played_for: int = 0
    """How many of them the house has played, wholly or in part."""
    by_house: bool = False
    """It has played in the present one."""
    came_back: bool = False
    """Its person has come back in the present one: once a turn that brings time."""
    back: bool = False
    """The seat is its person's again after the move that the house is thinking of."""
    ended_at: int = 0
    """When the last own turn ended; `saved_used` and `saved_reserve` are what they were then."""
    saved_used: int = 0
    saved_reserve: int = 0
    reminded: int = 0
    """Reminders of the present wait, and the time of the last."""
    reminded_at: int = 0


class Sealed(Struct, frozen=True, omit_defaults=True):
    """The one clock of a sealed question, fixed when it is asked."""

    since: int
    """The least of its questions."""
    budgets: tuple[tuple[int, int], ...]
    """The time that each seat which is asked has for it, whether it has answered or not."""
    late_at: int = 0
    by_house: bool = False
    """The house answers for all who are missing."""
    reminded: int = 0
    reminded_at: int = 0


class Ballot(Struct, frozen=True):
    """A vote that is cast."""

    what: str
    about: int
    """A seat, a number of days, the number of a pace; ALL."""
    seat: int
    """Who votes."""


class Clocks(Struct, frozen=True, omit_defaults=True):
    """All of it, of one table."""

    seats: tuple[SeatClock, ...] = ()
    sealed: Sealed | None = None
    pauses: tuple[tuple[int, int], ...] = ()
    """Spans in which its people have agreed to pause; the last may not be over."""
    stood: tuple[tuple[int, int], ...] = ()
    """Spans in which nothing could be said in its thread."""
    ballots: tuple[Ballot, ...] = ()
    acted_at: int = 0
    """When somebody last played or voted."""
    played_for: int = -1
    """The version of the last commit that the house made for a person: nobody takes it back."""


NO_CLOCKS: Final = Clocks()
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Clocks).decode
_spans = msgspec.json.Decoder(tuple[tuple[int, int], ...]).decode


def written(clocks: Clocks) -> str:
    return "" if clocks == NO_CLOCKS else _encode(clocks).decode()


def read(text: str) -> Clocks:
    return _decode(text) if text else NO_CLOCKS


def read_spans(text: str | None) -> tuple[tuple[int, int], ...]:
    return _spans(text) if text else ()


def written_spans(spans: tuple[tuple[int, int], ...]) -> str:
    return _encode(spans).decode()


def ended_spans(spans: tuple[tuple[int, int], ...], now: int) -> tuple[tuple[int, int], ...]:
    """Returns the spans of absence once somebody is back who was away; what lies ahead stays."""
    return tuple((begin, min(end, now) if begin <= now else end) for begin, end in spans)


def moved_spans(spans: tuple[tuple[int, int], ...], by: int, before: int) -> tuple[tuple[int, int], ...]:
    """Returns spans with those that begin before a moment moved by so much."""
    return tuple((max(1, begin + by), end + by) if begin <= before else (begin, end) for begin, end in spans)


def moved(clocks: Clocks, by: int, near: tuple[int, int]) -> Clocks:
    """Returns the clocks with what was noted at times near these moved by so much: this machine's clock was set."""

    def at(time: int) -> int:
        return max(1, time + by) if time and near[0] <= time <= near[1] else time

    def all_of(spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple((at(begin), at(end)) for begin, end in spans)

    return replace(
        clocks,
        seats=tuple(
            replace(one, late_at=at(one.late_at), ended_at=at(one.ended_at), reminded_at=at(one.reminded_at))
            for one in clocks.seats
        ),
        sealed=clocks.sealed
        and replace(clocks.sealed, late_at=at(clocks.sealed.late_at), reminded_at=at(clocks.sealed.reminded_at)),
        pauses=all_of(clocks.pauses),
        stood=all_of(clocks.stood),
        acted_at=at(clocks.acted_at),
    )
