"""Backups: made by the running bot beside the writer (storage/sqlite/beside.py), checked, synced, only then named."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from storage.folder import files
from storage.problem import EX_CONFIG, EX_IOERR, BackupFailed, CopyDamaged, StorageError, StorageFull, StorageProblem
from storage.rows import RESTORED
from storage.sqlite.beside import unsound
from storage.sqlite.connection import Connect, connect, explain, read_only
from storage.sqlite.migrate import check, known_steps
from storage.sqlite.writer import Writer

DAILY, WEEKLY, BEFORE_A_STEP = 7, 4, 8
"""How many backups are kept: of days, of weeks, and of those made before the schema changed."""
DAY = 86_400
RETRY = DAY / 24

_PARTIAL = ".partial"
_BEFORE = "-before-"
_TIME = "%Y%m%dT%H%M%S"
_TAKEN = slice(len("stammtisch-"), len("stammtisch-20261118T101500"))


class Failure(Struct, frozen=True):
    """When the last attempt at a backup failed, and why."""

    at: float
    why: str


class Backups:
    """The folder of backups. A name is stammtisch-<time>[-<why>].db, so that names sort by time."""

    def __init__(self, folder: Path, second: Path | None = None, open_file: Connect = connect) -> None:
        self.folder = folder
        self.second = second
        """Where each stands once more; None if nowhere."""
        self.failure: Failure | None = None
        """The last failure; None once a backup has been made again."""
        self._open_file = open_file
        self._one = asyncio.Lock()

    async def make(self, writer: Writer, why: str = "") -> Path:
        """Returns a backup of everything that was confirmed before the call; raises BackupFailed."""
        async with self._one:
            try:
                path = await self._made(writer, why)
            except StorageError as error:
                self.failure = Failure(time.time(), str(error))
                raise
            self.failure = None
            return path

    async def _made(self, writer: Writer, why: str) -> Path:
        """Copies beside the writer and checks the copy; a page that is not sound there may be the database's own."""
        partial = self._begin(why)
        try:
            await writer.beside(lambda look: look.copy(partial))
            return await writer.aside(lambda: self._finish(partial))
        except BaseException as error:  # noqa: BLE001 (told as what it is)
            files.remove(partial)
            if isinstance(error, CopyDamaged):
                await writer.look_through()
            raise _as_told(error) from None

    async def daily(self, writer: Writer, on_failed: Callable[[StorageError], object]) -> None:
        """Makes a backup whenever the newest is a day old, until cancelled. A failure is reported and tried again."""
        while True:
            age = self.age()
            if age is None or age >= DAY:
                try:
                    await self.make(writer)
                except StorageError as error:
                    on_failed(error)
                    await asyncio.sleep(RETRY)
                    continue
            await asyncio.sleep(max(1.0, DAY - (self.age() or 0.0)))

    def before_step(self, connection: sqlite3.Connection, number: int) -> None:
        """Makes the backup before a migration. If it fails, there is no migration."""
        self.make_now(connection, f"before-{number}")

    def make_now(self, connection: sqlite3.Connection, why: str = "") -> Path:
        """Makes a backup on a connection that nobody else uses yet."""
        partial = self._begin(why)
        try:
            copy(connection, partial, self._open_file)
            return self._finish(partial)
        except BaseException as error:  # noqa: BLE001 (re-raised as BackupFailed)
            files.remove(partial)
            raise _as_told(error) from None

    def all(self) -> tuple[Path, ...]:
        """Returns the backups from the oldest to the newest; files under any other name are ignored."""
        return within(self.folder)

    def known(self) -> tuple[Path, ...]:
        """Returns those of both places, from the oldest to the newest."""
        elsewhere = within(self.second) if self.second is not None else ()
        return tuple(sorted((*self.all(), *elsewhere), key=lambda path: path.name))

    def are_beside(self) -> bool:
        """Returns whether all of them lie on the disk of the database, and would be lost with it."""
        try:
            return self.second is None or self.second.stat().st_dev == self.folder.parent.stat().st_dev
        except OSError:
            return True

    def newest(self) -> Path | None:
        """Returns the newest backup by name. One dated in the future does not count: the clock was wrong, or is."""
        made = [path for path in self.all() if not is_ahead(path, time.time())]
        return made[-1] if made else None

    def ahead(self) -> int:
        """Returns how many backups are dated in the future."""
        return sum(is_ahead(path, time.time()) for path in self.all())

    def age(self) -> float | None:
        """Returns the seconds since the newest backup was made; None if there is none."""
        newest = self.newest()
        return None if newest is None else max(0.0, time.time() - taken_at(newest).timestamp())

    def _begin(self, why: str) -> Path:
        try:
            return self._empty(why)
        except OSError as error:
            raise _as_told(error) from None

    def _empty(self, why: str) -> Path:
        if not self.folder.is_dir():
            self.folder.mkdir(mode=0o700)
            files.sync_folder(self.folder.parent)
        for left in self.folder.glob(f"*{_PARTIAL}*"):
            files.remove(left)
        now = datetime.now(UTC)
        stamp = f"{now.strftime(_TIME)}{now.microsecond // 1000:03}Z"
        path = self.folder / f"stammtisch-{stamp}{why and '-'}{why}.db{_PARTIAL}"
        files.new_file(path)
        return path

    def _finish(self, partial: Path) -> Path:
        inspect(partial)
        path = _kept(partial)
        if self.second is not None:
            try:
                _repeated(path, self.second)
            except OSError as error:
                why = os.strerror(error.errno or 0)
                raise BackupFailed(f"a backup was made, but none in {self.second} ({why})") from None
        return path


