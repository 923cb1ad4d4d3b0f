"""When the bot does not run, or Discord is out of reach, nobody's time is used up.

A beat is noted every twenty seconds as long as both are well. A longer gap between two beats, and any over a restart,
is an outage: it is kept, deadlines are worked out without it, and a table is told once if it was over an hour.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bot.play.clocks.deadlines import SMALL
from bot.play.timed import lateness
from bot.play.timed.jumps import Jumps
from bot.play.transactions import Action, Transactions
from storage.port import BEAT

BEAT_MS: Final = 20_000
GAP_MS: Final = 30_000
"""So long may pass between two beats without anything being wrong."""
TOLD_MS: Final = 60 * 60_000
KEPT_MS: Final = 100 * 24 * TOLD_MS
AFTER_FAILURE: Final = 5.0

log = structlog.get_logger()


class Heartbeat:
    def __init__(self, transactions: Transactions, jumps: Callable[[], Jumps]) -> None:
        self._transactions = transactions
        self._env = transactions.env
        self._jumps = jumps
        self._last: int | None = None
        """When it last beat; None before the first time, which may follow an earlier process."""
        self._earlier: int | None = None
        """When the process before last beat; None if there is none, or it is not known yet."""
        self._moved = 0
        """By how much what waits was moved before the first beat."""
        self._one = asyncio.Lock()
        self._failed = False
        """Discord was out of reach since."""

    async def begin(self) -> None:
        """Reads what is kept of outages, before anybody can be within reach."""
        async with self._one:
            env = self._env
            self._moved = await self._jumps().moved()
            self._earlier = await self._before(env.now())
            env.outages[:] = await env.store.outages(env.now() - KEPT_MS)

    def reached_again(self) -> None:
        """Discord is within reach: whoever plays before the next beat has not used the time since the last one."""
        last, now = self._last if self._last is not None else self._earlier, self._env.now()
        if last is not None and now - last > GAP_MS:
            self._env.outages.append((last, now))

    async def beat(self) -> int:
        """Notes that all is well; returns how long it was not, in milliseconds, where that counts."""
        async with self._one:
            return await self._beat()

    async def _beat(self) -> int:
        env, jumps = self._env, self._jumps()
        moved = await jumps.moved()
        if moved:
            env.delivered.before = None  # what is known of answers is known by the clock as it was
        if self._last is not None:
            self._last += moved
        elif self._earlier is not None:
            self._earlier += moved
        moved, self._moved = moved + self._moved, 0
        if not env.reached():
            self._failed, self._moved = True, moved
            return 0
        now, last = env.now(), self._last
        if last is not None and 0 <= now - last < BEAT_MS and not self._failed and not moved:
            return 0
        lost = await self._noted(now, last, moved=bool(moved))
        self._last, self._failed = now, False
        lost = max(lost, moved if last is None else 0)
        if lost >= SMALL:
            log.warning("out of service: nobody's time is used up by that", seconds=lost // 1000)
        if lost > TOLD_MS or jumps.unsettled:
            await self._tell(lost if lost > TOLD_MS else 0)
            await jumps.settle()
        return lost

    async def _noted(self, now: int, last: int | None, *, moved: bool) -> int:
        """Returns the length of the outage that ends now; 0 if there was none.

        A clock that is moved by hand, where no other one is known, goes on without one.
        """
        env, begin = self._env, last if last is not None else await self._before(now)
        gap = 0 if begin is None else now - begin
        counts = gap > 0 if last is None or self._failed else gap > GAP_MS and env.passed is not None
        await env.store.beat(now, (now - gap, now) if counts else None)
        if last is None or counts or moved:
            env.outages[:] = await env.store.outages(now - KEPT_MS)
        return gap if counts else 0

    async def _before(self, now: int) -> int | None:
        """Returns the last beat of the process before; None if there is none, or one that the clock has left behind."""
        text = await self._env.store.meta(BEAT)
        return int(text) if text is not None and text.isdecimal() and int(text) <= now else None

    async def _tell(self, lost: int) -> None:
        """Works the deadlines of all tables out anew; tells them of so long an outage, if there was one."""
        for table in await self._env.store.tables_with_deadlines():
            await self._transactions.run(table, Action(0), lateness.look_again(lost))

    async def run(self) -> None:
        """Beats for ever."""
        while True:
            try:
                await self.beat()
            except Exception as error:
                log.exception("no beat", exc_info=error)
                await asyncio.sleep(AFTER_FAILURE)
            await asyncio.sleep(BEAT_MS / 2000)
