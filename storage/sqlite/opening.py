"""`open_store(folder)` opens or makes the one file, holds it alone, and brings it forward."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import aiosqlite

from storage.folder import backup, files
from storage.folder.damage import Mended, is_marked, mend
from storage.folder.halt import halted, refuse_halted
from storage.folder.known import Known, refuse_a_vanished_one
from storage.folder.watch import Watch
from storage.problem import StorageClosed, end_process
from storage.sqlite.connection import LOOKED_THROUGH, Connect, allowed, connect, take_hold, told
from storage.sqlite.migrate import Steps, check, known_steps, migrate
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import Writer


class _Opening:
    """Opens the file as the first thing on the connection's thread, and keeps what came of it."""

    def __init__(
        self, path: Path, open_file: Connect, steps: Steps, *, backups: backup.Backups, synchronous: str, known: Known
    ) -> None:
        self._path = path
        self._open_file = open_file
        self._steps = steps
        self._backups = backups
        self._synchronous = synchronous
        self._known = known
        self.watch: Watch | None = None
        self.mended: Mended | None = None
        self.failed: BaseException | None = None

    def __call__(self) -> sqlite3.Connection:
        """Returns a connection even on a failure: given nothing to close, aiosqlite leaves its thread running."""
        try:
            return self._opened()
        except BaseException as error:  # noqa: BLE001 (raised by open_store)
            self.failed = error
            return sqlite3.connect(":memory:", check_same_thread=False)

    def _mended(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Reads a small file whole, so that a page that is not sound is met now; a large one is read once it runs.

        One in which such a page was met, or whose schema is to change, is read whole in any case.
        """
        path, newest = self._path, self._steps[-1][0]
        small, old = files.size(path) <= LOOKED_THROUGH, check(connection, newest) < newest
        if not (small or old or is_marked(path.parent)):
            return connection
        self.mended = mend(connection, path, self._backups, self._open_file)
        if self.mended is None:
            return connection
        connection = self._open_file(path)
        take_hold(connection, synchronous=self._synchronous)
        return connection

    def _opened(self) -> sqlite3.Connection:
        """Makes the file if this is the first start, takes the lock, brings the schema forward."""
        path = self._path
        if not files.size(path):
            refuse_a_vanished_one(path, self._known, self._backups.known())
            if not path.exists():
                files.new_file(path)
                files.sync_folder(path.parent)
        connection: sqlite3.Connection | None = None
        try:
            connection = self._open_file(path)
            take_hold(connection, synchronous=self._synchronous)
            connection = self._mended(connection)
            migrate(connection, self._steps, partial(self._backups.before_step, connection))
            if connection.execute("SELECT 1 FROM games LIMIT 1").fetchone():
                self._known.note()
            self.watch = Watch(path, connection.execute("PRAGMA page_size").fetchone()[0])
            connection.set_authorizer(allowed)
        except BaseException as error:  # noqa: BLE001 (as a problem)
            if connection is not None:
                with suppress(sqlite3.Error):
                    connection.close()
            raise told(error, path) from None
        return connection


async def open_store(
    folder: Path,
    *,
    known: Known | None = None,
    second: Path | None = None,
    on_fatal: Callable[[int], None] = end_process,
    open_file: Connect = connect,
    steps: Steps | None = None,
    synchronous: str = "FULL",
) -> SqliteStore:
    """Opens or makes the database of a data folder; raises StorageProblem, which says what helps and how to exit.

    Each backup is copied to `second`. The arguments after that are there for tests.
    """
    files.prepare(folder)
    refuse_halted(folder)
    path = folder / files.DATABASE
    backups = backup.Backups(folder / files.BACKUPS, second, open_file)
    known = known or Known()
    steps = known_steps() if steps is None else steps
    opening = _Opening(path, open_file, steps, backups=backups, synchronous=synchronous, known=known)
    connection = await aiosqlite.Connection(opening, iter_chunk_size=64)
    if opening.failed is not None or opening.watch is None:
        await connection.close()
        raise opening.failed or StorageClosed
    halt = partial(halted, folder=folder, backups=backups)
    writer = Writer(connection, folder, opening.watch, halt, on_fatal)
    return SqliteStore(folder, writer, backups, known, opening.mended)
