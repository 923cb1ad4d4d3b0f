"""The same tables twice: once on a bot that is never away, once on one that is killed, out of reach, or on a machine
whose clock is set, again and again.

Time is measured as the bot was well. People look at the same such moments in both, whether it was away in between or
not, and decide alike: luck is always the least, and what is due after a deadline is nothing but to be marked as late.
So both play the same moves, and what differs is only when something falls due (tests/living/likeness.py). At the same
moments they go away, and pause their tables, for so many days by the clock on the wall; when that is over is noted.
"""

import random
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

from bot.play import Table, turns
from bot.play.clocks.paces import DAY, PACES
from bot.play.clocks.quiet_hours import is_quiet, quiet_of
from bot.play.clocks.spans import Span
from bot.play.people import absences
from bot.play.people.preferences import DAILY, HALF, OFF, REMIND
from bot.play.seating import lobby, pausing
from bot.play.seating.lobby import NewTable
from bot.play.timed.heartbeat import GAP_MS
from storage.clocks import ALL, read_spans
from storage.rows import RUNNING, Person
from storage.sqlite.agenda import next_due
from tests.living.ear import Watchful
from tests.living.judge import MINUTE
from tests.living.people import HOUR, ZONES
from tests.living.world import BEAT, CHANGED, NEXT_SAID, Home

LENGTHS = (20_000, 90_000, 4 * MINUTE, 10 * MINUTE, 50 * MINUTE, 3 * HOUR, 20 * HOUR)
SET_BY = (6 * MINUTE, 50 * MINUTE, 5 * HOUR, 30 * HOUR)
KINDS = ("killed", "gateway lost", "clock set", "killed, clock set", "machine booted")


class Break(NamedTuple):
    """An outage, or a clock that is set, after so much time in which the bot was well."""

    at: int
    kind: str
    length: int
    by: int
    beat: int
    """So long before it the last beat was noted, and so long after it the next is."""


def breaks(luck: random.Random, number: int, until: int, *, set_clocks: bool = True) -> list[Break]:
    """Returns so many, in order."""

    def one(at: int) -> Break:
        kind = luck.choice(KINDS if set_clocks else ("killed", "gateway lost"))
        by = luck.choice(SET_BY) * luck.choice((-1, 1)) if "clock set" in kind else 0
        length = 0 if kind == "clock set" else luck.choice(LENGTHS)
        return Break(at, kind, length, by, luck.randrange(GAP_MS))

    return [one(at) for at in sorted(luck.sample(range(MINUTE, until), number))]


class Seen(NamedTuple):
    """When something was seen first."""

    well: int
    """By how long the bot had been well."""
    passed: int
    wall: int
    """By the machine's clock."""
    used: int = 0
    """Where a clock begins to run: how much of the turn is used, and what is left of its time and the reserve."""
    left: int = 0


class Rest(NamedTuple):
    """A time that does not count, by how long the bot had been well, and by the machine's clock; ends are 0 before."""

    begin: int
    wall: int
    end: int = 0
    wall_end: int = 0


_AWAY = "SELECT user, away FROM people WHERE away <> '[]'"
What = tuple[str, str, int, int, int]
"""Table, what happened, the seat (ALL for those who are asked a sealed question), the question, how often."""


OVER = 10**9
"""Stands for the question after the last."""


class Least:
    """Luck that is the same in whatever order it is asked for."""

    def below(self, n: int) -> int:
        return n - n


