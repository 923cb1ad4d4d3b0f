"""F1: an honest person's presses while ten accounts press a thousand times a second: the shipped process.

The hostile play at a table of their own and press, each as often as asked for, what costs most: *My turn*, the board,
buttons of others' tables, forged ones, suggestions. The honest presses twice a second at a table of three.

`python -m tests.bench.flood 1800 1000` floods for half an hour and says every half minute how much memory is held.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter, deque
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from sandbox.actor import Person, Reply, Unanswered
from sandbox.api.interactions import Interaction
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.shown import Shown
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from tests.bench.crowd import at, without_pauses, worked
from tests.bench.memory import MEGABYTE, Round, family, held, resident
from tests.bench.yardstick import figure, plain, yardstick
from tests.e2e.players import newest_board
from tests.e2e.shipped import TOKEN, Shipped

HOSTILE = 10
RATES = (0, 200, 1000)
SECONDS = 30.0
PACE = 0.5
PAST = 5000
"""Interactions that the sandbox remembers: its own memory is not what is measured."""
LONG = 300.0
"""Seconds from which on Discord's clock goes, so that it forgets what has been."""
SAMPLE = 30.0
"""Seconds from one look at the memory to the next that is told."""
START = 120.0
PRESS = 3
LOOKS = 0.02


class Flood:
    """What was measured at one rate."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.waits: list[float] = []
        self.lags: list[float] = []
        """By how much Discord, which runs here, was late to do anything: it is part of each wait."""
        self.lost = 0
        self.told: Counter[str] = Counter()
        self.sent = 0
        self.sending = 0.0
        """Seconds in which they were: for what is not answered is waited on."""
        self.people: set[int] = set()
        self.answered: set[int] = set()
        self.cpu = self.seconds = 0.0
        self.memory: list[int] = []


class Scene:
    """Two tables: the honest one's, and one of hostile people."""

    def __init__(self, sandbox: Sandbox, pid: int) -> None:
        self.sandbox, self.pid, self.luck = sandbox, pid, random.Random(1)
        self.hostile: list[Person] = []
        self._past: deque[Interaction] = deque()
        self.tables: list[tuple[Channel, Shown]] = []
        self.honest: Person

    async def begin(self) -> None:
        (guild,) = self.sandbox.world.guilds.values()
        honest = await self._table(0)
        self.honest = honest
        for number in (3, 6):
            await self._table(number)
        self.hostile = [self.sandbox.person(f"Hostile {n}", guild) for n in range(HOSTILE)]
        for n, person in enumerate(self.hostile):
            person.speak(("en-US", "de", "it")[n % 3])
            person.go(self.tables[n % len(self.tables)][0])

    async def _table(self, number: int) -> Person:
        """A table of Guatemala that has begun."""
        one = Round(self.sandbox, number)
        one.people = [one.person(f"Seat {number} {seat}") for seat in range(3)]
        thread = await one._begun()
        board = newest_board(one.people[0], thread)
        self.tables.append((thread, board))
        return one.people[0]

    async def run(self, rate: float, seconds: float) -> Flood:
        found = Flood(rate)
        cpu, began = worked(*family(self.pid)), time.perf_counter()
        pressing = [asyncio.create_task(self._press_honestly(found, began + seconds))]
        if rate:
            pressing.append(asyncio.create_task(self._press_hostilely(found, began + seconds)))
        beside = [asyncio.create_task(self._look(found, began)), asyncio.create_task(self._lag(found))]
        await asyncio.gather(*pressing)
        for task in beside:
            task.cancel()
        found.seconds = time.perf_counter() - began
        found.cpu = worked(*family(self.pid)) - cpu
        return found

    async def _look(self, found: Flood, began: float) -> None:
        """Tells of the memory of a long flood as it goes: of the bot, of its painter, of all that is sent."""
        while True:
            await asyncio.sleep(SAMPLE)
            self.sandbox.seen.forget()
            each = " + ".join(f"{resident(pid, 'VmRSS') / MEGABYTE:.1f}" for pid in family(self.pid))
            told = f"{found.told['answered']} answered, {found.told['refused']} refused, {found.told['nothing']} not"
            print(f"  {time.perf_counter() - began:5.0f} s  {each} MB  {told}", flush=True)

    async def _lag(self, found: Flood) -> None:
        while True:
            due = time.perf_counter() + LOOKS
            await asyncio.sleep(LOOKS)
            found.lags.append(time.perf_counter() - due)

    async def _press_honestly(self, found: Flood, end: float) -> None:
        _, board = self.tables[0]
        while time.perf_counter() < end:
            began = time.perf_counter()
            try:
                reply = await self.honest.press(board, self.luck.choice(("My turn", "My hand", "Board")))
                await reply.done()
                found.waits.append(time.perf_counter() - began)
            except (Unanswered, TimeoutError):
                found.lost += 1
                found.waits.append(time.perf_counter() - began)
            found.memory.append(held(self.pid, "VmRSS"))
            await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - began)))

    async def _press_hostilely(self, found: Flood, end: float) -> None:
        tasks: set[asyncio.Task[None]] = set()
        begun = due = time.perf_counter()
        while (now := time.perf_counter()) < end:
            while due <= now:
                task = asyncio.create_task(self._one(found, self.hostile[found.sent % HOSTILE]))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                found.sent += 1
                due += 1 / found.rate
            await asyncio.sleep(0.002)
        found.sending = time.perf_counter() - begun
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(self, found: Flood, person: Person) -> None:
        thread, board = self.tables[self.luck.randrange(len(self.tables))]
        custom_ids = [part["custom_id"] for part in board.controls() if part.get("custom_id")]
        forged = f"p:Forged{self.luck.randrange(10**6):06d}:1:1:commit:"
        data: Any = {"component_type": 2, "custom_id": self.luck.choice([*custom_ids, forged]), "id": 1}
        found.people.add(person.id)
        interactions = self.sandbox.house.interactions
        begun = await interactions.first_word(
            interactions.begin(PRESS, person.id, thread, data, message_id=board.message.id)
        )
        self._past.append(begun)
        if len(self._past) > PAST:
            interactions.forget(self._past.popleft())
        if begun.failed:
            interactions.unanswered.remove(begun)
            found.told["nothing"] += 1
            return
        found.answered.add(person.id)
        text = Reply(person, begun).text if begun.answer == 4 else ""
        found.told["refused" if any(word in text for word in ("at once", "auf einmal", "insieme")) else "answered"] += 1


