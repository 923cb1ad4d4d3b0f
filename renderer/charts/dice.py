"""How often two dice showed which sum: a bar each, and a line where it was to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from renderer.charts.course import NUMBER
from renderer.drawing import pen
from renderer.drawing.players import SEATS
from renderer.drawing.signs import DARK
from renderer.drawing.sketch import Sketch
from renderer.ending import PAGE, Look
from renderer.pixels.raster import words
from renderer.scene import Box, Drawing, Items, Scene

HIGH: Final = 640
BARS: Final = Box(60, 90, PAGE - 60, 540)
WIDE: Final = 58
"""A bar; and a little less than what lies between the middles of two."""


class Bar(NamedTuple):
    sum: int
    times: int
    expected: float


def paint(look: Look, bars: Sequence[Bar]) -> Scene:
    most = max([1.0, *(max(float(bar.times), bar.expected) for bar in bars)])
    items: Items = []
    for place, bar in enumerate(bars):
        x, top = _middle(place, len(bars)), _height(bar.times, most)
        items.append(words(str(bar.sum), (x, BARS.bottom + 46), NUMBER, DARK, look.paper))
        items.append(words(str(bar.times), (x, min(top, _height(bar.expected, most)) - 34), NUMBER, DARK, look.paper))
    return Scene(look.theme, _ground(look, bars, most), tuple(items), Box(0, 0, PAGE, HIGH))


def _middle(place: int, of: int) -> float:
    return BARS.left + BARS.width * (place + 0.5) / of


def _height(times: float, most: float) -> float:
    return BARS.bottom - BARS.height * times / most


def _ground(look: Look, bars: Sequence[Bar], most: float) -> Drawing:
    known = blake2b(repr((look.theme, tuple(bars))).encode(), digest_size=12).hexdigest()
    sketch = Sketch(f"dice:{known}", PAGE, HIGH)
    sketch.scale = 1.0
    sketch.area(pen.rectangle(0, 0, PAGE, HIGH), DARK)
    sketch.area(pen.rounded(8, 8, PAGE - 8, HIGH - 8, 18), look.paper)
    sketch.line(((BARS.left - 20, BARS.bottom), (BARS.right + 20, BARS.bottom)), DARK, 5)
    for place, bar in enumerate(bars):
        x = _middle(place, len(bars))
        if bar.times:
            sketch.area(pen.rectangle(x - WIDE / 2, _height(bar.times, most), x + WIDE / 2, BARS.bottom), SEATS[0])
        y = _height(bar.expected, most)
        sketch.line(((x - WIDE / 2 - 10, y), (x + WIDE / 2 + 10, y)), look.paper, 14)
        sketch.line(((x - WIDE / 2 - 10, y), (x + WIDE / 2 + 10, y)), DARK, 7)
    return sketch.drawn()
