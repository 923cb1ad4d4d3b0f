"""What one process tells the others: that a table has changed. By NOTIFY, so that the right one hears it at once, and
by a look each second, for what was not heard, and where a pooler keeps no LISTEN.

A notification is a transaction of its own, behind the one that it tells of: in the same one it would make all commits
wait for each other. Those that come together are one.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import psycopg
from msgspec import Struct

from storage.postgres.agenda import EARLIEST_HOUSE, NEXT_DUE
from storage.postgres.database import Database, Link, connect
from storage.postgres.holding import Holding
from storage.postgres.outbox import sayable
from storage.postgres.schema import functions
from storage.problem import StorageError

POLL: Final = 1.0
"""Seconds from one look to the next."""
ANEW: Final = 30.0
"""Seconds until it is tried again to listen."""
HEARS: Final = 2.0
"""Seconds within which what was told to all must have come back, if anything is heard at all."""
MOST: Final = 200
"""Tables in one notification, which may have 8,000 bytes."""
CHANNEL: Final = "stammtisch"
SAID: Final = "-"
"""Stands for the server of a table where nothing has changed but what was said."""
RESTS: Final = 0.05
"""Seconds from one notification to the next: what changes meanwhile is told of together."""
# Nobody waits until it is on the disk: what a failing server forgets of it is found by the next look.
_TELL = "SELECT pg_notify($1, $2), set_config('synchronous_commit', 'off', true)"


class Stir(Struct, frozen=True):
    """What another process may have left to be done."""

    tables: tuple[str, ...] = ()
    """Tables that have changed there."""
    speaks: bool = False
    """Something is to be said."""
    due: int | None = None
    """When something falls due next, and when something of the house does; None for never, or as before."""
    house: int | None = None


class Wakes:
    def __init__(self, holding: Holding) -> None:
        self._holding = holding
        self._database: Database = holding.database
        self._changed: dict[str, int | None] = {}
        """Tables that have changed here and their servers, None for what was only said there, of which the others are
        still to be told."""
        self._tell = asyncio.Event()
        self.listens = False
        self._look = (
            f"SELECT {functions()[0]}.orphans($2, $3), EXISTS (SELECT 1 FROM outbox o JOIN games g ON g.id = o.game"  # noqa: S608
            f" WHERE {sayable('$5')} AND (g.guild >> 22) % $3 = ANY ($4::bigint[])), ({NEXT_DUE}), ({EARLIEST_HOUSE})"
        )

    def changed(self, table: str, guild: int | None) -> None:
        """Notes that a table was changed here; without a server, that something was said."""
        self._changed[table] = self._changed.get(table) if guild is None else guild
        self._tell.set()

    async def run(self, now: Callable[[], int], stirred: Callable[[Stir], None]) -> None:
        """Tells, listens and looks for ever."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._told(stirred))
            tasks.create_task(self._listened(stirred))
            tasks.create_task(self._looked(now, stirred))

    # ── telling ──

    async def _told(self, stirred: Callable[[Stir], None]) -> None:
        while True:
            await self._tell.wait()
            self._tell.clear()
            changed, self._changed = self._changed, {}
            # of a table that others speak for, nothing is known here of what was said since
            of_others = tuple(t for t, guild in changed.items() if guild is not None and not self._is_ours(guild))
            stirred(Stir(of_others))
            with suppress(StorageError):
                for text in _written(self._holding.owner, changed):
                    await self._database.write(_TELL, (CHANNEL, text))
            await asyncio.sleep(RESTS)

    def _is_ours(self, guild: int) -> bool:
        return self._holding.shards.hold(guild)

    # ── listening ──

    async def _listened(self, stirred: Callable[[Stir], None]) -> None:
        while True:
            with suppress(psycopg.Error, OSError, StorageError):  # else nothing would be looked for either
                link = await connect(self._database.address)
                try:
                    await self._hear(link, stirred)
                finally:
                    self.listens = False
                    await link.close()
            await asyncio.sleep(ANEW if self._holding.left > 0 else POLL)

    async def _hear(self, link: Link, stirred: Callable[[Stir], None]) -> None:
        """Hears until the connection breaks; gives up where not even what is told to oneself is heard."""
        await link.execute("LISTEN stammtisch")
        await self._database.write(_TELL, (CHANNEL, self._holding.owner))
        async for said in link.notifies(timeout=HEARS, stop_after=1):
            self._note(said.payload, stirred)
            self.listens = True
        if not self.listens:  # as behind a pooler
            return
        async for said in link.notifies():
            self._note(said.payload, stirred)

    def _note(self, payload: str, stirred: Callable[[Stir], None]) -> None:
        owner, *lines = payload.split("\n")
        if owner == self._holding.owner:
            return
        told = [line.split() for line in lines]
        speaks = any(guild != SAID and self._is_ours(int(guild)) for guild, _ in told)
        moment = 0 if speaks else None
        stirred(Stir(tuple(table for _, table in told), speaks, moment, moment))

    # ── looking ──

    async def _looked(self, now: Callable[[], int], stirred: Callable[[Stir], None]) -> None:
        while True:
            with suppress(StorageError):
                await self.look(now(), stirred)
            await asyncio.sleep(POLL)

    async def look(self, now: int, stirred: Callable[[Stir], None]) -> None:
        """Looks once for whose process is gone, and for what is to be done."""
        holding = self._holding
        given = (*holding.who, holding.within_reach, now)
        orphans, speaks, due, house = (await self._database.write(self._look, given))[0]
        holding.note_orphans(orphans)
        stirred(Stir((), speaks, due, house))


def _written(owner: str, changed: Mapping[str, int | None]) -> Sequence[str]:
    lines = [f"{SAID if guild is None else guild} {table}" for table, guild in changed.items()]
    return ["\n".join([owner, *lines[n : n + MOST]]) for n in range(0, len(lines), MOST)]