async def measured(folder: Path, rates: tuple[float, ...] = RATES, seconds: float = SECONDS) -> list[Flood]:
    async with Sandbox(clock=Clock(held=seconds < LONG), rates=Rates.wide(), check=False, token=TOKEN) as sandbox:
        sandbox.guild()
        bot = await Shipped(sandbox, folder / "data", whole=True, STAMMTISCH_PAINTER="true").start()
        try:
            await sandbox.until(lambda: bool(sandbox.world.commands), START)
            scene = Scene(sandbox, bot.process.pid)
            await scene.begin()
            found: list[Flood] = []
            for rate in rates:
                found.append(await scene.run(rate, seconds))
                await asyncio.sleep(5)
            return found
        finally:
            await bot.away()


def _tell(one: Flood) -> None:
    low = {"higher": False}
    what = f"{one.rate:.0f} hostile presses/s of {HOSTILE} accounts"
    plain(f"{what}: sent", one.sent / (one.sending or one.seconds), "/s")
    plain("… answered with what was asked for", one.told["answered"] / (one.sending or one.seconds), "/s")
    plain("… refused in a sentence", one.told["refused"] / (one.sending or one.seconds), "/s")
    plain("… not answered", one.told["nothing"] / (one.sending or one.seconds), "/s")
    plain("… accounts that were answered", len(one.answered), f"of {len(one.people)}")
    plain("… processor of the bot", one.cpu / one.seconds * 100, "%")
    tenth = len(one.memory) // 10 or 1
    plain("… memory in the first tenth of the time", sum(one.memory[:tenth]) / tenth / MEGABYTE, "MB")
    plain("… in the last", sum(one.memory[-tenth:]) / tenth / MEGABYTE, "MB")
    plain("… Discord itself was late by, p99", at(one.lags, 0.99) * 1e3, "ms")
    plain("… the honest person: lost", one.lost, f"of {len(one.waits)}")
    plain("… p50", at(one.waits, 0.5) * 1e3, "ms")
    gate = 1000 if one.rate > 200 else 100
    figure("F1", "… p99", at(one.waits, 0.99) * 1e3, "ms", gate=gate, goal=gate, **low)


def run(*given: str) -> None:
    """`given`: seconds, then rates."""
    seconds = float(given[0]) if given else SECONDS
    rates = tuple(map(float, given[1:])) or RATES
    plain("yardstick", yardstick(), "ns/step")
    with tempfile.TemporaryDirectory() as folder, without_pauses() if seconds < LONG else nullcontext():
        for one in asyncio.run(measured(Path(folder), rates, seconds)):
            _tell(one)


if __name__ == "__main__":
    run(*sys.argv[1:])
