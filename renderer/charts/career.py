"""What somebody has reached: how their rating went, and how often they came to which place."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from renderer.charts.course import NUMBER, STEPS, TICKS, At
from renderer.drawing import pen, signs
from renderer.drawing.players import SEATS
from renderer.drawing.signs import DARK
from renderer.drawing.sketch import Sketch
from renderer.ending import PAGE, Look
from renderer.pixels.raster import ink_width, words
from renderer.scene import Box, Drawing, Items, Point, Scene, Words, centred

HIGH: Final = 780
CURVE: Final = Box(190, 70, 700, 700)
BARS: Final = Box(960, 70, 1090, 700)
SIGN: Final = 72
LINE: Final = 10.0


def paint(look: Look, ratings: Sequence[int], places: Sequence[int]) -> Scene:
    """`ratings`: after each game, the first before any; `places`: how often the first place, the second …"""
    scale = _span(min(ratings), max(ratings))
    low, high, step = scale

    def at(number: float, value: float) -> Point:
        x = CURVE.left + CURVE.width * number / max(1, len(ratings) - 1)
        return x, CURVE.bottom - CURVE.height * (value - low) / (high - low)

    def number(text: str, x: float, y: float) -> Words:
        return words(text, (x, y), NUMBER, DARK, look.paper)

    items: Items = [
        number(str(value), CURVE.left - 22 - ink_width(str(value), NUMBER) / 2, at(0, value)[1])
        for value in range(low, high + 1, step)
    ]
    last = str(ratings[-1])
    items.append(number(last, CURVE.right + 26 + ink_width(last, NUMBER) / 2, _beside(at(0, ratings[-1])[1])))
    for row, often in enumerate(places):
        y = _row(row, len(places))
        sign = signs.crown(SIGN) if row == 0 else signs.rank(row + 1, SIGN)
        items.append(centred(sign, (BARS.left - 48, y), f"place:{row + 1}:{often}"))
        items.append(number(str(often), BARS.right + 14 + ink_width(str(often), NUMBER) / 2, y))
    return Scene(look.theme, _ground(look, ratings, places, scale, at), tuple(items), Box(0, 0, PAGE, HIGH))


def _ground(look: Look, ratings: Sequence[int], places: Sequence[int], scale: tuple[int, int, int], at: At) -> Drawing:
    known = blake2b(repr((look.theme, tuple(ratings), tuple(places))).encode(), digest_size=12).hexdigest()
    sketch = Sketch(f"career:{known}", PAGE, HIGH)
    sketch.scale = 1.0
    sketch.area(pen.rectangle(0, 0, PAGE, HIGH), DARK)
    sketch.area(pen.rounded(8, 8, PAGE - 8, HIGH - 8, 18), look.paper)
    low, high, step = scale
    for value in range(low, high + 1, step):
        sketch.line((at(0, value), at(max(1, len(ratings) - 1), value)), look.gone, 6)
    way = [at(number, value) for number, value in enumerate(ratings)]
    if len(way) > 1:
        sketch.line(way, DARK, LINE + 8)
        sketch.line(way, SEATS[0], LINE)
    sketch.disc(*way[-1], 14, DARK)
    most = max(1, *places)
    for row, often in enumerate(places):
        y = _row(row, len(places))
        sketch.area(pen.rectangle(BARS.left, y - 26, BARS.right, y + 26), look.gone)
        if often:
            sketch.area(pen.rectangle(BARS.left, y - 26, BARS.left + BARS.width * often / most, y + 26), SEATS[0])
    return sketch.drawn()


def _beside(y: float) -> float:
    """Keeps a number within the picture."""
    return min(max(y, CURVE.top), CURVE.bottom)


def _row(row: int, rows: int) -> float:
    return BARS.top + BARS.height * (row + 0.5) / rows


def _span(low: int, high: int) -> tuple[int, int, int]:
    """Returns where the scale begins and ends, and its step: no less than a hundred."""
    step = next((step for step in (*STEPS, 500, 1000) if step >= 50 and (high - low) / step < TICKS), 2000)
    bottom = low // step * step
    return bottom, max(-(-high // step) * step, bottom + 2 * step), step
