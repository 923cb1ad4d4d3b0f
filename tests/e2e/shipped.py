"""The bot as it is shipped, in a process of its own, and what it has stored while it does not run."""

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from bot.games import GAMES
from bot.play import Env, Playable, Transactions
from rules import engine
from rules.chance import Seeded
from rules.contract import Position, Record
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from storage.folder.files import DATABASE, SOCKET
from storage.port import BEAT
from storage.rows import Loaded
from storage.shards import shards_of
from storage.sqlite.opening import open_store
from tests.e2e.forks import Fork, fork
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.sandbx.a-token-that-opens-only-the-sandbox"  # noqa: S105 (it opens nothing else)
"""Of the right shape, and of nobody."""
WRONG = "OTk5OTk5OTk5OTk5OTk5OTk5.wrong1.another-token-that-opens-nothing-at-all"
START = 30.0
FRESH = 0.05
"""Seconds; files tell the time of a write within some thousandths."""
CAN_FORK = sys.platform == "linux"
"""Elsewhere what a process has imported may not live through a fork."""


class Shipped:
    """`python -m sandbox.attach ADDRESS -m bot run`, again and again over one data folder.

    By forks of a process that has imported it (forks.py), where there are such; `whole`: a process of its own the first
    time.
    """

    def __init__(
        self, sandbox: Sandbox, folder: Path, *, token: str = TOKEN, whole: bool = False, **settings: str
    ) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.token = token
        self.whole = whole
        self.settings = settings
        self.program: tuple[str, ...] = ("bot",)
        """The module that is run, and what comes before the command."""
        self.starts = 0
        self._process: asyncio.subprocess.Process | Fork | None = None

    @property
    def process(self) -> asyncio.subprocess.Process | Fork:
        assert self._process is not None
        return self._process

    @property
    def connected(self) -> bool:
        """Does it hear what people do; of several, each its own shards?"""
        own = self.settings.get("STAMMTISCH_SHARDS")
        gateway = self.sandbox.gateway
        if own is None:
            return gateway.connected
        shards = shards_of(own)
        heard = {session.shard for session in gateway.sessions.values() if session.socket is not None}
        return heard >= {(number, shards.total) for number in shards.numbers}

    @property
    def log(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}-{self.starts}.log")

    async def begin(self) -> "Shipped":
        """Starts it and does not wait for it."""
        self.starts += 1
        keep = {key: value for key, value in os.environ.items() if not key.startswith(("STAMMTISCH_", "DISCORD_"))}
        settings = {
            "DISCORD_TOKEN": self.token,
            "STAMMTISCH_DATA": str(self.folder),
            "STAMMTISCH_ORDER_DELAY_MINUTES": "[0, 0]",
            "STAMMTISCH_PAINTER": "false",  # each start would begin two processes
        }
        arguments, env = (self.sandbox.address, "-m", *self.program, "run"), keep | settings | self.settings
        with self.log.open("wb") as said:
            if CAN_FORK and not (self.whole and self.starts == 1):
                self._process = fork(arguments, env, said.fileno())
                return self
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "sandbox.attach", *arguments),
                cwd=ROOT,
                env=env,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=said,
                stderr=asyncio.subprocess.STDOUT,
            )
        return self

    async def start(self) -> "Shipped":
        """Starts it; returns when it hears what people do."""
        await self.begin()
        await self.sandbox.until(lambda: self.connected or self.process.returncode is not None, START)
        assert self.process.returncode is None, self.log.read_text()
        return self

    async def kill(self) -> None:
        """SIGKILL; returns when Discord has noticed."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await self.sandbox.until(lambda: not self.connected, START)

    async def stop(self, seconds: float = 20.0) -> int:
        """SIGTERM; the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await self.ended(seconds)

    async def ended(self, seconds: float = 20.0) -> int:
        return await asyncio.wait_for(self.process.wait(), seconds)

    async def away(self) -> None:
        """At the end of a test, however it ended."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class Kept:
    """What is stored of a table; of what is unsaid, of all."""

    def __init__(
        self,
        loaded: Loaded,
        records: tuple[Record, ...],
        position: Position[Any],
        actions: Mapping[int, str],
        unsaid: Sequence[str],
        beat: int = 0,
    ) -> None:
        self.loaded = loaded
        self.records = records
        self.position = position
        self.actions = dict(actions)
        """Interactions with their answers."""
        self.unsaid = list(unsaid)
        self.beat = beat
        """When it last ran and reached Discord; 0 if that is not known."""

    @property
    def moves(self) -> list[str]:
        """The answers of the actions that are moves."""
        return [answer for answer in self.actions.values() if '"played"' in answer or '"kept"' in answer]

    @property
    def commits(self) -> int:
        """Commits of players: the beginning is nobody's."""
        return len({record.version for record in self.records if record.kind == "move"})

    @property
    def asked(self) -> set[int]:
        users = {row.seat: row.user for row in self.loaded.seats}
        return {users[question.seat] for question in self.position.open if question.required}

    @property
    def sealed(self) -> tuple[int, int]:
        """Sealed questions that are open: how many are unanswered and how many are answered."""
        found = [question.required for question in self.position.open if question.sealed]
        return sum(found), len(found) - sum(found)


