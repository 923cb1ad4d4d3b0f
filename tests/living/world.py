"""A world: some tables of one bot for some time, with everything that may come in between."""

import random
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from bot.discord.messages.messenger import Unknown
from bot.games import GAMES, game_text
from bot.play import Table, turns
from bot.play.clocks.paces import DAY
from bot.play.people import absences
from bot.play.seating import lobby, passing, pausing, sitting_in
from bot.play.seating.lobby import NewTable
from bot.play.timed import digests
from storage.clocks import ALL, PAUSE, RESUME
from storage.rows import RUNNING, Person
from storage.sqlite.agenda import next_due, next_house_due
from storage.sqlite.store import SqliteStore
from tests.bot.house import House
from tests.bot.house_players import AtOnce, Quick
from tests.fourth_game import TOY
from tests.living import in_memory, store_here
from tests.living.ear import Watchful
from tests.living.judge import SMALL, Judge
from tests.living.people import HOUR, Habit, somebody
from tests.living.times import Times

DONE = ("Played", "AnswerKept")
MINUTE = 60_000
LENGTHS = (20_000, 90_000, 4 * MINUTE, 10 * MINUTE, 50 * MINUTE, 3 * HOUR, 20 * HOUR)
SET_BY = (6 * MINUTE, 50 * MINUTE, 5 * HOUR, 30 * HOUR)
KINDS = ("killed", "killed", "machine booted", "gateway lost", "gateway lost", "clock set", "killed, clock set")
BEAT = 20_000
NEXT_SAID = (
    "SELECT min(next_at) FROM outbox JOIN games ON games.id = outbox.game WHERE outbox.done_at = 0 AND parked = ''"
)

CHANGED = (
    "SELECT id, rev, parked, (SELECT sum(called_at) FROM questions WHERE game = id) FROM games WHERE status <> 'lobby'"
)


class Home(House):
    """The house of a world: its clocks are two, its store is on this thread."""

    def __init__(self, folder: Path | None, seed: int) -> None:
        super().__init__(folder or Path(), seed=seed)
        self._in_memory = folder is None
        self.clock: Times = Times()
        self.passed = self.clock.since_boot
        self.thinker = Quick() if folder is None else AtOnce(1)
        self.games = {**GAMES, "toy": TOY}
        game_text.know(self.games)
        self.look: Any = None
        self.is_reached: Callable[[], bool] = lambda: True
        self.passes: Callable[[int], None] = lambda _: None
        """Lets time pass until a moment."""

    async def opened_store(self) -> SqliteStore:
        self.boot = self.clock.boot
        if self._in_memory:
            self.look = self.look or in_memory.connected()
            return in_memory.opened(self.look)
        store, self.look = await store_here.opened(self.folder)
        return store

    async def open(self) -> House:
        await super().open()
        self.env.reached = self.is_reached
        await self.clockwork.heartbeat.begin()
        self.clockwork.heartbeat.reached_again()
        return self

    async def slept(self, seconds: float) -> None:
        self.passes(self.clock.passed + int(seconds * 1000))


