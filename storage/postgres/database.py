"""Connections to PostgreSQL, and one statement as one transaction: kept trying where that is safe, never told twice.

Each job is one statement, so that it is made in one trip and nobody who freezes keeps a lock. Nothing depends on which
connection it is made by: what is between may be a pooler that gives every transaction another one.

A connection may break while a statement runs, and nobody knows then whether it was committed. It is run once more by
another one and told that it is `again`: what was written by the first is found, by the interaction's id, by the
revision, by what stands, and is not written twice. Where no database answers within PATIENCE, StorageAway is raised.
"""

import asyncio
import math
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, LiteralString, TypeVar, cast

import msgspec
import psycopg
from psycopg import AsyncConnection, AsyncCursor, AsyncRawCursor, errors
from psycopg.pq import ConnStatus, TransactionStatus
from psycopg.types.json import set_json_loads
from psycopg.types.numeric import Int8Dumper

from storage.monitoring.histogram import Histogram
from storage.postgres.address import Address
from storage.postgres.trip import Link, Row, rows_of
from storage.problem import NotStorable, StorageAway, StorageClosed, StorageError, StorageFull

T = TypeVar("T")

CONNECTIONS: Final = 12
"""So many at most: a commit waits for the disk and hardly for a processor, and those that wait share one flush."""
PATIENCE: Final = 8.0
"""Seconds until a database that does not answer is told to be away."""
LONGEST: Final = 60.0
"""The same of what reads or writes much."""
PAUSES: Final = (0.0, 0.05, 0.1, 0.2, 0.4, 0.5)
"""Seconds before it is tried again."""
LOOKS: Final = 0.1
"""Seconds from one look for a connection that does not answer to the next; none while nothing runs."""
STILL: Final = 1.0
"""Seconds without a look behind which this process stood still: frozen, or on a machine that slept."""
LEAVES: Final = 2.0
"""Seconds for which a process that is asked to end waits for a database that is away."""

_LOST = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.ReadOnlySqlTransaction,
    errors.TooManyConnections,
    errors.DatabaseDropped,
    errors.IdleSessionTimeout,
)
_RACED = (errors.SerializationFailure, errors.DeadlockDetected)
_UNSTORABLE = (errors.UntranslatableCharacter, errors.CharacterNotInRepertoire, errors.NumericValueOutOfRange)


class NotUnique(Exception):  # noqa: N818 (what was found, not that it is an error)
    """What was to be written is there already."""

    def __init__(self, constraint: str) -> None:
        super().__init__(constraint)
        self.constraint = constraint


