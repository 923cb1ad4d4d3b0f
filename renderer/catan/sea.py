"""The ground of the island's picture: the sea, what swims in it, the beach and the piers of the harbours."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from renderer import pen
from renderer.catan import theme
from renderer.catan.geometry import PAGE, Layout
from renderer.catan.terrain import outline
from renderer.scene import Area, Disc, Drawing, Shape, Stroke
from renderer.sketch import LINE
from rules.catan.hexes import EDGE_ENDS

BEACH = 17
SURF = 30


@lru_cache(maxsize=2)
def sea(where: Layout) -> Drawing:
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, where.height), theme.SEA)]
    shapes += _swell(where)
    shapes += _ship(104, where.height - 108, 1.0) + _compass(PAGE - 106, where.height - 108, 84)
    shapes += _island(where)
    shapes += [shape for number in range(len(where.board.harbours)) for shape in _pier(where, number)]
    return Drawing(f"catan:sea:{where.half}", PAGE, where.height, tuple(shapes))


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
    for by, ink in ((SURF, theme.FOAM), (BEACH, theme.SAND_DARK), (BEACH - 6, theme.SAND)):
        for number in range(where.board.hexes):
            x, y = where.hexagon(number)
            shore = outline(where.half, where.rise, -by)
            shapes.append(Area(pen.softened([(x + px, y + py) for px, py in shore], 22), ink))
    return shapes


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


def _ship(x: float, y: float, size: float) -> list[Shape]:
    """A merchantman under sail."""
    shapes: list[Shape] = [Disc(0, 62, 88, 10, theme.SEA_DARK)]
    for mast, top in ((-26, -62), (24, -74)):
        shapes.append(Stroke(((mast, 40), (mast, top)), theme.DARK, 8))
        shapes += pen.outlined(((mast, top - 4), (mast + 24, top + 4), (mast, top + 12)), theme.RED, theme.DARK, LINE)
        for low, high, wide in ((-8, 24, 26), (-48, -14, 20)):
            sail = ((mast - wide, low), (mast + wide, low), (mast + wide + 9, (low + high) / 2), (mast + wide, high))
            body = pen.softened((*sail, (mast - wide, high), (mast - wide + 9, (low + high) / 2)), 6)
            shapes += pen.outlined(body, theme.LINEN, theme.DARK, LINE)
    hull = pen.softened(((-78, 26), (-60, 36), (50, 36), (66, 16), (84, 16), (64, 66), (-58, 66)), 8)
    shapes += pen.outlined(hull, theme.PLANK, theme.DARK, LINE)
    shapes.append(Stroke(((-58, 50), (62, 50)), theme.PLANK_DARK, LINE))
    for wave in (-64, -16, 32):
        shapes.append(Stroke(((wave, 70), (wave + 16, 62), (wave + 32, 70)), theme.FOAM, LINE))
    return list(pen.placed(shapes, size, x, y))


def _compass(x: float, y: float, size: float) -> list[Shape]:
    """A rose of eight winds; its longest ray points north."""
    shapes: list[Shape] = [
        Stroke(pen.ellipse(x, y, size * 0.62, size * 0.62, 60), theme.SEA_DARK, LINE, closed=True),
    ]
    for number in (1, 3, 5, 7, 0, 2, 4, 6):
        turn = number * pi / 4 - pi / 2
        far = size * (0.55 if number % 2 else 0.98)
        tip = x + far * cos(turn), y + far * sin(turn)
        for side, ink in ((-1, theme.CREAM), (1, theme.DEEP)):
            foot = turn + side * pi / 8
            near = x + size * 0.2 * cos(foot), y + size * 0.2 * sin(foot)
            shapes.append(Area(((x, y), near, tip), ink))
    return [*shapes, Disc(x, y, 9, 9, theme.RED)]
