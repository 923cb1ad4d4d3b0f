"""Takes the files from under a playing store: `python -m tests.storage.taking <folder> <runs> <seed>`, one JSON line.

This process starts no thread, so that it may fork. Each child plays two tables and tells what was confirmed; at a
random moment its files are removed, replaced, written over or cut short, or its clock jumps. It must end with 74, the
next start must be refused, and what the refusal says must bring back all that was confirmed.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import select
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from msgspec.structs import replace

from storage.folder.backup import restore
from storage.folder.files import DATABASE
from storage.folder.halt import refuse_halted
from storage.problem import EX_IOERR, StorageProblem
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import Writer
from tests.storage.builders import NOW
from tests.storage.killing import nth

HOUR = 3_600_000
OLDER = "older"
PATIENCE = 20.0

BLIND = "blind" in sys.argv
"""A planted fault: the writer does not look at its files."""


def unlink(path: Path, older: Path, luck: random.Random) -> None:
    path.unlink()


def rename_over(path: Path, older: Path, luck: random.Random) -> None:
    shutil.copy(older, beside := path.with_name("beside"))
    beside.replace(path)


def write_over(path: Path, older: Path, luck: random.Random) -> None:
    """As `cp` does it: the same file with another content."""
    path.write_bytes(older.read_bytes())


def cut_to_nothing(path: Path, older: Path, luck: random.Random) -> None:
    os.truncate(path, 0)


def cut_somewhere(path: Path, older: Path, luck: random.Random) -> None:
    os.truncate(path, luck.randrange(1, max(2, path.stat().st_size)))


def empty(path: Path, older: Path, luck: random.Random) -> None:
    for one in path.parent.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)


def remove(path: Path, older: Path, luck: random.Random) -> None:
    while path.parent.exists():
        with contextlib.suppress(OSError):
            shutil.rmtree(path.parent)
            return


def move_away(path: Path, older: Path, luck: random.Random) -> None:
    path.parent.rename(path.parent.with_name("away"))


Take = Callable[[Path, Path, random.Random], None]
OF_A_FILE: tuple[Take, ...] = (unlink, rename_over, write_over, cut_to_nothing, cut_somewhere)
OF_THE_FOLDER: tuple[Take, ...] = (empty, remove, move_away)
JUMPS = tuple(sign * hours for hours in (2, 48, 400 * 24) for sign in (1, -1))


class Kind(NamedTuple):
    name: str
    file: str = DATABASE
    take: Take | None = None
    hours: int = 0


KINDS = (
    *(Kind(f"{take.__name__} the database", DATABASE, take) for take in OF_A_FILE),
    *(Kind(f"{take.__name__} the log", DATABASE + "-wal", take) for take in OF_A_FILE),
    *(Kind(f"{take.__name__} the folder", DATABASE, take) for take in OF_THE_FOLDER),
    *(Kind(f"clock {hours:+} hours", hours=hours) for hours in JUMPS),
)


class Child:
    """Two tables, played until the end."""

    def __init__(self, pipe: int, folder: Path, kind: Kind, luck: random.Random) -> None:
        self._pipe = pipe
        self._folder = folder
        self._kind = kind
        self._luck = luck
        self._shift = 0

    async def live(self) -> None:
        """Nobody here needs long for removing a folder."""
        with ExitStack() as stack:
            stack.enter_context(mock.patch("storage.folder.halt.SETTLE", 0.02))
            if BLIND:
                stack.enter_context(mock.patch.object(Writer, "_heed"))
            await self._lived()

    async def _lived(self) -> None:
        starts = [0, 0]
        async with await open_store(self._folder) as store:
            for table in range(2):
                starts[table] = await self._play(store, table, 0, self._luck.randrange(2, 30))
            if self._luck.random() < 0.5:
                await store.backup()
        older = self._folder.with_name(OLDER)
        shutil.copy(self._folder / DATABASE, older)
        store = await open_store(self._folder)
        store.writer.checkpoint_after = 200
        os.write(self._pipe, b"ready 0 0\n")
        if self._kind.hours:
            signal.signal(signal.SIGUSR1, self._jump)
        await asyncio.gather(*(self._play(store, table, n, 10**9) for table, n in enumerate(starts)))

    def _jump(self, *_: object) -> None:
        self._shift = self._kind.hours * HOUR

    async def _play(self, store: SqliteStore, table: int, n: int, most: int) -> int:
        """What waits is looked for after each move: a jump of the clock must not keep it back."""
        while n < most:
            now = NOW + n + self._shift
            change = nth(table, n)
            rows = tuple(replace(row, not_before=0) for row in change.rows)
            await store.write(replace(change, now=now, rows=rows))
            os.write(self._pipe, f"confirmed {table} {n}\n".encode())
            n += 1
            if self._kind.hours:
                waiting = await store.waiting(now, 9)
                await store.sent(tuple(row.id for row in waiting[1:]), None, now)
                await store.failed(tuple(row.id for row in waiting[:1]), now + 5000)
                await store.prune(now)
        return n


class Taken:
    """What became of one run."""

    def __init__(self, folder: Path, kind: Kind, seed: int) -> None:
        self.folder, self.kind = folder / "data", kind
        self.luck = random.Random(seed)
        self.confirmed: set[tuple[str, int]] = set()
        self.faults: list[str] = []
        self.lost = 0
        self._heard = b""
        folder.mkdir()

    def run(self) -> None:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with contextlib.suppress(BaseException):
                asyncio.run(Child(writing, self.folder, self.kind, self.luck).live())
            os._exit(1)
        os.close(writing)
        self._hear(reading, lambda: b"ready" in self._heard)
        moves = self._heard.count(b"confirmed") + self.luck.randrange(1, 60)  # an empty log has nothing to lose
        self._hear(reading, lambda: self._heard.count(b"confirmed") >= moves)
        if self.kind.take is not None:
            path = self.folder / self.kind.file
            self.kind.take(path, self.folder.with_name(OLDER), self.luck)
            ended = self._hear(reading, lambda: False)
        else:
            os.kill(child, signal.SIGUSR1)
            self._hear(reading, lambda: self._heard.count(b"confirmed") >= moves + 40)
            ended = False
        if not ended:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        self._hear(reading, lambda: False)
        os.close(reading)
        for line in self._heard.decode().splitlines():
            if line.startswith("confirmed"):
                _, table, n = line.split()
                self.confirmed.add((f"t{table}", int(n) - 1))
        if self.kind.take is not None and os.waitstatus_to_exitcode(status) != EX_IOERR:
            self.faults.append(f"ended with {os.waitstatus_to_exitcode(status)}")
        self._brought_back()

    def _hear(self, reading: int, enough: Callable[[], bool]) -> bool:
        """Until enough was heard; True where the child has ended."""
        until = time.monotonic() + (PATIENCE if not BLIND else 0.3)
        while not enough() and (left := until - time.monotonic()) > 0:
            if select.select([reading], [], [], left)[0]:
                more = os.read(reading, 65536)
                self._heard += more
                if not more:
                    return True
        return False

    def _brought_back(self) -> None:
        """By doing what the operator is told."""
        if self.kind.take is not None:
            try:
                refuse_halted(self.folder)
                self.faults.append("the next start was not refused")
            except StorageProblem as problem:
                if problem.exit_code != EX_IOERR or "while the bot was running" not in problem.problem:
                    self.faults.append(str(problem))
                found = re.search(r"stammtisch restore (\S+) --into (\S+)\. ", problem.solution)
                if found is not None:
                    restore(Path(found[1]), Path(found[2]))
        held = holds(self.folder / DATABASE)
        self.lost = len({one for one in self.confirmed if one[1] >= 0} - held)


def holds(path: Path) -> set[tuple[str, int]]:
    """The records of a sound database; none of another."""
    if not path.exists():
        return set()
    with closing(sqlite3.connect(path)) as connection, contextlib.suppress(sqlite3.Error):
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        if connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok":
            return set(connection.execute("SELECT game, version FROM records"))
    return set()


def main(folder: str, runs: str, seed: str, *_: str) -> None:
    found: dict[str, dict[str, Any]] = {}
    for n in range(int(runs)):
        kind = KINDS[n % len(KINDS)]
        place = Path(folder) / str(n)
        taken = Taken(place, kind, int(seed) + n)
        taken.run()
        told = found.setdefault(kind.name, {"runs": 0, "confirmed": 0, "lost": 0, "faults": []})
        told["runs"] += 1
        told["confirmed"] += len(taken.confirmed)
        told["lost"] += taken.lost
        told["faults"] += taken.faults
        shutil.rmtree(place)
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
