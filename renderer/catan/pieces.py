"""The pieces: roads, settlements, cities and sites of the four seats, the robber, number chips."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import Final

from renderer.catan import theme
from renderer.catan.cards import inlaid
from renderer.catan.geometry import Layout
from renderer.drawing import pen
from renderer.drawing.pen import Outline
from renderer.drawing.players import TILES
from renderer.drawing.sketch import LINE, Sketch
from renderer.scene import Drawing, Ink, Point

SETTLEMENT: Final = 70
CITY: Final = 86
SITE: Final = 62
CHIP: Final = 80
NUMBER: Final = 52
"""Of a chip: eleven pixels are left of it on a phone."""
ROBBER: Final = 76
ROAD: Final = 26
"""Across."""
MARGIN: Final = 12
"""Room for a ring around a piece."""
CLEAR: Final = 17
"""A road ends so far from its corners."""


def _roof(seat: int, left: float, right: float, eaves: float, top: float) -> Outline:
    """One peak, two peaks, a dome, battlements."""
    middle, wide = (left + right) / 2, right - left
    match seat:
        case 0:
            return pen.softened(((left, eaves), (middle, top), (right, eaves)), 3)
        case 1:
            quarter, dip = wide / 4, eaves - (eaves - top) * 0.4
            return pen.softened(
                (
                    (left, eaves),
                    (left + quarter, top + 3),
                    (middle, dip),
                    (right - quarter, top + 3),
                    (right, eaves),
                ),
                3,
            )
        case 2:
            dome = pen.arc(middle, eaves, wide / 2, (3.14159, 6.28318), 14)
            return tuple((x, eaves + (y - eaves) * (eaves - top) / (wide / 2)) for x, y in dome)
        case _:
            low, step = top + (eaves - top) * 0.5, wide / 5
            rim = [(left + step * (i + j), (low if i % 2 else top + 3)) for i in range(5) for j in (0, 1)]
            return ((left, eaves), *rim, (right, eaves))


def _house(seat: int) -> tuple[Outline, ...]:
    return _roof(seat, 5, 95, 45, 5), pen.softened(pen.rectangle(13, 43, 87, 94), 4)


def _hall(seat: int) -> tuple[Outline, ...]:
    """The tower with its roof, and the hall."""
    tower = pen.rectangle(9, 36, 41, 92), _roof(seat, 4, 46, 38, 14)
    return *tower, _roof(seat, 33, 97, 53, 28), pen.softened(pen.rectangle(5, 52, 95, 93), 3)


@lru_cache(maxsize=8)
def settlement(seat: int) -> Drawing:
    """A house; the roof and the numeral tell whose, besides the colour."""
    sketch = Sketch(f"settlement:{seat}", SETTLEMENT)
    paper = theme.SEATS[seat]
    sketch.disc(52, 93, 44, theme.SHADE, 6)
    for outline in _house(seat):
        sketch.outlined(outline, paper, theme.DARK)
    sketch.words(theme.NUMERALS[seat], (50, 69), theme.ON_SEAT[seat], paper)
    return sketch.drawn()


@lru_cache(maxsize=8)
def city(seat: int) -> Drawing:
    """A hall with a tower and a banner. Its roofs have the ink of the numeral: no house of one colour is like it."""
    sketch = Sketch(f"city:{seat}", CITY, CITY - 2)
    paper = theme.SEATS[seat]
    sketch.disc(51, 93, 47, theme.SHADE, 5)
    sketch.line(((25, 16), (25, 4)), theme.DARK)
    sketch.outlined(((25, 3), (46, 8), (25, 14)), theme.LEGAL, theme.DARK)
    roof = theme.ON_SEAT[seat]
    for outline, ink in zip(_hall(seat), (paper, roof, roof, paper), strict=True):
        sketch.outlined(outline, ink, theme.DARK)
    sketch.words(theme.NUMERALS[seat], (50, 73), theme.ON_SEAT[seat], paper)
    return sketch.drawn()


@lru_cache(maxsize=32)
def building_mark(seat: int, *, city: bool, ink: Ink, ghost: bool = False) -> Drawing:
    """Around a building that is new, or planned, or may be built on."""
    size = CITY if city else SETTLEMENT
    sketch = Sketch(f"building-mark:{seat}:{city}:{ink}:{ghost}", size + 2 * MARGIN)
    sketch.scale = size / 100
    off = MARGIN / sketch.scale
    outlines = [[(x + off, y + off) for x, y in part] for part in (_hall(seat) if city else _house(seat))]
    _ring(sketch, outlines, ink, ghost=ghost)
    return sketch.drawn()


@lru_cache(maxsize=32)
def road(seat: int, lean: int, where: Layout) -> Drawing:
    """A road: plain, with bars, with dots, with a line along."""
    (ax, ay), (bx, by), width, height = _stretch(lean, where)
    sketch = Sketch(f"road:{seat}:{lean}:{where.half}", width, height)
    sketch.scale = 1.0
    line = ((ax, ay), (bx, by))
    sketch.line(line, theme.DARK, ROAD)
    sketch.line(line, theme.SEATS[seat], ROAD - 2 * LINE)
    length = hypot(bx - ax, by - ay)
    along, across = ((bx - ax) / length, (by - ay) / length), (-(by - ay) / length, (bx - ax) / length)

    def at(part: float, off: float = 0.0) -> Point:
        far = length * part
        return ax + along[0] * far + across[0] * off, ay + along[1] * far + across[1] * off

    ink = theme.ON_SEAT[seat]
    match seat:
        case 1:
            for part in (0.08, 0.36, 0.64, 0.92):
                sketch.line((at(part, -6), at(part, 6)), ink)
        case 2:
            for part in (0.06, 0.35, 0.65, 0.94):
                x, y = at(part)
                sketch.disc(x, y, 4.6, ink)
        case 3:
            sketch.line((at(0.04), at(0.96)), ink)
        case _:
            pass
    return sketch.drawn()


def _stretch(lean: int, where: Layout) -> tuple[Point, Point, int, int]:
    """Where a road begins and ends on its drawing, and the drawing's size."""
    x, y = (0.0, 2.0 * where.rise) if lean == 0 else (float(where.half), -float(where.rise) * lean)
    length = hypot(x, y)
    part = (length - 2 * CLEAR - ROAD / 2) / length
    x, y = x * part, y * part
    width, height = round(abs(x)) + ROAD + 2, round(abs(y)) + ROAD + 2
    return (
        (width / 2 - x / 2, height / 2 - y / 2),
        (width / 2 + x / 2, height / 2 + y / 2),
        width,
        height,
    )


