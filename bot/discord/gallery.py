"""Pictures of views as bytes, kept by strips (renderer/pixels/strips.py) and whole.

They are painted in a process of their own (bot/discord/studio.py); without one they are composed on the event loop and
packed in a thread.

If pictures cannot be drawn there are none (bot/wording/mishaps.py): their messages go on with words and buttons.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from hashlib import blake2b
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

import renderer
from bot.discord import layout
from bot.discord.films import Films
from bot.discord.layout import Layout, Picture, Unpainted
from bot.discord.pipe import NONE
from bot.discord.studio import Studio, after_others
from bot.games.game_text import COURSE, END
from bot.play.history.reel import Course
from bot.play.queries import Moved
from bot.wording import Words, spared
from bot.wording.names import painted
from renderer import Painters, Scene, View, film
from renderer.painters import BRIEF, ENDING, LEAST, PART, PICTURE, WAY, ZOOM
from renderer.pixels import strips
from renderer.pixels.kept import Kept
from rules.contract import Choice, Fact, PublicView, SeatView

THREADS: Final = 2
KEPT: Final = 8_000_000
"""Bytes of whole pictures that may be shown again: to who looks once more, or beside one that has changed."""
AHEAD: Final = 64
"""People for whom is painted what they may want next."""
FILM_WAITS: Final = 1.5
"""So many seconds a film may take; the panel goes without it then, for Discord waits three."""
Pointed: TypeAlias = tuple[tuple[str, ...], Iterable[Choice]]
"""The words of a move that are said, and what can be the next one."""
Runs: TypeAlias = Sequence[Sequence[Fact]]
"""What several moves tell, one after the other."""
EMPTY: Final[Mapping[str, str]] = MappingProxyType({})


class Gallery:
    """Paints. It knows no game: marks are the painters' business.

    `names`: the players' display names by seat, as the table has them (escaped); without them a picture has none.
    """

    def __init__(self, painters: Painters, studio: Studio | None = None) -> None:
        self.painters = painters
        self._studio = studio
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="encode")
        self._closed = False
        self._kept: Kept[bytes, bytes] = Kept(KEPT, len)
        self._ahead: OrderedDict[int, asyncio.Task[None]] = OrderedDict()
        """What is painted for people before they ask for it."""
        self._one_ahead = asyncio.Semaphore(1)
        self.films = Films()
        """Those of whole games."""

    def paint_apart(self, *, wanted: bool) -> None:
        """Has pictures painted in a process of their own from now on, or in this one."""
        self._studio = Studio() if wanted else None

    async def ended(self) -> None:
        """Waits until those processes are gone."""
        await self.films.closed()
        if self._studio is not None:
            await self._studio.close()

    def close(self) -> None:
        self._closed = True
        self.films.close()
        for task in self._ahead.values():
            task.cancel()
        self._pool.shutdown(cancel_futures=True)

    async def warm(self, views: Iterable[View]) -> None:
        """Makes the parts of every picture before the first is wanted."""
        for view in views:
            for name in () if self._studio is None else self.painters.pictures(view):
                await self._apart(PICTURE, view, name, None, ())
            if not self._closed and self._studio is None:
                await self._in_thread(self.painters.warm, view)

    async def board(
        self,
        view: PublicView,
        facts: Sequence[Fact],
        alt: str,
        alts: Mapping[str, str] = EMPTY,
        *,
        names: Sequence[str] = (),
        told: Sequence[Fact] = (),
        course: Course = (),
    ) -> tuple[Picture, ...]:
        """Returns the pictures of a position that tell its last move. `alts`: for those that tell something else.

        Once the game is over the picture of its end comes first, made of all that everybody was told, then that of its
        points over time.
        """
        pictures = await self.moment(view, facts, alt, alts, names=names)
        with spared:
            called = tuple(map(painted, names))
            if self.painters.end(view, told, called) is None:
                return pictures
            shown = {
                END: await self._png(ENDING, view, tuple(told), called),
                COURSE: await self._png(WAY, view, course),
            }
            found = [Picture(f"{name}.png", png, alts.get(name, alt)) for name, png in shown.items() if png]
            return (*found, *pictures)
        return pictures

    async def moment(
        self, view: PublicView, facts: Sequence[Fact], alt: str, alts: Mapping[str, str] = EMPTY, *,
        names: Sequence[str] = (),
    ) -> tuple[Picture, ...]:  # fmt: skip
        """Returns the pictures of a position that tell its last move, and nothing of how the game ended."""
        with spared:
            marks = self.painters.happened(view, facts)
            telling = self.painters.telling(view, marks)
            shown = self._pictures(view, marks, alt, telling, alts=alts, names=names, what=PICTURE)
            return await self._all_painted(shown)
        return ()

    async def hand(self, view: SeatView, alt: str) -> tuple[Picture, ...]:
        with spared:
            return await self._all_painted(self._pictures(view, None, alt, self.painters.pictures(view)))
        return ()

    async def shown(self, words: Words, form: Layout) -> Layout:
        """Paints what a message has room for; where it cannot be painted, it goes without pictures, and says so."""
        with spared:
            return replace(form, pictures=await self._all_painted(form.pictures))
        return layout.pictured(words, form.text, (), form.rows, form.heading)

    async def _all_painted(self, pictures: Sequence[Picture]) -> tuple[Picture, ...]:
        """Paints those that are not painted yet."""
        return tuple(await asyncio.gather(*map(_finished, pictures)))

    async def plan(
        self,
        view: PublicView,
        facts: Sequence[Fact],
        pointed: Pointed,
        alt: str,
        *,
        alts: Mapping[str, str] = EMPTY,
        names: Sequence[str] = (),
        since: Runs = (),
    ) -> tuple[Picture, ...]:
        """Returns a planned turn: what is not committed is a ghost, and the places for the next word are marked.

        `since`: what has happened before it, to be marked too. It is painted once it is known to be shown.
        """
        with spared:
            marks, pictures = self._planned(view, facts, pointed, since)
            return self._pictures(view, marks, alt, pictures, alts=alts, names=names)
        return ()

    def _planned(
        self, view: PublicView, facts: Sequence[Fact], pointed: Pointed, since: Runs
    ) -> tuple[Any, tuple[str, ...]]:
        marks, pictures = self.painters.planned(view, facts, *pointed)
        if not since:
            return marks, pictures
        marks, telling = self.painters.since(view, since, marks)
        return marks, tuple(dict.fromkeys((*pictures, *telling)))  # what is to be decided comes first

    async def since(
        self, view: PublicView, runs: Runs, alt: str, alts: Mapping[str, str] = EMPTY, *, names: Sequence[str] = ()
    ) -> tuple[Picture, ...]:
        """Returns the pictures of a position that tell several moves, numbered in their order, unpainted, too."""
        with spared:
            marks, pictures = self.painters.since(view, runs)
            return self._pictures(view, marks, alt, pictures, alts=alts, names=names)
        return ()

    async def part(
        self,
        view: PublicView,
        facts: Sequence[Fact],
        pointed: Pointed,
        alt: str,
        *,
        alts: Mapping[str, str] = EMPTY,
        names: Sequence[str] = (),
        since: Runs = (),
    ) -> tuple[Picture, ...]:
        """Returns the part of a planned turn's first picture that the plan is about; none where that is most of it."""
        with spared:
            marks, (picture, *_) = self._planned(view, facts, pointed, since)
            if not self.painters.points(view, marks):  # nobody need ask the painter
                return ()
            data = await self._png(PART, view, picture, marks, tuple(map(painted, names)))
            return (Picture(f"{picture}-part.png", data, alts.get(picture, alt)),) if data else ()
        return ()

    def in_turn(self, *, soon: bool) -> AbstractContextManager[None]:
        """What is painted meanwhile lets pass what somebody waits for, unless it is that itself."""
        return nullcontext() if soon else after_others()

    def least(self, picture: Picture) -> Picture:
        """Returns what stands for the smallest part that is ever made of a picture."""
        if not isinstance(picture, Unpainted):
            return picture
        width, height = picture.size
        return replace(picture, size=(width, int(height * LEAST) - 1))

    async def film(self, moved: Moved, alt: str, *, names: Sequence[str] = ()) -> Picture | None:
        """Returns the last move as a short film, all of it made in a thread; None where it takes too long."""
        with spared, suppress(TimeoutError):
            shown = self.painters.film(moved.before, moved.after, moved.facts, tuple(map(painted, names)))
            data = await asyncio.wait_for(self._in_thread(film.encoded, shown), FILM_WAITS)
            return Picture("last-move.gif", data, alt) if data else None
        return None

    async def still(self, name: str, scene: Callable[[], Scene], alt: str) -> tuple[Picture, ...]:
        """Returns a picture of no view, such as a board of ratings: made in the thread."""
        with spared:
            return (Picture(f"{name}.png", await self._in_thread(renderer.render, scene()), alt),)
        return ()

    async def zoom(
        self, view: PublicView, picture: str, region: str, alt: str, *, names: Sequence[str] = ()
    ) -> tuple[Picture, ...]:
        """Returns a part of a picture at double size."""
        with spared:
            data = await self._png(ZOOM, view, picture, region, tuple(map(painted, names)))
            return (Picture(f"{picture}-{region}.png", data, alt),)
        return ()

    def ahead(self, user: int, wanted: Sequence[Callable[[], Awaitable[object]]]) -> None:
        """Paints what this person may want next, one thing after the other; what was painted before it gives way."""
        for stale in [user, *islice(self._ahead, max(0, len(self._ahead) - AHEAD))]:
            if stale in self._ahead:
                self._ahead.pop(stale).cancel()
        task = asyncio.create_task(self._painted_ahead(tuple(wanted)))
        self._ahead[user] = task
        task.add_done_callback(lambda done: self._ahead.pop(user) if self._ahead.get(user) is done else None)

    async def _painted_ahead(self, wanted: Sequence[Callable[[], Awaitable[object]]]) -> None:
        for paint in wanted:
            async with self._one_ahead:
                with after_others():
                    await paint()

    def _pictures(
        self,
        view: View,
        marks: Any,
        alt: str,
        pictures: Sequence[str],
        *,
        alts: Mapping[str, str] = EMPTY,
        names: Sequence[str] = (),
        what: str = BRIEF,
    ) -> tuple[Picture, ...]:
        called = tuple(map(painted, names))
        return tuple(
            Unpainted(
                *(f"{name}.png", b"", alts.get(name, alt), self._size(view, name)),
                partial(self._png, what, view, name, marks, called),
            )
            for name in pictures
        )

    def _size(self, view: View, name: str) -> tuple[int, int]:
        return self.painters.size(view, name)

    async def _png(self, what: str, *given: Any) -> bytes:
        """Returns what is wanted (`Painters.scene`), empty where there is none.

        What a move did not change is not painted again, a picture of which nothing changed not at all.
        """
        known = _known(what, *given)
        png = self._kept.get(known)
        if png is None:
            png = await self._apart(what, *given) or await self._here(what, *given)
            self._kept.put(known, png)
        return b"" if png == NONE else png

    async def _apart(self, what: str, *given: Any) -> bytes:
        return b"" if self._studio is None or self._closed else await self._studio.painted(what, *given)

    async def _here(self, what: str, *given: Any) -> bytes:
        scene = self.painters.scene(what, *given)
        if scene is None:
            return NONE
        if what in (PICTURE, BRIEF):
            return await self._in_thread(strips.finished, strips.begun(scene, brief=what == BRIEF))
        return await self._in_thread(renderer.render, scene)

    async def _in_thread(self, work: Any, value: Any) -> Any:
        if self._closed:  # nothing is shown any more, with a picture or without
            raise asyncio.CancelledError
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, value)


async def _finished(picture: Picture) -> Picture:
    if not isinstance(picture, Unpainted):
        return picture
    return Picture(picture.name, await picture.paint(), picture.alt)


def _known(what: str, view: View, *given: Any) -> bytes:
    """Returns a hash of all that a picture is painted of: however hard it is packed, it shows the same."""
    told = msgspec.json.encode((PICTURE if what == BRIEF else what, type(view).__qualname__, view, given))
    return blake2b(told, digest_size=16).digest()
