"""Paints the plaques of the seats (tile, points, money, stock, whose turn) and the supply of roads and sacks."""

from __future__ import annotations

from typing import Final

from renderer import pen, signs
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import PAGE, Layout
from renderer.guatemala.marks import Marks
from renderer.guatemala.pieces import piece
from renderer.guatemala.production import Items, centred
from renderer.players import tile
from renderer.raster import words
from renderer.scene import Box, Drawing, Ink, Stamp, Words
from renderer.sketch import TEXT, Sketch
from rules.guatemala.pieces import ROAD
from rules.guatemala.views import GuatemalaPublic

BIG: Final = 44.0
SIGN: Final = 60


def panel(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    items: Items = []
    for seat in range(view.seats):
        items += _plaque(view, seat, where.plaque(seat), marks)
    return items + _supply(view)


def _plaque(view: GuatemalaPublic, seat: int, box: Box, marks: Marks) -> Items:
    gone, active = seat in view.resigned, seat == view.active
    board = _board(int(box.width), int(box.height), seat, active=active, gone=gone)
    items: Items = [Stamp(board, int(box.left), int(box.top), alone=True)]
    paper = theme.ADOBE_DARK if gone else theme.LINEN
    upper, lower = box.top + 45, box.top + 108
    left, right = box.left + 44, box.left + (box.width - 100 if box.width < 320 else box.width * 0.62)
    amounts = (
        (signs.laurel(SIGN), view.points[seat], (right - 18, upper)),
        (symbols.coins(SIGN), view.money[seat], (left, lower)),
        (symbols.sack_sign(SIGN), view.stocks[seat], (right, lower)),
    )
    if tall(box):
        left, upper = box.left + 52, box.top + 56
        amounts = tuple((s, n, (left, box.top + 122 + row * 60)) for row, (s, n, _) in enumerate(amounts))
    items.append(centred(tile(seat, 92 if tall(box) else 64), (left, upper), f"seat:{seat}"))
    for sign, amount, (x, y) in amounts:
        items.append(centred(sign, (x, y)))
        items.append(_amount(amount, x + SIGN / 2 + 6, y, paper))
    if seat in view.waiting:
        items.append(centred(signs.hourglass(60), (left + 66, upper)))
    if marks.gained and marks.gained[seat]:
        x, y = amounts[0][2]
        items.append(
            centred(symbols.rosette(marks.gained[seat]), (box.right - 36, y) if tall(box) else (left + 66, upper))
        )
    return items


def _amount(amount: int, left: float, y: float, paper: Ink) -> Words:
    size = BIG if amount < 100 else TEXT
    text = words(str(amount), (0, 0), size, theme.DARK, paper)
    return words(str(amount), (left + text.box.width / 2, y), size, theme.DARK, paper)


def tall(box: Box) -> bool:
    return box.height > box.width


def _board(width: int, height: int, seat: int, *, active: bool, gone: bool) -> Drawing:
    """A board; the active one has a bright frame, one whose player has left is dull and its border broken."""
    sketch = Sketch(f"plaque:{width}:{height}:{seat}:{active}:{gone}", width, height)
    sketch.scale = 1.0
    edge = theme.LEGAL if active else theme.DARK
    sketch.area(pen.rounded(0, 0, width, height, 22), theme.DARK)
    sketch.area(pen.rounded(6, 6, width - 6, height - 6, 17), edge)
    inset = 14 if active else 6
    sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 12), theme.ADOBE_DARK if gone else theme.LINEN)
    if gone:
        sketch.dashes(pen.rounded(12, 12, width - 12, height - 12, 12), theme.TIMBER, 6, 16, 14)
    return sketch.drawn()


def _supply(view: GuatemalaPublic) -> Items:
    """Roads left and sacks in the bag, on a sign in the sky."""
    width, height = 296, 78
    sketch = Sketch("supply", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(4, 4, width - 4, height - 4, 16), theme.LINEN, theme.DARK)
    left, top = PAGE - width - 8, 8
    items: Items = [Stamp(sketch.drawn(), left, top, alone=True)]
    y = top + height / 2
    for x, sign, amount in (
        (left + 44, piece(ROAD, SIGN), view.road_stock),
        (left + 186, symbols.sack_sign(SIGN), view.bag),
    ):
        items.append(centred(sign, (x, y)))
        items.append(_amount(amount, x + SIGN / 2 + 6, y, theme.LINEN))
    return items
