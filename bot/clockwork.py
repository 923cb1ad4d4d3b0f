"""What happens without anybody pressing: standing orders that fall due, lobbies that close. It survives restarts,
because all of its times stand in the store.
"""

import asyncio
from contextlib import suppress

from bot import limits
from bot.tables import Tables

LONGEST_SLEEP = 60.0


class Clockwork:
    """Runs what is due, then sleeps until the next."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._desk = tables.desk
        self.changed = asyncio.Event()
        """Set by whoever may have made something due earlier."""

    async def tick(self) -> int:
        """Everything that is due now; how many things that were. What could not be done waits for the next tick."""
        now = self._desk.now()
        due: set[tuple[str, int, int]] = set()
        while fresh := set(await self._desk.store.due(now, limits.CLOCK_BATCH)) - due:
            due |= fresh
            for table, seat, since in sorted(fresh):
                await self._tables.standing.carry_out(table, seat, since)
        expired: set[str] = set()
        while over := set(await self._desk.store.expired(now, limits.CLOCK_BATCH)) - expired:
            expired |= over
            for table in sorted(over):
                await self._tables.lobby.expire(table)
        return len(due) + len(expired)

    async def run(self) -> None:
        """For ever."""
        while True:
            await self.tick()
            self.changed.clear()
            due = await self._desk.store.next_due()
            wait = LONGEST_SLEEP if due is None else max(0.0, (due - self._desk.now()) / 1000)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), min(wait, LONGEST_SLEEP))
