"""The pieces: workers, sheds, ships, sacks and roads, drawn in hundredths of a field."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.drawing import pen
from renderer.drawing.sketch import TEXT, Sketch
from renderer.guatemala import theme
from renderer.guatemala.badges import PALE_EDGED, badge
from renderer.scene import Drawing
from rules.guatemala.pieces import COFFEE_OF, KIND_OF, TOKENS, Kind


@lru_cache(maxsize=512)
def piece(code: int, size: int) -> Drawing:
    """A piece of the rules on a square of so many pixels."""
    sketch = Sketch(f"piece:{TOKENS[code]}:{size}", size)
    coffee = COFFEE_OF[code]
    match KIND_OF[code]:
        case Kind.WORKER:
            _worker(sketch, coffee)
        case Kind.SHED:
            _shed(sketch, coffee)
        case Kind.SHIP:
            _ship(sketch, coffee)
        case Kind.SACK:
            _sack(sketch, coffee)
        case Kind.ROAD | Kind.EMPTY:
            _planks(sketch)
    return sketch.drawn()


LARGE: Final = 52.0
"""The letters of pieces on the boards, which must be read on a telephone."""
BOARD: Final = 74
HAND: Final = 120
"""From that size on a piece stands alone, and its letter has all the room that it wants."""


def _letter(sketch: Sketch) -> float:
    return max(LARGE if sketch.width >= BOARD else TEXT, sketch.width * 0.42)


def _badge(sketch: Sketch, coffee: int, middle: float, room: float) -> None:
    """On the boards a badge fills its piece: hat, roof, hull and tie look out from behind it."""
    badge(sketch, coffee, (50, middle), room if sketch.width < HAND else room * 0.84, _letter(sketch))


def _worker(sketch: Sketch, coffee: int) -> None:
    sketch.disc(50, 94, 36, theme.SHADE, 6)
    sketch.disc(50, 27, 17, theme.DARK, 13)
    sketch.disc(50, 27, 11, theme.SKIN, 8)
    _badge(sketch, coffee, 59, 34.5)
    sketch.outlined(pen.ellipse(50, 21, 45, 7.5), theme.STRAW, theme.DARK)
    crown = pen.smooth(((27, 17), (32, 5), (50, 3.5), (68, 5), (73, 17), (50, 20)))
    sketch.outlined(crown, theme.STRAW, theme.DARK)
    sketch.line(((36, 14), (50, 16), (64, 14)), theme.STRAW_DARK)


def _shed(sketch: Sketch, coffee: int) -> None:
    sketch.outlined(pen.softened(pen.rectangle(9, 28, 91, 94), 3), theme.ADOBE, theme.DARK)
    sketch.area(pen.rectangle(13, 82, 87, 90.5), theme.ADOBE_DARK)
    _badge(sketch, coffee, 61.5, 32.5)
    roof = pen.softened(((50, 3), (97, 22), (97, 30), (3, 30), (3, 22)), 3)
    sketch.outlined(roof, theme.COFFEES[coffee], theme.CREAM if coffee in PALE_EDGED else theme.DARK)


def _ship(sketch: Sketch, coffee: int) -> None:
    sketch.line(((50, 8), (50, 30)), theme.DARK, 8)
    sketch.outlined(((50, 6), (76, 11), (50, 16)), theme.COFFEES[coffee], theme.DARK)
    _badge(sketch, coffee, 44, 33)
    hull = pen.softened(((3, 74), (97, 74), (85, 95), (15, 95)), 6)
    sketch.outlined(hull, theme.COFFEES[coffee], theme.DARK)
    sketch.line(((14, 83), (86, 83)), theme.LINEN)


def _sack(sketch: Sketch, coffee: int) -> None:
    sketch.disc(52, 94, 40, theme.SHADE, 6)
    body = pen.smooth(((36, 20), (64, 20), (88, 36), (96, 64), (90, 90), (50, 95), (10, 90), (4, 64), (12, 36)))
    sketch.outlined(body, theme.JUTE, theme.DARK)
    _badge(sketch, coffee, 60, 32.5)
    ruff = pen.smooth(((40, 19), (26, 7), (40, 9), (50, 6), (60, 9), (74, 7), (60, 19)))
    sketch.outlined(ruff, theme.JUTE, theme.DARK)
    sketch.line(((37, 20), (63, 20)), theme.CHERRY, 7)


def _planks(sketch: Sketch) -> None:
    """Roads on the production board: a stack of planks."""
    sketch.disc(52, 84, 42, theme.SHADE, 9)
    for x, y in ((10, 58), (50, 58), (30, 28)):
        sketch.outlined(pen.rounded(x - 4, y, x + 44, y + 28, 7), theme.PLANK, theme.DARK)
        sketch.line(((x + 6, y + 14), (x + 20, y + 14)), theme.PLANK_DARK)
        sketch.line(((x + 30, y + 14), (x + 34, y + 14)), theme.PLANK_DARK)


@lru_cache(maxsize=64)
def road(size: int, *, upright: bool, lit: bool = False) -> Drawing:
    """A road on a field border: planks between two ropes; lit, if it joins a shed to a harbour."""
    long, wide = size + 22, 28
    name = f"road:{size}:{'up' if upright else 'along'}:{'lit' if lit else 'plain'}"
    sketch = Sketch(name, wide if upright else long, long if upright else wide)
    sketch.scale = 1.0

    def turned(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((y, x) for x, y in points) if upright else points

    planks, gaps = (theme.LAMP, theme.GOLD_DARK) if lit else (theme.PLANK, theme.PLANK_DARK)
    edge = theme.DARK if lit else theme.TIMBER_DARK
    sketch.outlined(turned(*pen.rounded(3, 3, long - 3, wide - 3, 8)), planks, edge)
    count = round(size / 22)
    for i in range(1, count + 1):
        x = 6 + (long - 12) * i / (count + 1)
        sketch.line(turned((x, 8), (x, wide - 8)), gaps)
    return sketch.drawn()
