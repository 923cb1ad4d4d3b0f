"""Paints what stands in drawers and rows: an amount beside its sign, and the row of each seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen, signs
from renderer.catan import theme, wares
from renderer.catan.geometry import PAGE
from renderer.catan.marks import Marks
from renderer.catan.shop import OFFER, STORE, Shop
from renderer.players import tile as badge
from renderer.raster import amount, words
from renderer.scene import Box, Drawing, Items, Stamp, centred
from renderer.sketch import TEXT, Sketch
from rules.catan.views import CatanPublic

BIG: Final = 44.0
SIGN: Final = 64
TILE: Final = 72
HELD: Final = 140
FIRST: Final = 168
"""Where the amounts of a seat begin."""


# ── the bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4)
def _empty(height: int, *, out: bool) -> Drawing:
    sketch = Sketch(f"drawer:{height}:{out}", STORE, height)
    sketch.scale = 1.0
    paper = theme.LINEN_DARK if out else theme.LINEN
    sketch.outlined(pen.rounded(5, 5, STORE - 5, height - 5, 14), paper, theme.DARK)
    return sketch.drawn()


def drawer(box: Box, drawing: Drawing, number: int, means: str) -> Items:
    """A sign over its amount; what has run out lies in shade."""
    x, _ = box.centre
    paper = theme.LINEN if number else theme.LINEN_DARK
    return [
        Stamp(_empty(int(box.height), out=not number), int(box.left), int(box.top), alone=True),
        centred(drawing, (x, box.top + 44), means),
        words(str(number), (x, box.top + 99), BIG, theme.DARK, paper),
    ]


@lru_cache(maxsize=2)
def strip(lines: int) -> Drawing:
    """The board of the open offer."""
    height = OFFER * lines - 12
    sketch = Sketch(f"strip:{lines}", PAGE - 20, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(4, 4, PAGE - 24, height - 4, 20), theme.LINEN, theme.DARK)
    return sketch.drawn()


# ── the seats ────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(view: CatanPublic, where: Shop, marks: Marks) -> Items:
    return [item for seat in range(view.seats) for item in _row(view, seat, where.seat(seat), marks)]


def _row(view: CatanPublic, seat: int, box: Box, marks: Marks) -> Items:
    gone, active = seat in view.resigned, seat == view.active and view.winner < 0
    paper = theme.LINEN_DARK if gone else theme.LINEN
    board = signs.board("seat-row", int(box.width), int(box.height), paper, active=active, gone=gone)
    items: Items = [Stamp(board, int(box.left), int(box.top), alone=True)]
    y = box.centre[1]
    items.append(centred(badge(seat, TILE), (box.left + 54, y), f"seat:{seat}"))
    if seat in view.waiting:
        items.append(centred(signs.hourglass(60), (box.left + 122, y)))
    cells = _cells(view, seat)
    pitch = (box.right - FIRST - 8) / len(cells)
    for i, (drawing, number, held, means) in enumerate(cells):
        left = FIRST + i * pitch
        if held:
            plate = _held(HELD, int(box.height) - 24)
            items.append(centred(plate, (left + HELD / 2 - 4, y)))
        items.append(centred(drawing, (left + SIGN / 2 + 4, y), means))
        size = BIG if pitch > 140 or number < 100 else TEXT
        items.append(amount(number, (left + SIGN + 8, y), size, theme.DARK, theme.GOLD if held else paper))
    if seat in marks.legal_seats:
        items.append(centred(signs.brackets(92, 92, theme.LEGAL), (box.left + 54, y)))
    return items


Cell = tuple[Drawing, int, bool, str]


def _cells(view: CatanPublic, seat: int) -> list[Cell]:
    """Points, cards of each pile, development cards, knights, road, chips; who holds the army or the road."""
    found: list[Cell] = [
        (signs.laurel(66), view.points[seat], False, f"points:{seat}:{view.points[seat]}"),
        (wares.resource_back(SIGN), view.resources[seat], False, f"resources:{seat}:{view.resources[seat]}"),
    ]
    if view.market:
        means = f"ingredients:{seat}:{view.ingredients[seat]}"
        found.append((wares.ingredient_back(SIGN), view.ingredients[seat], False, means))
    found += [
        (wares.dev_back(SIGN), view.devs[seat], False, f"devs:{seat}:{view.devs[seat]}"),
        (wares.helmet(SIGN), view.knights[seat], view.army == seat, f"knights:{seat}:{view.knights[seat]}"),
        (wares.way(SIGN), view.lengths[seat], view.longest == seat, f"length:{seat}:{view.lengths[seat]}"),
    ]
    if view.market:
        found.append((wares.medal("", SIGN), view.chips[seat], False, f"chips:{seat}:{view.chips[seat]}"))
    return found


@lru_cache(maxsize=4)
def _held(width: int, height: int) -> Drawing:
    """Behind the longest road and the largest army."""
    sketch = Sketch(f"held:{width}:{height}", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(4, 4, width - 4, height - 4, 16), theme.GOLD, theme.DARK)
    return sketch.drawn()
