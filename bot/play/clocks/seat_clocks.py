"""What a commit makes of the clocks of a table: who has used how much, whose clock goes on, what all have for a sealed
question.

A clock goes on over the commits of its seat's turn. Only what the seat itself has done makes it go on at once; what
others did is called first. Taking back takes no time back: the seat has used what it had, and what has passed since.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.play.clocks.deadlines import SMALL, pace_of
from bot.play.clocks.paces import BACK, GIVEN_BACK, PACES, Pace
from bot.play.clocks.spans import Span, counted, since
from bot.play.house.terms import PACE
from bot.play.table import Table
from rules.engine.commits import UNDO
from storage.clocks import ALL, HOUSE_PLAYS, Ballot, Clocks, Sealed, SeatClock
from storage.rows import Question, SeatRow


class Acted(NamedTuple):
    """A commit, as far as clocks are concerned."""

    kind: str
    seat: int
    """Whose it was; -1 if nobody's."""
    turn: int
    """The seat whose turn it is now."""
    unseen: bool
    """Made without its person having pressed."""
    public: bool
    """Everybody is told of it."""
    posted: bool
    """Something is to be said of it in the thread, which calls whom it asks."""
    version: int
    """The version of the table after it."""


def begun(seats: Sequence[SeatRow], pace: Pace | None) -> tuple[SeatClock, ...]:
    """Returns the clocks at the beginning of a game."""
    reserve = pace.reserve if pace else 0
    return tuple(SeatClock(row.seat, reserve=reserve) for row in seats if row.is_person)


def after(
    table: Table, questions: Sequence[Question], acted: Acted, now: int, outages: Sequence[Span]
) -> tuple[Clocks, tuple[Question, ...]]:
    """Returns the clocks after a commit, and what is asked with the times from which their clocks run."""
    pace = PACES.get(table.term(PACE))
    if pace is None:
        return replace(table.row.clocks, acted_at=_acted_at(table, acted, now)), tuple(questions)
    work = _Work(table, pace, acted, now, outages)
    asked = tuple(work.asked(question) for question in questions)
    return work.clocks(asked), asked


def _acted_at(table: Table, acted: Acted, now: int) -> int:
    """Returns when somebody last played, as everybody sees it: a sealed answer does not count."""
    person = acted.seat in table.users and not acted.unseen
    return now if person and acted.public else table.row.clocks.acted_at or now


