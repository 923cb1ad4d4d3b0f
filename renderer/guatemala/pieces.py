"""The pieces: workers, sheds, ships, sacks and roads, drawn in hundredths of a field."""

from __future__ import annotations

from functools import lru_cache

from renderer import pen
from renderer.guatemala import theme
from renderer.guatemala.badges import badge
from renderer.scene import Drawing
from renderer.sketch import TEXT, Sketch
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


SMALL, TINY = 72, 64
"""Narrower than that, a badge is drawn larger in its piece: its letter keeps its size."""


def _letter(sketch: Sketch, share: float) -> float:
    return max(TEXT, sketch.width * share)


def _room(sketch: Sketch, usual: float, small: float) -> float:
    """The radius of a badge."""
    return small if sketch.width < SMALL else usual


def _worker(sketch: Sketch, coffee: int) -> None:
    sketch.disc(50, 92, 36, theme.SHADE, 8)
    sketch.disc(50, 30, 16, theme.DARK, 15)
    sketch.disc(50, 30, 10, theme.SKIN, 9)
    badge(sketch, coffee, (50, 66.5 - _room(sketch, 0, 3)), _room(sketch, 28.5, 31), _letter(sketch, 0.42))
    brim = pen.ellipse(50, 21, 34, 7.5)
    sketch.outlined(brim, theme.STRAW, theme.DARK)
    crown = pen.smooth(((32, 17), (36, 5), (50, 3.5), (64, 5), (68, 17), (50, 21)))
    sketch.outlined(crown, theme.STRAW, theme.DARK)
    sketch.line(((36, 15), (50, 17.5), (64, 15)), theme.STRAW_DARK)


def _shed(sketch: Sketch, coffee: int) -> None:
    sketch.disc(52, 92, 42, theme.SHADE, 7)
    sketch.outlined(pen.softened(pen.rectangle(15, 36, 85, 94), 3), theme.ADOBE, theme.DARK)
    sketch.area(pen.rectangle(18.5, 78, 81.5, 90.5), theme.ADOBE_DARK)
    roof = pen.softened(((50, 3), (97, 37), (91, 45), (9, 45), (3, 37)), 5)
    sketch.outlined(roof, theme.COFFEES[coffee], theme.DARK)
    badge(sketch, coffee, (50, 62 - _room(sketch, 0, 1)), _room(sketch, 29.5, 31), _letter(sketch, 0.42))


def _ship(sketch: Sketch, coffee: int) -> None:
    sketch.disc(50, 94, 44, theme.SHADE, 5)
    sketch.line(((50, 8), (50, 80)), theme.DARK, 8)
    sketch.outlined(((50, 4), (76, 9), (50, 15)), theme.COFFEES[coffee], theme.DARK)
    hull = pen.softened(((3, 70), (97, 70), (84, 95), (17, 95)), 7)
    sketch.outlined(hull, theme.COFFEES[coffee], theme.DARK)
    sketch.line(((15, 81), (85, 81)), theme.LINEN)
    badge(sketch, coffee, (50, 47.5), _room(sketch, 31, 34), _letter(sketch, 0.42))


def _sack(sketch: Sketch, coffee: int) -> None:
    """On the victory track sacks are small: there the badge covers the belly."""
    sketch.disc(52, 92, 42, theme.SHADE, 7)
    body = pen.smooth(((36, 22), (64, 22), (84, 38), (92, 66), (86, 92), (50, 95), (14, 92), (8, 66), (16, 38)))
    sketch.outlined(body, theme.JUTE, theme.DARK)
    ruff = pen.smooth(((40, 20), (26, 6), (40, 9), (50, 5), (60, 9), (74, 6), (60, 20)))
    sketch.outlined(ruff, theme.JUTE, theme.DARK)
    sketch.line(((37, 21), (63, 21)), theme.CHERRY, 7)
    small = 37 if sketch.width < TINY else 32
    badge(sketch, coffee, (50, 61 - _room(sketch, 0, 5)), _room(sketch, 30, small), _letter(sketch, 0.42))


def _planks(sketch: Sketch) -> None:
    """Roads on the production board: a stack of planks."""
    sketch.disc(52, 84, 42, theme.SHADE, 9)
    for x, y in ((10, 58), (50, 58), (30, 28)):
        sketch.outlined(pen.rounded(x - 4, y, x + 44, y + 28, 7), theme.PLANK, theme.DARK)
        sketch.line(((x + 6, y + 14), (x + 20, y + 14)), theme.PLANK_DARK)
        sketch.line(((x + 30, y + 14), (x + 34, y + 14)), theme.PLANK_DARK)


@lru_cache(maxsize=64)
def road(size: int, *, upright: bool) -> Drawing:
    """A road on a field border of the plantation board: planks between two ropes."""
    long, wide = size + 22, 28
    name = f"road:{size}:{'up' if upright else 'along'}"
    sketch = Sketch(name, wide if upright else long, long if upright else wide)
    sketch.scale = 1.0

    def turned(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((y, x) for x, y in points) if upright else points

    sketch.outlined(turned(*pen.rounded(3, 3, long - 3, wide - 3, 8)), theme.PLANK, theme.TIMBER_DARK)
    count = round(size / 22)
    for i in range(1, count + 1):
        x = 6 + (long - 12) * i / (count + 1)
        sketch.line(turned((x, 8), (x, wide - 8)), theme.PLANK_DARK)
    return sketch.drawn()
