"""How the views of a game are painted, and the calls that find the painter of a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.charts import course
from renderer.charts.course import Course
from renderer.ending import Look
from renderer.film import Frame, frames
from renderer.pixels import raster, strips
from renderer.scene import PACKING, Box, Scene, Stamp, Words
from rules.contract import Choice, Fact, PublicView, SeatView

View = PublicView | SeatView

BESIDE: Final = 90
"""What a part of a picture shows around what it is about, in the picture's own measure."""
NUMBERED: Final = 8
"""So many of several moves have their numbers in a picture."""
LOW: Final = 2
"""How much wider than high it is, where there is so much."""
PICTURE, BRIEF, PART, ZOOM, ENDING, WAY = WANTED = "picture", "brief", "part", "zoom", "end", "course"
"""What can be wanted of a view, with what `paint`, `paint`, `part`, `zoom` (region, names), `end` and `course` are
given. What is brief is the picture, too, for one person until their next press: packed quickly, like parts and
close-ups.
"""
LEAST: Final = 1 / 3
"""A part of less of the height would be a strip that cuts through what lies beside it."""
MOST: Final = 0.75
"""A part of more of the height than this is no part any more."""


def _no_regions(_view: Any, _picture: str) -> tuple[str, ...]:
    return ()


Names = tuple[str, ...]
"""The players' names by seat, as plain text; empty where a picture is to have none."""


def _no_zoom(_view: Any, _picture: str, _marks: Any, _names: Names, region: str) -> Scene:
    raise KeyError(region)


def _only_the_plan(_runs: Sequence[Sequence[Fact]], plan: Any, _first: int) -> Any:
    return plan


def _no_marks(_facts: Iterable[Fact]) -> Any:
    return None


def _all(painter: Painter, _view: Any, _marks: Any) -> tuple[str, ...]:
    return painter.pictures


def _no_end(_view: Any, _told: Sequence[Fact], _names: Names) -> Scene | None:
    return None


def _no_plan(
    _view: Any, _facts: Iterable[Fact], _tokens: tuple[str, ...], _choices: Iterable[Choice]
) -> tuple[Any, tuple[str, ...]]:
    return None, ()


class Painter(Struct, frozen=True):
    """How the views of one type are painted. A view without parts and marks, such as a hand, needs the first three.

    Names are data like marks: the same picture without them is the same scene less the names.
    """

    view: type[View]
    pictures: tuple[str, ...]
    """Their names; the first shows most of what happened."""
    paint: Callable[[Any, str, Any, Names], Scene]
    """View, picture, marks, names."""
    regions: Callable[[Any, str], tuple[str, ...]] = _no_regions
    """The parts of a picture that can be shown at double size."""
    zoom: Callable[[Any, str, Any, Names, str], Scene] = _no_zoom
    """View, picture, marks, names, region."""
    unmarked: Any = None
    """The marks that point at nothing."""
    happened: Callable[[Iterable[Fact]], Any] = _no_marks
    """The marks of the last move."""
    planned: Callable[[Any, Iterable[Fact], tuple[str, ...], Iterable[Choice]], tuple[Any, tuple[str, ...]]] = _no_plan
    """The marks of a planned turn and of where its next word may go, and the pictures that say most about it."""
    since: Callable[[Sequence[Sequence[Fact]], Any, int], Any] = _only_the_plan
    """The marks of several moves, numbered in their order from a number on, the newest the strongest, over those of a
    plan. No number below 1 is shown."""
    telling: Callable[[Painter, Any, Any], tuple[str, ...]] = _all
    """Painter, view, marks: the pictures that tell a last move, in their order; others are there to be looked for."""
    end: Callable[[Any, Sequence[Fact], Names], Scene | None] = _no_end
    """View, all that everybody was told, names: the picture of how it ended; None while it runs."""
    look: Look | None = None
    """In which its points over time are shown; None in a game that counts none."""
    page: Callable[[Any, str], Box] | None = None
    """View, picture: what it shows of its ground, whatever is marked, and so how large it is before it is painted."""
    packing: int = PACKING
    """How hard its pictures are packed: the harder, the fewer bytes and the more time."""


