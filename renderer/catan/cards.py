"""The signs of the ten cards: a colour and a shape each, which say what it is in every language; and silhouettes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import pi
from typing import Final

from renderer.catan import theme
from renderer.drawing import pen
from renderer.drawing.pen import Outline
from renderer.drawing.sketch import LINE, Sketch
from renderer.scene import Drawing, Ink, Point
from rules.catan.pieces import CARD_NAMES


def _tree() -> Outline:
    half = ((50, 2), (78, 34), (66, 34), (88, 62), (76, 62), (97, 90))
    return pen.softened((*half, *((100 - x, y) for x, y in half[:0:-1])), 5)


def _brick() -> Outline:
    return pen.softened(((17, 21), (97, 21), (97, 70), (86, 84), (3, 84), (3, 34)), 6)


def _wool() -> Outline:
    lobes = ((50, 22, 20), (76, 34, 19), (82, 60, 18), (62, 78, 18), (38, 78, 18), (18, 60, 18), (24, 34, 19))
    turns = (-pi / 2, -pi / 4, 0.1, pi / 3, 2 * pi / 3, pi - 0.1, -3 * pi / 4)
    return tuple(
        point
        for (x, y, size), turn in zip(lobes, turns, strict=True)
        for point in pen.arc(x, y, size, (turn - 1.15, turn + 1.15), 8)
    )


def _sheaf() -> Outline:
    half = ((50, 3), (62, 8), (72, 4), (80, 14), (92, 16), (93, 30), (99, 40), (84, 56), (64, 68), (70, 84), (80, 97))
    return pen.softened((*half, *((100 - x, y) for x, y in half[:0:-1])), 4)


def _rock() -> Outline:
    return pen.softened(((30, 12), (64, 8), (90, 32), (96, 66), (78, 90), (26, 92), (4, 70), (10, 34)), 5)


def _pod() -> Outline:
    """A lens on the slant."""
    long = ((-62, 0), (-36, 25), (0, 34), (36, 25), (62, 0), (36, -25), (0, -34), (-36, -25))
    return pen.smooth(tuple((50 + (x + y) * 0.745, 50 + (y - x) * 0.745) for x, y in long))


def _cube() -> Outline:
    return pen.softened(((8, 30), (26, 10), (94, 10), (94, 74), (78, 94), (8, 94)), 5)


def _churn() -> Outline:
    half = ((50, 3), (70, 3), (70, 14), (64, 18), (64, 28), (84, 42), (86, 90), (80, 97))
    return pen.softened((*half, *((100 - x, y) for x, y in half[:0:-1])), 5)


def _nut() -> Outline:
    half = ((50, 5), (76, 12), (92, 30), (90, 56), (74, 80), (50, 99))
    return pen.smooth((*half, *((100 - x, y) for x, y in half[-2:0:-1])))


def _bunch() -> Outline:
    rows = ((25, 28), (50, 25), (75, 28), (84, 47), (69, 65), (50, 84), (31, 65), (16, 47))
    turns = (-2.3, -pi / 2, -0.8, 0.0, 0.75, pi / 2, 2.4, pi)
    return tuple(
        point
        for (x, y), turn in zip(rows, turns, strict=True)
        for point in pen.arc(x, y, 13.5, (turn - 1.25, turn + 1.25), 7)
    )


SHAPES: Final = (_tree(), _brick(), _wool(), _sheaf(), _rock(), _pod(), _cube(), _churn(), _nut(), _bunch())
"""By kind, on a square of 100."""


FINE: Final = 56
"""Smaller ones have no details: nobody would see them."""


@lru_cache(maxsize=64)
def sign(kind: int, size: int) -> Drawing:
    """A card's sign."""
    sketch = Sketch(f"card:{CARD_NAMES[kind]}:{size}", size)
    sketch.outlined(_inset(SHAPES[kind], sketch), theme.CARDS[kind], theme.DARK)
    if size >= FINE:
        _DETAILS[kind](sketch)
    return sketch.drawn()


