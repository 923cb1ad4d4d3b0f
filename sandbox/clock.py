"""The sandbox's time: it runs like any clock; tests may push it ahead or hold it still.

Every deadline of this Discord goes by it: 3 s for a first answer, 15 min for a token, an hour for an edit. Only the
gateway's heartbeats stay on real time, because the client's do.
"""

import asyncio
import contextlib
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Timer:
    """Something to be done at a given time, unless it is cancelled."""

    __slots__ = ("cancelled", "do")

    def __init__(self, do: Callable[[], None]) -> None:
        self.do = do
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """Seconds since 1970, real or held; they never run backwards."""

    def __init__(self, start: float | None = None, *, held: bool = False) -> None:
        self.held = held
        self._ahead = 0.0 if start is None else start - time.time()
        self._still = time.time() if start is None else start
        self._timers: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()
        self._alarm: asyncio.TimerHandle | None = None

    def now(self) -> float:
        if not self.held:
            self._still = max(self._still, time.time() + self._ahead)
        return self._still

    @property
    def ahead(self) -> float:
        """By how many seconds it is before the machine's own clock."""
        return self._ahead

    def advance(self, seconds: float) -> None:
        """Pushes time ahead. Timers that fall due on the way are run in order before this returns."""
        goal = self.now() + seconds
        while self._timers and self._timers[0][0] <= goal:
            self._set(max(self._still, self._timers[0][0]))
            self._strike()
        self._set(goal)
        self._arm()

    def at(self, when: float, do: Callable[[], None]) -> Timer:
        timer = Timer(do)
        heapq.heappush(self._timers, (when, next(self._count), timer))
        if self._timers[0][2] is timer or self._alarm is None:
            self._arm()
        return timer

    async def sleep(self, seconds: float) -> None:
        """Sleeps until this clock, not the wall's, has moved that far."""
        if seconds <= 0:
            return
        woken = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not woken.done():
                woken.set_result(None)

        timer = self.at(self.now() + seconds, wake)
        try:
            await woken
        finally:
            timer.cancel()

    def close(self) -> None:
        self._timers.clear()
        if self._alarm:
            self._alarm.cancel()

    def _set(self, now: float) -> None:
        self._still = now
        self._ahead = now - time.time()

    def _strike(self) -> None:
        """Runs the timers that are due."""
        now = self.now()
        while self._timers and self._timers[0][0] <= now:
            _, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                timer.do()

    def _arm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        if self.held or not self._timers:
            return
        with contextlib.suppress(RuntimeError):  # no loop yet: the first timer set inside one arms it
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, self._timers[0][0] - self.now()), self._rung)

    def _rung(self) -> None:
        self._alarm = None
        self._strike()
        self._arm()


def stamp(when: float) -> str:
    """Returns a time as Discord writes it."""
    return datetime.fromtimestamp(when, UTC).isoformat(timespec="microseconds")
