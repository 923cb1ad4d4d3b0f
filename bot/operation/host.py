"""From settings to a running bot and back: the order of starting, checks before Discord is reached, a clean end."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, Final

import structlog

from bot.discord.client import Stammtisch
from bot.discord.connect import arrive, stay
from bot.games import GAMES
from bot.operation.chores import Chores, thinking
from bot.operation.database import opened
from bot.operation.forward import brought_forward
from bot.operation.neighbours import times
from bot.operation.self_test import self_test
from bot.operation.settings import Settings
from bot.operation.version import versions
from bot.play import Env, Transactions
from bot.play.luck import Live, new_seed
from storage import Known
from storage.folder.control import Control
from storage.monitoring.health import milliseconds

MINUTE: Final = 60_000
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
        if (store := await opened(chosen, known, stop)) is None:
            return
        await stack.enter_async_context(store)
        self_test(chosen.data)
        low, high = (minutes * MINUTE for minutes in chosen.order_delay_minutes)
        now, passed, boot = times(store, now)
        env = Env(store, Live(), now, GAMES, delay=(low, high), passed=passed, boot=boot, seeds=new_seed)
        await stack.enter_async_context(thinking(env, chosen.house_workers))
        if not await _before(stop, brought_forward(env)):
            return
        client = Stammtisch(chosen, Transactions(env), GAMES, **client_options)
        client.gallery.paint_apart(wanted=chosen.painter)
        chores = Chores(store, client)
        control = await stack.enter_async_context(Control(store, chores.host(now, versions())))
        await stack.enter_async_context(chores.figures(chosen.metrics, control))
        await stack.enter_async_context(client)
        if not await _before(stop, arrive(client, token)):
            return
        welcome(client.application_id or 0)
        doing = chores.begun()
        try:
            await _before(stop, stay(client), chores.leave)
        finally:
            await _broken_off(*doing)


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
