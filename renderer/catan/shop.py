"""The ground of the market's picture: a confectioner's shop with a shelf for each sort, and a counter for the bank."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from renderer.catan import theme, wares
from renderer.catan.cards import sign
from renderer.catan.geometry import PAGE
from renderer.drawing import pen
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Box, Drawing, Point, Shape, Stroke
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
)

AWNING: Final = 56
RECIPE: Final = 262
"""The width of the recipes, left of the rows."""
HEAD: Final = 84
"""The height of what the columns bring."""
SHELF: Final = 12
SORT: Final = 88
"""The height of a sort's shelf."""
COLUMN: Final = (PAGE - RECIPE) / (TOP_ROW + 1)
STORE: Final = 116
"""The pitch of the bank's drawers, and the height of one."""
DRAWER: Final = 134
OFFER: Final = 104
SMALL: Final = 52
PITCH: Final = 51
"""Between two signs of a recipe; none lies over another."""
CROWDED: Final = 44
"""How large the signs of the longest recipe are."""


class Shop(Struct, frozen=True):
    """Where things stand, with or without the Market, with or without an offer."""

    market: bool
    offer: int
    """The lines of the open offer."""

    @property
    def shelves(self) -> int:
        """The top of the first sort."""
        return AWNING + HEAD

    @property
    def bank(self) -> int:
        return self.shelves + len(SORTS) * SORT + 22 if self.market else AWNING + 14

    @property
    def drawer_height(self) -> int:
        """In the base game there is room for larger ones."""
        return DRAWER if self.market else LARGE_DRAWER

    @property
    def deal(self) -> int:
        return self.bank + 2 * self.drawer_height + 10

    @property
    def height(self) -> int:
        return max(self.deal + OFFER * self.offer, LEAST)

    @property
    def page(self) -> Box:
        return Box(0, 0, PAGE, self.height)

    def slot(self, sort: int, row: int) -> Point:
        """The middle of a bar in its column."""
        return RECIPE + COLUMN * (row + 0.5), self.shelves + SORT * sort + (SORT - SHELF) / 2 + 1

    def drawer(self, column: int, row: int = 0) -> Box:
        columns = KINDS if self.market else RESOURCES
        wide = STORE if self.market else LARGE_STORE
        x = (PAGE - wide * columns) / 2 + column * wide
        top = self.bank + row * self.drawer_height
        return Box(x, top, x + wide, top + self.drawer_height)


LEAST: Final = 772
"""No picture is wider than 11 : 7."""
LARGE_STORE, LARGE_DRAWER = 232, 340


@lru_cache(maxsize=12)
def shop(where: Shop) -> Drawing:
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, where.height), theme.WALL)]
    counter = where.bank - 12
    if where.market:
        shapes += _heads(where) + _shelves(where)
    shapes.append(Area(pen.rectangle(0, counter, PAGE, where.height), theme.TIMBER))
    shapes += [Stroke(((0, y), (PAGE, y)), theme.TIMBER_DARK, LINE) for y in range(counter + 60, where.height, 74)]
    shapes.append(Area(pen.rectangle(0, counter, PAGE, counter + 8), theme.DARK))
    shapes += _awning()
    return Drawing.of(f"catan:shop:{where.market}:{where.offer}", PAGE, where.height, shapes)


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


def _heads(where: Shop) -> list[Shape]:
    """Over each column what it brings."""
    shapes: list[Shape] = []
    for row in range(TOP_ROW + 1):
        left = RECIPE + COLUMN * row
        shapes.append(Area(pen.rectangle(left, AWNING - 30, left + COLUMN, where.shelves), theme.SHOP_ROWS[row]))
        won = rewards(row)
        size = won[0].width
        for i, drawing in enumerate(won):
            x = left + COLUMN / 2 + (i - (len(won) - 1) / 2) * (size - 8)
            shapes += pen.placed(drawing.shapes, 1.0, x - size / 2, AWNING + (HEAD - size) / 2 + 6)
    return shapes


def _shelves(where: Shop) -> list[Shape]:
    """A lane for each sort, with its recipe on the left."""
    shapes: list[Shape] = []
    for sort in SORTS:
        top = where.shelves + SORT * sort
        lane = pen.rectangle(0, top, PAGE, top + SORT - SHELF)
        shapes.append(Area(lane, theme.LANES[sort]))
        edges = [RECIPE + COLUMN * row for row in range(1, TOP_ROW + 1)]
        shapes += [Stroke(((x, top + 3), (x, top + SORT - SHELF)), theme.WALL, LINE) for x in edges]
        shapes += _recipe(sort, top)
        shapes.append(Area(pen.rectangle(0, top + SORT - SHELF, PAGE, top + SORT), theme.SHELF))
        shapes.append(Area(pen.rectangle(0, top + SORT - 5, PAGE, top + SORT), theme.SHELF_DARK))
    return shapes


def _recipe(sort: int, top: float) -> list[Shape]:
    face = pen.rounded(6, top + 3, RECIPE - 8, top + SORT - SHELF - 2, 14)
    shapes: list[Shape] = list(pen.outlined(face, theme.LINEN, theme.DARK, LINE))
    shapes.append(Area(pen.rectangle(14, top + 12, 22, top + SORT - SHELF - 11), theme.WRAPPERS[sort]))
    recipe = counts.unpack(RECIPES[sort], KINDS)
    wanted = [kind for kind in range(RESOURCES, KINDS) for _ in range(recipe[kind])]
    size = SMALL if len(wanted) * PITCH < RECIPE - 50 else CROWDED
    pitch = PITCH if size == SMALL else CROWDED
    for i, kind in enumerate(wanted):
        shapes += pen.placed(sign(kind, size).shapes, 1.0, 28 + i * pitch, top + (SORT - SHELF - size) / 2)
    return shapes


def rewards(row: int) -> list[Drawing]:
    """CM-19: what a chocolate of a row brings."""
    two = sum((REWARD_CHIPS[row] > 0, REWARD_DEV[row], REWARD_RESOURCE[row], REWARD_ROAD[row])) > 1
    size = 60 if two else 76
    found = [wares.medal(str(REWARD_CHIPS[row]), size)] if REWARD_CHIPS[row] else []
    if REWARD_DEV[row]:
        found.append(wares.dev_back(size))
    if REWARD_RESOURCE[row]:
        found.append(wares.any_resource(size))
    if REWARD_ROAD[row]:
        found.append(wares.way(size))
    return found or [wares.cross(size)]