class Painters:
    """The painters of several games, each found by the type of the view."""

    def __init__(self, painters: Iterable[Painter]) -> None:
        self._by_view = {painter.view: painter for painter in painters}

    def of(self, kind: type[View]) -> Painter:
        return self._by_view[kind]

    def _of(self, view: View, picture: str) -> tuple[Painter, str]:
        painter = self._by_view[type(view)]
        name = picture or painter.pictures[0]
        if name not in painter.pictures:
            raise KeyError(name)
        return painter, name

    def pictures(self, view: View) -> tuple[str, ...]:
        """The names of the pictures that show a view."""
        return self._by_view[type(view)].pictures

    def telling(self, view: View, marks: Any) -> tuple[str, ...]:
        """The names of the pictures that a last move is told by; without a move all."""
        painter = self._by_view[type(view)]
        return painter.telling(painter, view, marks)

    def paint(self, view: View, picture: str = "", marks: Any = None, names: Names = ()) -> Scene:
        """One picture of a view; the first one where none is named."""
        painter, name = self._of(view, picture)
        return _packed(painter, painter.paint(view, name, painter.unmarked if marks is None else marks, names))

    def size(self, view: View, picture: str) -> tuple[int, int]:
        """How large a picture of a view is, in pixels; its scene is made only where its painter does not say so."""
        painter, name = self._of(view, picture)
        if painter.page is None:
            return self.paint(view, name).size
        page = painter.page(view, name)
        return int(page.width), int(page.height)

    def happened(self, view: View, facts: Iterable[Fact]) -> Any:
        """The marks of the last move."""
        return self._by_view[type(view)].happened(facts)

    def end(self, view: View, told: Sequence[Fact], names: Names = ()) -> Scene | None:
        """The picture of how a game ended: places, where the points came from, all hands; None while it runs."""
        painter = self._by_view[type(view)]
        scene = painter.end(view, told, names)
        return None if scene is None else _packed(painter, scene)

    def course(self, view: View, points: Course) -> Scene | None:
        """How the points of a game came about; None in a game that counts none, and where there were none."""
        painter = self._by_view[type(view)]
        return None if painter.look is None else course.paint(painter.look, points)

    def film(self, before: View, after: View, told: Sequence[Fact], names: Names = ()) -> tuple[Frame, ...]:
        """The last move as a film of the picture that shows most of it."""
        marks = self.happened(after, told)
        picture = self.telling(after, marks)[0]
        seen = ((before, None), (after, None), (after, marks))
        return frames(*(self.paint(view, picture, shown, names) for view, shown in seen))

    def planned(
        self, view: View, facts: Iterable[Fact], tokens: tuple[str, ...], choices: Iterable[Choice]
    ) -> tuple[Any, tuple[str, ...]]:
        """The marks of a planned turn, and the names of the pictures to show it by."""
        return self._by_view[type(view)].planned(view, facts, tokens, choices)

    def since(self, view: View, runs: Sequence[Sequence[Fact]], plan: Any = None) -> tuple[Any, tuple[str, ...]]:
        """The marks of several moves over those of a plan, and the names of the pictures that tell them.

        There is room for the numbers of the newest; what was before them is marked without.
        """
        painter, early = self._by_view[type(view)], len(runs) - NUMBERED
        if early > 0:
            runs = (tuple(fact for facts in runs[:early] for fact in facts), *runs[early:])
        marks = painter.since(runs, painter.unmarked if plan is None else plan, 0 if early > 0 else 1)
        return marks, painter.telling(painter, view, marks)

    def points(self, view: View, marks: Any) -> bool:
        """Do these marks point at anything?"""
        return marks is not None and marks != self._by_view[type(view)].unmarked

    def part(self, view: View, picture: str, marks: Any, names: Names = ()) -> Scene | None:
        """What these marks are about: the part of a picture that holds all of them; None where that is most of it."""
        scene = self.paint(view, picture, marks, names)
        plain = {_known(item) for item in self.paint(view, picture, names=names).items}
        boxes = [item.box for item in scene.items if _known(item) not in plain]
        if not boxes:
            return None
        window = _around(boxes, scene.window)
        return replace(scene, window=window) if window.height <= MOST * scene.window.height else None

    def regions(self, view: View, picture: str = "") -> tuple[str, ...]:
        """The names of the parts of a picture that can be shown at double size."""
        painter, name = self._of(view, picture)
        return painter.regions(view, name)

    def zoom(self, view: View, picture: str, region: str, marks: Any = None, names: Names = ()) -> Scene:
        """A part of a picture at double size."""
        painter, name = self._of(view, picture)
        marks = painter.unmarked if marks is None else marks
        return _packed(painter, painter.zoom(view, name, marks, names, region))

    def scene(self, what: str, *given: Any) -> Scene | None:
        """What is wanted by its name, one of `WANTED`; None where there is no such picture just now."""
        made = {PICTURE: self.paint, BRIEF: self.paint, PART: self.part, ZOOM: self._zoomed}
        scene = (made | {ENDING: self.end, WAY: self.course})[what](*given)
        return replace(scene, packing=strips.QUICK) if what in (PART, ZOOM) and scene is not None else scene

    def begun(self, what: str, *given: Any) -> Callable[[], bytes] | None:
        """Composes it; returns what is left to be done, which another thread may do. None where there is none."""
        scene = self.scene(what, *given)
        if scene is None:
            return None
        if what in (PICTURE, BRIEF):
            return partial(strips.finished, strips.begun(scene, brief=what == BRIEF))
        return partial(raster.encode, raster.compose(scene))

    def png(self, what: str, *given: Any) -> bytes:
        """The same as a file, in strips where they are likely to come again; empty where there is none."""
        finish = self.begun(what, *given)
        return b"" if finish is None else finish()

    def _zoomed(self, view: View, picture: str, region: str, names: Names = ()) -> Scene:
        return self.zoom(view, picture, region, names=names)

    def warm(self, view: View) -> None:
        """Makes the parts that pictures of such a view are made of: for a thread, before the first is wanted."""
        for name in self.pictures(view):
            strips.finished(strips.begun(self.paint(view, name)))


def _known(item: Stamp | Words) -> object:
    """What tells an item from others of its scene, in little."""
    return (item.drawing.key, item.x, item.y) if isinstance(item, Stamp) else item


def _around(boxes: Sequence[Box], whole: Box) -> Box:
    """Returns what holds all boxes with what lies next to them: low, so that menus have room below it."""
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    top = max(whole.top, min(box.top for box in boxes) - BESIDE)
    bottom = min(whole.bottom, max(box.bottom for box in boxes) + BESIDE)
    height = max(bottom - top, LEAST * whole.height)
    top = min(max(whole.top, (top + bottom - height) / 2), whole.bottom - height)
    width = min(whole.width, max(right - left + 2 * BESIDE, LOW * height, whole.width / 2))
    start = min(max(whole.left, (left + right - width) / 2), whole.right - width)
    return Box(round(start), round(top), round(start + width), round(top + height))


def _packed(painter: Painter, scene: Scene) -> Scene:
    return scene if painter.packing == scene.packing else replace(scene, packing=painter.packing)
