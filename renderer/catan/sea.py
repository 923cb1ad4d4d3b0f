"""The ground of the island's picture: sea, beach, the piers of the harbours, prices, and wood for the plates."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from renderer.catan import theme
from renderer.catan.geometry import PAGE, Layout
from renderer.catan.prices import prices
from renderer.catan.terrain import outline
from renderer.drawing import pen
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Disc, Drawing, Shape, Stroke
from rules.catan.hexes import EDGE_ENDS

BEACH = 17
SURF = 30


@lru_cache(maxsize=2)
def sea(where: Layout) -> Drawing:
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, where.height), theme.SEA)]
    shapes += _swell(where)
    shapes += _island(where)
    shapes += [shape for number in range(len(where.board.harbours)) for shape in _pier(where, number)]
    shapes += prices(where) + _table(where)
    return Drawing.of(f"catan:sea:{where.half}", PAGE, int(where.page.bottom), shapes)


def _swell(where: Layout) -> list[Shape]:
    """Darker water off the coast, and ripples."""
    shapes: list[Shape] = []
    for number in range(where.board.hexes):
        x, y = where.hexagon(number)
        shapes.append(Disc(x, y, where.half + 92, where.half + 92, theme.SEA_LIGHT))
    for number in range(16):
        x, y = 30 + (number * 397) % 1130, 40 + (number * 263) % (where.height - 70)
        shapes.append(Stroke(((x, y), (x + 30, y)), theme.SEA_DARK, LINE))
    return shapes


def _island(where: Layout) -> list[Shape]:
    """Surf, beach, and the sand between the hexes."""
    shapes: list[Shape] = []
    for by, ink in ((SURF, theme.FOAM), (BEACH, theme.SAND)):
        for number in range(where.board.hexes):
            x, y = where.hexagon(number)
            shore = outline(where.half, where.rise, -by)
            shapes.append(Area(pen.softened([(x + px, y + py) for px, py in shore], 22), ink))
    return shapes


def _table(where: Layout) -> list[Shape]:
    """The board on which the plates lie."""
    end = where.page.bottom
    return [
        Area(pen.rectangle(0, where.height, PAGE, end), theme.TIMBER),
        *(Stroke(((0, y), (PAGE, y)), theme.TIMBER_DARK, LINE) for y in range(where.height + 62, int(end), 74)),
        Area(pen.rectangle(0, where.height - 4, PAGE, where.height + 4), theme.DARK),
    ]


def _pier(where: Layout, number: int) -> list[Shape]:
    """From both corners of its edge to the sign of a harbour."""
    x, y = where.harbour(number)
    shapes: list[Shape] = []
    for corner in EDGE_ENDS[where.board.harbours[number]]:
        cx, cy = where.corner(corner)
        length = hypot(x - cx, y - cy)
        ax, ay = cx + (x - cx) / length * 10, cy + (y - cy) / length * 10
        shapes.append(Stroke(((ax, ay), (x, y)), theme.PLANK_DARK, 13))
    return shapes
