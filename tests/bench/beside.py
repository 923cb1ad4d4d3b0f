"""A film, and an analysis, of a whole game with four beside the bot under play, against the same bot without, in turns.

Whoever makes it stands still in every other turn, so that both are measured in one run. It is made to its end; its time
is that in which it did not stand still. Games are the longest of some random ones for films, and of house players for
analyses.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.discord.client import Stammtisch
from bot.discord.films import Wanted as Film
from bot.operation.analysers import Analysers
from bot.play.history.analyst import Wanted
from bot.play.history.reel import wound
from bot.play.history.replay import steps
from players.analysis.form import Analysis
from renderer import film
from tests.bench.bot import RATE, Elsewhere, Measured, at, measured, playing
from tests.bench.memory import family
from tests.bench.replay import longest
from tests.bench.yardstick import figure, plain, yardstick
from tests.chances.games import Shape, played
from tests.contract.player import Game

TITLES: Final = ("guatemala", "cafe", "catan")
TURNS, SECONDS = 4, 4.0
"""So many turns with and as many without, and how long each takes."""
CALM: Final = 5.0
"""Moves a second until it is made."""
SEATS: Final = 4
BOARD: Final = 1
NAMES: Final = ("Ada", "Bea", "Cem", "Dag")

Making = Callable[[], Awaitable[Any]]


class Maker:
    """The process that makes it."""

    def __init__(self, program: str) -> None:
        self._program = program.encode()
        self.pids: list[int] = []

    def found(self) -> bool:
        for pid in family(os.getpid())[1:]:
            with suppress(OSError):
                if self._program in Path(f"/proc/{pid}/cmdline").read_bytes():
                    self.pids.append(pid)
        return bool(self.pids)

    def signalled(self, number: int) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


class Found:
    """What was measured of one kind of turns."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.waits: list[float] = []

    def add(self, one: Measured) -> None:
        self.late += one.late
        self.waits += one.waits


async def turns(elsewhere: Elsewhere, program: str, making: Making) -> tuple[Any, float, Found, Found]:
    """Returns what was made, in which time, and how the bot was without and with it."""
    without, beside, took = Found(), Found(), 0.0
    maker, task = Maker(program), asyncio.ensure_future(making())
    while not maker.found():
        await asyncio.sleep(0.02)
        assert not task.done(), f"it was made before it could be held: {task}"
    for _ in range(TURNS):
        maker.signalled(signal.SIGSTOP)
        without.add(await measured(elsewhere, rate=RATE, seconds=SECONDS))
        if task.done():
            break
        maker.signalled(signal.SIGCONT)
        began = time.perf_counter()
        beside.add(await measured(elsewhere, rate=RATE, seconds=SECONDS))
        took += time.perf_counter() - began
    began = time.perf_counter()
    while not task.done():
        await measured(elsewhere, rate=CALM, seconds=2)
    return task.result(), took + time.perf_counter() - began, without, beside


def tell(key: str, what: str, without: Found, beside: Found) -> None:
    low = {"higher": False}
    for name, found in (("without", without), (f"beside {what}", beside)):
        late, waits = found.late, found.waits
        figure("L1", f"event loop late {name}, p99", at(late, 0.99) * 1e3, "ms", gate=15, goal=5, **low)
        figure("L1", "… at most", max(late) * 1e3, "ms", gate=60, goal=15, **low)
        figure("L2", "… command received to answered, p50", at(waits, 0.5) * 1e3, "ms", gate=40, goal=15, **low)
        figure("L2", "… p99", at(waits, 0.99) * 1e3, "ms", gate=100, goal=30, **low)
    plain(f"{key}: moves without, and beside", len(without.waits), f"{len(beside.waits)}")


async def filmed(name: str, game: Game, folder: Path) -> None:
    made, rules = wound(game.case.rules, game.records), game.case.rules
    table: Any = type("Table", (), {"rules": rules})
    async with playing(folder, apart=True) as (elsewhere, client, _):
        making = _film(client, Film(*steps(table, made, film.cut), NAMES[: game.setup.seats]))
        data, took, without, beside = await turns(elsewhere, "filmer", making)
    tell("F", f"a film ({name})", without, beside)
    figure("F1", f"film of {len(made.frames)} moves ({name})", len(data) / 1e6, "MB", gate=9, goal=3, higher=False)
    figure("F2", "… made beside play in", took, "s", gate=90, goal=30, higher=False)


def _film(client: Stammtisch, wanted: Film) -> Making:
    async def making() -> bytes:
        found = client.gallery.films.wanted(b"", lambda: wanted)
        assert found is not None
        return await found.film

    return making


async def analysed(name: str, folder: Path) -> None:
    wanted = Wanted(name, records=played(Shape(name, SEATS), BOARD))
    async with playing(folder, apart=True) as (elsewhere, _, _):
        analysers = Analysers()

        async def making() -> Analysis:
            return await analysers.analysed(wanted, lambda _: None)

        found, took, without, beside = await turns(elsewhere, "analyser", making)
    tell("A", f"an analysis ({name})", without, beside)
    figure("A1", f"analysis of {len(found.curve)} moves with {SEATS} ({name}) beside play", took, "s", gate=60, goal=30,
           higher=False)  # fmt: skip
    plain("… stood still while the loop was late", analysers.paused, "times")


def run() -> None:
    chosen = [word for word in sys.argv[1:] if word in TITLES] or TITLES
    what = [word for word in sys.argv[1:] if word in ("film", "analysis")] or ("film", "analysis")
    plain("yardstick", yardstick(), "ns/step")
    for name in chosen:
        with tempfile.TemporaryDirectory() as folder:
            if "film" in what:
                asyncio.run(filmed(name, longest(name), Path(folder) / "film"))
            if "analysis" in what:
                asyncio.run(analysed(name, Path(folder) / "analysis"))


if __name__ == "__main__":
    run()
