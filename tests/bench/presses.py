"""Two shipped processes with a shard each, one PostgreSQL, one Discord that sends each its servers: 48 tables of the
three games, played by presses at so many turns a second, or as many as this machine gives: `python -m
tests.bench.presses [TURNS_A_SECOND …]`.

A press lasts until what it is answered with stands, as its person waits for it. A move is a commit of a player. Who is
late begins the next turn at once, and nobody waits for the others of another table.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.shown import Shown
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from tests.bench.crowd import TimedRound, at, without_pauses, worked
from tests.bench.memory import family
from tests.bench.processes import fresh
from tests.bench.yardstick import plain, yardstick
from tests.e2e.players import newest_board
from tests.e2e.shipped import TOKEN, Shipped
from tests.postgres import stores
from tests.postgres.many import guild_of

PROCESSES, TABLES = 2, 48
BEGINNINGS = 4.0
"""Tables that begin a second: with more at once their threads are opened too late to be named in the answers."""
WARM, SECONDS = 20.0, 20.0
RATES = (10.0, 20.0, 50.0)
_MOVES = "SELECT count(*) FROM records WHERE part = 0 AND kind = 'move'"


class Pace:
    """Lets so many turns begin a second."""

    def __init__(self, rate: float) -> None:
        self._apart = 1 / rate
        self._next = 0.0

    async def turn(self) -> None:
        now = time.monotonic()
        self._next = max(self._next + self._apart, now - self._apart)  # what was missed is not made up for
        await asyncio.sleep(max(0.0, self._next - now))


class PacedRound(TimedRound):
    """A table whose turns begin when the pace lets them."""

    pace: Pace
    beginnings: Pace

    async def _begun(self) -> Channel:
        await self.beginnings.turn()
        return await super()._begun()

    async def _turn(self, thread: Channel, board: Shown, actors: dict[int, Any]) -> None:
        await self.pace.turn()
        await super()._turn(thread, newest_board(self.people[0], thread), actors)


class Spent:
    """Seconds of processor until now, of all that takes part."""

    def __init__(self, bots: list[Shipped]) -> None:
        own = [bot.process.pid for bot in bots]
        self.seconds = {
            "the two processes": worked(*own),
            "their painters": worked(*(one for pid in own for one in family(pid) if one != pid)),
            "PostgreSQL": worked(*family(stores.server().pid)),
            "Discord and the people": time.process_time(),
        }


def moves() -> int:
    return stores.rows(_MOVES)[0][0]


async def measured(folder: Path, rate: float) -> None:
    address = fresh()
    async with Sandbox(clock=Clock(held=True), rates=Rates.wide(), check=False, token=TOKEN) as sandbox:
        sandbox.house.concurrency = PROCESSES
        guilds = [guild_of(sandbox, shard, PROCESSES) for shard in range(PROCESSES)]
        own = {"STAMMTISCH_DATABASE": address, "STAMMTISCH_PAINTER": "true"}
        bots = [
            Shipped(sandbox, folder / f"data{shard}", whole=True, **own, STAMMTISCH_SHARDS=f"{shard}/{PROCESSES}")
            for shard in range(PROCESSES)
        ]
        try:
            await asyncio.gather(*(bot.start() for bot in bots))
            await sandbox.until(lambda: bool(sandbox.world.commands), 30)
            await _played(sandbox, bots, [PacedRound(sandbox, n, guilds[n % PROCESSES]) for n in range(TABLES)], rate)
        finally:
            for bot in bots:
                await bot.away()


async def _played(sandbox: Sandbox, bots: list[Shipped], rounds: list[PacedRound], rate: float) -> None:
    waits, unanswered, pace, beginnings = list[float](), list[str](), Pace(rate), Pace(BEGINNINGS)
    for one in rounds:
        one.waits, one.unanswered, one.pace, one.beginnings = waits, unanswered, pace, beginnings
    playing = [asyncio.create_task(one.play()) for one in rounds]
    await asyncio.sleep(WARM)
    waits.clear()
    unanswered.clear()
    before, made, began = Spent(bots), moves(), time.perf_counter()
    await asyncio.sleep(SECONDS)
    seconds = time.perf_counter() - began
    after, made = Spent(bots), moves() - made
    for task in playing:
        task.cancel()
    for error in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(error, Exception):
            print("a table stopped:", repr(error), file=sys.stderr)
    plain(f"{rate:g} turns a second asked: moves a second", made / seconds, "/s")
    plain("… presses a second", len(waits) / seconds, "/s")
    plain("… without an answer", len(unanswered), "")
    plain("… a press answered, p50", at(waits, 0.5) * 1e3, "ms")
    plain("… p99", at(waits, 0.99) * 1e3, "ms")
    for who, spent in after.seconds.items():
        plain(f"… processor of {who}", (spent - before.seconds[who]) / seconds * 100, "%")


def run(*rates: float) -> None:
    plain("yardstick", yardstick(), "ns/step")
    for rate in rates or RATES:
        with tempfile.TemporaryDirectory() as folder, without_pauses():
            asyncio.run(measured(Path(folder), rate))


if __name__ == "__main__":
    run(*map(float, sys.argv[1:]))
