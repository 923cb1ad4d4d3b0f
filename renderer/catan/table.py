"""Paints what lies on the counter: an amount under its sign, and the board of the open offer."""

from __future__ import annotations

from typing import Final

from renderer.catan import theme
from renderer.catan.geometry import PAGE
from renderer.catan.shop import OFFER
from renderer.drawing import signs
from renderer.pixels.raster import words
from renderer.scene import Box, Drawing, Items, Stamp, centred

BIG: Final = 52.0


def drawer(box: Box, drawing: Drawing, number: int, means: str) -> Items:
    """A sign over its amount; what has run out lies in shade."""
    x, _ = box.centre
    paper = theme.LINEN if number else theme.LINEN_DARK
    free = (box.height - drawing.height - BIG * 0.72) / 3 + 2
    under = signs.ground(int(box.width) - 4, int(box.height) - 4, paper, 14, theme.DARK)
    return [
        Stamp(under, int(box.left) + 2, int(box.top) + 2, alone=True),
        centred(drawing, (x, box.top + free + drawing.height / 2), means),
        words(str(number), (x, box.bottom - free - BIG * 0.36), BIG, theme.DARK, paper),
    ]


def strip(lines: int) -> Drawing:
    """The board of the open offer."""
    return signs.ground(PAGE - 20, OFFER * lines - 12, theme.LINEN, 20, theme.DARK)
