"""Kills a playing store again and again: `python -m tests.storage.killing <folder> <kills> <seed>`, one JSON line.

This process starts no thread, so that it may fork. Each child opens what the last one left, looks whether all that was
confirmed is there, delivers again what is unknown, and plays on until it is killed.
"""

import asyncio
import contextlib
import json
import os
import random
import select
import shutil
import signal
import sys
import time
from pathlib import Path

import msgspec

from storage.port import AlreadyAnswered, Conflict
from storage.rows import RUNNING, Change
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests.storage.builders import a_move, a_table, first
from tests.storage.scenario import holds

TABLES = 4
A_FOLDER = 250
"""So many kills, then a new database."""

HASTY = "hasty" in sys.argv
"""A planted fault: confirms before it is durable."""


def nth(table: int, n: int) -> Change:
    """The n-th change of a table: the same in every process. The 0th makes it and is nobody's action."""
    row = a_table(f"t{table}", RUNNING, version=-1)
    if n == 0:
        return first(row)
    before = msgspec.structs.replace(row, version=n - 2, rev=n - 1, public_no=n - 1)
    return a_move(before, n * TABLES + table + 1, now=1)


class Known:
    """What the killer knows of each table: how many changes were begun and how many were confirmed."""

    def __init__(self) -> None:
        self.begun = [0] * TABLES
        self.confirmed = [0] * TABLES
        self.seen = [0] * TABLES
        """Confirmed, and found again by a later child."""


class Child:
    def __init__(self, pipe: int, known: Known, folder: Path, luck: random.Random) -> None:
        self._pipe = pipe
        self._known = known
        self._folder = folder
        self._luck = luck

    def tell(self, kind: str, table: int = 0, n: int = 0) -> None:
        os.write(self._pipe, f"{kind} {table} {n}\n".encode())

    async def live(self) -> None:
        store = await open_store(self._folder)
        store.writer.checkpoint_after = 200
        starts = [await self.look(store, table) for table in range(TABLES)]
        self.tell("ready")
        if self._luck.random() < 0.2:
            await store.backup()
        await asyncio.gather(*(self.play(store, table, n) for table, n in enumerate(starts)))

    async def look(self, store: SqliteStore, table: int) -> int:
        """Returns the number of the next change of a table."""
        begun, confirmed = self._known.begun[table], self._known.confirmed[table]
        for n in range(max(1, self._known.seen[table]), confirmed):
            change = nth(table, n)
            if await store.answer_of(change.interaction) != change.answer:
                self.tell("lost", table, n)
        if begun > confirmed:
            again = nth(table, confirmed)
            was_applied = True
            try:
                await store.write(again)
                was_applied = False
            except Conflict:
                if again.interaction:
                    self.tell("refused", table, confirmed)
            except AlreadyAnswered as answered:
                if answered.answer != again.answer:
                    self.tell("wrong", table, confirmed)
            self.tell("unknown", table, int(was_applied))
        loaded = await store.load(f"t{table}")
        records = await store.records(f"t{table}")
        expected = max(begun, confirmed)
        if expected and (loaded is None or loaded.table.rev != expected - 1 or len(records) != expected - 1):
            self.tell("doubled", table, len(records))
        self.tell("begun", table, expected)
        self.tell("confirmed", table, expected)
        self.tell("seen", table, expected)
        return expected

    async def play(self, store: SqliteStore, table: int, n: int) -> None:
        while True:
            self.tell("begun", table, n + 1)
            if HASTY:
                self.tell("confirmed", table, n + 1)
            await store.write(nth(table, n))
            n += 1
            self.tell("confirmed", table, n)


class Killer:
    def __init__(self, root: Path, seed: int) -> None:
        self._luck = random.Random(seed)
        self._root = root
        self._folder = root
        self._known = Known()
        self.faults: list[str] = []
        self.unknown = {"0": 0, "1": 0}
        self.confirmed = self.early = self.backups = 0

    def kills(self, count: int) -> None:
        for n in range(count):
            if n % A_FOLDER == 0:
                self.finish()
                self._folder, self._known = self._root / str(n), Known()
            self.kill(n)
        self.finish()

    def kill(self, n: int) -> None:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with contextlib.suppress(BaseException):
                asyncio.run(Child(writing, self._known, self._folder, random.Random(n)).live())
            os.write(writing, b"ended 0 0\n")
            os._exit(1)
        os.close(writing)
        heard = b""
        if self._luck.random() < 0.85:  # the rest is killed while it opens, recovers and looks
            while b"ready" not in heard and b"ended" not in heard:
                heard += os.read(reading, 65536)
        until = time.monotonic() + self._luck.uniform(0.0005, 0.02)
        while (left := until - time.monotonic()) > 0:
            if select.select([reading], [], [], left)[0]:
                more = os.read(reading, 65536)
                heard += more
                if not more:
                    break
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reading, 65536):
            heard += more
        os.close(reading)
        self.early += b"ready" not in heard
        self._hear(heard.decode())

    def _hear(self, heard: str) -> None:
        known = self._known
        for line in heard.splitlines():
            kind, table, n = line.split()
            match kind:
                case "begun":
                    known.begun[int(table)] = int(n)
                case "confirmed":
                    self.confirmed += int(n) - known.confirmed[int(table)]
                    known.confirmed[int(table)] = int(n)
                case "seen":
                    known.seen[int(table)] = int(n)
                case "unknown":
                    self.unknown[n] += 1
                case "ready":
                    pass
                case _:
                    self.faults.append(f"{self._folder.name}: {line}")

    def finish(self) -> None:
        """The database and the finished backups are whole, with what was confirmed and at most one more a table."""
        if self._folder == self._root:
            return
        found = holds(self._folder / "stammtisch.db")
        for table in range(TABLES):
            moves = [i for i in found.moves if (i - 1) % TABLES == table]
            if not self._known.confirmed[table] <= len(moves) + 1 <= max(1, self._known.begun[table]):
                self.faults.append(f"{self._folder.name}: table {table} holds {len(moves)}")
        for backup in (self._folder / "backups").glob("*.db"):
            holds(backup)
            self.backups += 1
        shutil.rmtree(self._folder)


def main(folder: str, kills: str, seed: str, *_: str) -> None:
    killer = Killer(Path(folder), int(seed))
    killer.kills(int(kills))
    print(
        json.dumps(
            {
                "kills": int(kills),
                "confirmed": killer.confirmed,
                "unknown_applied": killer.unknown["1"],
                "unknown_not_applied": killer.unknown["0"],
                "before_ready": killer.early,
                "backups": killer.backups,
                "faults": killer.faults,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
