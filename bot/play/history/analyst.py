"""Who analyses games: one at a time, beside the bot; whoever asks for one that is being made waits for the same one."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol

import structlog
from msgspec import Struct

from players.analysis.closed import Shown
from players.analysis.form import Analysis
from rules.contract import Record
from storage import StorageError

MOST: Final = 8
"""Analyses that wait to be made; whoever asks for one more is asked to come back."""

log = structlog.get_logger()


class NoAnalysisError(Exception):
    """It took too long, or whoever made it died."""


class Wanted(Struct, frozen=True):
    """What an analysis is made of: the records of a game, or what everybody was shown of it."""

    game: str
    records: tuple[Record, ...] = ()
    shown: tuple[Shown, ...] = ()

    def __repr__(self) -> str:
        return f"Wanted({self.game!r}, …)"


class Analyst(Protocol):
    """Where games are analysed: not on the event loop."""

    async def analysed(self, wanted: Wanted, says: Callable[[int], None]) -> Analysis:
        """Tells how far it is, in percent. Raises NoAnalysisError."""
        ...


class Making:
    """An analysis that is being made."""

    def __init__(self) -> None:
        self.percent = 0
        self.made: asyncio.Future[Analysis | None] = asyncio.get_running_loop().create_future()
        """None where it could not be made."""

    def heard(self, percent: int) -> None:
        self.percent = max(self.percent, percent)


class Analyses:
    """Those that are being made."""

    def __init__(self) -> None:
        self._making: dict[str, Making] = {}
        self._one: asyncio.Lock | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.begun = 0
        """So many were begun."""

    def of(self, table: str) -> Making | None:
        return self._making.get(table)

    def begin(
        self,
        table: str,
        analyst: Analyst,
        wanted: Callable[[], Awaitable[Wanted]],
        keep: Callable[[Analysis], Awaitable[None]],
    ) -> Making | None:
        """Returns None where too many wait. `wanted`: says what it is made of, once its turn has come."""
        if len(self._making) >= MOST:
            return None
        making = self._making[table] = Making()
        self.follow(self._make(table, making, analyst, wanted, keep))
        return making

    def follow(self, work: Coroutine[Any, Any, None]) -> None:
        """Carries something out beside what is answered, until the bot ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def closed(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(
        self,
        table: str,
        making: Making,
        analyst: Analyst,
        wanted: Callable[[], Awaitable[Wanted]],
        keep: Callable[[Analysis], Awaitable[None]],
    ) -> None:
        found: Analysis | None = None
        self._one = self._one or asyncio.Lock()
        try:
            async with self._one:
                self.begun += 1
                found = await analyst.analysed(await wanted(), making.heard)
            await keep(found)
        except (NoAnalysisError, StorageError) as error:  # what could not be kept is shown all the same
            log.warning("no analysis", why=str(error) or type(error).__name__)
        finally:
            self._making.pop(table, None)
            if not making.made.done():
                making.made.set_result(found)
