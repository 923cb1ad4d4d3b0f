"""Walks through the records of a game: a long one runs in a thread, so that nobody's press waits for it."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, ParamSpec, TypeVar

from rules.contract import Record

SHORT: Final = 50
"""Records that are walked on the event loop: that takes about a millisecond."""

P = ParamSpec("P")
T = TypeVar("T")


async def walked(records: Sequence[Record], walk: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Returns what `walk` finds; with many records it is called in a thread."""
    if len(records) <= SHORT:
        return walk(*given, **named)
    return await asyncio.to_thread(partial(walk, *given, **named))