def band(key: str, lean: int, where: Layout) -> tuple[Sketch, tuple[Point, Point]]:
    """An empty drawing for an edge, a little larger than a road, and its line."""
    (ax, ay), (bx, by), width, height = _stretch(lean, where)
    sketch = Sketch(f"{key}:{lean}:{where.half}", width + 32, height + 32)
    sketch.scale = 1.0
    return sketch, ((ax + 16, ay + 16), (bx + 16, by + 16))


def _tile(seat: int, off: float = 0) -> list[Point]:
    """The seat's shape, in hundredths of a site's size."""
    room, middle = ((42.5, 57), (39, 50), (45, 50), (49, 50))[seat]
    return [(off + 50 + x * room, off + middle + y * room) for x, y in TILES[seat]]


INLAID: Final = ((63, 50), (50, 52), (50, 60), (50, 66))
"""The row of the ingredient in each seat's tile, and its size."""


@lru_cache(maxsize=32)
def site(seat: int, ingredient: int) -> Drawing:
    """A production site: its ingredient, with the seat's tile as its rim."""
    sketch = Sketch(f"site:{seat}:{ingredient}", SITE)
    sketch.outlined(_tile(seat), theme.SEATS[seat], theme.DARK)
    middle, size = INLAID[seat]
    inlaid(sketch, ingredient, (50, middle), size)
    return sketch.drawn()


@lru_cache(maxsize=8)
def site_mark(seat: int) -> Drawing:
    """Around a site that is planned."""
    sketch = Sketch(f"site-mark:{seat}", SITE + 2 * MARGIN)
    sketch.scale = SITE / 100
    _ring(sketch, [_tile(seat, MARGIN / sketch.scale)], theme.WHITE, ghost=True)
    return sketch.drawn()


def _ring(sketch: Sketch, outlines: Sequence[Sequence[Point]], ink: Ink, *, ghost: bool) -> None:
    """Bright within dark: whole around what is new, broken around what is planned."""
    for points in outlines:
        sketch.edge(points, theme.DARK, 23)
    for points in outlines:
        if ghost:
            sketch.dashes(points, ink, 15, 9, 17)
        else:
            sketch.edge(points, ink, 16)


@lru_cache(maxsize=32)
def chip(number: int, *, lit: bool = False) -> Drawing:
    """A number with a pip for each way to roll it; red ones are rolled oftenest."""
    sketch = Sketch(f"chip:{number}:{lit}", CHIP)
    ink = theme.RED if number in (6, 8) else theme.DARK
    paper = theme.LEGAL if lit else theme.CHIP
    sketch.disc(50, 50, 50, theme.DARK)
    sketch.disc(50, 50, 44, paper)
    sketch.words(str(number), (50, 44), ink, paper, NUMBER)
    pips = 6 - abs(7 - number)
    for i in range(pips):
        sketch.disc(50 + (i - (pips - 1) / 2) * 12, 79, 5, ink)
    return sketch.drawn()


CLOAK: Final = pen.smooth(((50, 46), (76, 56), (88, 92), (92, 126), (50, 132), (8, 126), (12, 92), (24, 56)))
HOOD: Final = pen.smooth(((50, 7), (74, 20), (80, 42), (66, 60), (50, 64), (34, 60), (20, 42), (26, 20)))
"""In hundredths of the robber's width."""


@lru_cache(maxsize=1)
def robber() -> Drawing:
    """A hooded figure."""
    sketch = Sketch("robber", 56, ROBBER)
    sketch.disc(50, 128, 44, theme.SHADE, 8)
    sketch.outlined(CLOAK, theme.ROBBER, theme.DARK)
    sketch.outlined(HOOD, theme.ROBBER_LIGHT, theme.DARK)
    sketch.area(pen.ellipse(50, 40, 19, 15), theme.DARK)
    for x in (42, 58):
        sketch.disc(x, 39, 5.5, theme.LEGAL)
    sketch.line(((50, 72), (50, 122)), theme.ROBBER_LIGHT)
    return sketch.drawn()


@lru_cache(maxsize=1)
def robber_mark() -> Drawing:
    """Around the robber that is planned to come."""
    sketch = Sketch("robber-mark", 56 + 2 * MARGIN, ROBBER + 2 * MARGIN)
    sketch.scale = 0.56
    half = ((50, 7), (66, 11), (75, 22), (79, 42), (74, 54), (84, 76), (92, 126), (72, 131), (50, 132))
    whole = (*half, *((100 - x, y) for x, y in half[-2:0:-1]))
    off = MARGIN / sketch.scale
    _ring(sketch, [pen.smooth([(x + off, y + off) for x, y in whole])], theme.WHITE, ghost=True)
    return sketch.drawn()
