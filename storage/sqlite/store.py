"""The SQLite form of the port, over the one file that `opening` has opened."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Self

from rules.contract import Record
from storage.folder import backup
from storage.folder.damage import Mended
from storage.folder.known import Known
from storage.port import DAY, Aged, Duty, Result, Sitting
from storage.rows import (
    Change,
    Committed,
    DraftRow,
    DrawRow,
    Guild,
    Loaded,
    OutRow,
    Person,
    Sent,
    Standing,
    TableRow,
    ThoughtRow,
    Waiting,
)
from storage.sqlite import agenda, log, outbox, people, ratings, records, tables, traces
from storage.sqlite.writer import Writer


class SqliteStore:
    """The port over one SQLite file; each method is documented in storage/port.py."""

    def __init__(
        self, folder: Path, writer: Writer, backups: backup.Backups, known: Known, mended: Mended | None = None
    ) -> None:
        self.folder = folder
        self.writer = writer
        self.backups = backups
        self.mended = mended
        """What the start had to mend; None if all was sound."""
        self._known = known
        self._budget = outbox.Budget()
        self.annals = ratings.SqliteAnnals(writer)

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

    async def newest_action(self) -> int:
        return await self.writer.read(records.newest_action)

    async def load(self, table: str = "", /, *, channel: int = 0, interaction: int = 0) -> Loaded | None:
        return await self.writer.read(lambda c: tables.load(c, table, channel=channel, interaction=interaction))

    async def at_channel(self, channel: int, /) -> str | None:
        return await self.writer.read(lambda c: tables.at_channel(c, channel))

    async def records(self, table: str, /) -> tuple[Record, ...]:
        return await self.writer.read(lambda c: records.records(c, table))

    async def committed(self, table: str, seat: int, after: int, /) -> tuple[Committed, ...]:
        return await self.writer.read(lambda c: records.committed(c, table, seat, after))

    async def last_committed(
        self, table: str, seat: int, span: tuple[int, int], texts: tuple[str, ...], undone: str, /
    ) -> Committed | None:
        return await self.writer.read(lambda c: records.last_committed(c, table, seat, span, texts, undone=undone))

    async def salt(self, table: str, now: int, /) -> int:
        return await self.writer.write(lambda c: outbox.salt(c, table, now))

    async def draws(self, table: str, /) -> tuple[DrawRow, ...]:
        return await self.writer.read(lambda c: records.draws(c, table))

    async def salts(self, table: str, /) -> tuple[tuple[int, int], ...]:
        return await self.writer.read(lambda c: records.salts(c, table))

    async def log(self, table: str, /) -> tuple[str, ...]:
        return await self.writer.read(lambda c: log.log(c, table))

    async def log_versions(self, table: str, /) -> tuple[int, ...]:
        return await self.writer.read(lambda c: log.versions(c, table))

    async def log_times(self, table: str, /) -> tuple[int, ...]:
        return await self.writer.read(lambda c: log.times(c, table))

    async def told_since(self, table: str, seat: int, /) -> tuple[int, tuple[str, ...]]:
        return await self.writer.read(lambda c: log.since(c, table, seat))

    async def notice(self, table: str, seat: int, since: int, now: int, /) -> None:
        await self.writer.write(lambda c: tables.notice(c, table, seat, since, now))

    async def draft(self, table: str, seat: int, /) -> DraftRow | None:
        return await self.writer.read(lambda c: records.draft(c, table, seat))

    async def save_draft(self, table: str, draft: DraftRow, expect: int, /, nth: int | None = None) -> None:
        await self.writer.write(lambda c: records.save_draft(c, table, draft, expect, nth))

    async def forget_draft(self, table: str, seat: int, /) -> None:
        await self.writer.write(lambda c: records.forget_draft(c, table, seat))

    async def duties(self, user: int, /) -> tuple[Duty, ...]:
        return await self.writer.read(lambda c: traces.duties(c, user))

    async def was_here(self, table: str, user: int, /) -> bool:
        return await self.writer.read(lambda c: traces.was_here(c, table, user))

    async def sittings(self, user: int, /) -> tuple[Sitting, ...]:
        return await self.writer.read(lambda c: traces.sittings(c, user))

    async def results(self, user: int, /) -> tuple[Result, ...]:
        return await self.writer.read(lambda c: ratings.results(c, user))

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
        return await self.writer.read(lambda c: agenda.due(c, now, limit, longest))

    async def next_due(self) -> int | None:
        return await self.writer.read(agenda.next_due)

    async def house_due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, int], ...]:
        return await self.writer.read(lambda c: agenda.house_due(c, now, limit, longest))

    async def next_house_due(self, after: int, /) -> int | None:
        return await self.writer.read(lambda c: agenda.next_house_due(c, after))

    async def thoughts(self, table: str, /) -> tuple[ThoughtRow, ...]:
        return await self.writer.read(lambda c: log.thoughts(c, table))

    async def expired(self, now: int, limit: int, /) -> tuple[str, ...]:
        return await self.writer.read(lambda c: agenda.expired(c, now, limit))

    async def agenda_due(self, now: int, limit: int, /) -> tuple[tuple[int, str, int], ...]:
        return await self.writer.read(lambda c: agenda.due_for_people(c, now, limit))

    async def set_agenda(
        self, user: int, what: str, at: int, /, *, told: tuple[str, OutRow] | None = None, now: int = 0
    ) -> None:
        await self.writer.write(lambda c: agenda.set_agenda(c, (user, what, at), told, now))

    async def outages(self, since: int, /) -> tuple[tuple[int, int], ...]:
        return await self.writer.read(lambda c: agenda.outages(c, since))

    async def tables_with_deadlines(self) -> tuple[str, ...]:
        return await self.writer.read(agenda.tables_with_deadlines)

    async def watch_silence(self, at: int, /) -> int:
        return await self.writer.write(lambda c: agenda.watch_silence(c, at))

    async def beat(self, now: int, /, outage: tuple[int, int] | None = None) -> None:
        await self.writer.write(lambda c: agenda.beat(c, now, outage))

    async def tables_of_rules(self, versions: Mapping[str, int], after: str, limit: int, /) -> tuple[Aged, ...]:
        return await self.writer.read(lambda c: tables.of_rules(c, versions, after, limit))

    # ── the outbox ──

    async def enqueue_for_all(
        self, because: str, rows: tuple[tuple[str, OutRow], ...], now: int, /, among: tuple[str, ...] | None = None
    ) -> int:
        return await self.writer.write(lambda c: outbox.enqueue_for_all(c, because, rows, now, among))

    async def waiting(self, now: int, limit: int, /, without: tuple[str, ...] = ()) -> tuple[Waiting, ...]:
        return await self.writer.read(lambda c: outbox.waiting(c, now, limit, without))

    async def sending(self, ids: tuple[int, ...], now: int, /) -> None:
        await self.writer.write(lambda c: outbox.sending(c, ids, now))

    def entitled(self) -> AbstractAsyncContextManager[int]:
        return nullcontext(0)

    async def spend(self, what: str, limits: Sequence[tuple[int, int]], now: int, /, rest: int = 0) -> int:
        return self._budget.spend(what, limits, now, rest)

    async def sent(
        self,
        ids: tuple[int, ...],
        message: Sent | None,
        now: int,
        /,
        *,
        then: tuple[OutRow, ...] = (),
        over: tuple[int, ...] = (),
        called: bool = True,
        salts: bool = True,
    ) -> tuple[Waiting, ...]:
        return await self.writer.write(
            lambda c: outbox.sent(c, ids, message, now, then=then, over=over, called=called, salts=salts)
        )

    async def failed(self, ids: tuple[int, ...], next_at: int, /, *, unknown: bool = False) -> None:
        await self.writer.write(lambda c: outbox.failed(c, ids, next_at, unknown=unknown))

    async def postpone(self, ids: tuple[int, ...], next_at: int, /) -> None:
        await self.writer.write(lambda c: outbox.postpone(c, ids, next_at))

    async def unsaid(self, table: str, /) -> tuple[OutRow, ...]:
        return await self.writer.read(lambda c: outbox.unsaid(c, table))

    async def news(self, table: str, kinds: tuple[str, ...], /) -> tuple[tuple[OutRow, ...], Sent | None]:
        return await self.writer.read(lambda c: outbox.news(c, table, kinds))

    async def say_otherwise(self, rows: tuple[tuple[int, OutRow], ...], now: int, /) -> None:
        await self.writer.write(lambda c: outbox.otherwise(c, rows, now))

    async def nudges(self, user: int, now: int, /) -> tuple[Waiting, ...]:
        return await self.writer.read(lambda c: outbox.nudges(c, user, now))

    async def shift(self, by: int, now: int, noted: tuple[str, str] | None = None, /) -> int:
        return await self.writer.write(lambda c: outbox.shift(c, by, now, noted))

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

    async def newest_message(self, table: str, /, *kinds: str) -> Sent | None:
        return await self.writer.read(lambda c: outbox.newest_message(c, table, kinds))

    async def live(self, table: str, /) -> tuple[Sent, ...]:
        return await self.writer.read(lambda c: outbox.live(c, table))

    async def standing(self, table: str, kind: str, /) -> Standing:
        return await self.writer.read(lambda c: outbox.standing(c, table, kind))

    async def said(self, message: int, /) -> tuple[OutRow, ...]:
        return await self.writer.read(lambda c: outbox.said(c, message))

    # ── people, servers, the rest ──

    async def person(self, user: int, /) -> Person:
        return await self.writer.read(lambda c: people.person(c, user))

    async def save_person(self, person: Person, /, known: Person | None = None, *, reckon: int = 0) -> bool:
        return await self.writer.write(lambda c: people.save_person(c, person, known, reckon=reckon))

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