def within(folder: Path) -> tuple[Path, ...]:
    found = folder.glob("stammtisch-*.db") if folder.is_dir() else ()
    return tuple(sorted(path for path in found if _is_dated(path)))


def _kept(partial: Path) -> Path:
    """Gives a backup its name, and removes those whose time is over."""
    files.sync_file(partial)
    path = partial.with_name(partial.name.removesuffix(_PARTIAL))
    files.rename(partial, path)
    for old in outdated(within(path.parent), time.time()):
        files.remove(old)
    return path


def _repeated(path: Path, folder: Path) -> None:
    """Copies a backup to its second place."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = folder / f"{path.name}{_PARTIAL}"
    for left in folder.glob(f"stammtisch-*{_PARTIAL}"):
        files.remove(left)
    files.new_file(partial)
    try:
        shutil.copyfile(path, partial)
        _kept(partial)
    except OSError:
        files.remove(partial)
        raise


def _as_told(error: BaseException) -> BaseException:
    """A disk error here is a failed backup, and ends nothing: the writer judges whether the store's own disk works."""
    if isinstance(error, StorageFull):
        return BackupFailed("no backup was made (the disk is full)")
    if isinstance(error, sqlite3.Error | OSError):
        name: str = getattr(error, "sqlite_errorname", "") or os.strerror(getattr(error, "errno", 0) or 0)
        return BackupFailed(f"no backup was made ({name})")
    return error


def copy(connection: sqlite3.Connection, to: Path, open_file: Connect = connect) -> None:
    """Writes one consistent copy as a single file without a WAL."""
    try:
        target = open_file(to)
        try:
            target.execute("PRAGMA synchronous = OFF")  # synced as a whole when it is checked
            connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE").fetchall()
        finally:
            target.close()
    except sqlite3.Error as error:
        raise _as_told(error) from None


def inspect(path: Path) -> None:
    """Raises CopyDamaged unless every page and index of the file is sound."""
    connection = read_only(path)
    try:
        wrong = unsound(connection, indexes=True)
    finally:
        connection.close()
    if wrong:
        raise CopyDamaged("a backup came out damaged; look at the disk")


def _is_dated(path: Path) -> bool:
    try:
        taken_at(path)
    except ValueError:
        return False
    return True


def taken_at(path: Path) -> datetime:
    return datetime.strptime(path.name[_TAKEN], _TIME).replace(tzinfo=UTC)


def is_ahead(path: Path, now: float) -> bool:
    return taken_at(path).timestamp() > now