class Twin:
    """One of the two."""

    def __init__(self, seed: int, tables: int, *, outages: Sequence[Break] = (), quiet: bool = False) -> None:
        self._seed, self._luck = seed, random.Random(seed)
        self._lucks: dict[int, random.Random] = {}
        self.home = Home(None, seed)
        self.home.chance = Least()  # type: ignore[assignment]
        self.home.thinker = None
        self.clock = self.home.clock
        self.ear = Watchful(self._sleeps, self._heard)
        self.seen: dict[What, Seen] = {}
        self.rests: dict[int | str, list[Rest]] = {}
        """When somebody was away, and a table paused, in order."""
        self.off: list[tuple[int, int]] = []
        """Its outages: since when, by the time in which it was well, and for how long."""
        self.people: dict[int, Person] = {}
        self._breaks, self._quiet, self._wanted = list(outages), quiet, tables
        self._last_beat = False
        """The last one before an outage has been noted."""
        self._gone = 0
        self._tables: dict[int, str] = {}
        """The table of each person."""
        self._revs: dict[str, list[Any]] = {}
        self._known: dict[str, Table] = {}
        self._paused: set[str] = set()
        """Tables that are paused, or were."""
        self._opened = 0
        self.decisions = 0

    @property
    def well(self) -> int:
        """For how long the bot was well."""
        return self.clock.passed - self._gone

    async def run(self, days: int, looks: Sequence[tuple[int, int]] = ()) -> "Twin":
        """`looks`: when whom else looks, as by chance."""
        home, until = self.home, days * 24 * HOUR
        home.ear, home.is_reached = self.ear, lambda: self.ear.reached
        await home.open()
        await self._settle()
        agenda = [(at, "chance", who) for at, who in looks]
        agenda += [(begins, "begins", number) for number, begins in enumerate(self._begins(until), 1)]
        heapify(agenda)
        while agenda and agenda[0][0] < until:
            at, what, who = heappop(agenda)
            await self._until(at)
            match what:
                case "begins":
                    users = [3 * who + place for place in range(3)]
                    await self._open(users)
                    for event in self._planned(at, until, users):
                        heappush(agenda, event)
                case "goes":
                    await self._goes(who)
                case "pauses":
                    await self._pauses(who)
                case _:
                    await self._looks(who)
                    if what == "looks":
                        heappush(agenda, (at + self._pause(who), what, who))
            await self._settle()
        await self._until(until)
        await home.close()
        return self

    def _planned(self, at: int, until: int, users: list[int]) -> Iterator[tuple[int, str, int]]:
        """Yields when those of a table look first, are away, and pause it: never again before that is over."""
        for user in users:
            luck = self._lucks[user]
            if not self._quiet:
                yield at + self._pause(user), "looks", user
            elif luck.random() < 0.4:
                yield at + luck.randrange(8 * DAY), "goes", user
            for _ in range(0 if self._quiet else 2):
                yield at + luck.randrange(until), "goes", user
        luck = self._lucks[users[0]]
        if self._quiet and luck.random() < 0.4:
            yield at + luck.randrange(8 * DAY), "pauses", users[0]
        for begin in range(0 if self._quiet else at, 0 if self._quiet else until, 15 * DAY):
            yield begin + luck.randrange(10 * DAY), "pauses", users[0]

    def _begins(self, until: int) -> list[int]:
        """Returns when the tables begin: at once, or, where nobody plays, one after the other."""
        return [self._luck.randrange(until - 20 * DAY) if self._quiet else 0 for _ in range(self._wanted)]

    # ── people ──

    def _pause(self, user: int) -> int:
        return 1 + self._lucks[user].randrange(2 * (9, 20, 40, 50)[user % 4] * HOUR)

    async def _open(self, users: list[int]) -> None:
        home = self.home
        for user in users:
            if user not in self.people:
                self._lucks[user] = luck = random.Random(1000 * self._seed + user)
                wishes = [(REMIND, luck.choice(("", HALF, DAILY, OFF)))]
                if self._quiet:
                    wishes += [("hours", luck.choice(("22-7", "23-8", "0-7"))), ("zone", luck.choice(ZONES))]
                self.people[user] = Person(user, settings=tuple(wish for wish in wishes if wish[1]))
                await home.store.save_person(self.people[user])
        pace = self._lucks[users[0]].choice(("steady", "brisk"))
        terms, key = (("pace", pace), ("late", "wait")), f"twins{self._opened:06}"
        self._opened += 1
        wanted = NewTable(7, 70, "toy", f"P{users[0]}", random_seats=False, terms=terms, id=key)
        made: Any = await lobby.create(home.transactions, home.act(users[0]), wanted)
        for user in users[1:]:
            await home.do(made.table, home.act(user), lobby.join(f"P{user}"))
        await home.do(made.table, home.act(users[0]), lobby.start())
        self._tables |= dict.fromkeys(users, key)

    async def _looks(self, user: int) -> None:
        """Somebody looks, and plays on or does not: the same in both."""
        home, table = self.home, await self.home.table(self._tables[user])
        acts = self._lucks[user].random() < (0.9, 0.7, 0.5)[user % 3]
        if table.status != RUNNING:
            await self._open(sorted(one for one, key in self._tables.items() if key == table.id))
        for _ in range(12 if acts else 0):
            table = await home.table(self._tables[user])
            seat = table.seat_of(user).seat
            if table.status != RUNNING or not any(q.seat == seat and q.required for q in table.questions):
                return
            text = turns.example(table.rules, table.position.state, seat)
            await home.play(table.id, text, user=user, since=-1)
            self.decisions += 1

    async def _goes(self, user: int) -> None:
        """Somebody is away from now on."""
        luck = self._lucks[user]
        until = f"for {luck.randint(1, 5)} days"
        found = await absences.go(self.home.transactions, user, until, by_move=luck.random() < 0.3)
        assert isinstance(found, absences.Absent), found

    async def _pauses(self, user: int) -> None:
        """All of a table pause it, if it runs."""
        key, days = self._tables[user], self._lucks[user].randint(1, 4)
        for other, played in sorted(self._tables.items()):
            table = await self.home.table(key)
            if played == key and table.status == RUNNING and not pausing.paused_until(table, self.home.env.now()):
                await self.home.do(key, self.home.act(other), pausing.pause(days))

    # ── time ──

    async def _until(self, well: int) -> None:
        """Lets time pass, and happen what is to happen in it."""
        while True:
            (said,) = self.home.look.execute(NEXT_SAID).fetchone()
            soon = [] if said is None else [max(said, self.clock.now + 1000)]
            soon += [at for at in (next_due(self.home.look), *self._resting()) if at is not None]
            ends = [well, *(max(self.well, at - self.clock.set_by - self._gone) for at in soon)]
            ends += [one.at if self._last_beat else one.at - one.beat for one in self._breaks[:1]]
            at = max(self.well, min(ends))
            self.clock.passed = at + self._gone
            self._beats()
            if self._breaks and at >= ends[-1]:
                await self._broken(self._breaks[0])
            elif at >= well:
                return
            else:
                await self._settle()
                self.clock.passed += 1

    def _resting(self) -> list[int]:
        """Returns when those are back who are away, and tables go on that are paused, as it is kept now."""
        return [end for _, end in self._now_rests().values()]

    def _now_rests(self) -> dict[int | str, Span]:
        now = self.home.env.now()
        spans = {user: read_spans(text) for user, text in self.home.look.execute(_AWAY)}
        paused = {key: self._known[key].row.clocks.pauses for key in self._paused}
        return {who: span for who, some in {**paused, **spans}.items() for span in some if span[0] <= now < span[1]}

    def rested(self, table: str, seat: int) -> list[Span]:
        """Returns the times that do not count for a seat, or with ALL for a table, as the bot was well."""
        own = [] if seat == ALL else self.rests.get(self.person(table, seat).user, [])
        return [(one.begin, one.end or self.well + 1) for one in (*own, *self.rests.get(table, []))]

    def _rest(self) -> None:
        """Notes who rests from now on, and who does not any more."""
        now = self._now_rests()
        for who in now:
            if not self.rests.get(who) or self.rests[who][-1].end:
                self.rests.setdefault(who, []).append(Rest(self.well, self.clock.now))
        for who, rests in self.rests.items():
            if not rests[-1].end and who not in now:
                rests[-1] = rests[-1]._replace(end=max(1, self.well), wall_end=self.clock.now)

    def _beats(self) -> None:
        """Its heart has beaten all the time."""
        beat: Any = self.home.clockwork.heartbeat
        if beat._last is not None and not self._last_beat:
            beat._last = self.home.env.now() - BEAT // 2

    async def _settle(self) -> None:
        for _ in range(6):
            done = await self.home.clockwork.tick() + await self.home.courier.drain()
            await self._note()
            self._rest()
            if not done:
                return

    async def _broken(self, one: Break) -> None:
        beat: Any = self.home.clockwork.heartbeat
        if not self._last_beat:
            await self._settle()
            if beat._last is not None:
                beat._last -= BEAT
                await beat.beat()
            self._last_beat = True
            return
        self._breaks.pop(0)
        self._last_beat = False
        self.clock.jump(one.by)
        if one.kind == "clock set":  # whoever looks now looks before anybody has noticed
            return
        self.off.append((self.well, one.length))
        self._gone += one.length
        if one.kind == "gateway lost":
            await self._lost(one.length)
        else:
            self.clock.passed += one.length
            if one.kind == "machine booted":
                self.clock.boot_anew()
            await self.home.restart()
        await self._settle()

    async def _lost(self, length: int) -> None:
        self.ear.reached = False
        for _ in range(3):  # what is due meanwhile is tried, and waits
            self.clock.passed += length // 4
            await self.home.clockwork.tick()
            await self.home.courier.drain()
        self.clock.passed += length - 3 * (length // 4)
        self.ear.reached = True
        self.home.clockwork.heartbeat.reached_again()
        await self.home.store.unpark_failed(self.clock.now)

    def away(self) -> list[Span]:
        """Returns its outages by the machine's clock, where nobody has set that."""
        spans, gone = list[Span](), self.clock.set_by
        for since, length in self.off:
            spans.append((since + gone, since + gone + length))
            gone += length
        return spans

    # ── what is seen ──

    def seats(self, table: str) -> tuple[int, ...]:
        return tuple(self._known[table].users)

    def person(self, table: str, seat: int) -> Person:
        return self.people[self._known[table].users[seat]]

    def _sleeps(self, user: int) -> bool:
        person = self.people.get(user)
        return person is not None and is_quiet(quiet_of(person.settings), self.clock.now)

    def _see(self, *what: Any, used: int = 0, left: int = 0) -> None:
        self.seen.setdefault(what, Seen(self.well, self.clock.passed, self.clock.now, used, left))

    def _heard(self, table: str, user: int, kind: str, _text: str) -> None:
        known = self._known.get(table)
        if kind != "reminder" or known is None:
            return
        seat = known.seat_of(user).seat
        since = [q.since for q in known.questions if q.seat == seat and (q.required or q.sealed)]
        number = sum((table, "reminded", seat, since[0]) == what[:4] for what in self.seen)
        self._see(table, "reminded", seat, since[0], number)

    async def _note(self) -> None:
        for key, *now in self.home.look.execute(CHANGED).fetchall():
            if self._revs.get(key) != now:
                self._revs[key] = now
                self._look_at(await self.home.table(key))

    def _look_at(self, table: Table) -> None:
        self._known[table.id] = table
        if table.row.clocks.pauses and table.status == RUNNING:
            self._paused.add(table.id)
        else:
            self._paused.discard(table.id)
        if table.status != RUNNING:
            self._see(table.id, "asked", ALL, OVER, 0)
            return
        pace, clocks = PACES[table.term("pace")], table.row.clocks
        for q in table.questions:
            self._see(table.id, "asked", q.seat, q.since, 0)
            if q.required and q.called_at and not q.sealed:
                clock = table.clock(q.seat)
                used = clock.used if table.row.turn == q.seat else 0
                self._see(table.id, "called", q.seat, q.since, 0, used=used, left=pace.due + clock.reserve - used)
                if clock.late_at:
                    self._see(table.id, "late", q.seat, q.since, 0)
        if clocks.sealed is not None and all(q.called_at for q in table.questions if q.sealed):
            left = max(budget for _, budget in clocks.sealed.budgets)
            self._see(table.id, "called", ALL, clocks.sealed.since, 0, left=left)
            if clocks.sealed.late_at:
                self._see(table.id, "late", ALL, clocks.sealed.since, 0)
