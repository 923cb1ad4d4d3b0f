"""Tables that live, in virtual time: people who sleep, are away, vanish and come back, a house that sits in, a bot that
is down now and then.

`python -m tests.bench.living 40 1` plays forty table-months by the seed 1 and prints what happened. Everything is
looked at from outside: who was pinged at what hour of their wall clock, and how much time really passed before somebody
counted as late, by the times at which the simulation itself switched the bot off.
"""

import asyncio
import random
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.discord.messages.messenger import Letter
from bot.play import Table, absences, turns
from bot.play.clocks.deadlines import deadlines
from bot.play.clocks.paces import DAY, PACES
from bot.play.clocks.spans import counted
from bot.play.seating import lobby, pausing, sitting_in
from bot.play.seating.lobby import NewTable
from storage.rows import RUNNING, Person
from tests.bot.house import Ear, House, name
from tests.bot.house_players import AtOnce

HOUR = 3_600_000
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland", "UTC")
HEARTBEAT = 30_000
DONE = ("Played", "AnswerKept")


class Habit(Struct, frozen=True):
    """How somebody is: where they live, when they sleep, how often they look, how likely they do something then."""

    user: int
    zone: str
    sleeps: tuple[int, int]
    every: int
    acts: float

    def is_asleep(self, now: int) -> bool:
        hour = datetime.fromtimestamp(now // 1000, UTC).astimezone(ZoneInfo(self.zone)).hour
        begin, end = self.sleeps
        return hour >= begin or hour < end if begin > end else begin <= hour < end


class Watchful(Ear):
    """Hears everything, and notes whom it pinged while they slept."""

    def __init__(self, house: House, people: dict[int, Habit]) -> None:
        super().__init__()
        self.house, self.people = house, people
        self.disturbed: list[tuple[int, str]] = []
        self.late = Counter[tuple[str, int]]()

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        fresh = nonce not in self.marks
        said = await super().post(channel, letter, nonce)
        if fresh and letter.kind == "late":
            self.late[letter.table, letter.number] += 1
        woken = (*letter.mentions, *((-channel,) if channel < 0 else ()))
        self.disturbed += [
            (user, letter.kind)
            for user in woken
            if user in self.people and self.people[user].is_asleep(self.house.clock.now)
        ]
        return said


class Simulation:
    """Some tables of one bot, for a month."""

    def __init__(self, folder: Path, seed: int, tables: int, *, outages: int = 0) -> None:
        self.luck = random.Random(seed)
        self.house = House(folder, seed=seed)
        self.house.thinker = AtOnce(1)
        self.outages = outages
        self.off: list[tuple[int, int]] = []
        """When the bot was really off."""
        people = 3 * tables
        self.people = {
            user: Habit(
                user,
                self.luck.choice(ZONES),
                self.luck.choice(((22, 7), (23, 8), (0, 7))),
                self.luck.choice((4, 9, 20, 50)) * HOUR,
                self.luck.choice((0.01, 0.2, 0.6, 0.9)),
            )
            for user in range(1, people + 1)
        }
        self.wanted = tables
        self.tables: list[str] = []
        self.seen: dict[tuple[str, int], tuple[int, tuple[int, int], int]] = {}
        """By table and seat: since when its turn is called, its number of turns and its reserve then."""
        self.told = Counter[str]()
        self.wrong: list[str] = []

    async def run(self, days: int = 30) -> None:
        house = self.house
        house.ear = Watchful(house, self.people)
        await house.open()
        for person in self.people.values():
            hours = f"{person.sleeps[0]}-{person.sleeps[1]}"
            await house.store.save_person(Person(person.user, settings=(("hours", hours), ("zone", person.zone))))
        for number in range(self.wanted):
            await self._opened(number)
        end = house.clock.now + days * DAY
        looks = {user: house.clock.now + self.luck.randrange(person.every) for user, person in self.people.items()}
        breaks = sorted(self.luck.randrange(house.clock.now, end) for _ in range(self.outages))
        while house.clock.now < end:
            due = [at for at in (await house.store.next_due(), await house.store.next_house_due(0)) if at is not None]
            house.clock.now = max(house.clock.now + 1, min(*looks.values(), *due, *breaks[:1], end))
            if breaks and breaks[0] <= house.clock.now:
                await self._broken(breaks.pop(0))
            for user in [user for user, at in looks.items() if at <= house.clock.now]:
                await self._looks(self.people[user])
                looks[user] = house.clock.now + 1 + self.luck.randrange(2 * self.people[user].every)
            await self._settle()
        await self._judge_end()
        await house.close()

    async def _opened(self, number: int) -> None:
        users = [3 * number + 1 + place for place in range(self.luck.choice((2, 3)))]
        pace, late = (
            self.luck.choice(("steady", "brisk", "relaxed")),
            self.luck.choice(("vote", "vote", "house", "wait")),
        )
        terms = (("pace", pace), ("late", late))
        wanted = NewTable(7, 70, "guatemala", name(users[0]), random_seats=False, terms=terms)
        made: Any = await lobby.create(self.house.transactions, self.house.act(users[0]), wanted)
        for user in users[1:]:
            await self.house.do(made.table, self.house.act(user), lobby.join(f"P{user}"))
        await self.house.do(made.table, self.house.act(users[0]), lobby.start())
        self.tables.append(made.table)

    async def _settle(self) -> None:
        for _ in range(4):
            ran = await self.house.clockwork.tick() + await self.house.house_turns.tick()
            said = await self.house.courier.drain()
            await self._judge()
            if not ran and not said:
                return

    async def _broken(self, at: int) -> None:
        """The bot is off for a while; everything in its memory is gone."""
        length = self.luck.choice((20_000, 90_000, 10 * 60_000, 3 * HOUR, 20 * HOUR))
        begin = min(at, self.house.clock.now)
        await self.house.clockwork.heartbeat.beat()
        self.house.clock.now = max(self.house.clock.now, begin) + length
        self.off.append((self.house.clock.now - length, self.house.clock.now))
        ear = self.house.ear
        await self.house.restart()
        self.house.ear = ear
        self.told["outages"] += 1

    # ── people ──

    async def _looks(self, person: Habit) -> None:
        house = self.house
        if person.is_asleep(house.clock.now):
            return
        if self.luck.random() < 0.01:
            found = await absences.go(house.transactions, person.user, f"for {self.luck.randrange(1, 9)} days")
            self.told["away"] += isinstance(found, absences.Absent)
        table = await house.table(self.tables[(person.user - 1) // 3])
        if table.status != RUNNING or not table.is_seated(person.user):
            return
        await self._decides(person, table)

    async def _decides(self, person: Habit, table: Table) -> None:
        house, act = self.house, self.house.act(person.user)
        seat = table.seat_of(person.user).seat
        for one in deadlines(table, house.env.outages, house.clock.now):
            if one.late_at and seat not in one.seats and not one.sealed:
                answer = await house.do(table.id, act, sitting_in.let(one.seats[0]))
                self.told[type(answer).__name__] += 1
                return
        if self.luck.random() < 0.01:
            self.told[type(await house.do(table.id, act, pausing.pause(self.luck.randrange(1, 5)))).__name__] += 1
            return
        if self.luck.random() > person.acts:
            return
        if table.is_sat_in(seat):
            answer = await house.do(table.id, act, sitting_in.come_back())
            self.told["came back"] += type(answer).__name__ == "Back"
            now = await house.table(table.id)
            if not getattr(answer, "soon", True) and now.is_sat_in(seat):
                self.wrong.append(f"{table.id}: a seat that was given back is not its person's")
            return
        for _ in range(12):
            table = await house.table(table.id)
            if table.status != RUNNING or not any(q.seat == seat and q.required for q in table.questions):
                return
            text = turns.example(table.rules, table.position.state, seat)
            answer = await house.play(table.id, text, user=person.user, since=-1)
            self.told["decisions"] += 1
            if type(answer).__name__ not in DONE:
                self.wrong.append(f"{table.id}: {answer}")
                return

    # ── judging ──

    async def _judge(self) -> None:
        now = self.house.clock.now
        for key in self.tables:
            table = await self.house.table(key)
            if table.status == RUNNING:
                self._judge_table(table, now)

    def _judge_table(self, table: Table, now: int) -> None:
        pace = PACES[table.term("pace")]
        found = deadlines(table, self.house.env.outages, now)
        for one in found:
            if one.sealed:
                continue
            (seat,) = one.seats
            clock = table.clock(seat)
            mine = (table.id, seat)
            if not one.called:
                self.seen.pop(mine, None)
                continue
            known = self.seen.get(mine)
            if known is None or known[1] != (clock.turns, one.since // 1000):
                known = self.seen[mine] = (one.begins, (clock.turns, one.since // 1000), clock.reserve)
            if one.late_at == now and not clock.came_back:
                self.told["late"] += 1
                spans = (*table.row.clocks.pauses, *table.away(seat), *[s for s in self.off if s[1] - s[0] >= 300_000])
                passed = counted(known[0], now, spans)
                if passed < pace.due + known[2] and clock.used == 0:
                    self.wrong.append(f"{table.id}: seat {seat} late after {passed / HOUR:.2f} h")
            if one.at and not one.late_at and one.called and now - one.at > 2 * HEARTBEAT:
                self.wrong.append(
                    f"{table.id}: seat {seat} not late {(now - one.at) / 60000:.1f} min after its deadline"
                )

    async def _judge_end(self) -> None:
        ear = self.house.ear
        assert isinstance(ear, Watchful)
        self.wrong += [f"pinged asleep: {one}" for one in ear.disturbed]
        self.wrong += [f"told twice that somebody is late: {one}" for one, n in ear.late.items() if n > 1]
        for key in self.tables:
            await self.house.check(key)
            table = await self.house.table(key)
            self.told[f"tables {table.status}"] += 1
            self.told["turns"] += sum(clock.turns for clock in table.row.clocks.seats)
            self.told["played for"] += sum(clock.played_for for clock in table.row.clocks.seats)


async def simulated(folder: Path, seed: int, tables: int, *, outages: int = 0) -> Simulation:
    found = Simulation(folder, seed, tables, outages=outages)
    await found.run()
    return found


def main(tables: int = 20, seed: int = 1, outages: int = 20) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(simulated(Path(folder) / "data", seed, tables, outages=outages))
    print(dict(sorted(found.told.items())))
    print(f"{len(found.wrong)} wrong", *found.wrong[:20], sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
