"""Until when a table waits for whom, worked out of what is kept of it.

A seat's clock runs over its whole turn, and over each required question out of turn. Of a sealed question there is one
deadline: the latest of all who are asked, whoever has answered, so that it tells nothing of that.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.play.clocks.paces import LIVE, PACES, Pace
from bot.play.clocks.quiet_hours import Quiet, lifted, quiet_of
from bot.play.clocks.spans import Span, reached
from bot.play.house.terms import PACE
from bot.play.table import Table
from storage.rows import NONE, RUNNING, Question

SMALL: Final = 5 * 60_000
"""Outages under so many milliseconds count only if they add up to as many within one deadline."""


class Deadline(Struct, frozen=True):
    """Who is waited for, and until when."""

    seats: tuple[int, ...]
    since: int
    """Of the question; of a sealed one the least."""
    sealed: bool
    begins: int
    """When its clock began to run, or now, where it does not run yet."""
    at: int
    """When the deadline and the reserve are used up; 0 for never."""
    late_at: int = 0
    called: bool = True
    """Does the clock run? Not before what asks it stands in the thread."""

    @property
    def key(self) -> tuple[int, int]:
        """Seat and `since` of its due row."""
        return (NONE if self.sealed else self.seats[0]), self.since


def pace_of(table: Table) -> Pace | None:
    """Returns the pace of a table; None where nobody waits for anybody else, or nobody hurries."""
    return PACES.get(table.term(PACE)) if table.status == RUNNING and len(table.users) > 1 else None


def deadlines(table: Table, outages: Sequence[Span], now: int) -> tuple[Deadline, ...]:
    """Returns whom a running table waits for, in the order of its questions; a sealed question is one."""
    if table.status != RUNNING:
        return ()
    times = _Times(table, outages, now)
    sealed = [question for question in table.questions if question.sealed and question.seat in table.users]
    found = [
        times.own(question)
        for question in table.questions
        if question.required and not question.sealed and question.seat in table.asked_users
    ]
    if any(question.required for question in sealed):
        found.append(times.sealed(sealed))
    return tuple(found)


def used_at(table: Table, deadline: Deadline, amount: int, outages: Sequence[Span], now: int) -> int:
    """Returns when so much of the time for a decision is used; 0 where there is no such time."""
    return _Times(table, outages, now).used_at(deadline, amount)


def used_before(table: Table, deadline: Deadline) -> int:
    """Returns how much of that time was used before its clock began to run: in the turn so far."""
    return 0 if deadline.sealed else _used(table, deadline.seats[0])


def _used(table: Table, seat: int) -> int:
    return table.clock(seat).used if table.row.turn == seat else 0


class _Times:
    """The times of one table."""

    def __init__(self, table: Table, outages: Sequence[Span], now: int) -> None:
        self._table = table
        self._pace = pace_of(table)
        self._now = now
        clocks, parked = table.row.clocks, table.loaded.parked_at
        self._stood = (*clocks.pauses, *clocks.stood, *(((parked, now),) if parked else ()))
        self._large = tuple(span for span in outages if span[1] - span[0] >= SMALL)
        self._small = tuple(span for span in outages if 0 < span[1] - span[0] < SMALL)

    def own(self, question: Question) -> Deadline:
        seat, pace, begins = question.seat, self._pace, question.called_at or self._now
        clock = self._table.clock(seat)
        at = 0
        if pace is not None:
            budget = pace.due + clock.reserve - _used(self._table, seat)
            at = self._lifted((seat,), self._after(begins, budget, self._table.away(seat)))
        return Deadline((seat,), question.since, False, begins, at, clock.late_at, bool(question.called_at))

    def sealed(self, questions: Sequence[Question]) -> Deadline:
        called = [question.called_at for question in questions]
        begins = max(called) if all(called) else self._now
        known, seats = self._table.row.clocks.sealed, tuple(sorted(question.seat for question in questions))
        at = 0
        if self._pace is not None and known is not None:
            at = max(self._after(begins, budget, self._table.away(seat)) for seat, budget in known.budgets)
            at = self._lifted([seat for seat, _ in known.budgets], at)
        since = min(question.since for question in questions) if known is None else known.since
        return Deadline(seats, since, True, begins, at, 0 if known is None else known.late_at, all(called))

    def used_at(self, deadline: Deadline, amount: int) -> int:
        if self._pace is None or not deadline.at:
            return 0
        if deadline.sealed:
            return max(self._after(deadline.begins, amount, self._table.away(seat)) for seat in deadline.seats)
        (seat,) = deadline.seats
        left = amount - _used(self._table, seat)
        return self._after(deadline.begins, left, self._table.away(seat)) if left > 0 else deadline.begins

    def _quiet(self, seat: int) -> Quiet | None:
        live = self._table.term(PACE) == LIVE
        return None if live else quiet_of(self._table.settings(seat))

    def _lifted(self, seats: Sequence[int], at: int) -> int:
        """Returns a moment out of the quiet hours of all of these, unless there is always one who has them.

        What it waits for that is time like other time: an outage in it does not count.
        """
        quiet = [self._quiet(seat) for seat in seats]
        for _ in quiet:
            until = max(lifted(one, at) for one in quiet)
            later = reached(at, until - at, self._large)
            at = max(lifted(one, later) for one in quiet) if later > until else until
        return at

    def _after(self, begin: int, amount: int, away: Sequence[Span]) -> int:
        """Returns the moment at which so much time has counted. Small outages count if there are many of them."""
        stood = (*self._stood, *away, *self._large)
        at = reached(begin, amount, stood)
        small = sum(max(0, min(at, end) - max(begin, since)) for since, end in self._small)
        return at if small < SMALL else reached(begin, amount, (*stood, *self._small))
