"""Pictures of views as bytes: composed in the event loop, encoded in a thread, kept while they may be asked for."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from msgspec.structs import replace

import renderer
from bot.forms import Picture
from renderer.guatemala import NONE, PLANTATION, PRODUCTION, Marks, drafted, last_move, legal
from renderer.painters import View
from rules.contract import Fact, PublicView, SeatView
from rules.guatemala.facts import Placed
from rules.guatemala.moves import TAKE
from rules.guatemala.views import GuatemalaPublic

KEPT: Final = 48
THREADS: Final = 2


class Gallery:
    """Paints, and keeps what it painted last."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="encode")
        self._kept: OrderedDict[Any, bytes] = OrderedDict()
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(cancel_futures=True)

    async def warm(self, views: Iterable[View]) -> None:
        """Makes what every picture is made of, before the first is wanted."""
        loop = asyncio.get_running_loop()
        for view in views:
            if not self._closed:
                await loop.run_in_executor(self._pool, renderer.warm, view)

    async def _png(self, view: View, name: str, marks: Any) -> bytes:
        key = (view, name, marks)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        canvas = renderer.compose(renderer.paint(view, name, marks))
        data = await asyncio.get_running_loop().run_in_executor(self._pool, renderer.encode, canvas)
        self._kept[key] = data
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return data

    async def board(
        self, view: PublicView, facts: Sequence[Fact], alt: str, names: Sequence[str] = ()
    ) -> tuple[Picture, ...]:
        """The pictures of a position with its last move marked; all of them, or those named."""
        return await self._pictures(view, last_move(facts), alt, names or renderer.pictures(view))

    async def hand(self, view: SeatView, alt: str) -> tuple[Picture, ...]:
        return await self._pictures(view, None, alt, renderer.pictures(view))

    async def plan(
        self, view: PublicView, facts: Sequence[Fact], tokens: tuple[str, ...], choices: Any, alt: str
    ) -> tuple[Picture, ...]:
        """A planned turn: what is not committed is a ghost, and where the next word may go is marked."""
        marks, names = _plan(view, facts, tokens, choices)
        return await self._pictures(view, marks, alt, names)

    async def zoom(self, view: PublicView, picture: str, region: str, alt: str) -> Picture:
        canvas = renderer.compose(renderer.zoom(view, picture, region))
        data = await asyncio.get_running_loop().run_in_executor(self._pool, renderer.encode, canvas)
        return Picture(f"{picture}-{region}.png", data, alt)

    async def _pictures(self, view: View, marks: Any, alt: str, names: Sequence[str]) -> tuple[Picture, ...]:
        painted = [Picture(f"{name}.png", await self._png(view, name, marks), alt) for name in names]
        return tuple(painted)


def _plan(view: PublicView, facts: Sequence[Fact], tokens: tuple[str, ...], choices: Any) -> tuple[Marks, list[str]]:
    """What to mark, and which of the pictures says most about the next word."""
    if not isinstance(view, GuatemalaPublic):
        raise TypeError(type(view))
    ghosts, wanted = drafted(facts), legal(view, tokens, choices)
    marks = NONE if not (facts or tokens) else _both(ghosts, wanted)
    if len(tokens) == 2 and tokens[0] == TAKE:
        return marks, [PLANTATION]
    if any(isinstance(fact, Placed) for fact in facts):
        return marks, [PRODUCTION, PLANTATION]
    return marks, [PRODUCTION]


def _both(ghosts: Marks, wanted: Marks) -> Marks:
    return replace(ghosts, fields=wanted.fields, spaces=wanted.spaces, places=wanted.places)
