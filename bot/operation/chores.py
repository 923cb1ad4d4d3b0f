"""What is done beside while the bot runs: backups, looks through all pages and for other bots; house players think."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Final

import structlog

from bot.discord.client import Stammtisch
from bot.discord.twins import Twins
from bot.operation.analysers import Analysers
from bot.operation.database import Opened
from bot.operation.memory import given_back, memory
from bot.operation.metrics import Metrics
from bot.operation.neighbours import Neighbours, divided
from bot.operation.workers import Workers
from bot.play import Env
from bot.play.timed.jumps import Jumps
from storage import SqliteStore, StorageError, StorageFull, Store
from storage.folder import files
from storage.folder.control import Control
from storage.monitoring.health import Host
from storage.sqlite.connection import LOOKED_THROUGH

PRUNE_EVERY: Final = 6 * 3600
SETTLED = 15.0
"""Seconds after the start before the file is read through."""
PAUSE = 60.0
"""Seconds before a chore that failed is begun again."""

log = structlog.get_logger()


class Chores:
    """The chores of one bot; they begin once it is on Discord."""

    def __init__(self, store: Opened, client: Stammtisch) -> None:
        self._store = store
        self._client = client
        self.twins = Twins(client)

    def begun(self) -> list[asyncio.Task[None]]:
        """Returns them as tasks, to be cancelled at the end."""
        store, jumps = self._store, self._client.clockwork.jumps
        chores: dict[str, Callable[[], Awaitable[None]]] = {
            "pruning": lambda: _prune(store, jumps),
            "twins": self.twins.run,
            "memory": given_back,
        }
        if (shared := divided(store)) is not None:
            chores["neighbours"] = Neighbours(shared, self._client.transactions).run
            if 0 not in shared.holding.shards.numbers:  # one of them looks, of whose marks the others know
                del chores["twins"]
        if isinstance(store, SqliteStore):  # PostgreSQL has its own ways to do both
            chores["backups"] = lambda: store.backups.daily(store.writer, _no_backup)
            chores["looking through"] = lambda: _look_through(store)
        return [asyncio.create_task(_kept_up(name, chore)) for name, chore in chores.items()]

    def host(self, now: Callable[[], int], versions: dict[str, str]) -> Host:
        """Returns what may be asked of the running bot."""
        return Host(
            now, self._client.pulse.gone, versions, memory, self.twins.told, self._client.transactions.spoken.set
        )

    def figures(self, address: str, control: Control) -> AbstractAsyncContextManager[None]:
        """Returns within what figures are given out at an address, if there is one."""
        times = {} if isinstance(self._store, SqliteStore) else {"statement": self._store.database.took}
        return Metrics(self._client, control.status, times).served(address)

    async def leave(self) -> None:
        """Takes leave of Discord."""
        if not isinstance(self._store, SqliteStore):
            self._store.database.leave_soon()
        await self.twins.leave()
        await self._client.close()


@asynccontextmanager
async def thinking(env: Env, processes: int) -> AsyncGenerator[None]:
    """Offers the processes in which house players think, and those in which games are analysed; none if there are 0."""
    workers = Workers(processes)
    if processes:
        env.thinker, env.analyst = workers, Analysers()
    try:
        yield
    finally:
        await env.analyses.closed()
        await workers.close()


async def _kept_up(name: str, chore: Callable[[], Awaitable[None]]) -> None:
    """Restarts a chore that failed, and logs it: nobody would miss it before it is needed."""
    while True:
        try:
            await chore()
        except Exception as error:
            log.exception("chore failed", chore=name, exc_info=error)
        await asyncio.sleep(PAUSE)


def _no_backup(error: StorageError) -> None:
    log.error("the daily backup failed", why=str(error), help="Look at the disk; it is tried again in an hour.")


async def _look_through(store: SqliteStore) -> None:
    """Reads every page after the start, once what is wanted at once is done; from then on each backup does."""
    await asyncio.sleep(SETTLED)
    if files.size(store.folder / files.DATABASE) > LOOKED_THROUGH:
        with suppress(StorageFull):
            await store.writer.look_through()
    await asyncio.Event().wait()


async def _prune(store: Store, jumps: Jumps) -> None:
    while True:
        with suppress(StorageFull):  # there will be room again
            await jumps.heed()  # else what is new might seem old
            await store.prune(jumps.now())
        await asyncio.sleep(PRUNE_EVERY)
