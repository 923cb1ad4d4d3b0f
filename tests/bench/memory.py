"""M1: the memory of the shipped process while 24 tables of the three games are played at once by presses and menus.

What is counted is the peak of its resident set, as a unit's or a container's limit sees it: the process and its
painter, and nothing of the sandbox, which runs here. Where a game ends its people open the next.
"""

import asyncio
import random
import re
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.shown import Shown
from sandbox.server import Sandbox
from sandbox.world.world import Channel, Guild
from tests.bench.yardstick import figure, plain
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.players import Presser, is_over, newest_board, pinged
from tests.e2e.shipped import TOKEN, Shipped

TABLES = 24
SEATS = 3
TOGETHER = 4
"""Games that the same people play one after the other. Whoever joins a server comes to see all that was ever said
there: describing that takes the sandbox a tenth of a second, in which the bot would be waited for.
"""
SECONDS = 240.0
GAMES: tuple[tuple[str, Any], ...] = (("guatemala", Presser), ("catan", CatanPresser), ("cafe", CafePresser))
MEGABYTE = 1 << 20
MEASURED = 480 * MEGABYTE
"""The gate, and what the limits of deploy/ are reckoned from: ten minutes took 437 MB,
before pictures were painted in a process of their own."""
FLOOD, CHECK = 160 * MEGABYTE, 45 * MEGABYTE
"""What 1,000 presses a second add, and what the health check of a container takes beside the bot."""
GOAL = 350 * MEGABYTE


