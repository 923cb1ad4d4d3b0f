"""The ground of the market's picture: a confectioner's shop with shelves, counters, and a table for the seats."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from renderer import pen
from renderer.catan import theme, wares
from renderer.catan.cards import SHAPES, sign
from renderer.catan.geometry import PAGE
from renderer.scene import Area, Box, Drawing, Point, Shape, Stroke
from renderer.sketch import LINE
from rules import counts
from rules.catan.pieces import (
    KINDS,
    RECIPES,
    RESOURCES,
    REWARD_CHIPS,
    REWARD_DEV,
    REWARD_RESOURCE,
    REWARD_ROAD,
    SORTS,
    TOP_ROW,
    Card,
)

AWNING: Final = 84
REWARDS: Final = 250
"""The width of what the rows bring."""
COLUMN: Final = 188
RECIPE: Final = 152
ROW: Final = 98
SHELF: Final = 14
STORE: Final = 116
"""The pitch of the bank's drawers."""
DRAWER: Final = 128
OFFER: Final = 104
SEAT: Final = 104
SMALL: Final = 60
PITCH: Final = 58
"""Between two signs of a recipe; their corners are empty."""


class Shop(Struct, frozen=True):
    """Where things stand, with so many seats, with or without the Market, with or without an offer."""

    seats: int
    market: bool
    offer: int
    """The lines of the open offer."""

    @property
    def shelves(self) -> int:
        """The top of the highest row."""
        return AWNING + RECIPE + 6

    @property
    def bank(self) -> int:
        return self.shelves + (TOP_ROW + 1) * ROW + 20 if self.market else AWNING + 14

    @property
    def deal(self) -> int:
        return self.bank + DRAWER * (2 if self.market else 1) + 20

    @property
    def table(self) -> int:
        return self.deal + OFFER * self.offer

    @property
    def height(self) -> int:
        return self.table + self.seats * SEAT + 14

    def slot(self, sort: int, row: int) -> Point:
        """The middle of a bar in its row."""
        x = REWARDS + COLUMN * (sort + 0.5)
        return x, self.shelves + (TOP_ROW - row) * ROW + (ROW - SHELF) / 2 + 2

    def drawer(self, column: int, row: int = 0) -> Box:
        columns = KINDS if self.market else RESOURCES + 2
        x = (PAGE - STORE * columns) / 2 + column * STORE
        top = self.bank + row * DRAWER
        return Box(x, top, x + STORE, top + DRAWER)

    def seat(self, seat: int) -> Box:
        top = self.table + seat * SEAT
        return Box(10, top, PAGE - 10, top + SEAT - 8)


@lru_cache(maxsize=12)
def shop(where: Shop) -> Drawing:
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, where.height), theme.WALL)]
    counter = where.bank - 12
    if where.market:
        shapes += _sign(REWARDS / 2 - 6, AWNING) + _recipes() + _rows(where)
    shapes.append(Area(pen.rectangle(0, counter, PAGE, where.height), theme.TIMBER))
    shapes += [Stroke(((0, y), (PAGE, y)), theme.TIMBER_DARK, LINE) for y in range(counter + 60, where.height, 74)]
    shapes.append(Area(pen.rectangle(0, counter, PAGE, counter + 8), theme.DARK))
    shapes += _awning()
    name = f"catan:shop:{where.seats}:{where.market}:{where.offer}"
    return Drawing(name, PAGE, where.height, tuple(shapes))


