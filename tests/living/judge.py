"""Judges a world from outside: with a stop watch for each turn, which is stopped whenever that time does not count.

The watches know what the world did (when the bot was away, how long) and what stands in the store (who is asked, whose
call stands, pauses, absences); they know nothing of how a deadline is worked out, or of its rows.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from bot.play import Table
from bot.play.clocks.paces import BACK, PACES
from bot.play.clocks.quiet_hours import AFTERWARDS, Quiet, around
from bot.play.clocks.spans import Span, counted, reached
from bot.play.people.preferences import DAILY, HALF, OFF
from storage.rows import RUNNING, VOTED, Question
from tests.living.people import Habit

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
SMALL = 5 * MINUTE
"""Outages that are shorter count only if they add up to as much within one deadline."""
TOLERATED = MINUTE
"""Later by two heartbeats is not late: the last beat lies up to one before an outage."""
NIGHT = 12 * 60 * MINUTE
"""Where the clock is set while a time waits for quiet hours to end, they end at another time."""
ROUNDED = 2_000
"""A clock that is set moves what waits by whole seconds."""


class Watch(Struct):
    """How much time of a turn, or of a question, has passed."""

    nth: int
    turns: int
    budget: int
    total: int = 0
    small: int = 0
    """Of it, time in short outages."""
    runs: bool = False
    judged: bool = True
    full: int = 0
    """When its budget was used up, by the machine's clock; 0 before."""
    nights: int = 0
    """By how much what waits since then may come later because the clock was set."""
    spare: int = SMALL
    """So much later for short outages: those before a seat passed on may be among those that add up."""
    since: int = 0
    """When it was taken in hand, of all the time that has passed."""
    told: int = 0
    """Reminders."""

    @property
    def used(self) -> int:
        """How much must have counted: of short outages less than five minutes may."""
        return self.total - max(0, self.small - SMALL)


class SealedWatch(Struct):
    """The watches of one sealed question, and what is known of who is asked."""

    since: int
    by: dict[int, Watch]
    houses: dict[int, str]
    is_late: bool = False


