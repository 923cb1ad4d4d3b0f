"""How the points of a game came about: a line for each player over its moves, the same in every game.

A line is known by its player's sign on it and at its end, not by its colour alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Final

from renderer.drawing import pen
from renderer.drawing.players import SEATS, tile
from renderer.drawing.signs import DARK, MINUS
from renderer.drawing.sketch import Sketch
from renderer.ending import PAGE, Look
from renderer.pixels.raster import ink_width, words
from renderer.scene import Box, Drawing, Items, Point, Scene, centred

Course = Sequence[tuple[int, Sequence[int]]]
"""The number of a move with the points of each seat after it, wherever they have changed; last that of the end."""
At = Callable[[float, float], Point]
"""Where a number of points after a move lies."""
HIGH: Final = 780
PLOT: Final = Box(140, 60, 968, 682)
"""Where the lines run."""
SIGN: Final = 64
ON_LINE: Final = 44
NUMBER: Final = 44.0
TOTAL: Final = 52.0
"""The sizes of numbers beside the lines, and of points at their end."""
APART: Final = 72
"""From one sign at the right end to the next."""
LINE: Final = 9.0
UNDER: Final = 17.0
"""How thick a line is, and the dark one below it."""
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200)
TICKS: Final = 5
"""So many numbers at the left side at most."""


def paint(look: Look, course: Course) -> Scene | None:
    """Returns nothing where nobody has had a point, or there was no move."""
    values = [value for _, points in course for value in points]
    start, last = (course[0][0], course[-1][0]) if course else (0, 0)
    if last == start or not any(values):
        return None
    low, high, step = _span(min(0, *values), max(values))
    seats = len(course[-1][1])

    def at(number: float, value: float) -> Point:
        x = PLOT.left + PLOT.width * (number - start) / (last - start)
        return x, PLOT.bottom - PLOT.height * (value - low) / (high - low)

    items: Items = []
    for value in range(low, high + 1, step):
        text = f"{MINUS}{-value}" if value < 0 else str(value)
        x, y = at(start, value)
        items.append(words(text, (x - 20 - ink_width(text, NUMBER) / 2, y), NUMBER, DARK, look.paper))
    for number in sorted({round(start + (last - start) * part / 4) for part in range(1, 5)}):
        items.append(words(str(number), (at(number, 0)[0], PLOT.bottom + 46), NUMBER, DARK, look.paper))
    lines = [_line(course, seat) for seat in range(seats)]
    for seat in range(seats):
        number = round(start + (last - start) * (seat + 1) / (seats + 1))
        items.append(centred(tile(seat, ON_LINE), at(number, _value(lines[seat], number)), f"line:{seat}"))
    items += ends(look, [(at(last, line[-1][1])[1], line[-1][1]) for line in lines], PLOT)
    return Scene(look.theme, _ground(look, lines, (low, high, step), at), tuple(items), Box(0, 0, PAGE, HIGH))


def _span(low: int, high: int) -> tuple[int, int, int]:
    """Returns where the scale begins and ends, and its step."""
    step = next((step for step in STEPS if (high - low) / step < TICKS), (high - low) // TICKS + 1)
    return low // step * step, -(-high // step) * step or step, step


def _line(course: Course, seat: int) -> list[tuple[int, int]]:
    return [(number, points[seat]) for number, points in course]


def _value(line: Sequence[tuple[int, int]], number: int) -> int:
    """Returns the points after a move."""
    return line[max(0, bisect_right(line, (number, 1 << 40)) - 1)][1]


def ends(look: Look, values: Sequence[tuple[float, int]], plot: Box) -> Items:
    """Signs and numbers at the right, none over another. `values`: by seat, how high its line ends, and at what."""
    rows = sorted(range(len(values)), key=lambda seat: values[seat][0])
    tops = [values[seat][0] for seat in rows]
    for row in range(1, len(rows)):
        tops[row] = max(tops[row], tops[row - 1] + APART)
    tops[-1] = min(tops[-1], plot.bottom)
    for row in range(len(rows) - 2, -1, -1):
        tops[row] = min(tops[row], tops[row + 1] - APART)
    items: Items = []
    for seat, y in zip(rows, tops, strict=True):
        points = values[seat][1]
        text = f"{MINUS}{-points}" if points < 0 else str(points)
        x = plot.right + 24 + SIGN / 2
        items.append(centred(tile(seat, SIGN), (x, y), f"end:{seat}:{points}"))
        items.append(words(text, (x + SIGN / 2 + 16 + ink_width(text, TOTAL) / 2, y), TOTAL, DARK, look.paper))
    return items


def _ground(look: Look, lines: Sequence[Sequence[tuple[int, int]]], scale: tuple[int, int, int], at: At) -> Drawing:
    known = blake2b(repr((look.theme, lines, scale)).encode(), digest_size=12).hexdigest()
    sketch = Sketch(f"course:{known}", PAGE, HIGH)
    sketch.scale = 1.0
    sketch.area(pen.rectangle(0, 0, PAGE, HIGH), DARK)
    sketch.area(pen.rounded(8, 8, PAGE - 8, HIGH - 8, 18), look.paper)
    low, high, step = scale
    start, last = lines[0][0][0], lines[0][-1][0]
    for value in range(low, high + 1, step):
        sketch.line((at(start, value), at(last, value)), look.gone, 6)
    sketch.line((at(start, low), at(start, high)), DARK)
    sketch.line((at(start, max(0, low)), at(last, max(0, low))), DARK)
    for seat in reversed(range(len(lines))):
        way = _steps(lines[seat], at)
        sketch.line(way, DARK, UNDER)
        sketch.line(way, SEATS[seat], LINE)
    return sketch.drawn()


def _steps(line: Sequence[tuple[int, int]], at: At) -> list[Point]:
    """Points stay until they change: a line of steps."""
    way = [at(*line[0])]
    for (_, before), (number, value) in pairwise(line):
        way += [at(number, before), at(number, value)] if value != before else [at(number, value)]
    return way
