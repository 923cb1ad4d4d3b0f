"""That this process alone answers for its shards: rows with owner, epoch and a lease by the clock of the database.

No lock of a session, which a pooler would not keep: a row that is renewed long before its lease is over. A process that
finds somebody else in it was frozen for longer than that, and ends.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from storage.postgres.database import Database
from storage.problem import EX_TEMPFAIL, StorageAway, StorageError, StorageProblem

LEASE: Final = 30.0
"""Seconds."""
_TAKE = (
    "INSERT INTO shards AS s (shard, owner, epoch, until)"
    " SELECT shard, $2, 1, clock_timestamp() + $3 * interval '1 second' FROM unnest($1::bigint[]) AS shard ORDER BY 1"
    " ON CONFLICT (shard) DO UPDATE SET owner = excluded.owner, until = excluded.until,"
    " epoch = s.epoch + (s.owner <> excluded.owner)::int"
    " WHERE s.owner = excluded.owner OR s.until < clock_timestamp() RETURNING shard"
)
_HELD = (
    "SELECT owner, shard, greatest(0, extract(epoch FROM until - clock_timestamp()))::float8, until::text FROM shards"
    " WHERE shard = ANY ($1::bigint[]) AND owner <> $2 AND until >= clock_timestamp() ORDER BY until DESC LIMIT 1"
)
_LEAVE = "DELETE FROM shards WHERE owner = $1"


class Holding:
    """The shards of one process."""

    def __init__(
        self, database: Database, shards: Sequence[int], on_lost: Callable[[str], None], *, lease: float = LEASE
    ) -> None:
        self._database = database
        self._shards = list(shards)
        self._on_lost = on_lost
        self._lease = lease
        self.owner = f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._renewing: asyncio.Task[None] | None = None
        self._held_until = 0.0

    @property
    def left(self) -> float:
        """For how many seconds they are held in any case, by this machine's clock."""
        return self._held_until - asyncio.get_running_loop().time()

    async def take(self) -> None:
        """Takes them, once the lease of a process that was killed is over. Raises StorageProblem where one lives."""
        seen = ""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._lease + 5
        while not await self._taken():
            held = await self._database.read(_HELD, (self._shards, self.owner))
            if not held:
                continue
            owner, shard, left, lease = held[0]
            if (seen and lease != seen) or loop.time() > until:
                raise StorageProblem(
                    f"Another instance is running on this database ({owner.rpartition('/')[0]}, shard {shard}).",
                    "Stop it first, or give this one a database of its own.",
                    EX_TEMPFAIL,
                )
            seen = lease
            await asyncio.sleep(min(left + 0.05, self._lease / 2))
        self._renewing = asyncio.create_task(self._renewed())

    async def _taken(self) -> bool:
        """The lease is counted from before the question: an answer may take its time."""
        began = asyncio.get_running_loop().time()
        rows = await self._database.write(_TAKE, (self._shards, self.owner, self._lease))
        if len(rows) < len(self._shards):
            if rows and self._renewing is None:
                await self._database.write(_LEAVE, (self.owner,))
            return False
        self._held_until = began + self._lease
        return True

    async def _renewed(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            try:
                if await self._taken():
                    continue
            except StorageAway:
                continue  # nobody else can take them either; whether somebody did, the next answer says
            except StorageError:
                if self.left > 0:
                    continue
            self._on_lost("Another process has taken over this one's work; this one ends.")
            return

    async def close(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
            with suppress(StorageError):
                await self._database.write(_LEAVE, (self.owner,))