class _Work:
    """One commit."""

    def __init__(self, table: Table, pace: Pace, acted: Acted, now: int, outages: Sequence[Span]) -> None:
        self._table, self._pace, self._acted, self._now = table, pace, acted, now
        known = {clock.seat: clock for clock in table.row.clocks.seats}
        fresh = {clock.seat: clock for clock in begun(table.seats, pace)}
        self._seats = {seat: known.get(seat, clock) for seat, clock in fresh.items()}
        self._spans = (*_stood(table, now), *outages)
        self._before = {q.seat: q for q in table.questions if q.required and not q.sealed}
        self._sealed = {(q.seat, q.since): q for q in table.questions if q.sealed}
        self._undone = acted.kind == UNDO

    def _counted(self, seat: int, begin: int) -> int:
        """Returns how much of the time of a seat has passed; none while the house sits in."""
        if not begin or self._table.is_sat_in(seat):
            return 0
        return counted(begin, self._now, (*self._spans, *self._table.away(seat)))

    # ── from when on ──

    def asked(self, question: Question) -> Question:
        old = self._before.get(question.seat)
        if question.sealed:
            known = self._sealed.get((question.seat, question.since))
        else:
            known = old if old is not None and old.since == question.since else None
        if known is not None or not (question.sealed or question.required):
            return question if known is None else replace(question, called_at=known.called_at)
        called = 0 if question.sealed else self._called_anew(question.seat, old)
        return replace(question, called_at=called or (0 if self._acted.posted else self._now))

    def _called_anew(self, seat: int, old: Question | None) -> int:
        turn = self._acted.turn == seat
        if self._undone and seat == self._acted.seat:
            return self._again(seat, turn=turn)
        goes_on = turn and self._table.row.turn == seat and old is not None
        if self._acted.unseen and self._acted.seat == seat:
            return 0
        if goes_on and old is not None and old.called_at:
            return old.called_at
        return self._now if self._acted.seat == seat else 0

    def _again(self, seat: int, *, turn: bool) -> int:
        """Returns when the clock of what was taken back would have begun, out of its own turn; else now."""
        clock = self._seats.get(seat)
        if clock is None or turn:
            old = self._before.get(seat)
            same = self._table.row.turn == seat and old is not None and old.called_at
            return old.called_at if same and old is not None else self._now
        return self._now - clock.saved_used - self._counted(seat, clock.ended_at)

    # ── how much ──

    def clocks(self, asked: Sequence[Question]) -> Clocks:
        still = {q.seat: q for q in asked if q.required and not q.sealed}
        seats = tuple(self._clock(clock, still.get(seat)) for seat, clock in sorted(self._seats.items()))
        known = self._table.row.clocks
        return replace(
            known,
            seats=seats,
            sealed=self._sealed_clock(asked),
            ballots=tuple(vote for vote in known.ballots if self._stands(vote, seats, asked)),
            acted_at=_acted_at(self._table, self._acted, self._now),
            played_for=self._acted.version if self._is_played_for() else known.played_for,
        )

    def _is_played_for(self) -> bool:
        return self._acted.unseen and self._table.is_sat_in(self._acted.seat)

    def _stands(self, vote: Ballot, seats: Sequence[SeatClock], asked: Sequence[Question]) -> bool:
        """Is what a vote is about still to be decided? Votes about a late seat end with its own move."""
        if vote.what != HOUSE_PLAYS:
            return True
        if vote.about == ALL:
            return any(q.sealed for q in asked)
        own_move = vote.about == self._acted.seat and not self._acted.unseen
        return not own_move and any(clock.seat == vote.about and clock.late_at for clock in seats)

    def _clock(self, clock: SeatClock, still: Question | None) -> SeatClock:
        """Returns the clock of a seat, which is now asked this, or nothing."""
        seat, was, old = clock.seat, self._table.row.turn, self._before.get(clock.seat)
        acts = seat == self._acted.seat
        if self._undone and acts and was != seat == self._acted.turn:
            return self._restored(clock)
        if was == seat:
            return self._in_turn(clock, old, still, acts=acts)
        if old is not None and (still is None or still.since != old.since):
            return self._answered(clock, self._counted(seat, old.called_at))
        return clock

    def _in_turn(self, clock: SeatClock, old: Question | None, still: Question | None, *, acts: bool) -> SeatClock:
        """Returns the clock of the seat whose turn it was."""
        seat, over = clock.seat, self._acted.turn != clock.seat
        if acts and self._is_played_for():
            clock = replace(clock, by_house=True)
        if old is not None and (still is None or over):
            clock = replace(clock, used=clock.used + self._counted(seat, old.called_at))
        return self._ended(clock) if over else clock

    def _ended(self, clock: SeatClock) -> SeatClock:
        """Returns the clock of a seat whose turn is over: what the turn has left it, it gets back a tenth of."""
        if self._undone:  # the turn that had begun is none
            return replace(clock, used=0, late_at=0, by_house=False)
        left = max(0, self._pace.due - clock.used) // GIVEN_BACK if not clock.by_house else 0
        reserve = max(0, clock.reserve - max(0, clock.used - self._pace.due)) + left
        return replace(
            clock,
            used=0,
            reserve=min(self._pace.reserve, reserve),
            late_at=0,
            turns=clock.turns + 1,
            played_for=clock.played_for + clock.by_house,
            by_house=False,
            came_back=False,
            ended_at=self._now,
            saved_used=clock.used,
            saved_reserve=clock.reserve,
            reminded=0,
            reminded_at=0,
        )

    def _restored(self, clock: SeatClock) -> SeatClock:
        used = clock.saved_used + self._counted(clock.seat, clock.ended_at)
        return replace(clock, used=used, reserve=clock.saved_reserve, turns=max(0, clock.turns - 1), ended_at=0)

    def _answered(self, clock: SeatClock, used: int) -> SeatClock:
        """Returns the clock of a seat that has answered out of its turn."""
        over = max(0, used - self._pace.due)
        saved = clock.reserve
        return replace(
            clock,
            reserve=max(0, saved - over),
            late_at=0,
            ended_at=self._now,
            saved_used=used,
            saved_reserve=saved,
            reminded=0,
            reminded_at=0,
        )

    def _sealed_clock(self, asked: Sequence[Question]) -> Sealed | None:
        """Returns the clock of a sealed question: as it was fixed, or fixed now."""
        now_sealed = [q for q in asked if q.sealed and q.seat in self._table.users]
        if not now_sealed:
            return None
        known = self._table.row.clocks.sealed
        if known is not None and any((q.seat, q.since) in self._sealed for q in now_sealed):
            return known
        return fixed(now_sealed, tuple(self._seats.values()), self._pace)


def fixed(asked: Sequence[Question], seats: Sequence[SeatClock], pace: Pace) -> Sealed | None:
    """Returns the clock of a sealed question that is asked of these."""
    reserves = {clock.seat: clock.reserve for clock in seats}
    sealed = [question for question in asked if question.sealed and question.seat in reserves]
    budgets = tuple((question.seat, pace.due + reserves[question.seat]) for question in sealed)
    return Sealed(min(question.since for question in sealed), budgets) if sealed else None


