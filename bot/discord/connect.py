"""The way to Discord: while it is out of reach the bot waits and tries again; other errors end it."""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeVar

import aiohttp
import discord
import structlog
from discord.http import Route
from discord.utils import MISSING

from bot.discord.client import Stammtisch
from bot.discord.transient import is_away, why
from bot.operation.problem import CannotRun

FIRST, LONGEST = 5.0, 300.0
"""Seconds between two tries, at first and at most."""
ANEW = 600.0
"""Seconds after which a first connection is started afresh."""
FEW_STARTS: Final = 50
UNAUTHORIZED, PROXY_WANTS_A_NAME = 401, 407

T = TypeVar("T")

log = structlog.get_logger()


async def arrive(client: Stammtisch, token: str) -> None:
    """Logs in, syncs the commands, and waits until session starts are left. Raises CannotRun."""
    await _patiently(lambda: _logged_in(client, token))
    await _patiently(lambda: _budget(client))


async def stay(client: Stammtisch) -> None:
    """Stays connected until the client closes; after the first connection discord.py reconnects. Raises CannotRun."""
    try:
        await _patiently(lambda: _connected(client))
    except discord.PrivilegedIntentsRequired:
        raise CannotRun("Discord refused the intents.", "The bot needs none that is privileged.") from None
    except discord.ConnectionClosed as closed:
        raise CannotRun(
            f"Discord closed the connection for good ({closed.code}).",
            "Look whether the token was reset or the application changed.",
        ) from None


def pauses() -> Iterator[float]:
    """Yields seconds, doubled each time, each a little different: many bots lose Discord at the same moment."""
    for tried in itertools.count():
        yield min(LONGEST, FIRST * 2 ** min(tried, 16)) * random.uniform(0.8, 1.2)


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    for pause in pauses():
        try:
            return await work()
        except Exception as error:
            refuse_for_good(error)
            if not is_away(error):
                raise
            log.warning("Discord is out of reach", why=why(error), again_in_seconds=round(pause))
        await asyncio.sleep(pause)
    raise AssertionError("there is always another pause")


def refuse_for_good(error: Exception) -> None:
    """Raises CannotRun for an error that no waiting mends."""
    if isinstance(error, discord.LoginFailure) or getattr(error, "status", 0) == UNAUTHORIZED:
        raise CannotRun(
            "Discord does not accept this token.",
            "Reset it in the developer portal (Bot, Reset Token) and put the new one into .env.",
        ) from None
    if isinstance(error, aiohttp.ClientHttpProxyError) and error.status == PROXY_WANTS_A_NAME:
        raise CannotRun(
            "The proxy wants a name and a password.",
            "Put them into STAMMTISCH_PROXY: http://name:password@host:port.",
        ) from None


async def _logged_in(client: Stammtisch, token: str) -> None:
    try:
        await client.login(token)
    except BaseException:
        await client.http.close()
        client.http.connector = MISSING  # it was closed with its session; the next try makes both anew
        raise


async def _connected(client: Stammtisch) -> None:
    """Makes the first connection; starts it afresh in time, as discord.py retries by calling itself, ever deeper."""
    connecting = asyncio.create_task(client.connect())
    try:
        await asyncio.wait({connecting}, timeout=ANEW)
        if connecting.done() or client.shards:
            await connecting
        else:
            if client.shard_ids is None:
                vars(client)["shard_count"] = None  # to be asked for again, with the gateway's address
            raise TimeoutError("no connection to the gateway")
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)


async def _budget(client: Stammtisch) -> None:
    """Waits if few session starts are left: after 1,000 a day Discord resets the token."""
    found = await client.http.request(Route("GET", "/gateway/bot"))
    limit = found["session_start_limit"]
    client.concurrency = limit.get("max_concurrency") or 1
    log.info("sessions", left=limit["remaining"])
    if limit["remaining"] < FEW_STARTS:
        log.warning("few sessions left: waiting", seconds=limit["reset_after"] // 1000)
        await asyncio.sleep(limit["reset_after"] / 1000)
