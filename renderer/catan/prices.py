"""The price cards in the corners of the island's picture: what is built and bought, and of which cards."""

from __future__ import annotations

from typing import Final

from renderer.catan import theme, wares
from renderer.catan.cards import sign
from renderer.catan.geometry import PAGE, Layout, layout
from renderer.catan.seats import stat
from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT
from renderer.pixels.raster import words
from renderer.scene import Box, Drawing, Items, Shape, Stamp
from rules import counts
from rules.catan.pieces import (
    CARD_NAMES,
    CITY_COST,
    DEV_COST,
    KINDS,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    SITE_COST,
)
from rules.catan.views import CatanPublic

LINE_HIGH: Final = 57
THING: Final = 50
CARD: Final = 40
NUMBER: Final = 52.0
FULL_ROW: Final = 4
"""Of more cards each kind has its sign once, and how many."""
WIDE: Final = (232, 224)
"""The widths of both cards."""
MARGIN: Final = 6


Rows = list[tuple[Drawing, int]]
"""Things with what they cost."""


def _rows(where: Layout) -> tuple[Rows, Rows]:
    """On the left what stands on corners and edges; on the right what else the Market's players buy."""
    left: Rows = [
        (wares.small_road(theme.LINEN_DARK, THING), ROAD_COST),
        (wares.small_house(theme.LINEN_DARK, THING), SETTLEMENT_COST),
        (wares.small_city(theme.LINEN_DARK, THING), CITY_COST),
    ]
    dev = (wares.dev_back(THING), DEV_COST)
    return (left, [(wares.workshop(THING), SITE_COST), dev]) if where.board.jungles else ([*left, dev], [])


def corners(where: Layout) -> tuple[Box, Box]:
    """Where the cards lie."""
    left, right = _rows(where)
    end = where.height - MARGIN
    one = Box(MARGIN, end - _high(left), MARGIN + WIDE[0], end)
    return one, Box(PAGE - MARGIN - WIDE[1], end - _high(right), PAGE - MARGIN, end) if right else bank_box(where)


def prices(where: Layout) -> list[Shape]:
    """Both cards with what stands on them; in the base game the right one is left free for the bank."""
    shapes: list[Shape] = []
    for rows, box in zip(_rows(where), corners(where), strict=True):
        shapes += pen.outlined(pen.rounded(box.left, box.top, box.right, box.bottom, 14), theme.LINEN, theme.DARK, LINE)
        for row, (thing, cost) in enumerate(rows):
            shapes += _price(thing, cost, box.left + 8, box.top + 5 + LINE_HIGH * (row + 0.5))
    return shapes


def bank(view: CatanPublic) -> Items:
    """What the bank of the base game holds: on the card that the ground has for it."""
    box = bank_box(layout(market=False))
    items: Items = []
    stock = [(sign(kind, 46), view.bank[kind], f"bank:{CARD_NAMES[kind]}") for kind in range(RESOURCES)]
    stock.append((wares.dev_back(46), view.deck, "deck"))
    for i, (icon, number, means) in enumerate(stock):
        row, column = divmod(i, 3)
        drawing = stat(icon, str(number), TEXT, theme.LINEN)
        at = round(box.left + 10 + column * 98), round(box.top + 11 + row * 56)
        items.append(Stamp(drawing, *at, f"{means}:{number}"))
    return items


def _high(rows: Rows) -> int:
    return LINE_HIGH * len(rows) + 10


def bank_box(where: Layout) -> Box:
    """The corner in which the base game shows its bank."""
    return Box(PAGE - MARGIN - 306, where.height - MARGIN - 126, PAGE - MARGIN, where.height - MARGIN)


def _price(thing: Drawing, cost: int, left: float, y: float) -> list[Shape]:
    """A thing, and one sign for each card that it costs; none lies over another."""
    shapes = [*_at(thing, left + THING / 2, y)]
    cards = [(kind, number) for kind, number in enumerate(counts.unpack(cost, KINDS)) if number]
    x = left + 6 + THING + CARD / 2
    for kind, number in cards:
        shapes += _at(sign(kind, CARD), x, y)
        x += CARD
        if sum(many for _, many in cards) > FULL_ROW:
            shapes.append(words(str(number), (x - 3, y), NUMBER, theme.DARK, theme.LINEN))
            x += CARD - 4
    return shapes


def _at(drawing: Drawing, x: float, y: float) -> tuple[Shape, ...]:
    return pen.placed(drawing.shapes, 1.0, x - drawing.width / 2, y - drawing.height / 2)
