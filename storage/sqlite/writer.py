"""The one writer: waiting jobs run in one hop to the connection's thread and are made durable by one COMMIT.

A job is a plain function on the sqlite3 connection: nothing is awaited between BEGIN and COMMIT. One that raises is
rolled back alone: where it has changed something, its whole group runs once more, each in a SAVEPOINT of its own.
Callers get their results and their refusals only after the COMMIT.

A COMMIT, an fsync or a read that fails ends the process: what the disk holds then is unknown, and trying again would
confirm it wrongly (after a failed fsync the next one succeeds without having written anything). So does a database or a
WAL that somebody removed, replaced or wrote: both are checked around every group that writes, and ten times a second
by those that only read.

A page that is not sound ends it too, but only to begin anew: the start mends the file (storage/folder/damage.py).
What takes long reads the file beside the writer (beside.py).
"""

import asyncio
import contextlib
import logging
import os
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite

from storage.folder import files
from storage.folder.watch import Trouble, Watch
from storage.problem import (
    NotStorable,
    StorageClosed,
    StorageDamaged,
    StorageFailed,
    StorageFull,
    end_process,
    primary,
)
from storage.sqlite.beside import Beside, give_way, unsound

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]

logging.getLogger("aiosqlite").setLevel(logging.INFO)  # at DEBUG it would log what it runs

KEEP_FREE = 8 << 20
"""Bytes that must be free before a transaction begins: a disk that fills up before its COMMIT would end the process."""
CHECKPOINT_AFTER = 1000
"""Changed rows from one checkpoint of the WAL to the next."""
LOOK_EVERY = 0.1
"""Seconds between two looks at the files by groups that only read. They confirm nothing, and each look gives up the GIL
twice, which beside a busy event loop costs more than the read."""

_FATAL = frozenset(
    {
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOMEM,
    }
)


