"""What happens without anybody pressing: standing orders that fall due, lobbies that close, silence that is broken. It
survives restarts, because all of its times stand in the store.
"""

import asyncio
from collections.abc import Awaitable

import structlog

from bot import limits
from bot.answers import StorageIsFull
from bot.tables import Tables

SHORTEST, LONGEST = 0.05, 60.0
AFTER_FAILURE = 30.0
"""Seconds between two looks. Whoever may have made something due earlier waits for at most the longest."""

log = structlog.get_logger()


class Clockwork:
    """Runs what is due, then sleeps until the next."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._desk = tables.desk
        self._failed = False
        self._look = 0
        """When it is looked for silent tables again; at once after a start."""

    async def tick(self) -> int:
        """Everything that is due now; how many things that were. What could not be done waits for a later tick."""
        now = self._desk.now()
        self._failed = False
        due: set[tuple[str, int, int]] = set()
        while fresh := set(await self._desk.store.due(now, limits.CLOCK_BATCH, self._desk.delay[1])) - due:
            due |= fresh
            for table, seat, since in sorted(fresh):
                await self._done(table, self._tables.standing.carry_out(table, seat, since))
        expired: set[str] = set()
        while over := set(await self._desk.store.expired(now, limits.CLOCK_BATCH)) - expired:
            expired |= over
            for table in sorted(over):
                await self._done(table, self._tables.lobby.expire(table))
        if not self._look - limits.LOOK_MS <= now < self._look:  # or the clock was set back
            self._look = now + limits.LOOK_MS
            await self._done("", self._tables.silence.remind())
        return len(due) + len(expired)

    async def _done(self, table: str, work: Awaitable[object]) -> None:
        """A table that fails keeps no other waiting."""
        try:
            self._failed |= isinstance(await work, StorageIsFull)
        except Exception as error:
            self._failed = True
            log.exception("clock failed", table=table, exc_info=error)

    async def run(self) -> None:
        """For ever."""
        while True:
            await self.tick()
            await asyncio.sleep(AFTER_FAILURE if self._failed else await self._pause())

    async def _pause(self) -> float:
        due = await self._desk.store.next_due()
        return LONGEST if due is None else max(SHORTEST, min((due - self._desk.now()) / 1000, LONGEST))
