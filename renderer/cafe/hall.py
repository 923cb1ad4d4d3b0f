"""The ground of the picture: a checkered floor, the tables, palms, the bar, and the sideboard for the hands."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from renderer.cafe import furniture, theme
from renderer.cafe import geometry as at
from renderer.cafe.decor import decor
from renderer.drawing import pen
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Disc, Drawing, Ink, Point, Shape
from rules.cafe.board import TABLES

PALMS: Final = ((0, 6), (12, 6), (6, 0), (6, 12))


@lru_cache(maxsize=4)
def hall(seats: int) -> Drawing:
    height = at.height(seats)
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, at.PAGE, at.HALL), theme.FLOOR)]
    for row, column in PALMS:
        shapes += palm(at.cell(row, column).centre, 38)
    for number in range(len(TABLES)):
        shapes += furniture.table(number)
    shapes += decor()
    shapes += bar()
    shapes.append(Area(pen.rectangle(0, at.HALL, at.PAGE, height), theme.WALL))
    shapes.append(Area(pen.rectangle(0, at.HALL, at.PAGE, at.HALL + LINE), theme.DARK))
    return Drawing.of(f"cafe:hall:{seats}", at.PAGE, height, shapes)


def palm(at_: Point, radius: float) -> list[Shape]:
    """A potted palm from above."""
    x, y = at_
    shapes: list[Shape] = [Disc(x, y, radius * 0.62, radius * 0.62, theme.POT)]
    for turn in range(6):
        shapes += _leaf((x, y), pi * turn / 3 + pi / 6, radius, theme.LEAF)
    return shapes


def _leaf(root: Point, angle: float, length: float, ink: Ink) -> list[Shape]:
    x, y = root
    points = ((0.05, 0.0), (0.4, 0.2), (0.75, 0.16), (1.0, 0.0), (0.75, -0.16), (0.4, -0.2))
    turned = tuple(
        (x + length * (a * cos(angle) - b * sin(angle)), y + length * (a * sin(angle) + b * cos(angle)))
        for a, b in points
    )
    return [Area(pen.smooth(turned, 4), ink)]


# ── the bar ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def bar() -> list[Shape]:
    """A counter of wood with a brass rail; behind it, on top, the shelf."""
    box = at.BAR
    outer = pen.rounded(box.left - 6, box.top - 6, box.right + 6, box.bottom + 6, 30)
    rail = pen.rounded(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1, 23)
    inner = pen.rounded(box.left + 7, box.top + 7, box.right - 7, box.bottom - 7, 17)
    top = box.top + at.SHELF - 4
    return [
        Area(outer, theme.DARK),
        Area(rail, theme.BRASS),
        Area(inner, theme.COUNTER),
        Area(pen.rounded(box.left + 7, top, box.right - 7, box.bottom - 7, 17), theme.WOOD),
        Area(pen.rectangle(box.left + 7, top, box.right - 7, top + LINE), theme.DARK),
    ]
