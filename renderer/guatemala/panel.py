"""Paints the plaques of the seats (tile, points, money, stock, whose turn) and the supply of roads and sacks."""

from __future__ import annotations

from typing import Final

from renderer import pen, signs
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import PAGE, Layout
from renderer.guatemala.marks import Marks
from renderer.guatemala.pieces import piece
from renderer.players import tile
from renderer.raster import amount
from renderer.scene import Box, Ink, Items, Stamp, Words, centred
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
    paper = theme.ADOBE_DARK if gone else theme.LINEN
    board = signs.board("plaque", int(box.width), int(box.height), paper, active=active, gone=gone)
    items: Items = [Stamp(board, int(box.left), int(box.top), alone=True)]
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
    for sign, number, (x, y) in amounts:
        items.append(centred(sign, (x, y)))
        items.append(_amount(number, x + SIGN / 2 + 6, y, paper))
    if seat in view.waiting:
        items.append(centred(signs.hourglass(60), (left + 66, upper)))
    if marks.gained and marks.gained[seat]:
        x, y = amounts[0][2]
        items.append(
            centred(symbols.rosette(marks.gained[seat]), (box.right - 36, y) if tall(box) else (left + 66, upper))
        )
    return items


def _amount(number: int, left: float, y: float, paper: Ink) -> Words:
    return amount(number, (left, y), BIG if number < 100 else TEXT, theme.DARK, paper)


def tall(box: Box) -> bool:
    return box.height > box.width


def _supply(view: GuatemalaPublic) -> Items:
    """Roads left and sacks in the bag, on a sign in the sky."""
    width, height = 296, 78
    sketch = Sketch("supply", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(4, 4, width - 4, height - 4, 16), theme.LINEN, theme.DARK)
    left, top = PAGE - width - 8, 8
    items: Items = [Stamp(sketch.drawn(), left, top, alone=True)]
    y = top + height / 2
    for x, sign, number in (
        (left + 44, piece(ROAD, SIGN), view.road_stock),
        (left + 186, symbols.sack_sign(SIGN), view.bag),
    ):
        items.append(centred(sign, (x, y)))
        items.append(_amount(number, x + SIGN / 2 + 6, y, theme.LINEN))
    return items