def resident(pid: int, what: str = "VmHWM") -> int:
    """Bytes of a process that are in memory: VmRSS now, VmHWM at most."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (found,) = re.findall(rf"^{what}:\s+(\d+) kB$", text, re.MULTILINE)
    return int(found) << 10


def family(pid: int) -> list[int]:
    """A process and what it has begun: the bot and its painter."""
    parents = [(int(path.name), path) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    found = [pid]
    for child, path in parents:
        with suppress(OSError):
            fields = (path / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == pid:
                found.append(child)
    return found


def held(pid: int, what: str = "VmHWM") -> int:
    """The same of all of them."""
    return sum(resident(one, what) for one in family(pid))


def proportional(pid: int) -> int:
    """Bytes that all of them hold now, each page counted once however many have it."""
    texts = [Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii") for one in family(pid)]
    return sum(int(size) << 10 for text in texts for size in re.findall(r"^Pss:\s+(\d+) kB$", text, re.MULTILINE))


class Round:
    """The people of one table, who play one game after another."""

    def __init__(self, sandbox: Sandbox, number: int, guild: Guild | None = None) -> None:
        self.sandbox = sandbox
        self.luck = random.Random(number)
        self.game, self.kind = GAMES[number % len(GAMES)]
        if guild is None:
            (guild,) = sandbox.world.guilds.values()
        self.guild = guild
        self.named = f"P{number}"
        self.people: list[Person] = []
        self.games = self.turns = 0
        self._acted: tuple[int, frozenset[int]] = 0, frozenset()
        """Who has acted on a board: of several who are asked each acts once, without waiting for the others."""

    async def play(self) -> None:
        """For ever. After some games others play on: nobody opens so many tables in a short time."""
        while True:
            if self.games % TOGETHER == 0:
                self.people = [self.person(f"{self.named}x{self.games}x{seat}") for seat in range(SEATS)]
            thread = await self._begun()
            actors = {person.id: self.kind(person, self.luck) for person in self.people}
            while not is_over(board := newest_board(self.people[0], thread)):
                await self._turn(thread, board, actors)
            self.games += 1

    def person(self, name: str) -> Person:
        return self.sandbox.person(name, self.guild)

    async def _begun(self) -> Channel:
        first, *others = self.people
        reply = await (await first.slash("/table new", game=self.game)).done()
        (number,) = re.findall(r"<#(\d+)>", reply.text)
        thread = self.sandbox.world.channels[int(number)]
        await self.sandbox.until(lambda: any("Join" in shown.buttons for shown in first.messages(thread)), 60)
        for person in self.people:
            person.go(thread)
        card = first.messages(thread)[-1]
        for person in others:
            await (await person.press(card, "Join")).done()
        await (await first.press(card, "Start")).done()
        await self.sandbox.until(lambda: bool(self._boards(thread)), 60)
        return thread

    def _boards(self, thread: Channel) -> list[Shown]:
        return [shown for shown in self.people[0].messages(thread) if "My turn" in shown.buttons]

    async def _turn(self, thread: Channel, board: Shown, actors: dict[int, Any]) -> None:
        asked = self._asked(board)
        acted = self._acted[1] if self._acted[0] == board.id else frozenset[int]()
        actor = actors[self.luck.choice([one for one in asked if one not in acted] or asked)]
        last, text, offered = actor.person.last, board.text, False
        with suppress(AssertionError):  # the board was not the newest any more
            await actor.act(board)
            if offered := getattr(actor, "offered", False):
                actor.offered = False
                for other in actors.values():
                    if other is not actor:
                        await other.answer(newest_board(other.person, thread))
        if actor.person.last == last:  # there was nothing to press: its call is on its way
            with suppress(TimeoutError):
                await self.sandbox.until(lambda: self._has_changed(thread, board, text), 2.0, at=thread.id)
            return
        self.turns += 1
        self._acted = board.id, acted | {actor.person.id}
        if offered or not self._acted[1].issuperset(asked):
            return  # their turn goes on, or others are asked, too: an answer of one of them shows nothing
        with suppress(TimeoutError):
            await self.sandbox.until(lambda: self._is_told(thread, actor.person), 2.0, at=thread.id)

    def _asked(self, board: Shown) -> list[int]:
        named = board.text.rpartition("Waiting for")[2]
        return pinged(board) or [person.id for person in self.people if person.name in named]

    def _has_changed(self, thread: Channel, board: Shown, text: str) -> bool:
        newest = newest_board(self.people[0], thread)
        return newest != board or newest.text != text

    def _is_told(self, thread: Channel, actor: Person) -> bool:
        """Does the thread say what somebody did last, by a new post, or by an edit after which they are not asked?"""
        board = newest_board(actor, thread)
        return board.id > actor.last or actor.id not in self._asked(board)


class Measured:
    """The memory of a process: when it had started, and at most; and what was played meanwhile."""

    def __init__(self, before: int, most: int, last: int, turns: int, games: int) -> None:
        self.before, self.most, self.last, self.turns, self.games = before, most, last, turns, games


async def measured(
    folder: Path,
    seconds: float,
    tables: int = TABLES,
    turns: int = 1 << 30,
    *,
    started: Callable[[int], None] = lambda _: None,
) -> Measured:
    """So long, or until so many turns were made; `started` is told the process as soon as there is one."""
    async with Sandbox(clock=Clock(held=True), rates=Rates.wide(), check=False, token=TOKEN) as sandbox:
        sandbox.guild()
        bot = await Shipped(sandbox, folder / "data", whole=True, STAMMTISCH_PAINTER="true").begin()
        try:
            started(bot.process.pid)
            await sandbox.until(lambda: sandbox.gateway.connected and bool(sandbox.world.commands), 30)
            before = held(bot.process.pid)
            rounds = [Round(sandbox, number) for number in range(tables)]
            await _played(rounds, seconds, turns)
            pid = bot.process.pid
            made, games = sum(one.turns for one in rounds), sum(one.games for one in rounds)
            return Measured(before, held(pid), held(pid, "VmRSS"), made, games)
        finally:
            await bot.away()


async def _played(rounds: list[Round], seconds: float, turns: int) -> None:
    playing = [asyncio.create_task(one.play()) for one in rounds]
    until = time.monotonic() + seconds
    while time.monotonic() < until and sum(one.turns for one in rounds) < turns:
        done, _ = await asyncio.wait(playing, timeout=0.5, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()  # nobody ends of himself
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measured(Path(folder), SECONDS))
    plain(f"memory of the shipped process after its start, then {found.turns} turns", found.before / MEGABYTE, "MB")
    plain(f"… at the end, {TABLES} tables", found.last / MEGABYTE, "MB")
    figure(
        "M1",
        f"… at most, {TABLES} tables at once",
        found.most / MEGABYTE,
        "MB",
        gate=MEASURED / MEGABYTE,
        goal=GOAL / MEGABYTE,
        higher=False,
    )
