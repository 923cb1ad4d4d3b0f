"""Whose a plantation is, and who moved: signs at plantations, at what each move placed first, and numbers of moves."""

from __future__ import annotations

from math import dist
from typing import Final

from renderer.drawing import signs
from renderer.drawing.players import tile
from renderer.guatemala.geometry import LEFT, PAGE, Layout
from renderer.guatemala.marks import Marks
from renderer.scene import Box, Items, Point, all_words, centred
from rules.guatemala.board import EDGE, HARBOUR, WIDTH
from rules.guatemala.views import GuatemalaPublic

TILE: Final = 50
CLEAR: Final = 50
OUT: Final = 5
"""So far below the line between two fields stands who moved: letters stand low."""
RIM_KEPT: Final = 13
"""No frame comes farther over the rim: its numbers stand there."""
SIGN: Final = 15
"""So near to the middle of a sign no letter stands."""


def tiles(view: GuatemalaPublic, where: Layout, taken: set[int]) -> Items:
    """On the left upper corner of its field, over everything: a neighbour's piece must not hide it."""
    return [
        centred(tile(one.seat, TILE), tile_at(where, one.tile, taken), f"tile:{one.seat}:{one.coffee}")
        for one in view.plantations
    ]


def tile_at(where: Layout, place: int, taken: set[int]) -> Point:
    """Its middle, so far out that hats and roofs are seen beside it; clear of rims, and of legal places over it."""
    box = where.place(place)
    if not taken.isdisjoint({place - 1, place - WIDTH, place - WIDTH - 1}):
        return box.left + 9, box.top + 12
    return max(box.left + 3, LEFT + 10), box.top + (4 if place else 14)


def numbered(where: Layout, boxes: list[tuple[Box, int]], marks: Marks, taken: list[Point], under: Items) -> Items:
    """At the boxes of what was placed, with their places; where signs stand is added to those that are taken."""
    items: Items = []
    seen: set[int] = set()
    many = len(marks.movers) > 1
    letters = [word.box for word in all_words((), under)] if boxes else []
    for (box, place), turn in zip(boxes, marks.turns, strict=True):
        if turn < 1:  # one of many moves long ago
            continue
        mover = [] if turn in seen else [tile(marks.movers[turn - 1], TILE)]
        for drawing in [*mover, *([signs.turn(turn)] if many else [])]:
            point = _corner(where, box, place, (taken, letters))
            if point is not None:
                items.append(centred(drawing, point))
                seen.add(turn)
    return items


def _corner(where: Layout, box: Box, place: int, hard: tuple[list[Point], list[Box]]) -> Point | None:
    """The corner of a box that is farthest from all signs; none where they would meet, or hide a letter."""
    taken, letters = hard
    corners = [(max(x, LEFT - RIM_KEPT + 12), max(y, where.sky + 14)) for x, y in _corners(where, box, place)]
    corners = [(x, y) for x, y in corners if not any(Box(x, y, x, y).grown(SIGN).meets(other) for other in letters)]
    if not corners:
        return None
    far, best = max((min((dist(corner, other) for other in taken), default=CLEAR), corner) for corner in corners)
    if far < CLEAR:
        return None
    taken.append(best)
    return best


def _corners(where: Layout, box: Box, place: int) -> list[Point]:
    """Of a dock only the lower ones: prices stand above."""
    if HARBOUR <= place < EDGE:
        return [(box.right, box.bottom - 6), (box.left, box.bottom - 6)]
    lines = [y for y in (box.bottom, box.top) if y < where.sea - OUT]
    corners = [(min(x, PAGE - 29), y + OUT) for y in lines for x in (box.right, box.left)]
    middle = box.centre[1]
    return corners if place < EDGE else [*corners, (box.right + 12, middle), (box.left - 12, middle)]