def _inset(points: Outline, sketch: Sketch) -> tuple[Point, ...]:
    """Room for half the outline."""
    part = 1 - LINE / sketch.width
    return tuple((50 + (x - 50) * part, 50 + (y - 50) * part) for x, y in points)


def _of_lumber(sketch: Sketch) -> None:
    sketch.area(((50, 12), (66, 32), (44, 32), (40, 26)), theme.FOREST[2])
    sketch.area(((50, 36), (74, 60), (40, 60), (36, 52)), theme.FOREST[2])
    sketch.area(((50, 64), (82, 84), (36, 84), (32, 78)), theme.FOREST[2])


def _of_wool(sketch: Sketch) -> None:
    for x, y, turn in ((35, 46, 3.3), (62, 40, 3.9), (62, 66, 2.9), (38, 70, 3.6)):
        sketch.line(pen.arc(x, y, 9, (turn, turn + 2.6), 6), theme.LINEN_DARK)


def _of_ore(sketch: Sketch) -> None:
    sketch.area(((33, 19), (61, 16), (52, 42), (24, 46), (17, 36)), theme.STEEL_DARK)
    sketch.area(((60, 50), (84, 40), (88, 64), (74, 80)), theme.MOUNTAINS[2])


def _of_cocoa(sketch: Sketch) -> None:
    for off in (-10, 10):
        rib = ((-22 + off * 0.6, 22 + off * 0.6), (22 + off * 0.6, -22 + off * 0.6))
        sketch.line(tuple((50 + x, 50 + y) for x, y in rib), theme.CHOCOLATE_LIGHT)


def _of_brick(sketch: Sketch) -> None:
    sketch.area(((9, 34), (20, 26), (92, 26), (82, 34)), theme.HILLS[2])
    sketch.area(((84, 37), (93, 29), (93, 69), (84, 79)), theme.HILLS[0])


def _of_grain(sketch: Sketch) -> None:
    sketch.line(((38, 67), (62, 67)), theme.CARDS[1], 8)
    sketch.line(((42, 78), (38, 90)), theme.FIELDS[1])
    sketch.line(((58, 78), (62, 90)), theme.FIELDS[1])


def _of_sugar(sketch: Sketch) -> None:
    sketch.area(((13, 28), (28, 14), (89, 14), (77, 28)), theme.WHITE)
    sketch.area(((79, 31), (90, 17), (90, 72), (79, 85)), theme.CARDS[7])


def _of_milk(sketch: Sketch) -> None:
    sketch.line(((34, 15), (66, 15)), theme.DARK)
    sketch.line(((36, 30), (64, 30)), theme.DARK)


def _of_nut(sketch: Sketch) -> None:
    cap = pen.smooth(((10, 28), (28, 10), (50, 5), (72, 10), (90, 28), (70, 34), (50, 30), (30, 34)))
    sketch.outlined(_inset(cap, sketch), theme.CHOCOLATE, theme.DARK)


def _of_grapes(sketch: Sketch) -> None:
    sketch.line(((50, 13), (50, 8)), theme.TOWEL, 8)
    for x, y in ((34, 36), (60, 34), (45, 58)):
        sketch.disc(x, y, 6, theme.PILES[2])


_DETAILS: Final[tuple[Callable[[Sketch], None], ...]] = (
    *(_of_lumber, _of_brick, _of_wool, _of_grain, _of_ore),
    *(_of_cocoa, _of_sugar, _of_milk, _of_nut, _of_grapes),
)


def silhouette(sketch: Sketch, kind: int, at: Point, size: float, ink: Ink) -> None:
    """A card's shape alone, around a point."""
    points = tuple((at[0] + (x - 50) * size / 100, at[1] + (y - 50) * size / 100) for x, y in SHAPES[kind])
    sketch.area(points, ink)


def inlaid(sketch: Sketch, kind: int, at: Point, size: float) -> None:
    """A card's sign within another drawing, without its details."""
    points = tuple((at[0] + (x - 50) * size / 100, at[1] + (y - 50) * size / 100) for x, y in SHAPES[kind])
    sketch.outlined(points, theme.CARDS[kind], theme.DARK)
