"""Paints what lies on the counter: an amount under its sign, and the board of the open offer."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.catan import theme
from renderer.catan.geometry import PAGE
from renderer.catan.shop import OFFER
from renderer.raster import words
from renderer.scene import Box, Drawing, Items, Stamp, centred
from renderer.sketch import Sketch

BIG: Final = 52.0


@lru_cache(maxsize=8)
def _empty(wide: int, height: int, *, out: bool) -> Drawing:
    sketch = Sketch(f"drawer:{wide}:{height}:{out}", wide, height)
    sketch.scale = 1.0
    paper = theme.LINEN_DARK if out else theme.LINEN
    sketch.outlined(pen.rounded(5, 5, wide - 5, height - 5, 14), paper, theme.DARK)
    return sketch.drawn()


def drawer(box: Box, drawing: Drawing, number: int, means: str) -> Items:
    """A sign over its amount; what has run out lies in shade."""
    x, _ = box.centre
    paper = theme.LINEN if number else theme.LINEN_DARK
    free = (box.height - drawing.height - BIG * 0.72) / 3 + 2
    return [
        Stamp(_empty(int(box.width), int(box.height), out=not number), int(box.left), int(box.top), alone=True),
        centred(drawing, (x, box.top + free + drawing.height / 2), means),
        words(str(number), (x, box.bottom - free - BIG * 0.36), BIG, theme.DARK, paper),
    ]


@lru_cache(maxsize=2)
def strip(lines: int) -> Drawing:
    """The board of the open offer."""
    height = OFFER * lines - 12
    sketch = Sketch(f"strip:{lines}", PAGE - 20, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(4, 4, PAGE - 24, height - 4, 20), theme.LINEN, theme.DARK)
    return sketch.drawn()
