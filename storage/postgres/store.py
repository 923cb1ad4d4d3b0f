"""The PostgreSQL form of the port, of its parts."""

import asyncio
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from storage.monitoring.health import Host
from storage.monitoring.report import Report
from storage.port import BEAT
from storage.postgres import report
from storage.postgres.agenda import Agenda
from storage.postgres.holding import Holding
from storage.postgres.outbox import Outbox
from storage.postgres.people import People
from storage.postgres.ratings import PostgresAnnals
from storage.postgres.tables import Tables
from storage.postgres.wakes import Wakes
from storage.problem import StorageAway
from storage.rows import Change, OutRow, Sent, TableRow, Waiting

LOOKS: Final = 5.0
"""Seconds that a look at the database may take for who asks how the bot is; a container gives up after ten."""


class PostgresStore(Agenda, Outbox, Tables, People):
    """The port over one PostgreSQL database; each method is documented in storage/port.py."""

    def __init__(self, folder: Path, holding: Holding) -> None:
        """`folder` holds the socket at which this process is asked; nothing of a table."""
        super().__init__(holding)
        self.folder = folder
        self.database = database = holding.database
        self.holding = holding
        self.annals = PostgresAnnals(database)
        self.wakes = Wakes(holding)

    async def write(self, change: Change, /) -> TableRow:
        table = await super().write(change)
        self._changed(table.id, table.guild)
        return table

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
        written = await super().sent(ids, message, now, then=then, over=over, called=called, salts=salts)
        if message is not None:
            self._changed(message.table, None)
        return written

    async def meta(self, key: str, /) -> str | None:
        return await (self.last_beat() if key == BEAT else super().meta(key))

    def _changed(self, table: str, guild: int | None) -> None:
        """Lets other processes know, if there may be any."""
        if not self.holding.shards.are_all:
            self.wakes.changed(table, guild)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def told(self, asked: str, host: Host, /) -> Report:
        """Returns what an operator may know (storage/folder/control.py). Raises StorageAway before they give up."""
        try:
            async with asyncio.timeout(LOOKS):
                return await self._told(asked, host)
        except TimeoutError:
            raise StorageAway from None

    async def _told(self, asked: str, host: Host) -> Report:
        found = await report.told(self.database, asked, host, self.holding.shards)
        return found | await self._told_of_shards() if asked == "status" else found

    async def _told_of_shards(self) -> Report:
        holding = self.holding
        told: Report = {"held": len(holding.shards.numbers), "orphans": len(holding.orphans)}
        ((claims,),) = await self.database.read("SELECT count(*) FROM claims WHERE owner = $1", (holding.owner,))
        return told | {"claims": claims, "lease_left_seconds": round(holding.left, 1)}

    async def close(self) -> None:
        await self.holding.close()
        await self.database.close()
