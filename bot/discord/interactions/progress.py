"""Something that takes its time: told how far it is where it was asked for, and shown there at last."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from bot.discord.interactions.asked import Asked
from bot.discord.interactions.replies import put_instead
from bot.discord.layout import Layout

SOON: Final = 1.0
"""Seconds for which the first answer waits."""
PAUSE: Final = 3.0
"""Seconds from one word of how far it is to the next."""

T = TypeVar("T")


async def soon(made: asyncio.Future[T]) -> bool:
    """Waits a moment; is it ready?"""
    done, _ = await asyncio.wait((made,), timeout=SOON)
    return bool(done)


async def awaited(
    asked: Asked,
    made: asyncio.Future[T],
    follow: Callable[[Coroutine[Any, Any, None]], None],
    further: Callable[[], Layout],
    shown: Callable[[T], Awaitable[Layout]],
) -> Layout:
    """Returns it where it is ready in a moment; else how far it is, and `follow` shows it there at last."""
    if await soon(made):
        return await shown(made.result())
    follow(told(asked, made, further, shown))
    return further()


async def told(
    asked: Asked, made: asyncio.Future[T], further: Callable[[], Layout], shown: Callable[[T], Awaitable[Layout]]
) -> None:
    """Says how far it is, and shows it at last, in place of the answer."""
    while True:
        done, _ = await asyncio.wait((made,), timeout=PAUSE)
        if done:
            await put_instead(asked.interaction, await shown(made.result()))
            return
        await put_instead(asked.interaction, further())
