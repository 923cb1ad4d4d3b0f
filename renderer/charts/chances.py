"""How everybody's chances went: a line for each player over the moves of a game, its turning points numbered above.

A line is known by its player's sign on it and at its end, not by its colour alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from renderer.charts.course import At, ends
from renderer.drawing import pen, signs
from renderer.drawing.players import SEATS, tile
from renderer.drawing.signs import DARK
from renderer.drawing.sketch import Sketch
from renderer.ending import PAGE, Look
from renderer.pixels.raster import ink_width, words
from renderer.scene import Box, Drawing, Items, Point, Scene, centred

Curve = Sequence[tuple[int, Sequence[int]]]
"""The number of a move with the chances of each seat after it, in thousandths."""
HIGH: Final = 860
PLOT: Final = Box(140, 150, 968, 762)
"""Where the lines run."""
NUMBERED: Final = 70
"""How large the number of a turning point is."""
NUMBERS: Final = 66.0
"""In the middle of the row of them."""
ON_LINE: Final = 44
NUMBER: Final = 44.0
WHOLE: Final = 1000
LINE: Final = 8.0
UNDER: Final = 15.0
"""How thick a line is, and the dark one below it."""
FINE: Final = 3
"""So many pixels lie between two points of a line at least."""


def paint(look: Look, curve: Curve, turning: Sequence[tuple[int, int]]) -> Scene:
    """Of a game of one move at least. `turning`: the number of a move and the seat whose line it is about."""
    start, last = curve[0][0], curve[-1][0]
    seats = len(curve[-1][1])

    def at(number: float, value: float) -> Point:
        x = PLOT.left + PLOT.width * (number - start) / (last - start)
        return x, PLOT.bottom - PLOT.height * value / WHOLE

    items: Items = []
    for percent in range(0, 101, 25):
        x, y = at(start, 10 * percent)
        items.append(words(str(percent), (x - 20 - ink_width(str(percent), NUMBER) / 2, y), NUMBER, DARK, look.paper))
    for number in sorted({round(start + (last - start) * part / 4) for part in range(1, 5)} - {start}):
        items.append(words(str(number), (at(number, 0)[0], PLOT.bottom + 50), NUMBER, DARK, look.paper))
    for seat in range(seats):
        number, value = _middle(curve, seat, seats)
        items.append(centred(tile(seat, ON_LINE), at(number, value), f"line:{seat}"))
    items += ends(look, [(at(last, value)[1], round(value / 10)) for value in curve[-1][1]], PLOT)
    places = _places([at(number, 0)[0] for number, _ in turning])
    for place, ((number, seat), x) in enumerate(zip(turning, places, strict=True), 1):
        items.append(centred(signs.turn(place, NUMBERED), (x, NUMBERS), f"turning:{place}:{number}:{seat}"))
    return Scene(look.theme, _ground(look, curve, turning, places, at), tuple(items), Box(0, 0, PAGE, HIGH))


def _middle(curve: Curve, seat: int, seats: int) -> tuple[int, int]:
    """Returns where the sign of a seat stands on its line: each in a part of its own."""
    start, last = curve[0][0], curve[-1][0]
    wanted = start + (last - start) * (seat + 1) / (seats + 1)
    place = min(len(curve) - 1, bisect_left([number for number, _ in curve], wanted))
    number, values = curve[place]
    return number, values[seat]


def _places(wanted: Sequence[float]) -> list[float]:
    """Returns where numbers stand in their row, none over another, each as near as can be to its move."""
    apart, found = NUMBERED + 8, list(wanted)
    for place in range(1, len(found)):
        found[place] = max(found[place], found[place - 1] + apart)
    limit = PAGE - 20 - NUMBERED / 2
    for place in range(len(found) - 1, -1, -1):
        found[place] = min(found[place], limit)
        limit = found[place] - apart
    return found


def _ground(look: Look, curve: Curve, turning: Sequence[tuple[int, int]], places: Sequence[float], at: At) -> Drawing:
    told = repr((look.theme, [(number, tuple(values)) for number, values in curve], tuple(turning)))
    sketch = Sketch(f"chances:{blake2b(told.encode(), digest_size=12).hexdigest()}", PAGE, HIGH)
    sketch.scale = 1.0
    sketch.area(pen.rectangle(0, 0, PAGE, HIGH), DARK)
    sketch.area(pen.rounded(8, 8, PAGE - 8, HIGH - 8, 18), look.paper)
    start, last = curve[0][0], curve[-1][0]
    for percent in range(0, 101, 25):
        sketch.line((at(start, 10 * percent), at(last, 10 * percent)), look.gone, 6)
    sketch.line((at(start, 0), at(start, WHOLE)), DARK)
    sketch.line((at(start, 0), at(last, 0)), DARK)
    known = dict(curve)
    for (number, seat), x in zip(turning, places, strict=True):
        foot = at(number, known[number][seat] if number in known else 0)
        way = ((x, NUMBERS + NUMBERED / 2), (foot[0], PLOT.top - 14), foot)
        sketch.line(way, DARK, 6)
    for seat in reversed(range(len(curve[-1][1]))):
        way = _thinned([at(number, values[seat]) for number, values in curve])
        sketch.line(way, DARK, UNDER)
        sketch.line(way, SEATS[seat], LINE)
    for number, seat in turning:
        if number in known:
            sketch.disc(*at(number, known[number][seat]), 14, DARK)
    return sketch.drawn()


def _thinned(way: Sequence[Point]) -> list[Point]:
    """A line of more points than pixels is as well drawn with fewer; the first and the last stay."""
    found = [way[0]]
    for point in way[1:-1]:
        if point[0] - found[-1][0] >= FINE:
            found.append(point)
    return [*found, way[-1]]
