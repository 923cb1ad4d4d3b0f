"""The signs of the five coffees: a colour, a shape and a letter each.

A coffee is always its badge, whatever carries it: the apron of a worker, the sail of a ship, the wall of a shed, the
belly of a sack.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from renderer.drawing import pen
from renderer.drawing.pen import Outline
from renderer.drawing.sketch import LINE, TEXT, Sketch
from renderer.guatemala import theme
from renderer.scene import Point
from rules.guatemala.pieces import LETTERS


def _hexagon() -> Outline:
    return pen.softened(pen.polygon(0, 0, 1.0, 6, 0.0), 0.12)


def _flower() -> Outline:
    """Eight round petals."""
    lobes = (pen.arc(0.74 * cos(a), 0.74 * sin(a), 0.34, (a - 1.15, a + 1.15), 6) for a in _turns(8))
    return tuple(point for lobe in lobes for point in lobe)


def _turns(count: int) -> tuple[float, ...]:
    return tuple(2 * pi * i / count for i in range(count))


def _drop() -> Outline:
    ring = pen.arc(0, 0.14, 0.9, (-0.18 * pi, 1.18 * pi), 20)
    return pen.softened((*ring, (0.0, -1.2)), 0.1)


def _heart() -> Outline:
    left = pen.arc(-0.48, -0.36, 0.56, (0.8 * pi, 1.84 * pi), 12)
    right = pen.arc(0.48, -0.36, 0.56, (1.16 * pi, 2.2 * pi), 12)
    side = ((0.77, 0.42), (0.45, 0.8), (0.12, 1.03))  # full, for its letter
    whole = (*left, *right, *side, (0.0, 1.07), *((-x, y) for x, y in side[::-1]))
    return tuple((x * 1.12, y * 1.1 - 0.1) for x, y in whole)


def _hide() -> Outline:
    """A square with its sides drawn in."""
    corners = ((-1.08, -0.98), (0.0, -0.76), (1.08, -0.98), (0.86, 0.0))
    return pen.softened((*corners, *((-x, -y) for x, y in corners)), 0.1)


BADGES: Final = (_hexagon(), _flower(), _drop(), _heart(), _hide())
"""By coffee, around (0, 0) with a radius of about 1."""
LETTER_AT: Final = (0.0, 0.0, 0.14, -0.11, 0.0)
"""Where the letter stands in each: the middle of its widest part."""

PALE_EDGED: Final = (0, 4)
"""The dark coffees: a dark border would swallow their shape."""


def badge(sketch: Sketch, coffee: int, at: Point, radius: float, size: float = TEXT) -> None:
    """Draws a coffee's badge around a point."""
    x, y = at
    outline = [(x + px * radius, y + py * radius) for px, py in BADGES[coffee]]
    paper = theme.COFFEES[coffee]
    edge = theme.CREAM if coffee in PALE_EDGED else theme.DARK
    sketch.outlined(outline, paper, edge, LINE)
    letter = LETTERS[coffee]
    sketch.words(letter, (x, y + LETTER_AT[coffee] * radius), theme.ON_COFFEE[coffee], paper, size)