def sat_in(table: Table, seat: int, now: int, outages: Sequence[Span]) -> SeatClock:
    """Returns the clock of a seat that the house begins to play for: what has passed of its turn is used."""
    clock = table.clock(seat)
    own = [q for q in table.questions if q.seat == seat and q.required and not q.sealed and q.called_at]
    if table.row.turn != seat or not own:
        return replace(clock, by_house=table.row.turn == seat)
    return replace(clock, used=clock.used + _used(table, seat, own[0].called_at, now, outages), by_house=True)


def given_back(table: Table, seat: int) -> SeatClock:
    """Returns the clock of a seat whose person comes back: half a deadline, once a turn, and no reserve."""
    pace, clock = pace_of(table), table.clock(seat)
    used = clock.used
    if pace is not None and table.row.turn == seat and not clock.came_back:
        used = pace.due - pace.due // BACK
    return replace(clock, used=used, reserve=0, late_at=0, back=False, came_back=table.row.turn == seat)


def asked_again(table: Table, seat: int, now: int, outages: Sequence[Span]) -> tuple[Question, ...]:
    """Returns what is asked, once the person of a seat has come back: their clock begins now."""
    pace, begins = pace_of(table), now
    if pace is not None and table.row.turn != seat:  # half of their time has passed, wherever nobody's counted
        begins = since(now, pace.due - pace.due // BACK, (*_stood(table, now), *_large(outages), *table.away(seat)))
    return tuple(
        replace(q, called_at=begins) if q.seat == seat and q.required and not q.sealed else q for q in table.questions
    )


def with_clock(clocks: Clocks, clock: SeatClock) -> Clocks:
    """Returns the clocks with this one of a seat, and without the ballots about it."""
    seats = tuple(clock if other.seat == clock.seat else other for other in clocks.seats)
    ballots = tuple(vote for vote in clocks.ballots if (vote.what, vote.about) != (HOUSE_PLAYS, clock.seat))
    return replace(clocks, seats=seats, ballots=ballots)


def run_on(table: Table, heir: Table, seat: int, now: int, outages: Sequence[Span]) -> tuple[Question, ...]:
    """Returns what is asked once a seat has passed on, with the times from which its clock runs on as it ran.

    So what did not count because the one before was away does not count for whoever takes the seat over, and what
    counted still does, though they were away themselves then. `heir`: the table with whoever takes the seat over.
    """
    large = _large(outages)
    small = tuple(span for span in outages if span not in large)

    def begins(called: int) -> int:
        known = (*large, *(small if _adds_up(small, called, now) else ()))
        used, other = (_used(one, seat, called, now, known) for one in (table, heir))
        if used == other:
            return called
        spans = (*_stood(table, now), *large, *heir.away(seat))
        begin = since(now, used, (*spans, *small))
        return begin if _adds_up(small, begin, now) else since(now, used, spans)

    own = [q for q in table.questions if q.seat == seat and q.required and not q.sealed and q.called_at]
    return tuple(replace(q, called_at=begins(q.called_at)) if q in own else q for q in table.questions)


def _stood(table: Table, now: int) -> tuple[Span, ...]:
    """Returns the spans in which no clock of a table ran."""
    clocks, parked = table.row.clocks, table.loaded.parked_at
    return (*clocks.pauses, *clocks.stood, *(((parked, now),) if parked else ()))


def _large(outages: Sequence[Span]) -> tuple[Span, ...]:
    """Returns those that never count, however few there are within a deadline."""
    return tuple(span for span in outages if span[1] - span[0] >= SMALL)


def _adds_up(small: Sequence[Span], begin: int, end: int) -> bool:
    """Are there so many short outages between two moments that they do not count?"""
    return end - begin - counted(begin, end, small) >= SMALL


def _used(table: Table, seat: int, called: int, now: int, outages: Sequence[Span]) -> int:
    return counted(called, now, (*_stood(table, now), *outages, *table.away(seat)))


def passed_on(table: Table, heir: Table, clock: SeatClock, now: int, outages: Sequence[Span]) -> Clocks:
    """Returns the clocks once somebody else sits in a seat, which has this one.

    Of a sealed question they have left what the one before them had.
    """
    seat = clock.seat
    clock = replace(clock, turns=0, played_for=0, by_house=False, back=False, ended_at=0)
    kept = with_clock(table.row.clocks, clock)
    called = [q.called_at for q in table.questions if q.sealed and q.seat in table.users]
    if kept.sealed is not None and all(called):
        used, other = (_used(one, seat, max(called), now, outages) for one in (table, heir))
        budgets = tuple((who, left - used + other if who == seat else left) for who, left in kept.sealed.budgets)
        kept = replace(kept, sealed=replace(kept.sealed, budgets=budgets))
    return replace(kept, ballots=tuple(vote for vote in kept.ballots if vote.seat != seat))
