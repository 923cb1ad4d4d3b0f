"""That this process alone answers for its shards: rows with owner, epoch and a lease by the clock of the database.

No lock of a session, which a pooler would not keep: a row that is renewed long before its lease is over. A process that
finds somebody else in it was frozen for longer than that, and ends. Whatever is asked of Discord for what the database
holds is asked while the lease lasts, and given up with it.
"""

import asyncio
import os
import secrets
import socket
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from storage.postgres.database import Database
from storage.postgres.schema import functions
from storage.problem import EX_CONFIG, Elsewhere, StorageAway, StorageError, StorageProblem
from storage.shards import Shards

LEASE: Final = 30.0
"""Seconds."""
RESERVE: Final = 0.1
"""Of the lease: so much of it is left when what is asked of Discord is given up."""
RENEWALS: Final = 2
"""So often a lease is renewed by who lives; a last renewal may arrive after the process that sent it was killed."""
APART: Final = 5_000
"""Milliseconds by which the clocks of this machine and the database may differ and each be believed."""


class Holding:
    """The shards of one process."""

    def __init__(
        self, database: Database, shards: Shards, on_lost: Callable[[str], None], *, lease: float = LEASE
    ) -> None:
        self.database = database
        self.shards = shards
        self.lease = lease
        self.owner = f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
        self.orphans: list[int] = []
        """The shards that nobody answers for, as far as is known."""
        self.handovers = 0
        """How often work has come to this process or has gone from it: what others said meanwhile is not known here."""
        self.apart = 0
        """By how many milliseconds the database's clock is before this machine's, if they are far apart."""
        self._mine = list(shards.numbers)
        self._on_lost = on_lost
        self._renewing: asyncio.Task[None] | None = None
        self._held_until = 0.0
        self._asking = asyncio.Lock()
        """Held while a renewal is on its way: one that arrives behind the leave would take everything again."""
        self._under_way: set[asyncio.Timeout] = set()
        self._take = f"SELECT * FROM {functions()[0]}.take($1, $2, $3, $4)"  # noqa: S608 (names of our own)
        self._leave = f"SELECT {functions()[0]}.leave($1)"

    @property
    def left(self) -> float:
        """For how many seconds they are held in any case, by this machine's clock."""
        return self._held_until - asyncio.get_running_loop().time()

    @property
    def who(self) -> tuple[str, list[int], int]:
        """The owner, the shards and their number, as the functions of the database take them."""
        return self.owner, self._mine, self.shards.total

    @property
    def within_reach(self) -> list[int]:
        """The own shards and those that nobody answers for."""
        return [*self._mine, *self.orphans]

    @asynccontextmanager
    async def entitled(self) -> AsyncGenerator[int]:
        """Within it something is asked of Discord; it is given up before somebody else may do the same.

        Yields the number of handovers.
        """
        if self.left <= self._reserve:
            raise Elsewhere
        try:
            async with asyncio.timeout_at(self._ends) as bound:
                self._under_way.add(bound)
                try:
                    yield self.handovers
                finally:
                    self._under_way.discard(bound)
        except TimeoutError:
            raise Elsewhere from None

    @property
    def _reserve(self) -> float:
        return self.lease * RESERVE

    @property
    def _ends(self) -> float:
        return self._held_until - self._reserve

    def note_orphans(self, shards: list[int]) -> None:
        """Notes which shards nobody answers for now."""
        if shards != self.orphans:
            self.orphans = shards
            self.handovers += 1

    async def take(self) -> None:
        """Takes them, once the lease of a process that was killed is over. Raises StorageProblem where one lives."""
        seen: set[str] = set()
        loop = asyncio.get_running_loop()
        until = loop.time() + self.lease + 5
        while (found := await self._taken()) is not None:
            owner, shard, total, left, lasts = found
            seen.add(lasts)
            if len(seen) > RENEWALS or loop.time() > until:
                raise _refused(self.shards, owner.rpartition("/")[0], shard, total)
            await asyncio.sleep(min(left + 0.05, self.lease / 2))
        self._renewing = asyncio.create_task(self._renewed())

    async def _taken(self) -> tuple[str, int, int, float, str] | None:
        async with self._asking:
            return await self._asked()

    async def _asked(self) -> tuple[str, int, int, float, str] | None:
        """Returns None, or who has one of them. The lease is counted from before the question was asked."""
        began, sent = asyncio.get_running_loop().time(), time.time_ns()
        rows = await self.database.write(self._take, (*self.who, self.lease))
        taken, clock, *other = rows[0]
        if not taken:
            return other[0], other[1], other[2], other[3], other[4]
        if 0 < self._held_until < began:
            self.handovers += 1
        self._held_until = began + self.lease
        apart = clock - (sent + time.time_ns()) // 2_000_000
        self.apart = apart if abs(apart) > APART else 0
        for bound in self._under_way:
            bound.reschedule(self._ends)
        return None

    async def _renewed(self) -> None:
        while True:
            await asyncio.sleep(self.lease / 3)
            try:
                if await self._taken() is None:
                    continue
            except StorageAway:
                continue  # nobody else can take them either; whether somebody did, the next answer says
            except StorageError:
                if self.left > 0:
                    continue
            self._on_lost("Another process has taken over this one's work; this one ends.")
            return

    async def close(self) -> None:
        """Gives them back, with all that is claimed."""
        if self._renewing is not None:
            async with self._asking:
                self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
            with suppress(StorageError):
                await self.database.write(self._leave, (self.owner,))


def _refused(own: Shards, owner: str, shard: int, total: int) -> StorageProblem:
    if total != own.total:
        return StorageProblem(
            f"Another instance on this database ({owner}) counts {total} shards, this one {own.total}.",
            "Let all of them say the same number behind the stroke of STAMMTISCH_SHARDS; to change it, stop all first.",
            EX_CONFIG,
        )
    return StorageProblem(
        f"Another instance is running on this database ({owner}, shard {shard}).",
        "Stop it first, give this one other shards (STAMMTISCH_SHARDS), or a database of its own.",
        EX_CONFIG,
    )
