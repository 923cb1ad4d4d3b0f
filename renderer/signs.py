"""Signs that mean the same in every game: points, who is waited for, what is marked."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.scene import Drawing, Ink, ink
from renderer.sketch import Sketch

DARK, CREAM, GOLD_DARK, TIMBER = ink("33241c"), ink("fff6e0"), ink("d99a20"), ink("6b4a33")
SHADE: Final = ink("33241c", 60)
LAST: Final = ink("ffffff")
LEGAL: Final = ink("ffe14d")


@lru_cache(maxsize=4)
def laurel(size: int) -> Drawing:
    """Victory points: a star."""
    sketch = Sketch(f"laurel:{size}", size)
    sketch.area(pen.softened(pen.star(52, 58, 46, 22, 5), 5), SHADE)
    sketch.outlined(pen.softened(pen.star(50, 53, 46, 23, 5), 5), LEGAL, DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def hourglass(size: int) -> Drawing:
    """The table waits for this seat."""
    sketch = Sketch(f"hourglass:{size}", size)
    sketch.outlined(
        pen.smooth(
            ((26, 16), (74, 16), (70, 34), (54, 50), (70, 66), (74, 84), (26, 84), (30, 66), (46, 50), (30, 34)), 4
        ),
        CREAM,
        DARK,
    )
    sketch.area(pen.smooth(((32, 80), (50, 62), (68, 80), (50, 82))), GOLD_DARK)
    sketch.area(pen.smooth(((38, 32), (62, 32), (50, 44))), GOLD_DARK)
    for y in (12, 88):
        sketch.line(((22, y), (78, y)), DARK, 10)
    return sketch.drawn()


@lru_cache(maxsize=64)
def brackets(width: int, height: int, ink: Ink = LAST) -> Drawing:
    """Four corners around something."""
    sketch = Sketch(f"brackets:{width}:{height}:{ink}", width, height)
    sketch.scale = 1.0
    arm = min(width, height) * 0.24
    left, top, right, bottom = 7, 7, width - 7, height - 7
    corners = ((left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
    for weight, colour in ((14.0, DARK), (7.0, ink)):
        for x, y, dx, dy in corners:
            sketch.line(((x + dx * arm, y), (x, y), (x, y + dy * arm)), colour, weight)
    return sketch.drawn()


@lru_cache(maxsize=32)
def board(name: str, width: int, height: int, paper: Ink, *, active: bool, gone: bool) -> Drawing:
    """Behind what a seat has; the active one has a bright frame, of one whose player has left the border is broken."""
    sketch = Sketch(f"{name}:{width}:{height}:{active}:{gone}", width, height)
    sketch.scale = 1.0
    sketch.area(pen.rounded(0, 0, width, height, 22), DARK)
    sketch.area(pen.rounded(6, 6, width - 6, height - 6, 17), LEGAL if active else DARK)
    inset = 14 if active else 6
    sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 12), paper)
    if gone:
        sketch.dashes(pen.rounded(12, 12, width - 12, height - 12, 12), TIMBER, 6, 16, 14)
    return sketch.drawn()
