"""Backups: made by the running bot on its own connection, checked, made durable, and only then given their name."""

import asyncio
import sqlite3
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from storage import files
from storage.connection import Connect, connect
from storage.problem import StorageFailed
from storage.writer import Writer

DAILY, WEEKLY, BEFORE_A_STEP = 7, 4, 4
"""How many are kept: of days, of weeks, and of those made before the schema changed."""

_PARTIAL = ".partial"


class Backups:
    """The folder of backups. A name is stammtisch-<time>[-<why>].db, so that names sort by time."""

    def __init__(self, folder: Path, open_file: Connect = connect) -> None:
        self.folder = folder
        self._open_file = open_file
        self._one = asyncio.Lock()

    async def make(self, writer: Writer, why: str = "") -> Path:
        async with self._one:
            partial = self._begin(why)
            try:
                await writer.read(lambda connection: copy(connection, partial, self._open_file))
                return await asyncio.to_thread(self._finish, partial)
            except BaseException:
                files.remove(partial)
                raise

    def before_step(self, connection: sqlite3.Connection, number: int) -> None:
        """The backup before a migration: without it there is none."""
        self.make_now(connection, f"before-{number}")

    def make_now(self, connection: sqlite3.Connection, why: str = "") -> Path:
        partial = self._begin(why)
        try:
            copy(connection, partial, self._open_file)
            return self._finish(partial)
        except BaseException:
            files.remove(partial)
            raise

    def all(self) -> tuple[Path, ...]:
        """From the oldest to the newest."""
        return tuple(sorted(self.folder.glob("stammtisch-*.db"))) if self.folder.is_dir() else ()

    def _begin(self, why: str) -> Path:
        if not self.folder.is_dir():
            self.folder.mkdir(mode=0o700)
            files.sync_folder(self.folder.parent)
        for left in self.folder.glob(f"*{_PARTIAL}*"):
            files.remove(left)
        at = time.time_ns() // 1_000_000
        stamp = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%S") + f"{at % 1000:03}Z"
        path = self.folder / f"stammtisch-{stamp}{why and '-'}{why}.db{_PARTIAL}"
        files.new_file(path)
        return path

    def _finish(self, partial: Path) -> Path:
        inspect(partial)
        files.sync_file(partial)
        path = partial.with_name(partial.name.removesuffix(_PARTIAL))
        files.rename(partial, path)
        for old in outdated(self.all()):
            files.remove(old)
        return path


def copy(connection: sqlite3.Connection, to: Path, open_file: Connect = connect) -> None:
    """One consistent copy as a single file without a log."""
    target = open_file(to)
    try:
        target.execute("PRAGMA synchronous = OFF")  # synced as a whole when it is checked
        connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE").fetchall()
    finally:
        target.close()


def inspect(path: Path) -> None:
    """Raises unless every page and index of a file is sound."""
    connection = connect(path)
    try:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        connection.close()
    if found != "ok":
        raise StorageFailed("a backup came out damaged; look at the disk")


def outdated(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Those that rotation removes: kept are the newest of 7 days, of 4 weeks, and the 4 made before a migration."""
    newest_first = sorted(paths, reverse=True)
    keep: set[Path] = set(newest_first[:1])
    steps = [path for path in newest_first if "-before-" in path.name]
    keep.update(steps[:BEFORE_A_STEP])
    days: dict[str, Path] = {}
    weeks: dict[str, Path] = {}
    for path in newest_first:
        if path in steps:
            continue
        day = datetime.strptime(path.name[11:19], "%Y%m%d").replace(tzinfo=UTC)
        days.setdefault(f"{day:%Y%m%d}", path)
        weeks.setdefault(f"{day:%G-%V}", path)
    keep.update(list(days.values())[:DAILY])
    keep.update(list(weeks.values())[:WEEKLY])
    return tuple(path for path in newest_first if path not in keep)