def _awning() -> list[Shape]:
    """Stripes with a scalloped hem."""
    shapes: list[Shape] = []
    wide = 75
    for number in range(PAGE // wide):
        x = number * wide
        ink = theme.CREAM if number % 2 else theme.AWNING
        flap = (*pen.arc(x + wide / 2, AWNING - 40, wide / 2, (0.0, 3.14159), 14), (x, 0.0), (x + wide, 0.0))
        shapes += pen.outlined(flap, ink, theme.DARK, LINE)
    shapes.append(Stroke(((0, 3), (PAGE, 3)), theme.DARK, LINE))
    return shapes


def _sign(x: float, top: float) -> list[Shape]:
    """The confectioner's: a cocoa pod between two nuts, on a board that hangs from the awning."""
    shapes: list[Shape] = [Stroke(((x + dx, top - 24), (x + dx, top + 14)), theme.DARK, LINE) for dx in (-62, 62)]
    face = pen.ellipse(x, top + 76, 104, 66, 60)
    shapes += pen.outlined(face, theme.CHOCOLATE, theme.DARK, LINE)
    shapes.append(Stroke(pen.ellipse(x, top + 76, 91, 53, 60), theme.GOLD, LINE, closed=True))
    for kind, dx, size in ((Card.HAZELNUT, -58, 0.4), (Card.HAZELNUT, 58, 0.4), (Card.COCOA, 0, 0.84)):
        outline = tuple((x + dx + (px - 50) * size, top + 76 + (py - 50) * size) for px, py in SHAPES[kind])
        shapes += pen.outlined(outline, theme.CARDS[kind] if kind != Card.COCOA else theme.HILLS[2], theme.DARK, LINE)
    for off in (-9, 9):
        rib = ((-20 + off * 0.6, 20 + off * 0.6), (20 + off * 0.6, -20 + off * 0.6))
        shapes.append(Stroke(tuple((x + px, top + 76 + py) for px, py in rib), theme.HILLS[0], LINE))
    return shapes


def _recipes() -> list[Shape]:
    """Over each column a board with what its sort is made of."""
    shapes: list[Shape] = []
    for sort in SORTS:
        recipe = counts.unpack(RECIPES[sort], KINDS)
        wanted = [kind for kind in range(RESOURCES, KINDS) for _ in range(recipe[kind])]
        middle, top = REWARDS + COLUMN * (sort + 0.5), AWNING + 6
        half = COLUMN / 2 - 3
        ropes = (middle - half * 0.6, middle + half * 0.6)
        shapes += [Stroke(((x, AWNING - 20), (x, top + 6)), theme.DARK, LINE) for x in ropes]
        face = pen.rounded(middle - half, top, middle + half, top + RECIPE - 8, 16)
        shapes += pen.outlined(face, theme.LINEN, theme.DARK, LINE)
        band = pen.rectangle(middle - half + 10, top + RECIPE - 20, middle + half - 10, top + RECIPE - 14)
        shapes.append(Area(band, theme.WRAPPERS[sort]))
        for i, kind in enumerate(wanted):
            row, column = divmod(i, 3)
            across = min(3, len(wanted) - 3 * row)
            x = middle + (column - (across - 1) / 2) * PITCH - SMALL / 2
            y = top + 7 + row * (SMALL + 2) + (0 if len(wanted) > 3 else SMALL / 2)
            shapes += pen.placed(sign(kind, SMALL).shapes, 1.0, x, y)
    return shapes


def _rows(where: Shop) -> list[Shape]:
    """The shelves, with a lane for each sort; on the left what each row brings."""
    shapes: list[Shape] = []
    first, last = where.shelves, where.shelves + (TOP_ROW + 1) * ROW
    for row in range(TOP_ROW + 1):
        top = first + (TOP_ROW - row) * ROW
        shapes.append(Area(pen.rectangle(0, top, PAGE, top + ROW), theme.SHOP_ROWS[row]))
    for sort in SORTS:
        middle = REWARDS + COLUMN * (sort + 0.5)
        lane = pen.rounded(middle - 64, first - 4, middle + 64, last, 10)
        shapes.append(Area(lane, theme.LANES[sort]))
    for row in range(TOP_ROW + 1):
        top = first + (TOP_ROW - row) * ROW
        shapes.append(Area(pen.rectangle(0, top + ROW - SHELF, PAGE, top + ROW), theme.SHELF))
        shapes.append(Area(pen.rectangle(0, top + ROW - 6, PAGE, top + ROW), theme.SHELF_DARK))
        won = rewards(row)
        for i, drawing in enumerate(won):
            x = REWARDS / 2 - 4 + (i - (len(won) - 1) / 2) * 84
            y = top + (ROW - SHELF) / 2
            shapes += pen.placed(drawing.shapes, 1.0, x - drawing.width / 2, y - drawing.height / 2)
    shapes.append(Area(pen.rectangle(REWARDS - 12, first, REWARDS - 2, last), theme.SHELF_DARK))
    return shapes


def rewards(row: int) -> list[Drawing]:
    """CM-19: what a chocolate of a row brings."""
    found = [wares.medal(str(REWARD_CHIPS[row]), 70)] if REWARD_CHIPS[row] else []
    if REWARD_DEV[row]:
        found.append(wares.dev_back(70))
    if REWARD_RESOURCE[row]:
        found.append(wares.any_resource(70))
    if REWARD_ROAD[row]:
        found.append(wares.way(70))
    return found or [wares.cross(70)]