class World:
    def __init__(self, folder: Path | None, seed: int, tables: int, *, outages: int = 0) -> None:
        self.luck = random.Random(seed)
        self.house = Home(folder, seed)
        self.clock = self.house.clock
        self.told = Counter[str]()
        self.people: dict[int, Habit] = {}
        self.judge = Judge(self.people, self.told, self._away_since, self._back_at)
        self.ear = Watchful(self._sleeps, self._heard)
        self._wanted, self._outages = tables, outages
        self._in_memory = folder is None
        self._tables: list[str] = []
        self._plays: dict[int, int] = {}
        """At which of the tables somebody plays, or looks for a seat."""
        self._revs: dict[str, list[Any]] = {}
        self._off: list[tuple[int, int]] = []
        self._unseen = 0  # by how much the clock was set since the bot has looked
        self._changes = -1
        """How many rows had been written when the judge was shown them last."""
        self._lost = 0
        """Until when the gateway is lost; 0 if it is not."""

    @property
    def wrong(self) -> list[str]:
        return self.judge.wrong

    def _sleeps(self, user: int) -> bool:
        return user in self.people and self.people[user].is_asleep(self.clock.now)

    def _heard(self, table: str, user: int, kind: str, _text: str) -> None:
        if kind in {"reminder", "nudge"}:
            self.judge.reminded(table, user)
        self.told["digests"] += kind == "digest"

    # ── time ──

    async def run(self, days: int = 30) -> "World":
        await self._begun()
        end = self.clock.passed + days * DAY
        looks = [(self.luck.randrange(person.every), user) for user, person in sorted(self.people.items())]
        looks.sort()
        breaks = sorted(self.luck.randrange(end) for _ in range(self._outages))
        while self.clock.passed < end:
            set_by = self.clock.set_by
            found = (next_due(self.house.look), next_house_due(self.house.look, 0), self._next_said())
            due = [max(self._idle_until, at - set_by) for at in found if at is not None]
            ahead = min(looks[0][0], *breaks[:1], *([self._lost] if self._lost else []), *due, end)
            self._passes(max(self.clock.passed + 1, ahead))
            busy = bool(due) and min(due) <= self.clock.passed
            if self._lost and self._lost <= self.clock.passed:
                busy = await self._found_again()
            while breaks and breaks[0] <= self.clock.passed:
                await self._broken(breaks.pop(0))
                busy = True
            while looks[0][0] <= self.clock.passed:
                _, user = heappop(looks)
                busy |= await self._looks(self.people[user])
                await self._look()
                heappush(looks, (self.clock.passed + 1 + self.luck.randrange(2 * self.people[user].every), user))
            if busy:
                await self._settle()
        await self._ended()
        return self

    @property
    def _idle_until(self) -> int:
        """While Discord is out of reach, what is due is tried again and again: in memory only just before its end."""
        long = self._lost and self._in_memory and self.clock.passed > self._off[-1][0] + 5 * MINUTE
        return self._lost - 2 * MINUTE if long else 0

    def _next_said(self) -> int | None:
        (at,) = self.house.look.execute(NEXT_SAID).fetchone()
        return None if at is None else max(at, self.clock.now + (MINUTE if self._lost else 1000))

    def _passes(self, to: int, *, outage: int = 0) -> None:
        """Time passes, in which the bot is well, and its heart beats; or it is away, or out of reach, for so long."""
        begin, outage = self.clock.now, outage or (self._off[-1][1] - self._off[-1][0] if self._lost else 0)
        self.clock.passed = to
        self.judge.passes(begin, self.clock.now, outage=outage)
        beat: Any = self.house.clockwork.heartbeat
        if beat._last is not None and not outage:
            beat._last = self.clock.now - BEAT // 2

    async def _settle(self) -> None:
        house = self.house
        for _ in range(6):
            ran, self._unseen = await house.clockwork.tick() + await house.house_turns.tick(), 0
            await self._look()
            said = await house.courier.drain()
            await self._look()
            if not ran and not said:
                return

    async def _look(self) -> None:
        """Shows the judge what has changed."""
        changes = self.house.look.total_changes
        if changes == self._changes:
            return
        self._changes = changes
        for key, *now in self.house.look.execute(CHANGED).fetchall():
            if self._revs.get(key) != now:
                self._revs[key] = now
                table = await self.house.table(key)
                self.judge.look(table, self.clock.now)
                if table.status != RUNNING and key in self._tables:
                    await self._again(key)

    # ── what goes wrong ──

    async def _broken(self, _at: int) -> None:
        kind, length = self.luck.choice(KINDS), self.luck.choice(LENGTHS)
        if self._lost:
            return
        self.told[kind] += 1
        by = self.luck.choice(SET_BY) * self.luck.choice((-1, 1)) if "clock set" in kind else 0
        if by:
            self.told["clock set on" if by > 0 else "clock set back"] += 1
        begin = self.clock.passed
        if kind == "clock set":
            self._set_by(by)
            return
        await self._beaten()
        self._off.append((begin, begin + length))
        if kind == "gateway lost":
            self._lost, self.ear.reached = begin + length, False
            return
        if self.luck.random() < 0.3:
            self.ear.after_effect = [Unknown()]
            await self.house.courier.drain()
        self._passes(begin + length, outage=length)
        if by:
            self._set_by(by)
        if kind == "machine booted":
            self.clock.boot_anew()  # a clock that was set since the last look is not told from the time in between
            hidden = abs(self._unseen + length) if self._unseen else 0
            self.judge.clock_was_set(0, hidden=hidden if hidden < SMALL else 0)
        self.ear.after_effect = []
        await self.house.restart()
        self._changes = -1

    def _set_by(self, by: int) -> None:
        """Somebody sets the machine's clock; what the judge has noted until then is by the one before."""
        self.clock.jump(by)
        self._unseen += by
        self.judge.clock_was_set(by)

    async def _beaten(self) -> None:
        """Its last beat before it is gone; none if it has not got so far since it was gone last."""
        beat: Any = self.house.clockwork.heartbeat
        if beat._last is not None:
            beat._last = self.clock.now - BEAT
            await beat.beat()

    async def _found_again(self) -> bool:
        """Discord is there again; what had been given up is tried once more, as the courier does every ten minutes."""
        self._lost, self.ear.reached = 0, True
        self.house.clockwork.heartbeat.reached_again()
        await self.house.store.unpark_failed(self.clock.now)
        return True

    # ── people ──

    async def _begun(self) -> None:
        self.house.ear = self.ear
        self.house.is_reached = lambda: self.ear.reached
        self.house.passes = self._passes
        await self.house.open()
        for number in range(self._wanted):
            self._tables.append("")
            users = [4 * number + place + 1 for place in range(4)]
            for user in users:
                self._plays[user] = number
                self.people[user] = person = somebody(self.luck, user)
                await self.house.store.save_person(Person(user, settings=person.settings))
                await digests.appoint(self.house.transactions, user)
            await self._opened(number, users[: self.luck.choice((2, 3))])
        await self._settle()

    async def _opened(self, number: int, users: list[int]) -> None:
        terms = (("pace", self.luck.choice(("relaxed", "steady", "steady", "brisk"))),)
        terms += (("late", self.luck.choice(("vote", "vote", "house", "wait"))),)
        game = self.luck.choice(("toy", "toy", "toy", "guatemala"))
        key = f"table{self.told['tables']:06}"
        wanted = NewTable(7, 70, game, f"P{users[0]}", random_seats=False, terms=terms, id=key)
        house = self.house
        made: Any = await lobby.create(house.transactions, house.act(users[0]), wanted)
        for user in users[1:]:
            await house.do(made.table, house.act(user), lobby.join(f"P{user}"))
        await house.do(made.table, house.act(users[0]), lobby.start())
        self._tables[number] = made.table
        self.told["tables"] += 1

    async def _again(self, key: str) -> None:
        """The same people begin another game."""
        number = self._tables.index(key)
        table = await self.house.table(key)
        self.told[f"tables {table.status}"] += 1
        await self._judged(table)
        await self._opened(number, sorted(user for user, place in self._plays.items() if place == number)[:3])

    async def _looks(self, person: Habit) -> bool:
        """Somebody looks at Discord; returns whether they did something."""
        house, luck = self.house, self.luck
        if self._lost or person.is_asleep(self.clock.now):
            return False
        if luck.random() < 0.01:
            found = await absences.go(house.transactions, person.user, f"for {luck.randrange(1, 9)} days")
            self.told["away"] += isinstance(found, absences.Absent)
            self._revs.clear()
            self._changes = -1
            await self._look()
        table = await house.table(self._tables[self._plays[person.user]])
        if table.status != RUNNING:
            return True
        if not table.is_seated(person.user):
            return await self._takes(person, table)
        return await self._decides(person, table)

    async def _done(self, table: Table, user: int, use_case: Any, what: str, *kinds: str) -> Any:
        answer = await self.house.do(table.id, self.house.act(user), use_case)
        self.told[what] += type(answer).__name__ in kinds
        return answer

    async def _takes(self, person: Habit, table: Table) -> bool:
        opened = [row for row in table.seats if row.opening]
        if opened:
            take = passing.take(opened[0].seat, f"P{person.user}")
            await self._done(table, person.user, take, "substitutes", "SeatTaken")
        return bool(opened)

    async def _decides(self, person: Habit, table: Table) -> bool:
        luck, user = self.luck, person.user
        seat = table.seat_of(user).seat
        late = [one.seat for one in table.row.clocks.seats if one.late_at and one.seat != seat]
        late += [ALL] if sitting_in.is_late(table, ALL) else []
        if late and luck.random() < 0.7:
            await self._done(table, user, sitting_in.let(late[0]), "votes for the house", "LetHouse")
            return True
        away = [row.seat for row in table.seats if row.is_person and row.seat != seat and not row.opening]
        sought = [s for s in away if s in late or table.is_sat_in(s)]
        if sought and luck.random() < 0.5:
            await self._done(table, user, passing.vote(sought[0], 70, for_it=True), "votes to seek", "SeekVoted")
            return True
        days = _wished_pause(table, seat, self.clock.now, luck)
        if days is not None:
            await self._done(
                table, user, pausing.pause(days), "pauses" if days else "pauses ended", "Paused", "Unpaused"
            )
            return True
        if luck.random() < 0.004:
            await self._done(table, user, passing.seek(70), "seats offered", "SeatOffered")
            return True
        if luck.random() > person.acts:
            return False
        return await self._plays_on(table, user, seat)

    async def _plays_on(self, table: Table, user: int, seat: int) -> bool:
        house = self.house
        if table.is_sat_in(seat):
            answer = await self._done(table, user, sitting_in.come_back(), "came back", "Back")
            now = await house.table(table.id)
            if not getattr(answer, "soon", True) and now.is_sat_in(seat):
                self.wrong.append(f"{table.id}: a seat that was given back is not its person's")
            return True
        for number in range(12):
            table = await house.table(table.id) if number else table
            if table.status != RUNNING or not any(q.seat == seat and q.required for q in table.questions):
                return bool(number)
            text = turns.example(table.rules, table.position.state, seat)
            answer = await house.play(table.id, text, user=user, since=-1)
            self.told["decisions"] += 1
            if type(answer).__name__ not in DONE:
                self.wrong.append(f"{table.id}: {answer}")
                return True
        return True

    # ── the end ──

    async def _judged(self, table: Table) -> None:
        await self.house.check(table.id)
        self.told["turns"] += sum(clock.turns for clock in table.row.clocks.seats)
        self.told["played for"] += sum(clock.played_for for clock in table.row.clocks.seats)

    async def _ended(self) -> None:
        self.judge.look_for_lost(self.clock.now)
        for key in self._tables:
            table = await self.house.table(key)
            self.told["tables running"] += 1
            await self._judged(table)
        self.wrong.extend(f"pinged asleep: {one}" for one in self.ear.disturbed)
        self.wrong.extend(f"told twice that somebody is late: {one}" for one, n in self.ear.late.items() if n > 1)
        self.told["hours off"] += sum(end - begin for begin, end in self._off) // HOUR
        await self.house.close()

    def _away_since(self, moment: int) -> int:
        since = moment - self.clock.set_by
        return sum(max(0, end - max(begin, since)) for begin, end in self._off)

    def _back_at(self, moment: int) -> int:
        at = moment - self.clock.set_by
        for begin, end in self._off:
            at = end if begin <= at < end else at
        return at + self.clock.set_by


def _wished_pause(table: Table, seat: int, now: int, luck: random.Random) -> int | None:
    """Returns for how many days somebody votes to pause, often as another has, or 0 to end it; None for neither."""
    paused = pausing.paused_until(table, now)
    others = [vote for vote in table.row.clocks.ballots if vote.what in (PAUSE, RESUME) and vote.seat != seat]
    if others and luck.random() < 0.6:
        days = others[0].about
        return days if bool(days) != bool(paused) else None
    if luck.random() < 0.02:
        return 0 if paused else luck.randrange(1, 5)
    return None


async def lived(folder: Path | None, seed: int, tables: int, *, outages: int = 0, days: int = 30) -> World:
    """Returns a world that has lived for so long, with its store in a folder, or in memory, which is faster."""
    return await World(folder, seed, tables, outages=outages).run(days)
