"""From settings to a running bot and back: the order of starting, what is looked at before Discord is, a clean end."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, Final

import structlog

from bot.discord.client import Stammtisch
from bot.discord.connect import arrive, stay
from bot.games import GAMES
from bot.operation.problem import CannotRun
from bot.operation.self_test import self_test
from bot.operation.settings import EX_CONFIG, Settings
from bot.operation.version import version, versions
from bot.play import Env, Transactions
from bot.play.luck import Live
from bot.play.upgrade import CannotPlayOn, Stuck, bring_forward
from storage import Known, StorageError, StorageFull, StorageProblem, Store, open_store
from storage.control import Control
from storage.health import Host, milliseconds

MINUTE: Final = 60_000
PRUNE_EVERY: Final = 6 * 3600
PLAYED_BY: Final = "program"
"""The key in `meta` of the version that has played last."""
PAUSE = 60.0
"""Seconds before a chore that failed is begun again."""

log = structlog.get_logger()


def say_nothing(_: int) -> None: ...


async def host(
    chosen: Settings,
    token: str,
    *,
    now: Callable[[], int] = milliseconds,
    welcome: Callable[[int], None] = say_nothing,
    known: Known | None = None,
    **client_options: object,
) -> None:
    """Runs until SIGTERM or Ctrl-C, by the clock `now`; `welcome` is told the application once Discord has accepted it.

    `known` keeps a note beside the data folder. Raises CannotRun, StorageProblem.
    """
    async with AsyncExitStack() as stack:
        stop = stack.enter_context(_asked_to_stop())
        store = await stack.enter_async_context(await open_store(chosen.data, known=known))
        self_test(chosen.data)
        low, high = chosen.order_delay_minutes
        env = Env(store, Live(), now, GAMES, delay=(low * MINUTE, high * MINUTE))
        await _bring_forward(env)
        client = Stammtisch(chosen, Transactions(env), GAMES, **client_options)
        await stack.enter_async_context(Control(store, Host(now, client.pulse.gone, versions())))
        await stack.enter_async_context(client)
        if not await _before(stop, arrive(client, token)):
            return
        welcome(client.application_id or 0)
        chores = [
            asyncio.create_task(_kept_up("backups", lambda: store.backups.daily(store.writer, _no_backup))),
            asyncio.create_task(_kept_up("pruning", lambda: _prune(store, now))),
        ]
        try:
            await _connected(client, stop)
        finally:
            await _broken_off(*chores)


async def _bring_forward(env: Env) -> None:
    """Tables of older rules go on under these, or the bot does not start."""
    try:
        brought = await bring_forward(env)
    except CannotPlayOn as cannot:
        tables = "; ".join(map(_named, cannot.stuck))
        played = await env.store.meta(PLAYED_BY) or "that played them"
        raise CannotRun(
            f"{len(cannot.stuck)} running tables cannot be played on by this version: {tables}.",
            f"Nothing was changed. Start version {played}, which plays them, and let them end there.",
            EX_CONFIG,
        ) from None
    await env.store.save_meta(PLAYED_BY, version())
    if brought:
        log.info("tables go on under newer rules", tables=brought)


def _named(stuck: Stuck) -> str:
    game = GAMES.get(stuck.game)
    return f"{stuck.table} ({game.title if game else stuck.game}, rules {stuck.rules_version}): {stuck.why}"


async def _kept_up(name: str, chore: Callable[[], Awaitable[None]]) -> None:
    """One that fails is told and begun again: nobody would miss it before it is needed."""
    while True:
        try:
            await chore()
        except Exception as error:
            log.exception("chore failed", chore=name, exc_info=error)
        await asyncio.sleep(PAUSE)


def _no_backup(error: StorageError) -> None:
    log.error("the daily backup failed", why=str(error), help="Look at the disk; it is tried again in an hour.")


async def _prune(store: Store, now: Callable[[], int]) -> None:
    while True:
        with suppress(StorageFull):  # there will be room again
            await store.prune(now())
        await asyncio.sleep(PRUNE_EVERY)


async def _connected(client: Stammtisch, stop: asyncio.Event) -> None:
    """Until somebody asks for the end, or Discord does not want this bot any more."""
    staying, asked = asyncio.create_task(stay(client)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({staying, asked}, return_when=asyncio.FIRST_COMPLETED)
        await client.close()
        if not asked.done():
            await staying
    finally:
        await _broken_off(staying, asked)


async def _before(stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> bool:
    """Whether a work came to its end before somebody asked for ours; else it is broken off."""
    working, asked = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, asked}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            await working
        return working.done()
    finally:
        await _broken_off(working, asked)


async def _broken_off(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def _asked_to_stop() -> Generator[asyncio.Event]:
    """Set by SIGTERM and Ctrl-C, from the first moment on: also while Discord is waited for."""
    asked, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, asked.set)
    try:
        yield asked
    finally:
        for number in signals:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)


__all__ = ["CannotRun", "StorageProblem", "host", "milliseconds"]
