"""The names of legal places: as large as there is room for, and never over another letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import Final

from renderer.catan import symbols
from renderer.catan.geometry import Layout
from renderer.catan.marks import Spot
from renderer.catan.symbols import SPOT
from renderer.drawing.sketch import TEXT
from renderer.scene import Box, Drawing, Items, Point, Stamp, all_words, centred
from rules.catan.hexes import stroked

ON: Final = (0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0)
"""How far aside a name still hides the spot below it."""
UPRIGHT: Final = ((0.0, 0.0), (0.0, -26.0), (0.0, 26.0), (-46.0, 0.0), (46.0, 0.0))
LEANING: Final = ((0.0, -32.0), (0.0, 32.0), (-52.0, -18.0), (52.0, -18.0), (-52.0, 18.0), (52.0, 18.0), (0.0, 0.0))
"""How far from the middle of its edge a name may stand: over an upright one, beside a leaning one."""
PIECES: Final = ("harbour", "chip", "settlement", "city", "site", "robber")
"""What a name covers only where there is no other room."""
ROUND: Final = 14
"""A chip has no corners."""
CLOSE: Final = ((0.0, 0.0), (0.0, -14.0), (0.0, 14.0), (-16.0, 0.0), (16.0, 0.0))
"""A small name covers so little that it stands on any edge."""
FEW: Final = 16
"""So many places may have names that stand away from them, each with a line to its own."""
FAR: Final = (26, 44, 62, 80, 98)
AROUND: Final = 24
SHARE: Final = 0.5
"""How large a name is to half the width of a hex: then those of neighbours leave room for the hex's own."""


def largest(where: Layout) -> float:
    return float(round(where.half * SHARE))


def board_sizes(where: Layout) -> tuple[float, ...]:
    """What does not fit stays without: a close-up tells all."""
    return largest(where), TEXT


def labels(
    where: Layout,
    spots: tuple[Iterable[Spot], Iterable[Spot]],
    items: Items,
    sizes: tuple[float, ...],
    room: Box,
    *,
    cards: Iterable[Box] = (),
) -> Items:
    """Of corners, then of edges, each at the first size and place at which it hides no other word, and no card.

    An edge has a stroke in its name, so that it is never that of a corner beside it.
    """
    places = _places(where, spots)
    if not places:
        return []
    words, pieces = _standing(items, room, cards)
    dots = [centred(symbols.spot(), point).box for point, _, lean in places if lean is None and len(places) <= FEW]
    found: Items = []
    for point, text, lean in (place for place in places if room.holds(Box(*place[0], *place[0]))):
        hard = words + [dot for dot in dots if dot.centre != point]  # a name beside two spots would be of both
        best = _best(_tries(point, text, lean, sizes), room, hard, pieces)
        led = lean is None and bool(dots)
        if led:
            best = best or _best(_afar(point, text), room, hard, pieces)
        if best:
            words.append(best.box)
            found += _led(point, best) if led else [best]
    return found


def _standing(items: Items, room: Box, cards: Iterable[Box]) -> tuple[list[Box], list[Box]]:
    """What a name never covers, and what it covers only where there is no other room."""
    words = [*(word.box for word in all_words((), items) if room.meets(word.box)), *cards]
    stamps = [item for item in items if isinstance(item, Stamp) and item.means.startswith(PIECES)]
    pieces = [item.box.grown(-ROUND if item.means.startswith("chip") else -8) for item in stamps]
    return words, pieces


def _places(where: Layout, spots: tuple[Iterable[Spot], Iterable[Spot]]) -> list[tuple[Point, str, int | None]]:
    """Where each is, what it is called, and how an edge leans."""
    places: list[tuple[Point, str, int | None]] = [(where.corner(spot.place), spot.label, None) for spot in spots[0]]
    return places + [(where.edge(spot.place), stroked(spot.label), where.lean(spot.place)) for spot in spots[1]]


def _led(point: Point, label: Stamp) -> Items:
    """A name, with a line from its spot where it does not lie on it."""
    return [label] if label.box.holds(Box(*point, *point)) else [_leader(point, label), label]


def _afar(point: Point, text: str) -> Iterator[Stamp]:
    """All around the spot, farther and farther, where a line leads to it."""
    drawing = symbols.label(text, TEXT)
    for far in FAR:
        for step in range(AROUND):
            turn = 2 * pi * step / AROUND
            aside = cos(turn) * (far + drawing.width / 2), sin(turn) * (far + drawing.height / 2)
            yield centred(drawing, (point[0] + aside[0], point[1] + aside[1]))


def _leader(point: Point, label: Stamp) -> Stamp:
    """The line from a spot to its name."""
    (ax, ay), (bx, by) = point, label.box.centre
    drawing = symbols.leader(round(bx - ax), round(by - ay))
    return centred(drawing, ((ax + bx) / 2, (ay + by) / 2))


def _best(tries: Iterator[Stamp], room: Box, words: list[Box], pieces: list[Box]) -> Stamp | None:
    """The first that hides nothing, or at least no word."""
    second: Stamp | None = None
    for stamp in tries:
        box = stamp.box
        if not room.holds(box) or box.meets_any(words):
            continue
        if not box.meets_any(pieces):
            return stamp
        second = second or stamp
    return second


def _tries(point: Point, text: str, lean: int | None, sizes: tuple[float, ...]) -> Iterator[Stamp]:
    x, y = point
    for size in sizes:
        drawing = symbols.label(text, size, edge=lean is not None)
        for dx, dy in _over(drawing) if lean is None else _along(lean, size):
            yield centred(drawing, (x + dx, y + dy))


def _along(lean: int, size: float) -> tuple[Point, ...]:
    return CLOSE if size < TEXT else LEANING if lean else UPRIGHT


def _over(drawing: Drawing) -> Iterator[Point]:
    """Over the spot, so that nothing of it sticks out; else below, above or beside it, so that all of it is seen."""
    yield from ((dx, 0.0) for dx in ON)
    down, across = (drawing.height + SPOT) / 2, (drawing.width + SPOT) / 2
    yield from ((0.0, down), (0.0, -down), (across, 0.0), (-across, 0.0))
