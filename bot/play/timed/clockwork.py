"""What happens without a press: standing orders and turns that need nobody fall due, lobbies close, silent players are
reminded.

It survives restarts, because all of its times are in the store.
"""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from itertools import groupby

import structlog

from bot.play import limits
from bot.play.answers import StorageIsFull
from bot.play.seating import deal, lobby, pausing
from bot.play.timed import agenda, lateness, reminders, unattended
from bot.play.timed.heartbeat import Heartbeat
from bot.play.timed.jumps import Jumps
from bot.play.transactions import Action, Done, Transactions, UseCase
from rules.chance import shuffle
from storage import draws, rows

SHORTEST, LONGEST = 0.05, 60.0
AFTER_FAILURE = 30.0
"""Seconds: the bounds of the polling interval, and the pause after a failure. What a table writes wakes the clock where
it falls due sooner than planned; a lobby or a digest waits at most LONGEST."""

log = structlog.get_logger()


Row = tuple[str, str, int, int]
"""Table, kind, seat and question of a due row."""


def _done_by(kind: str, seat: int, since: int) -> UseCase:
    """Returns what carries out a due row."""
    match kind:
        case rows.LATE:
            return lateness.pass_(seat, since)
        case rows.SILENCE:
            return lateness.give_up()
        case rows.RESUME:
            return pausing.resume()
        case rows.REMIND:
            return reminders.remind(seat, since)
        case draws.DEAL:
            return deal.deal_late()
        case _:
            return unattended.carry_out(kind, seat, since)


class Clockwork:
    """Runs what is due, then sleeps until the next."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._env = transactions.env
        env = self._env
        self.jumps = Jumps(env.store, env.now, env.passed, env.boot)
        if env.passed is not None:
            env.now = self.jumps.now
        self.heartbeat = Heartbeat(transactions, lambda: self.jumps)
        self._failed = False

    async def tick(self) -> int:
        """Runs everything that is due now; returns how many jobs that were. A failed job waits for a later tick."""
        await self._tried("", self.heartbeat.beat())
        now, store = self._env.now(), self._env.store
        self._failed = False
        due: set[Row] = set()
        while fresh := set(await store.due(now, limits.CLOCK_BATCH, self._env.furthest)) - due:
            due |= fresh
            for table, kind, seat, since in self._drawn(sorted(fresh)):
                await self._done(table, _done_by(kind, seat, since))
        expired: set[str] = set()
        while over := set(await store.expired(now, limits.CLOCK_BATCH)) - expired:
            expired |= over
            for table in sorted(over):
                await self._done(table, lobby.expire())
        for user, what, at in await store.agenda_due(now, limits.CLOCK_BATCH):
            await self._tried("", agenda.carry_out(self._transactions, user, what, at))
        return len(due) + len(expired)

    def _drawn(self, rows: list[Row]) -> list[Row]:
        """Draws the order of the seats at each table: of two wishes that meet an offer to the first, either may win."""
        tables = [list(group) for _, group in groupby(rows, lambda row: row[0])]
        return [row for group in tables for row in (shuffle(self._env.chance, group) if len(group) > 1 else group)]

    async def _done(self, table: str, use_case: UseCase) -> None:
        await self._tried(table, self._transactions.run(table, Action(0), use_case))

    async def _tried(self, table: str, work: Awaitable[Done | int]) -> None:
        """Keeps a table that fails from delaying the others."""
        try:
            done = await work
            self._failed |= isinstance(done, Done) and isinstance(done.answer, StorageIsFull)
        except Exception as error:
            self._failed = True
            log.exception("clock failed", table=table, exc_info=error)

    async def run(self) -> None:
        """Ticks for ever."""
        await self._tried("", lateness.watch_silence(self._env))
        while True:
            await self.tick()
            if self._failed:
                await asyncio.sleep(AFTER_FAILURE)
            else:
                await self._wait()

    async def _wait(self) -> None:
        """Waits for what falls due next, or until something is written that falls due before it."""
        transactions, now = self._transactions, self._env.now()
        transactions.sooner.clear()
        transactions.planned = now + int(LONGEST * 1000)  # before it is looked up: meanwhile more may be written
        seconds = await self._pause()
        transactions.planned = now + int(seconds * 1000)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await transactions.sooner.wait()
        transactions.planned = 0

    async def _pause(self) -> float:
        due = await self._env.store.next_due()
        return LONGEST if due is None else max(SHORTEST, min((due - self._env.now()) / 1000, LONGEST))