def outdated(paths: Iterable[Path], now: float) -> tuple[Path, ...]:
    """Returns the backups to remove: all but the newest of 7 days and of 4 weeks, and 8 made before a migration.

    Backups dated in the future are rotated by themselves, so that they take no other's place.
    """
    sides: tuple[list[Path], list[Path]] = ([], [])
    for path in paths:
        sides[is_ahead(path, now)].append(path)
    return tuple(path for side in sides for path in _outdated(side))


def _outdated(paths: list[Path]) -> tuple[Path, ...]:
    newest_first = sorted(paths, reverse=True)
    keep = set(newest_first[:1])
    keep.update([path for path in newest_first if _BEFORE in path.name][:BEFORE_A_STEP])
    days: dict[str, Path] = {}
    weeks: dict[str, Path] = {}
    for path in newest_first:
        if _BEFORE not in path.name:
            taken = taken_at(path)
            days.setdefault(f"{taken:%Y%m%d}", path)
            weeks.setdefault(f"{taken:%G-%V}", path)
    keep.update(list(days.values())[:DAILY])
    keep.update(list(weeks.values())[:WEEKLY])
    return tuple(path for path in newest_first if path not in keep)


# ── restoring ──


class Restored(Struct, frozen=True):
    """What a restore put in place, or would."""

    backup: str
    taken: str
    schema: int
    tables: int
    records: int
    bytes: int


def restore(backup: Path, folder: Path, *, dry_run: bool = False) -> Restored:
    """Puts a backup into a data folder that holds no database; a dry run only checks that it could.

    If the bot was halted because somebody touched the database, the files that are there are set aside.
    """
    path, halt = folder / files.DATABASE, folder / files.HALT
    there = [one for one in (path, files.log_of(path)) if one.exists()]
    if there and not halt.exists():
        raise StorageProblem(
            f"{folder} already holds a database.", "Restore into an empty folder, or move that one away.", EX_CONFIG
        )
    found = look_into(backup)
    if dry_run:
        return found
    files.prepare(folder)
    partial = path.with_name(path.name + _PARTIAL)
    files.remove(partial)
    try:
        files.new_file(partial)
        shutil.copyfile(backup, partial)
        _mark(partial, found)
        files.sync_file(partial)
        for old in there:
            files.rename(old, old.with_name(f"{old.name}.aside-{datetime.now(UTC):{_TIME}}"))
        files.rename(partial, path)
        files.remove(halt)  # last of all: until then nothing starts on a half-restored folder
        files.sync_folder(folder)
    except (OSError, sqlite3.Error) as error:
        files.remove(partial)
        raise StorageProblem(
            f"{folder} could not be written ({type(error).__name__}).", "Make room.", EX_IOERR
        ) from None
    return found


def look_into(backup: Path) -> Restored:
    """Returns what a backup holds; raises a problem if it is damaged, foreign or too new."""
    if not backup.is_file():
        raise StorageProblem(
            f"There is no backup {backup}.", "Look into the folder backups for their names.", EX_CONFIG
        )
    try:
        connection = read_only(backup)
        try:
            schema = check(connection, known_steps()[-1][0])
            if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError
            tables = connection.execute("SELECT count(*) FROM games").fetchone()[0]
            records = connection.execute("SELECT count(*) FROM records").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if error.args:
            raise explain(error, backup) from None
        raise StorageProblem(f"{backup} is damaged.", "Take an older backup.", EX_IOERR) from None
    return Restored(backup.name, _taken(backup), schema, tables, records, files.size(backup))


def _taken(backup: Path) -> str:
    """Returns when a backup was taken: by its name, or by the file's time if it was renamed."""
    try:
        return taken_at(backup).isoformat()
    except ValueError:
        return datetime.fromtimestamp(backup.stat().st_mtime, UTC).isoformat(timespec="seconds")


def _mark(path: Path, found: Restored) -> None:
    """Marks pending rows as perhaps sent since the backup: the courier looks for them before it sends them again."""
    connection = connect(path)
    try:
        connection.execute("BEGIN IMMEDIATE")
        since = datetime.fromisoformat(found.taken).timestamp() * 1000
        connection.execute("UPDATE outbox SET sending = iif(sending > 1, sending, ?) WHERE done_at = 0", (int(since),))
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (RESTORED, found.taken))
        connection.execute("COMMIT")
    finally:
        connection.close()
