"""The PostgreSQL form of the port, of its parts."""

from pathlib import Path
from types import TracebackType
from typing import Self

from storage.health import Host
from storage.postgres import report
from storage.postgres.agenda import Agenda
from storage.postgres.database import Database
from storage.postgres.holding import Holding
from storage.postgres.outbox import Outbox
from storage.postgres.people import People
from storage.postgres.ratings import PostgresAnnals
from storage.postgres.tables import Tables
from storage.report import Report


class PostgresStore(Tables, Agenda, Outbox, People):
    """The port over one PostgreSQL database; each method is documented in storage/port.py."""

    def __init__(self, folder: Path, database: Database, holding: Holding) -> None:
        """`folder` holds the socket at which this process is asked; nothing of a table."""
        super().__init__(database)
        self.folder = folder
        self.database = database
        self.holding = holding
        self.annals = PostgresAnnals(database)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def told(self, asked: str, host: Host, /) -> Report:
        """Returns what an operator may know (storage/control.py)."""
        return await report.told(self.database, asked, host)

    async def close(self) -> None:
        await self.holding.close()
        await self.database.close()
