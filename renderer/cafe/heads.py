"""What tells women from men, the same wherever either is meant: a round white bonnet, a flat black hat.

Outlines are in hundredths of the width of a whole guest; the head alone stands on free chairs and beside numbers.
"""

from __future__ import annotations

from typing import Final

from renderer.cafe import theme
from renderer.drawing import pen
from renderer.drawing.sketch import Sketch
from renderer.scene import Ink, Point

BONNET: Final = pen.smooth(
    (
        *((50, 4.2), (68, 6.5), (82, 13), (91, 24), (92, 30.5), (86, 33.4), (50, 33.4)),
        *((14, 33.4), (8, 30.5), (9, 24), (18, 13), (32, 6.5)),
    ),
    4,
)
HAT: Final = pen.softened(((22, 4.2), (78, 4.2), (78, 15), (95.7, 15), (95.7, 28), (4.3, 28), (4.3, 15), (22, 15)), 3)
REACH: Final = 0.37
"""How far down hat and bonnet reach with their borders, in parts of a guest's width: nothing is laid over them."""
_DOME: Final = pen.smooth(((50, 4), (76, 9), (92, 28), (96, 58), (90, 66), (10, 66), (4, 58), (8, 28), (24, 9)), 4)
_TOP: Final = pen.softened(((23, 4), (77, 4), (77, 40), (96, 40), (96, 66), (4, 66), (4, 40), (23, 40)), 3)
_MIDDLE: Final = 35
"""Bonnet and hat alone, higher than on a guest, and their middle."""
FACED: Final = 50
"""A smaller bonnet is white all over."""


def woman(sketch: Sketch, at: Point, wide: float, faint: Ink | None = None) -> None:
    """A bonnet alone; in one faint colour where it says nothing new."""
    _laid(sketch, at, wide, (_DOME, theme.WHITE), faint)
    if wide >= FACED and faint is None:
        sketch.disc(at[0], at[1] + wide * 0.14, wide * 0.15, theme.SKINS[1], wide * 0.12)


def man(sketch: Sketch, at: Point, wide: float, faint: Ink | None = None) -> None:
    """A hat alone."""
    _laid(sketch, at, wide, (_TOP, theme.DARK), faint)


def _laid(sketch: Sketch, at: Point, wide: float, cap: tuple[pen.Outline, Ink], faint: Ink | None) -> None:
    placed = [(at[0] + (x - 50) * wide / 100, at[1] + (y - _MIDDLE) * wide / 100) for x, y in cap[0]]
    if faint is None:
        sketch.outlined(placed, cap[1], theme.DARK)
    else:
        sketch.area(placed, faint)
