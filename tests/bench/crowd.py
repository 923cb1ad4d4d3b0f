"""C1: 24 tables of the three games played at once by presses: the shipped process, and Discord with its people here.

A press lasts until what it is answered with stands, as its person waits for it; so many press as there are tables.
"""

import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sandbox.actor import Person, Reply, Unanswered
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from tests.bench.memory import MEGABYTE, TABLES, Round, family, held, proportional, resident
from tests.bench.yardstick import figure, plain, yardstick
from tests.e2e.shipped import TOKEN, Shipped

WARM, SECONDS = 15.0, 60.0
TICKS = 100


class Timed(Person):
    """Somebody who looks at the clock."""

    waits: list[float]
    unanswered: list[str]

    async def _do(self, *given: Any, **marks: Any) -> Reply:
        began = time.perf_counter()
        try:
            reply = await super()._do(*given, **marks)
        except Unanswered as lost:
            self.unanswered.append(str(lost))
            raise
        if reply.begun.modal is None and reply.begun.original is not None:
            await reply.done()
        self.waits.append(time.perf_counter() - began)
        return reply


class TimedRound(Round):
    """A table at which everybody looks at the clock."""

    waits: list[float]
    unanswered: list[str]

    def person(self, name: str) -> Person:
        person = Timed(self.sandbox, self.sandbox.house.places.new_user(name, locale="en-US"))
        person.waits, person.unanswered = self.waits, self.unanswered
        self.sandbox.people[person.id] = person
        return person.join(self.guild)


def worked(*pids: int) -> float:
    """Seconds of processor of processes, all threads."""
    fields = [Path(f"/proc/{one}/stat").read_text(encoding="ascii").rpartition(")")[2].split() for one in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICKS


def at(values: list[float], part: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(part * len(found)))] if found else 0.0


class Crowd:
    """What was measured."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.unanswered: list[str] = []
        self.moves = self.games = self.most = self.alone = self.once = 0
        self.seconds = self.bot = self.painter = self.own = 0.0
        """Seconds that passed; of processor, of the bot, of its painter, and of Discord with the people."""


@contextmanager
def without_pauses() -> Generator[None]:
    """Discord does not stand still for garbage of ours: looking through all that people have seen takes up to half a
    second, in which the bot would be waited for. What is in circles stays until the measurement is over.
    """
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def measured(folder: Path, *, tables: int = TABLES, warm: float = WARM, seconds: float = SECONDS) -> Crowd:
    found = Crowd()
    async with Sandbox(clock=Clock(held=True), rates=Rates.wide(), check=False, token=TOKEN) as sandbox:
        sandbox.guild()
        bot = await Shipped(sandbox, folder / "data", whole=True, STAMMTISCH_PAINTER="true").start()
        try:
            await sandbox.until(lambda: bool(sandbox.world.commands), 30)
            rounds = [TimedRound(sandbox, number) for number in range(tables)]
            for one in rounds:
                one.waits, one.unanswered = found.waits, found.unanswered
            playing = [asyncio.create_task(one.play()) for one in rounds]
            await asyncio.sleep(warm)
            found.waits.clear()
            found.unanswered.clear()
            pid, turns = bot.process.pid, sum(one.turns for one in rounds)
            painters = [one for one in family(pid) if one != pid]
            alone, painted, own, began = worked(pid), worked(*painters), time.process_time(), time.perf_counter()
            await asyncio.sleep(seconds)
            found.seconds = time.perf_counter() - began
            found.moves = sum(one.turns for one in rounds) - turns
            found.games = sum(one.games for one in rounds)
            found.bot, found.painter = worked(pid) - alone, worked(*painters) - painted
            found.own = time.process_time() - own
            found.most, found.alone, found.once = held(pid), resident(pid), proportional(pid)
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    print("a table stopped:", repr(error), file=sys.stderr)
        finally:
            await bot.away()
    return found


def run() -> None:
    plain("yardstick", yardstick(), "ns/step")
    with tempfile.TemporaryDirectory() as folder, without_pauses():
        found = asyncio.run(measured(Path(folder)))
    low = {"higher": False}
    what = f"{TABLES} tables at once by presses"
    plain(f"{what}: presses a second", len(found.waits) / found.seconds, "/s")
    plain("… without an answer", len(found.unanswered), "")
    plain("… processor of the bot", found.bot / found.seconds * 100, "%")
    plain("… of its painter", found.painter / found.seconds * 100, "%")
    plain("… of Discord and the people", found.own / found.seconds * 100, "%")
    plain("… processor of the bot, a move", found.bot / max(1, found.moves) * 1e3, "ms")
    plain("… of its painter, a move", found.painter / max(1, found.moves) * 1e3, "ms")
    plain("… of Discord and the people, a move", found.own / max(1, found.moves) * 1e3, "ms")
    plain("… a press answered, p50", at(found.waits, 0.5) * 1e3, "ms")
    figure("C1", "… p99", at(found.waits, 0.99) * 1e3, "ms", gate=500, goal=300, **low)
    figure("C1", "… acts that change the board", found.moves / found.seconds, "/s", gate=20, goal=30)
    plain("… memory of the bot alone at most", found.alone / MEGABYTE, "MB")
    plain("… of both at the end, what they share counted once", found.once / MEGABYTE, "MB")
    figure("C1", "… memory at most", found.most / MEGABYTE, "MB", gate=450, goal=350, **low)


if __name__ == "__main__":
    run()
