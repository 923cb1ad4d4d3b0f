"""Other processes on the same database: what they leave to be done here is heard of, and time is the database's."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

import structlog

from bot.play import Transactions, limits
from bot.play.timed.heartbeat import BEAT_MS, KEPT_MS
from bot.play.timed.jumps import since_boot, this_boot
from storage import SqliteStore, StorageError
from storage.monitoring.health import milliseconds

if TYPE_CHECKING:  # its driver need not be installed
    from bot.operation.database import Opened
    from storage.postgres import PostgresStore
    from storage.postgres.wakes import Stir

Clock: TypeAlias = Callable[[], int]

log = structlog.get_logger()


def divided(store: "Opened") -> "PostgresStore | None":
    """Returns the store if other processes share it; None if this one is alone."""
    return None if isinstance(store, SqliteStore) or store.holding.shards.are_all else store


def times(store: "Opened", now: Clock) -> tuple[Clock, Clock | None, str]:
    """Returns the time, a second clock that tells whether the first was set, and what the second one counts from.

    A clock of the sandbox is set on purpose. Several processes go by the database's, which is nobody's to move: where
    this machine's is far from it, by as much as they are apart.
    """
    shared, boot = divided(store), this_boot()
    if now is not milliseconds:
        return now, None, boot
    if shared is None:
        return now, since_boot, boot
    return (lambda: now() + shared.holding.apart), None, boot


class Neighbours:
    def __init__(self, store: "PostgresStore", transactions: Transactions) -> None:
        self._store = store
        self._transactions = transactions
        self._orphans: list[int] = []

    async def run(self) -> None:
        """Hears of others for ever."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._store.wakes.run(self._transactions.env.now, self._stirred))
            tasks.create_task(self._outages())

    async def _outages(self) -> None:
        """Learns of outages that others have noted: the time of one process's is nobody's at any table."""
        env = self._transactions.env
        while True:
            await asyncio.sleep(BEAT_MS / 1000)
            with suppress(StorageError):
                env.outages[:] = sorted({*env.outages, *await self._store.outages(env.now() - KEPT_MS)})

    def _stirred(self, stir: "Stir") -> None:
        transactions = self._transactions
        for table in stir.tables:
            transactions.heard.tell(table)
        if stir.speaks:
            transactions.spoken.set()
        if stir.due is not None and stir.due < transactions.planned:
            transactions.sooner.set()
        if stir.house is not None and stir.house <= transactions.env.now() + limits.SOON_MS[1]:
            transactions.due.set()
        if (orphans := self._store.holding.orphans) != self._orphans:
            self._orphans = orphans
            log.info("shards without a process", shards=str(orphans), help="What is to be done for them is done here.")