async def read(folder: Path, table: str) -> Kept:
    """One table of it."""
    return (await read_all(folder, (table,)))[table]


async def read_all(folder: Path, tables: Iterable[str], games: Mapping[str, Playable] = GAMES) -> dict[str, Kept]:
    """From a copy: the original stays as the process left it."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "data"
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(SOCKET, "backups"))
        async with await open_store(copy) as store:
            found = {table: await held(Env(store, Seeded(0), lambda: 0, games), table) for table in tables}
        with closing(sqlite3.connect(copy / DATABASE)) as connection:
            unsaid = [kind for (kind,) in connection.execute(UNSAID)]
            beat = max([int(text) for (text,) in connection.execute(BEATEN, (BEAT,))], default=0)
            answers = {
                table: dict[int, str](connection.execute(f"{ANSWERED} = ?", (table,)).fetchall()) for table in found
            }
            return {table: Kept(*whole, answers[table], unsaid, beat) for table, whole in found.items()}


def written(folder: Path) -> tuple[tuple[int, int], ...] | None:
    """Changes with whatever is written there; None right after that, for the next write may bear the same time."""
    files = list[os.stat_result]()
    for name in (DATABASE, f"{DATABASE}-wal"):
        with suppress(FileNotFoundError):
            files.append((folder / name).stat())
    if any(time.time() - file.st_mtime < FRESH for file in files):
        return None
    return tuple((file.st_size, file.st_mtime_ns) for file in files)


ANSWERED = "SELECT interaction, answer FROM actions WHERE game"
BEATEN = "SELECT value FROM meta WHERE key = ?"
UNSAID = "SELECT kind FROM outbox WHERE done_at = 0 ORDER BY id"


async def held(env: Env, table: str) -> tuple[Loaded, tuple[Record, ...], Position[Any]]:
    """A table held against itself: the fold of the records is the state, and who is asked is open."""
    found = await Transactions(env).load(table)
    assert found is not None
    if found.row.version < 0:  # a lobby, or one killed between the post that fixes the seats and the deal
        return found.loaded, (), Position(None, -1, 0, ())
    records, position = await env.store.records(table), found.position
    folded = engine.replay(found.rules, records)
    assert folded.state == position.state
    assert (folded.version, folded.number) == (position.version, position.number)
    assert {record.version for record in records} == set(range(position.version + 1))
    if found.status == "running":
        assert folded.open == position.open
    return found.loaded, records, position


__all__ = ["ROOT", "TOKEN", "Kept", "Shipped", "read", "read_all"]


@asynccontextmanager
async def served() -> AsyncGenerator[Sandbox]:
    """A Discord for bots in their own processes; whatever they have asked of it has been right."""
    box = Sandbox(clock=Clock(held=True), rates=Rates.wide(), schema=schema_path(), token=TOKEN)
    await box.start()
    box.guild()
    try:
        yield box
    finally:
        await box.stop()
    tally.add(box.checker)
    assert [str(violation) for violation in box.checker.violations] == []
