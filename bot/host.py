"""From settings to a running bot and back: the order of starting, what is looked at before Discord is, a clean end."""

import asyncio
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Final

import discord
import structlog
from discord.http import Route

import renderer
from bot.client import Stammtisch
from bot.luck import Live
from bot.settings import EX_CONFIG, Settings
from bot.tables import Desk, Tables
from renderer.guatemala import HAND
from rules import GAMES
from rules.chance import Seeded
from rules.contract import Setup
from storage.control import Control
from storage.problem import EX_IOERR, StorageError, StorageFull, StorageProblem
from storage.store import open_store

MINUTE: Final = 60_000
ROOM: Final = 200 << 20
SANE: Final = 1_700_000_000_000
"""A clock that shows an earlier time is not set (2023)."""
FEW_STARTS: Final = 50
PRUNE_EVERY: Final = 6 * 3600

log = structlog.get_logger()


class CannotRun(Exception):  # noqa: N818 (an answer to the operator)
    """What is wrong, what helps, and the exit code that says whether a restart does."""

    def __init__(self, problem: str, solution: str, code: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.solution = solution
        self.code = code


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def self_test(chosen: Settings) -> None:
    """What would otherwise be noticed at the first move: a picture, room on the disk, a clock that is set."""
    rules = next(iter(GAMES.values()))
    state = rules.setup(Setup(rules.seats[0]), Seeded(0)).state
    try:
        renderer.compose(renderer.paint(rules.private(state, 0), HAND))
    except OSError as error:
        problem = f"No picture can be made ({type(error).__name__})."
        raise CannotRun(problem, "Install the bot anew.", 1) from None
    if shutil.disk_usage(chosen.data).free < ROOM:
        raise CannotRun("Less than 200 MB of the disk are free.", "Make room and start again.", EX_IOERR)
    if milliseconds() < SANE:
        raise CannotRun("The clock of this machine is not set.", "Set it and start again.", EX_CONFIG)


async def host(
    chosen: Settings, token: str, *, now: Callable[[], int] = milliseconds, **client_options: object
) -> None:
    """Runs until SIGTERM or Ctrl-C, by the clock `now`. Raises CannotRun, StorageProblem."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await open_store(chosen.data))
        self_test(chosen)
        await stack.enter_async_context(Control(store))
        low, high = chosen.order_delay_minutes
        tables = Tables(Desk(store, Live(), now, delay=(low * MINUTE, high * MINUTE)))
        client = await stack.enter_async_context(Stammtisch(chosen, tables, **client_options))
        await _logged_in(client, token)
        await _budget(client)
        daily = store.backups.daily(store.writer, _no_backup)
        chores = [asyncio.create_task(daily), asyncio.create_task(_prune(tables, now))]
        try:
            await _connected(client)
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)


def _no_backup(error: StorageError) -> None:
    log.error("the daily backup failed", why=str(error), help="Look at the disk; it is tried again in an hour.")


async def _prune(tables: Tables, now: Callable[[], int]) -> None:
    while True:
        with suppress(StorageFull):  # there will be room again
            await tables.desk.store.prune(now())
        await asyncio.sleep(PRUNE_EVERY)


async def _logged_in(client: Stammtisch, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise CannotRun(
            "Discord does not accept this token.",
            "Reset it in the developer portal (Bot, Reset Token) and put the new one into .env.",
            EX_CONFIG,
        ) from None


async def _budget(client: Stammtisch) -> None:
    """Every start of a session counts: 1,000 a day, and then Discord resets the token."""
    found = await client.http.request(Route("GET", "/gateway/bot"))
    limit = found["session_start_limit"]
    log.info("sessions", left=limit["remaining"])
    if limit["remaining"] < FEW_STARTS:
        log.warning("few sessions left: waiting", seconds=limit["reset_after"] // 1000)
        await asyncio.sleep(limit["reset_after"] / 1000)


async def _connected(client: Stammtisch) -> None:
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, asked.set)
    ended = asyncio.create_task(asked.wait())
    running = asyncio.create_task(client.connect())
    try:
        await asyncio.wait({ended, running}, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        await client.close()
        await running
    except discord.PrivilegedIntentsRequired:
        raise CannotRun("Discord refused the intents.", "The bot needs none that is privileged.", EX_CONFIG) from None
    except discord.ConnectionClosed as closed:
        raise CannotRun(
            f"Discord closed the connection for good ({closed.code}).",
            "Look whether the token was reset or the application changed.",
            EX_CONFIG,
        ) from None


__all__ = ["CannotRun", "StorageProblem", "host", "self_test"]
