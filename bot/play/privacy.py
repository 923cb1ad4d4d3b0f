"""What is kept of a person, to be told to him or to be forgotten."""

import asyncio

from msgspec import Struct

from bot.play.answers import Answer, Forgotten, StillSeated
from bot.play.transactions import Transactions
from bot.wording.words import words_for
from rules import engine
from rules.engine import Entry
from storage.rows import LOBBY, RUNNING, DraftRow, Loaded, OrderRow, Sitting


class Trace(Struct, frozen=True):
    """A seat of his, and what he has planned, ordered and been told there."""

    sitting: Sitting
    loaded: Loaded
    draft: DraftRow | None
    order: OrderRow | None
    entries: tuple[Entry, ...]
    """The log as he may know it."""

    def __repr__(self) -> str:
        return f"Trace(table={self.sitting.table.id!r}, seat={self.sitting.seat})"


class Traces:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def of(self, user: int) -> tuple[Trace, ...]:
        """The newest table first."""
        found: list[Trace] = []
        for sitting in await self._desk.store.sittings(user):
            loaded = await self._desk.store.load(sitting.table.id)
            if loaded is not None:
                found.append(await self._of(sitting, loaded))
        return tuple(found)

    async def _of(self, sitting: Sitting, loaded: Loaded) -> Trace:
        table, seat, store = loaded.table, sitting.seat, self._desk.store
        entries: tuple[Entry, ...] = ()
        if table.version >= 0:
            records = await store.records(table.id)
            entries = await asyncio.to_thread(engine.history, self._desk.rules(table), records, seat)
        order = next((order for order in loaded.orders if order.seat == seat), None)
        return Trace(sitting, loaded, await store.draft(table.id, seat), order, entries)

    async def forget(self, user: int) -> Answer:
        """His seats keep their number alone. The games stay whole, for the others have played them too."""
        names = tuple(
            (one.table.id, one.seat, words_for(one.table.lang).say("Player {n}", n=one.seat + 1))
            for one in await self._desk.store.sittings(user)
        )
        if await self._desk.store.forget(user, names):
            return Forgotten()
        return StillSeated(await self._desk.store.count_tables(user=user, status=(LOBBY, RUNNING)))
