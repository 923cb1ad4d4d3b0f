"""The SQLite form of the port: `open_store(folder)` opens or makes the one file, and holds it alone."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import aiosqlite

from rules.contract import Record
from storage import backup, files, log, outbox, people, records, results, tables, traces
from storage.connection import LOOKED_THROUGH, Connect, allowed, connect, look_through, take_hold, told
from storage.halt import halted, refuse_halted
from storage.known import Known, refuse_a_vanished_one
from storage.migrate import Steps, known_steps, migrate
from storage.port import DAY
from storage.problem import StorageClosed
from storage.rows import (
    Aged,
    Change,
    DraftRow,
    Duty,
    Guild,
    Loaded,
    OutRow,
    Person,
    Result,
    Sent,
    Sitting,
    TableRow,
    Waiting,
)
from storage.watch import Watch
from storage.writer import Writer, end_process


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
        self.failed: BaseException | None = None

    def __call__(self) -> sqlite3.Connection:
        """Returns a connection even on a failure: given nothing to close, aiosqlite leaves its thread running."""
        try:
            return self._opened()
        except BaseException as error:  # noqa: BLE001 (raised by open_store)
            self.failed = error
            return sqlite3.connect(":memory:", check_same_thread=False)

    def _opened(self) -> sqlite3.Connection:
        """Makes the file if this is the first start, takes the lock, brings the schema forward."""
        path = self._path
        if not files.size(path):
            refuse_a_vanished_one(path, self._known)
            if not path.exists():
                files.new_file(path)
                files.sync_folder(path.parent)
        connection: sqlite3.Connection | None = None
        try:
            connection = self._open_file(path)
            take_hold(connection, synchronous=self._synchronous)
            migrate(connection, self._steps, partial(self._backups.before_step, connection))
            if files.size(path) <= LOOKED_THROUGH:
                look_through(connection)
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
    on_fatal: Callable[[int], None] = end_process,
    open_file: Connect = connect,
    steps: Steps | None = None,
    synchronous: str = "FULL",
) -> "SqliteStore":
    """Opens or makes the database of a data folder; raises StorageProblem, which says what helps and how to exit.

    All arguments but the folder and `known` are there for tests.
    """
    files.prepare(folder)
    refuse_halted(folder)
    path = folder / files.DATABASE
    backups = backup.Backups(folder / files.BACKUPS, open_file)
    known = known or Known()
    steps = known_steps() if steps is None else steps
    opening = _Opening(path, open_file, steps, backups=backups, synchronous=synchronous, known=known)
    connection = await aiosqlite.Connection(opening, iter_chunk_size=64)
    if opening.failed is not None or opening.watch is None:
        await connection.close()
        raise opening.failed or StorageClosed
    halt = partial(halted, folder=folder, backups=backups)
    return SqliteStore(folder, Writer(connection, folder, opening.watch, halt, on_fatal), backups, known)


class SqliteStore:
    """The port over one SQLite file; each method is documented in port.py."""

    def __init__(self, folder: Path, writer: Writer, backups: "backup.Backups", known: Known) -> None:
        self.folder = folder
        self.writer = writer
        self.backups = backups
        self._known = known

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self.writer.close()

    async def backup(self, why: str = "") -> Path:
        """Makes a backup now, of every change that was confirmed before the call."""
        return await self.backups.make(self.writer, why)

    # ── tables ──

    async def write(self, change: Change, /) -> TableRow:
        return await self.writer.write(lambda c: self._written(c, change))

    def _written(self, connection: sqlite3.Connection, change: Change) -> TableRow:
        if change.expect < 0:
            self._known.note()
        return tables.write(connection, change)

    async def answer_of(self, interaction: int, /) -> str | None:
        return await self.writer.read(lambda c: tables.answer_of(c, interaction))

    async def load(self, table: str = "", /, *, channel: int = 0, interaction: int = 0) -> Loaded | None:
        return await self.writer.read(lambda c: tables.load(c, table, channel=channel, interaction=interaction))

    async def at_channel(self, channel: int, /) -> str | None:
        return await self.writer.read(lambda c: tables.at_channel(c, channel))

    async def records(self, table: str, /) -> tuple[Record, ...]:
        return await self.writer.read(lambda c: records.records(c, table))

    async def log(self, table: str, /) -> tuple[str, ...]:
        return await self.writer.read(lambda c: log.log(c, table))

    async def notice(self, table: str, seat: int, since: int, now: int, /) -> None:
        await self.writer.write(lambda c: tables.notice(c, table, seat, since, now))

    async def draft(self, table: str, seat: int, /) -> DraftRow | None:
        return await self.writer.read(lambda c: records.draft(c, table, seat))

    async def save_draft(self, table: str, draft: DraftRow, expect: int, /) -> None:
        await self.writer.write(lambda c: records.save_draft(c, table, draft, expect))

    async def forget_draft(self, table: str, seat: int, /) -> None:
        await self.writer.write(lambda c: records.forget_draft(c, table, seat))

    async def duties(self, user: int, /) -> tuple[Duty, ...]:
        return await self.writer.read(lambda c: tables.duties(c, user))

    async def sittings(self, user: int, /) -> tuple[Sitting, ...]:
        return await self.writer.read(lambda c: traces.sittings(c, user))

    async def results(self, user: int, /) -> tuple[Result, ...]:
        return await self.writer.read(lambda c: results.results(c, user))

    async def forget(self, user: int, names: tuple[tuple[str, int, str], ...], /) -> bool:
        return await self.writer.write(lambda c: traces.forget(c, user, names))

    async def tables_of(self, guild: int, status: tuple[str, ...], limit: int, /) -> tuple[TableRow, ...]:
        return await self.writer.read(lambda c: tables.tables_of(c, guild, status, limit))

    async def count_tables(
        self, *, user: int = 0, guild: int = 0, creator: int = 0, status: tuple[str, ...], since: int = 0
    ) -> int:
        return await self.writer.read(
            lambda c: tables.count_tables(c, user, guild, status, creator=creator, since=since)
        )

    async def due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, str, int, int], ...]:
        return await self.writer.read(lambda c: tables.due(c, now, limit, longest))

    async def next_due(self) -> int | None:
        return await self.writer.read(tables.next_due)

    async def expired(self, now: int, limit: int, /) -> tuple[str, ...]:
        return await self.writer.read(lambda c: tables.expired(c, now, limit))

    async def tables_of_rules(self, versions: Mapping[str, int], after: str, limit: int, /) -> tuple[Aged, ...]:
        return await self.writer.read(lambda c: tables.of_rules(c, versions, after, limit))

    # ── the outbox ──

    async def say_to_all(self, because: str, rows: tuple[tuple[str, OutRow], ...], now: int, /) -> int:
        return await self.writer.write(lambda c: outbox.say_to_all(c, because, rows, now))

    async def waiting(self, now: int, limit: int, /, without: tuple[str, ...] = ()) -> tuple[Waiting, ...]:
        return await self.writer.read(lambda c: outbox.waiting(c, now, limit, without))

    async def sending(self, ids: tuple[int, ...], /) -> None:
        await self.writer.write(lambda c: outbox.sending(c, ids))

    async def sent(self, ids: tuple[int, ...], message: Sent | None, now: int, /) -> None:
        await self.writer.write(lambda c: outbox.sent(c, ids, message, now))

    async def failed(self, ids: tuple[int, ...], next_at: int, /, *, unknown: bool = False) -> None:
        await self.writer.write(lambda c: outbox.failed(c, ids, next_at, unknown=unknown))

    async def postpone(self, ids: tuple[int, ...], next_at: int, /) -> None:
        await self.writer.write(lambda c: outbox.postpone(c, ids, next_at))

    async def unsaid(self, table: str, /) -> tuple[OutRow, ...]:
        return await self.writer.read(lambda c: outbox.unsaid(c, table))

    async def say_to_silent(self, heard: str, row: OutRow, before: int, now: int, /) -> int:
        return await self.writer.write(lambda c: outbox.say_to_silent(c, heard, row, before, now))

    async def park(
        self, table: str, why: str, /, *, rev: int = -1, told: tuple[OutRow, ...] = (), now: int = 0, lately: int = 0
    ) -> None:
        await self.writer.write(lambda c: outbox.park(c, (table, why, rev), told, now, lately))

    async def parked(self, table: str, /) -> str:
        return await self.writer.read(lambda c: outbox.parked(c, table))

    async def unpark(self, table: str, now: int, /) -> None:
        await self.writer.write(lambda c: outbox.unpark(c, table, now))

    async def unpark_failed(self, now: int, /) -> None:
        await self.writer.write(lambda c: outbox.unpark_failed(c, now))

    async def newest_message(self, table: str, kind: str, /) -> Sent | None:
        return await self.writer.read(lambda c: outbox.newest_message(c, table, kind))

    # ── people, servers, the rest ──

    async def person(self, user: int, /) -> Person:
        return await self.writer.read(lambda c: people.person(c, user))

    async def save_person(self, person: Person, /) -> None:
        await self.writer.write(lambda c: people.save_person(c, person))

    async def note_dm(self, user: int, channel: int, state: str, /) -> None:
        await self.writer.write(lambda c: people.note_dm(c, user, channel, state))

    async def remember_locale(self, user: int, locale: str, /) -> None:
        await self.writer.write(lambda c: people.remember_locale(c, user, locale))

    async def guild(self, guild: int, /) -> Guild:
        return await self.writer.read(lambda c: people.guild(c, guild))

    async def save_guild(self, guild: Guild, /) -> None:
        await self.writer.write(lambda c: people.save_guild(c, guild))

    async def meta(self, key: str, /) -> str | None:
        return await self.writer.read(lambda c: people.meta(c, key))

    async def save_meta(self, key: str, value: str, /) -> None:
        await self.writer.write(lambda c: people.save_meta(c, key, value))

    async def prune(self, now: int, /) -> None:
        await self.writer.write(lambda c: tables.prune(c, now))
