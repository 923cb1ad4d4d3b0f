"""Walks through the records of a game: a long one runs in a thread, so that nobody's press waits for it."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, ParamSpec, TypeVar

from bot.play.history.reel import Reel, wound
from bot.play.table import Table
from rules.contract import Record
from storage import Store

SHORT: Final = 50
"""Records that are walked on the event loop: that takes about a millisecond."""

KEPT: Final = 24_000_000
"""Bytes of reels that are kept: more than ten of the longest games."""

P = ParamSpec("P")
T = TypeVar("T")


async def walked(records: Sequence[Record], walk: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Returns what `walk` finds; with many records it is called in a thread."""
    if len(records) <= SHORT:
        return walk(*given, **named)
    return await asyncio.to_thread(partial(walk, *given, **named))


class Reels:
    """Reels of games that somebody looks through, kept while they may be wanted again. In memory only."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, Reel] = OrderedDict()
        """What was looked at last stands last."""
        self._winding = asyncio.Lock()

    async def of(self, table: Table, store: Store) -> Reel:
        """Returns the reel of a game that has begun; nothing is walked through that was before."""
        async with self._winding:  # many who look at the same time wait for one winding
            found = self._kept.get(table.id)
            if found is None or found.last.version < table.row.version:
                records = await store.records(table.id)
                found = await walked(records, wound, table.rules, records, found)
            self._keep(table.id, found)
            return found

    @property
    def size(self) -> int:
        """In bytes, of all that are kept."""
        return sum(reel.size for reel in self._kept.values())

    def _keep(self, table: str, reel: Reel) -> None:
        self._kept[table] = reel
        self._kept.move_to_end(table)
        while self.size > self._most and len(self._kept) > 1:
            self._kept.popitem(last=False)