async def in_thread(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Runs a function on the connection's own thread. The one place that relies on aiosqlite's internals."""
    private = cast("Any", connection)
    return await private._execute(work, private._conn)  # noqa: SLF001


class _Waiting:
    """A job, its caller's future, and what became of it."""

    __slots__ = ("error", "future", "job", "result", "write")

    def __init__(self, job: Job[Any], future: asyncio.Future[Any], *, write: bool) -> None:
        self.job = job
        self.future = future
        self.write = write
        self.result: Any = None
        self.error: BaseException | None = None

    def tell(self) -> None:
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Writer:
    """Runs jobs on one connection; the module's docstring says how."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        folder: Path,
        watch: Watch,
        halt: Callable[[sqlite3.Connection, Trouble], str],
        on_fatal: Callable[[int], None] = end_process,
    ) -> None:
        self._connection = connection
        self._folder = folder
        self._watch = watch
        self._halt = halt
        self._on_fatal = on_fatal
        self._jobs: list[_Waiting] = []
        self._batch: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._failed: StorageFailed | None = None
        self._closed = self._told = False
        self._changes = 0
        self._due = False
        self._looked = 0.0
        self._lent = asyncio.Lock()
        self._beside: Beside | None = None
        self._folded = False
        self._aside = ThreadPoolExecutor(1, "beside", give_way)
        self.keep_free = KEEP_FREE
        self.checkpoint_after = CHECKPOINT_AFTER

    def write(self, job: Job[T]) -> Awaitable[T]:
        """Runs a job in a transaction; comes true when it is durable. A cancelled caller does not stop the job."""
        return self._ask(job, write=True)

    def read(self, job: Job[T]) -> Awaitable[T]:
        """Runs a job that writes nothing."""
        return self._ask(job, write=False)

    async def beside(self, look: Callable[[Beside], T]) -> T:
        """Runs a function in a thread of its own on the file as it is now, which nobody writes meanwhile.

        Everything that was confirmed before is in it. Raises StorageFull where the log cannot be folded into it.
        """
        async with self._lent:
            if self._failed is not None or self._closed:
                raise self._failed or StorageClosed
            self._beside = lent = Beside(self._folder / files.DATABASE, self._watch.handle)
            try:
                await self._hop(self._checkpoint)
                if self._failed is not None or not self._folded:
                    raise self._failed or StorageFull
                return await self.aside(lambda: look(lent))
            except sqlite3.OperationalError:
                if self._closed:
                    raise StorageClosed from None
                raise
            finally:
                lent.close()
                self._beside = None
                if self._due and not self._failed and not self._closed:
                    await self._hop(self._checkpoint)

    async def aside(self, work: Callable[[], T]) -> T:
        """Runs what concerns other files in that thread; a caller who is cancelled waits for it."""
        working = asyncio.get_running_loop().run_in_executor(self._aside, work)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            if self._beside is not None:
                self._beside.end()
            await asyncio.wait({working})
            working.exception()
            raise

    async def look_through(self) -> None:
        """Checks every page and every index; what is not sound is mended by beginning anew."""
        if wrong := await self.beside(lambda look: unsound(look.connection, indexes=True)):
            await self._hop(lambda _: self._damaged(wrong))

    async def close(self) -> None:
        """Runs the waiting jobs, checkpoints the WAL into the file and closes it."""
        self._closed = True
        if self._beside is not None:
            self._beside.end()
        async with self._lent:
            self._aside.shutdown(wait=False)
        while self._task is not None and not self._task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(self._task)
        if self._failed is None:
            await self._hop(self._checkpoint)
        with contextlib.suppress(sqlite3.Error):
            await self._connection.close()
        self._watch.close()

    def _ask(self, job: Job[T], *, write: bool) -> asyncio.Future[T]:
        if self._failed is not None:
            raise self._failed
        if self._closed:
            raise StorageClosed
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Waiting(job, future, write=write))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        return future

    async def _drain(self) -> None:
        """Hops as long as jobs wait. Jobs that come during a hop share the next."""
        try:
            while self._jobs:
                self._batch, self._jobs = self._jobs, []
                await self._hop(self._run)
                for waiting in self._batch:
                    waiting.tell()
                self._batch = []
                await asyncio.sleep(0)  # callers that were just answered may ask again before the next hop
                if self._due and not self._failed and self._beside is None:
                    await self._hop(self._checkpoint)
        finally:  # jobs are left only if the loop is being shut down
            for waiting in (*self._batch, *self._jobs):
                waiting.future.cancel()
            self._batch, self._jobs = [], []

    async def _hop(self, work: Job[None]) -> None:
        await in_thread(self._connection, work)
        if self._failed is not None and not self._told:
            self._told = True
            sys.stderr.write(f"{self._failed}\n")
            self._on_fatal(self._failed.exit_code)

    # ── on the connection's thread ──

    def _run(self, connection: sqlite3.Connection) -> None:
        batch = self._batch
        writes = [waiting for waiting in batch if waiting.write]
        now = time.monotonic()
        if writes or now >= self._looked + LOOK_EVERY:
            self._looked = now
            self._heed(self._watch.at_rest(), connection)
        if self._failed is None:
            for waiting in batch:
                if not waiting.write:
                    self._run_one(waiting, connection)
        if writes and self._failed is None:
            self._transaction(writes, connection)
        if self._failed is not None:
            for waiting in batch:
                waiting.error = self._failed

    def _transaction(self, writes: list[_Waiting], connection: sqlite3.Connection) -> None:
        """Runs these jobs in one transaction: in one savepoint, and each in its own once one has to be rolled back."""
        try:
            if self._is_full():
                for waiting in writes:
                    waiting.error = StorageFull()
                return
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("SAVEPOINT job")
            number, apart = 0, False
            while number < len(writes):
                waiting, before = writes[number], connection.total_changes
                (self._in_savepoint if apart else self._run_one)(waiting, connection)
                if self._failed is not None:
                    return
                if (
                    not connection.in_transaction
                ):  # on a full disk SQLite gives all of it up: once more without this one
                    self._transaction([other for other in writes if other is not waiting], connection)
                    return
                number += 1
                if waiting.error is not None and not apart and connection.total_changes != before:
                    connection.execute("ROLLBACK TO job")
                    number, apart = 0, True
            connection.execute("COMMIT")
            self._due = connection.total_changes - self._changes >= self.checkpoint_after
            self._heed(self._watch.after_commit(), connection)
        except (sqlite3.Error, OSError, MemoryError) as error:
            self._fail("The transaction could not be completed", error, connection)

    def _in_savepoint(self, waiting: _Waiting, connection: sqlite3.Connection) -> None:
        connection.execute("SAVEPOINT job")
        self._run_one(waiting, connection)
        if self._failed is not None or not connection.in_transaction:
            return
        if waiting.error is not None:
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def _run_one(self, waiting: _Waiting, connection: sqlite3.Connection) -> None:
        waiting.error = None
        try:
            waiting.result = waiting.job(connection)
        except (UnicodeError, OverflowError):
            waiting.error = NotStorable()  # their repr would hold the text
        except BaseException as error:  # noqa: BLE001 (handed to the caller)
            code = primary(error)
            if code in _FATAL or isinstance(error, MemoryError):
                self._fail("The database could not be read or written", error, connection)
            waiting.error = StorageFull() if code == sqlite3.SQLITE_FULL else error

    def _checkpoint(self, connection: sqlite3.Connection) -> None:
        """Checkpoints the WAL into the file: by hand, as SQLite's own checkpoint is silent about a failed fsync."""
        self._folded = False
        self._heed(self._watch.at_rest(), connection)
        if self._failed is not None:
            return
        try:
            ((_, written, folded),) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._folded = written == folded
            self._changes = connection.total_changes
            self._due = False
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            self._heed(self._watch.after_folding(pages), connection)
        except sqlite3.Error as error:
            if primary(error) == sqlite3.SQLITE_FULL:  # the WAL keeps all of it, the next checkpoint tries again
                self._heed(self._watch.after_half_a_folding(), connection)
                return
            self._fail("The log could not be folded into the database", error, connection)

    def _heed(self, trouble: Trouble | None, connection: sqlite3.Connection) -> None:
        """Confirms nothing any more once the files are not ours."""
        if trouble is not None and self._failed is None:
            self._failed = StorageFailed(self._halt(connection, trouble))

    def _is_full(self) -> bool:
        free = os.statvfs(self._folder)
        return free.f_bavail * free.f_frsize < self.keep_free

    def _fail(self, what: str, error: BaseException, connection: sqlite3.Connection) -> None:
        """Records a failure; if somebody touched the files, that is its cause."""
        trouble = self._watch.after_failure()
        if trouble is not None:
            for end in ("ROLLBACK TO job", "RELEASE job", "COMMIT", "ROLLBACK"):  # what is cached gets copied
                if connection.in_transaction:
                    with contextlib.suppress(sqlite3.Error):
                        connection.execute(end)
            self._heed(trouble, connection)
            return
        name: str = getattr(error, "sqlite_errorname", type(error).__name__)
        if primary(error) == sqlite3.SQLITE_CORRUPT:
            self._damaged(name)
            return
        self._failed = StorageFailed(
            f"{what} ({name}). Nothing unsure was confirmed; look at the disk before a restart."
        )

    def _damaged(self, what: str) -> None:
        """Leaves a note for the start, which then looks through the whole file; without it that is not begun."""
        if self._failed is not None:
            return
        self._failed = StorageDamaged(f"A page of the database is not sound ({what}). It is mended by beginning anew.")
        try:
            files.leave(self._folder / files.DAMAGED, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC: {what}\n")
        except OSError as error:
            self._failed = StorageFailed(f"A page of the database is not sound ({what}); no note could be left.")
            self._failed.__cause__ = error
