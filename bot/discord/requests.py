"""Requests to Discord: this process's part of those that all may make in a second, and how long they take.

Discord takes fifty a second of a bot, over all of its processes; first answers to presses, and what follows them, do
not count and do not come by here. Where all ask a proxy of Discord's API, that counts for all of them.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from discord.http import HTTPClient, Route

from bot.operation.settings import Settings
from storage.monitoring.histogram import Histogram
from storage.shards import Shards

OF_ALL: Final = 50.0
"""Requests a second that Discord takes of one bot."""
PATH: Final = "/api/v10"


def share(requests: float, shards: Shards | None, api: str) -> float:
    """Returns how many requests a second this process may make; 0 for no bound of its own."""
    if requests or api or shards is None:
        return requests
    return OF_ALL * len(shards.numbers) / shards.total


class Requests:
    """Those of one client; `rate`: so many a second, 0 for no bound."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.took = Histogram()
        self._clock = clock
        self._left, self._at = max(1.0, rate), clock()
        self._turn = asyncio.Lock()

    @property
    def left(self) -> float:
        """How many may be made at once."""
        self._left = min(max(1.0, self.rate), self._left + (self._clock() - self._at) * self.rate)
        self._at = self._clock()
        return self._left

    def use(self, http: HTTPClient) -> None:
        """Lets all requests of a client come by here."""
        ask: Callable[..., Awaitable[Any]] = http.request

        async def request(route: Route, **given: Any) -> Any:
            await self._wait()
            with self.took.timed():
                return await ask(route, **given)

        http.request = request  # pyright: ignore[reportAttributeAccessIssue]

    async def _wait(self) -> None:
        """Waits for room, in the order of asking."""
        if not self.rate:
            return
        async with self._turn:
            while (left := self.left) < 1:  # noqa: ASYNC110 (time is no event)
                await asyncio.sleep(max(0.001, (1 - left) / self.rate))
            self._left -= 1


def requests(settings: Settings, http: HTTPClient) -> Requests:
    """Returns those of a client, by its settings. What is asked of a proxy instead, the gateway is not part of."""
    found = Requests(share(settings.requests, settings.own_shards, settings.api))
    found.use(http)
    if settings.api:
        Route.BASE = settings.api.rstrip("/") + PATH
    return found