class Judge:
    """`off_since`: how long the bot was away since a moment of the machine's clock.

    `back_at`: when it is there again, if it is away at a moment; else that moment.
    """

    def __init__(
        self,
        people: dict[int, Habit],
        told: Counter[str],
        off_since: Callable[[int], int],
        back_at: Callable[[int], int] = lambda at: at,
    ) -> None:
        self._people = people
        self._off_since, self._back_at = off_since, back_at
        self._told = told
        self.wrong: list[str] = []
        self._known: dict[str, Table] = {}
        self._own: dict[tuple[str, int], Watch] = {}
        self._sealed: dict[str, SealedWatch] = {}
        self._running: list[tuple[Watch, tuple[Span, ...]]] | None = None
        """As it stands until a table changes."""
        self._aged = 0
        self._slack = 0
        """For clocks that were set."""

    def clock_was_set(self, by: int, *, hidden: int = 0) -> None:
        """`hidden`: by so much nobody can know that it was."""
        self._slack += ROUNDED + hidden
        for watch in (*self._own.values(), *(one for sealed in self._sealed.values() for one in sealed.by.values())):
            if watch.full:
                watch.full += by
                watch.nights += NIGHT if by else 0

    def passes(self, begin: int, end: int, *, outage: int) -> None:
        """Time passes at all tables, by the machine's clock.

        `outage`: how long the bot is away, or out of reach, in all that time of which this is a part.
        """
        self._aged += end - begin
        if outage >= SMALL:
            return
        if self._running is None:
            self._running = list(self._who_runs())
        for watch, spans in self._running:
            self._runs(watch, begin, end, spans, small=outage > 0)

    def _who_runs(self) -> Iterator[tuple[Watch, tuple[Span, ...]]]:
        """Yields the watches that run, with the spans in which they stand."""
        for key, table in self._known.items():
            if table.status != RUNNING or table.loaded.parked_at:
                continue
            stood = (*table.row.clocks.pauses, *table.row.clocks.stood)
            for seat in table.users:
                watches = [self._own.get((key, seat))]
                watches += [self._sealed[key].by.get(seat)] if key in self._sealed else []
                for watch in watches:
                    if watch is not None and watch.runs:
                        yield watch, (*stood, *table.away(seat))

    def _runs(self, watch: Watch, begin: int, end: int, spans: Sequence[Span], *, small: bool) -> None:
        passed = counted(begin, end, spans) if spans else end - begin
        watch.total += passed
        watch.small += passed if small else 0
        if not watch.full and watch.used >= watch.budget:
            watch.full = end - (watch.used - watch.budget)

    # ── what has changed ──

    def look(self, table: Table, now: int) -> None:
        """A table, as a change has left it."""
        before = self._known.get(table.id)
        self._known[table.id] = table
        self._running = None
        if table.status == RUNNING and table.term("pace") in PACES:
            self._look_at_sealed(table, now)
            for seat in table.users:
                self._look_at(before, table, seat, now)

    def _look_at(self, before: Table | None, table: Table, seat: int, now: int) -> None:
        row = next(row for row in table.seats if row.seat == seat)
        clock, pace = table.clock(seat), PACES[table.term("pace")]
        asked = _asked(table, seat)
        watch = self._own.get((table.id, seat))
        was_in = before is not None and seat in before.users and before.is_sat_in(seat)
        self._told["sittings-in"] += table.is_sat_in(seat) and not was_in
        at_once = table.term("late") == "house" and table.is_sat_in(seat) and not was_in and row.how != "house"
        late_before = before is not None and seat in before.users and before.clock(seat).late_at
        if watch is not None and not late_before and (clock.late_at or (at_once and not self._by_sealed(before))):
            self._late(table, seat, watch, now)
        passed_on = watch is not None and watch.nth != row.nth
        found_by_vote = passed_on and before is not None and before.row_of(seat).opening == VOTED
        fresh = (was_in and not table.is_sat_in(seat)) or found_by_vote
        if watch is None or fresh or (not passed_on and watch.turns != clock.turns):
            watch = Watch(row.nth, clock.turns, pace.due + clock.reserve, since=self._aged)
            if fresh:
                watch.budget, watch.spare = pace.due - pace.due // BACK, 2 * SMALL
                watch.judged = table.row.turn != seat or clock.used == pace.due - watch.budget  # that once a turn
            self._own[table.id, seat] = watch
        elif passed_on:
            watch.nth, watch.turns, watch.told = row.nth, clock.turns, 0
            watch.spare += SMALL
            if watch.full:  # it waited for the morning of somebody else
                watch.full, watch.nights = now, 0
        runs = asked is not None and bool(asked.called_at) and not table.is_sat_in(seat)
        if not runs and table.row.turn != seat:  # out of its turn each question has a clock of its own
            self._own.pop((table.id, seat), None)
            return
        if watch.full and runs and not watch.runs:  # used up before it stood: no deadline passes before it runs again
            watch.full, watch.nights = now, 0
        watch.runs = runs

    def _by_sealed(self, before: Table | None) -> bool:
        """Was the house to answer a sealed question for all who are missing?"""
        sealed = before.row.clocks.sealed if before is not None else None
        return sealed is not None and sealed.by_house

    def _look_at_sealed(self, table: Table, now: int) -> None:
        known, watch = table.row.clocks.sealed, self._sealed.get(table.id)
        if known is None:
            self._sealed.pop(table.id, None)
            return
        questions = [q for q in table.questions if q.sealed and q.seat in table.users]
        called = bool(questions) and all(q.called_at for q in questions)
        houses = {row.seat: row.house for row in table.seats if row.seat in dict(known.budgets)}
        if watch is None or watch.since != known.since:
            by = {seat: Watch(table.row_of(seat).nth, 0, budget, since=self._aged) for seat, budget in known.budgets}
            watch = self._sealed[table.id] = SealedWatch(known.since, by, houses)
        if any(houses[seat] and not watch.houses.get(seat) for seat in houses) and not self._own_houses(table):
            self.wrong.append(f"{table.id}: somebody is marked before a sealed question is settled")
        watch.houses = houses
        passed_on = [seat for seat, one in watch.by.items() if one.nth != table.row_of(seat).nth]
        for seat, one in watch.by.items():
            one.told = one.told if one.nth == table.row_of(seat).nth else 0
            one.runs, one.nth = called, table.row_of(seat).nth
            if passed_on and one.full:  # it may have waited for the morning of whoever sat there before
                one.full, one.nights = now, 0
        if known.late_at and not watch.is_late:
            watch.is_late = True
            self._told["late, sealed"] += 1
            for seat, one in watch.by.items():
                if one.used + self._slack < one.budget:
                    self.wrong.append(f"{table.id}: a sealed question is late {one.budget - one.used} ms early: {seat}")
            self._overdue(table, "sealed", max(watch.by.values(), key=lambda one: one.full), [*watch.by], now)

    def _own_houses(self, table: Table) -> bool:
        """Has a question of somebody's own been left to the house beside the sealed one?"""
        return any(q.required and not q.sealed for q in table.questions)

    # ── late ──

    def _late(self, table: Table, seat: int, watch: Watch, now: int) -> None:
        self._told["late"] += 1
        if not watch.judged:
            return
        if watch.used + self._slack < watch.budget:
            self.wrong.append(f"{table.id}: seat {seat} late {(watch.budget - watch.used) / MINUTE:.2f} min early")
        elif watch.full:
            self._overdue(table, f"seat {seat}", watch, [seat], now)

    def _quiet(self, table: Table, seat: int) -> Quiet | None:
        person = self._people.get(table.users[seat])
        return None if person is None else Quiet(person.sleeps[0] * 60, person.sleeps[1] * 60, person.zone)

    def _overdue(self, table: Table, who: str, watch: Watch, seats: Sequence[int], now: int) -> None:
        until = self._until(table, watch, seats)
        if now > until + TOLERATED:
            self.wrong.append(f"{table.id}: {who} late {(now - until) / MINUTE:.1f} min after its time")

    def _until(self, table: Table, watch: Watch, seats: Sequence[int]) -> int:
        """Returns when a time passes at the latest that is used up.

        So little of it may have been left that all stands before it is over; and nothing passes while the bot is away.
        """
        quiet = [self._quiet(table, seat) for seat in seats]
        stood = (
            *table.row.clocks.pauses,
            *table.row.clocks.stood,
            *(one for seat in seats for one in table.away(seat)),
        )
        until = morning(reached(watch.full, TOLERATED + watch.spare + self._slack, stood), quiet)
        off = self._off_since(watch.full)
        until = morning(until + off + watch.nights, quiet) if off or watch.nights else until
        back = self._back_at(until)
        return until if back == until else morning(back, quiet)

    def look_for_lost(self, now: int) -> None:
        """Whoever is over their time at the end has been told so."""
        for (key, seat), watch in self._own.items():
            table = self._known[key]
            due = watch.judged and watch.runs and watch.full and table.status == RUNNING
            if not due or table.clock(seat).late_at or table.is_sat_in(seat):
                continue
            if now > self._until(table, watch, [seat]) + TOLERATED:
                self.wrong.append(f"{key}: seat {seat} is never late")

    # ── reminders ──

    def reminded(self, key: str, user: int) -> None:
        self._told["reminders"] += 1
        table = self._known.get(key)
        seat = next((seat for seat, one in (table.users if table else {}).items() if one == user), None)
        if seat is None:
            return
        watch = self._own.get((key, seat))
        if key in self._sealed and (watch is None or not watch.runs):
            watch = self._sealed[key].by.get(seat)
        if watch is None:
            return
        watch.told += 1
        rule = self._people[user].remind
        most = {OFF: 0, "": 1, HALF: 2, DAILY: (self._aged - watch.since) // DAY + 2}[rule]
        if watch.told > most:
            self.wrong.append(f"{key}: person {user} ({rule or 'once'}) is reminded {watch.told} times")


def _asked(table: Table, seat: int) -> Question | None:
    own = (q for q in table.questions if q.seat == seat and q.required and not q.sealed)
    return next((q for q in own if seat in table.asked_users or table.is_sat_in(seat)), None)


def morning(at: int, quiet: Sequence[Quiet | None]) -> int:
    """Returns when somebody is told what falls to a moment: not in the quiet hours of anybody, nor an hour after."""
    for _ in range(4 * len(quiet)):
        for one in quiet:
            span = None if one is None else around(one, at) or around(one, at - AFTERWARDS + 1)
            at = at if span is None else max(at, span[1] + AFTERWARDS)
    return at
