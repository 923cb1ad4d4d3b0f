"""The names of legal places: as large as there is room for, and never over another letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from renderer.catan import symbols
from renderer.catan.geometry import Layout
from renderer.catan.marks import Spot
from renderer.catan.symbols import SPOT
from renderer.scene import Box, Drawing, Items, Point, Stamp, all_words, centred
from renderer.sketch import TEXT
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
    words = [*(word.box for word in all_words((), items) if room.meets(word.box)), *cards]
    stamps = [item for item in items if isinstance(item, Stamp) and item.means.startswith(PIECES)]
    pieces = [item.box.grown(-ROUND if item.means.startswith("chip") else -8) for item in stamps]
    found: Items = []
    corners, edges = spots
    places = [(where.corner(spot.place), spot.label, None) for spot in corners]
    places += [(where.edge(spot.place), stroked(spot.label), where.lean(spot.place)) for spot in edges]
    for point, text, lean in places:
        if not room.holds(Box(*point, *point)):
            continue
        best = _best(_tries(point, text, lean, sizes), room, words, pieces)
        if best:
            words.append(best.box)
            found.append(best)
    return found


def _best(tries: Iterator[Stamp], room: Box, words: list[Box], pieces: list[Box]) -> Stamp | None:
    """The first that hides nothing, or at least no word."""
    second: Stamp | None = None
    for stamp in tries:
        box = stamp.box
        if not room.holds(box) or any(box.meets(other) for other in words):
            continue
        if not any(box.meets(other) for other in pieces):
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