class Database:
    """Some connections to one database, made when they are wanted."""

    def __init__(
        self,
        address: Address,
        on_new: Callable[[Link], Awaitable[None]],
        *,
        connections: int = CONNECTIONS,
        first: Link | None = None,
    ) -> None:
        """`first`: a connection that `on_new` has seen already."""
        self.address = address
        self.patience = PATIENCE
        self._on_new = on_new
        self._idle: list[Link] = [] if first is None else [first]
        self._room = asyncio.Semaphore(connections)
        self._lent: dict[Link, float] = {}
        """Connections by which something runs, and until when it may."""
        self._looking: asyncio.TimerHandle | None = None
        self._looked_at = self._stood = 0.0
        """When that was last, and the seconds for which this process itself stood still."""
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._leaves_at = math.inf
        self.took = Histogram()
        """How long statements took, with what was tried again."""
        self.lost = 0
        """How often a connection broke while a statement ran."""
        self.on_away: Callable[[bool], None] = lambda _: None
        """Told once that nothing answers any more (True), and once that it does again."""
        self._is_away = False

    def leave_soon(self) -> None:
        """From now on a database that is away is hardly waited for: the process is to end."""
        self._leaves_at = asyncio.get_running_loop().time() + LEAVES

    async def close(self) -> None:
        """Waits for what is being written, and leaves."""
        self._closed = True
        while self._running:
            await asyncio.wait(set(self._running))
        while self._idle:
            await self._idle.pop().close()

    # ── one statement, one transaction ──

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Returns the rows of a statement that writes nothing."""
        return await self._kept_up(lambda link, _: _rows(link, sql, values))

    async def write(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Returns the rows of one that writes, once it is durable, and does the same where it is run twice."""
        return await self._to_its_end(lambda link, _: _rows(link, sql, values))

    async def write_once(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Does that with one which must be told, by its last value, that it may have been committed before."""
        return await self._to_its_end(lambda link, again: _rows(link, sql, (*values, again)))

    async def transaction(self, work: Callable[[Link], Awaitable[T]], *, longest: float = LONGEST) -> T:
        """Runs several statements as one transaction, and does the same where it is run twice; for what is rare."""

        async def within(link: Link, _: bool) -> T:
            async with link.transaction():
                return await work(link)

        return await self._to_its_end(within, longest)

    async def _to_its_end(self, work: Callable[[Link, bool], Awaitable[T]], longest: float = 0.0) -> T:
        """Runs a job that a cancelled caller does not stop."""
        running = asyncio.ensure_future(self._kept_up(work, longest))
        self._running.add(running)
        running.add_done_callback(self._ended)
        return await asyncio.shield(running)

    def _ended(self, running: "asyncio.Task[Any]") -> None:
        self._running.discard(running)
        if not running.cancelled():
            running.exception()  # who was cancelled does not hear it

    async def _kept_up(self, work: Callable[[Link, bool], Awaitable[T]], longest: float = 0.0) -> T:
        if self._closed:
            raise StorageClosed
        with self.took.timed():
            return await self._until_made(work, longest)

    async def _until_made(self, work: Callable[[Link, bool], Awaitable[T]], longest: float) -> T:
        loop = asyncio.get_running_loop()
        again, tried, until = False, 0, self._now + (longest or self.patience)
        while True:
            try:
                async with self._room:
                    found = await self._done(work, until, again=again)
            except _RACED:
                pass
            except errors.UniqueViolation as error:
                raise NotUnique(error.diag.constraint_name or "") from None
            except psycopg.Error as error:
                if not _is_lost(error):
                    raise told(error) from None
                again = True
            else:
                self._note(away=False)
                return found
            if self._now >= until or (tried > 1 and loop.time() >= self._leaves_at):
                self._note(away=True)
                raise StorageAway from None
            await asyncio.sleep(PAUSES[min(tried, len(PAUSES) - 1)])
            tried += 1

    def _note(self, *, away: bool) -> None:
        if away is not self._is_away:
            self._is_away = away
            self.on_away(away)

    async def _done(self, work: Callable[[Link, bool], Awaitable[T]], until: float, *, again: bool) -> T:
        """Lends a connection. One that does not answer in time is cut, as if the other end had gone."""
        link = self._idle.pop() if self._idle else await self._connected()
        self._lent[link] = until
        if self._looking is None:
            self._look_soon()
        try:
            return await work(link, again)
        except psycopg.Error as error:
            if _is_lost(error):
                self.lost += 1
                await _left(link, *self._idle)  # what broke this one has mostly broken all
                self._idle.clear()
            raise
        finally:
            del self._lent[link]
            line = link.pgconn
            if line.status == ConnStatus.OK and line.transaction_status == TransactionStatus.IDLE:
                self._idle.append(link)
            else:
                await _left(link)

    def _look(self) -> None:
        """Cuts what has not answered in time: one timer for all, for a statement mostly takes a millisecond."""
        still = asyncio.get_running_loop().time() - self._looked_at - LOOKS
        self._stood += still if still > STILL else 0.0
        for link, until in self._lent.items():
            if self._now > until:
                _cut(link)
        self._looking = None
        if self._lent:
            self._look_soon()

    def _look_soon(self) -> None:
        loop = asyncio.get_running_loop()
        self._looked_at = loop.time()
        self._looking = loop.call_later(LOOKS, self._look)

    @property
    def _now(self) -> float:
        """Seconds of this process's own: those in which it could have heard an answer."""
        return asyncio.get_running_loop().time() - self._stood

    async def _connected(self) -> Link:
        link = await connect(self.address)
        try:
            await self._on_new(link)
        except BaseException:
            await _left(link)
            raise
        return link


async def connect(address: Address) -> Link:
    """Returns a connection that prepares no statements: a pooler may give each transaction to another server process.

    What is run often is a function there, whose plan is kept in any case.
    """
    link = await AsyncConnection.connect(
        autocommit=True, prepare_threshold=None, cursor_factory=AsyncRawCursor, **address.parameters
    )
    link.adapters.register_dumper(int, Int8Dumper)
    set_json_loads(msgspec.json.decode, link)
    return link


async def run(link: Link, sql: str, values: Sequence[Any] = ()) -> AsyncCursor[Row]:
    """Runs a statement that is put together of names of our own; values come beside it."""
    return await link.execute(cast("LiteralString", sql), values)


async def _rows(link: Link, sql: str, values: Sequence[Any]) -> list[Row]:
    try:
        return await rows_of(link, sql, values)
    except (UnicodeError, psycopg.DataError, OverflowError) as error:
        if isinstance(error, psycopg.Error) and error.sqlstate and not isinstance(error, _UNSTORABLE):
            raise
        raise NotStorable from None  # its text would hold the value


def _is_lost(error: psycopg.Error) -> bool:
    """Is it the connection that failed, or the whole server, and not the statement?"""
    if isinstance(error, (*_LOST, psycopg.InterfaceError)):
        return True
    return isinstance(error, psycopg.OperationalError) and (not error.sqlstate or error.sqlstate.startswith("08"))


def told(error: psycopg.Error) -> StorageError:
    """Returns an error without what the server says of it, which may repeat what was to be stored."""
    if isinstance(error, errors.DiskFull):
        return StorageFull()
    return StorageError(f"the database refused a statement ({error.sqlstate or type(error).__name__})")


def _cut(link: Link) -> None:
    """Ends a connection under who waits for it: closing it properly would need an answer, too."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=socket.dup(link.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


async def _left(*links: Link) -> None:
    for link in links:
        with suppress(psycopg.Error, OSError):
            await link.close()
