"""From settings to a running bot and back: the order of starting, checks before Discord is reached, a clean end."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, Final

import structlog

from bot.discord.client import Stammtisch
from bot.discord.connect import arrive, stay
from bot.games import GAMES
from bot.operation.problem import CannotRun
from bot.operation.self_test import self_test
from bot.operation.settings import Settings
from bot.operation.version import version, versions
from bot.operation.workers import Workers
from bot.play import Env, Transactions
from bot.play.luck import Live
from bot.play.upgrade import CannotPlayOn, Stuck, bring_forward
from storage import Known, StorageError, StorageFull, Store, open_store
from storage.control import Control
from storage.health import Host, milliseconds
from storage.problem import EX_IOERR

MINUTE: Final = 60_000
PRUNE_EVERY: Final = 6 * 3600
PLAYED_BY: Final = "program"
"""The key in `meta` of the version that has played last."""
NAMED: Final = 20
"""So many tables that cannot be played on are named; the operator need not scroll for the second sentence."""
PAUSE = 60.0
"""Seconds before a chore that failed is begun again."""

log = structlog.get_logger()


async def host(
    chosen: Settings,
    token: str,
    *,
    now: Callable[[], int] = milliseconds,
    welcome: Callable[[int], None] = lambda _: None,
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
        workers = Workers(chosen.house_workers)
        stack.push_async_callback(workers.close)
        thinker = workers if chosen.house_workers else None
        env = Env(store, Live(), now, GAMES, delay=(low * MINUTE, high * MINUTE), thinker=thinker)
        if not await _before(stop, _bring_forward(env)):
            return
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
            await _before(stop, stay(client), client.close)
        finally:
            await _broken_off(*chores)


async def _bring_forward(env: Env) -> None:
    """Brings tables of older rules forward, or does not let the bot start."""
    try:
        brought = await bring_forward(env)
    except CannotPlayOn as cannot:
        raise _refused(cannot.stuck, await env.store.meta(PLAYED_BY)) from None
    except StorageFull:
        problem = "The disk is full, and tables have to be brought to this version before they are played on."
        raise CannotRun(problem, "Make room and start again.", EX_IOERR) from None
    if await env.store.meta(PLAYED_BY) != version():
        with suppress(StorageFull):  # the next start says it
            await env.store.save_meta(PLAYED_BY, version())
    if brought:
        log.info("tables go on under newer rules", tables=brought)


def _refused(stuck: Sequence[Stuck], played: str | None) -> CannotRun:
    """Two sentences: which tables, and which version plays them."""
    named = [*map(_named, stuck[:NAMED]), *([f"and {len(stuck) - NAMED} more"] if len(stuck) > NAMED else [])]
    which = f"version {played}, which plays them," if played else "the version that has played them"
    return CannotRun(
        f"This version cannot play on with running tables ({len(stuck)}): {'; '.join(named)}.",
        f"No table was changed: start {which} and let them end there; should it not open this data"
        " folder, restore the backup that was made before the update.",
    )


def _named(stuck: Stuck) -> str:
    game = GAMES.get(stuck.game)
    return f"{stuck.table} ({game.title if game else stuck.game}, rules {stuck.rules_version}): {stuck.why}"


async def _kept_up(name: str, chore: Callable[[], Awaitable[None]]) -> None:
    """Restarts a chore that failed, and logs it: nobody would miss it before it is needed."""
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


async def _before(
    stop: asyncio.Event, work: Coroutine[Any, Any, None], then: Callable[[], Awaitable[None]] | None = None
) -> bool:
    """Returns whether a work ended before somebody stopped the bot; else it is cancelled, once `then` is done too."""
    working, asked = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, asked}, return_when=asyncio.FIRST_COMPLETED)
        ended = working.done()
        if then is not None:
            await then()
            ended = not asked.done()  # whoever stops it meanwhile need not be told why it ended
        if ended:
            await working
        return ended
    finally:
        await _broken_off(working, asked)


async def _broken_off(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def _asked_to_stop() -> Generator[asyncio.Event]:
    """Yields an event that SIGTERM and Ctrl-C set, from the first moment on: also while waiting for Discord."""
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
