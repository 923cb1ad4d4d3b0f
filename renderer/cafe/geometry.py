"""Where things stand in the café, in pixels: tables and chairs, the bar, the plaques of the players."""

from __future__ import annotations

from typing import Final

from renderer.scene import Box, Point
from rules.cafe.board import CELLS, TABLES

PAGE: Final = 1200
EDGE: Final = 6
CHAIR: Final = 84
"""How wide a column of chairs is, and how high a row."""
TABLE: Final = 100
GRID: Final = 13
HALL: Final = 2 * EDGE + (GRID // 2 + 1) * CHAIR + GRID // 2 * TABLE
"""How high the room is; the players sit below."""

GUEST: Final = 92
PLAQUE: Final = 138
GAP: Final = 8
FIELD: Final = 88
ACROSS: Final = 5
"""Fields in a row of the bar."""
BAR_FIRST, BAR_LAST = 4, 8
"""The rows and columns of the bar."""


def start(line: int) -> int:
    """Where a row or column begins; even ones are of chairs, odd ones of tables."""
    return EDGE + (line + 1) // 2 * CHAIR + line // 2 * TABLE


def middle(line: int) -> float:
    return (start(line) + start(line + 1)) / 2


def cell(row: int, column: int) -> Box:
    return Box(start(column), start(row), start(column + 1), start(row + 1))


def chair(number: int) -> Point:
    row, column = CELLS[number]
    return middle(column), middle(row)


def table(number: int) -> Point:
    return middle(TABLES[number].column), middle(TABLES[number].row)


def corner(number: int) -> Point:
    """The free floor beside a table, towards the corner of the room: its name stands there."""
    row, column = TABLES[number].row, TABLES[number].column
    half = GRID // 2
    return middle(column + (1 if column > half else -1)), middle(row + (1 if row > half else -1))


BAR: Final = Box(start(BAR_FIRST), start(BAR_FIRST), start(BAR_LAST + 1), start(BAR_LAST + 1))
SHELF: Final = BAR.height - 4 * FIELD - EDGE


# the free floor on the four sides of the bar
NORTH: Final = Box(start(5) + 6, start(3) + 8, start(8) - 6, start(4) - 10)
SOUTH: Final = Box(start(5) + 6, start(9) + 10, start(8) - 6, start(10) - 8)
WEST: Final = Box(start(3) + 10, start(5), start(4) - 12, start(8))
EAST: Final = Box(start(9) + 12, start(5), start(10) - 10, start(8))


def field(number: int) -> Point:
    """A field of the bar, from 0."""
    row, column = divmod(number, ACROSS)
    left = BAR.left + (BAR.width - ACROSS * FIELD) / 2
    return left + (column + 0.5) * FIELD, BAR.top + SHELF + (row + 0.5) * FIELD


def height(seats: int) -> int:
    return HALL + (seats + 1) // 2 * (PLAQUE + GAP) + GAP


def plaque(seats: int, seat: int) -> Box:
    """Two in a row; the third of three in the middle."""
    width = (PAGE - 3 * GAP) // 2
    row, column = divmod(seat, 2)
    left = GAP + column * (width + GAP) if (seats, seat) != (3, 2) else (PAGE - width) // 2
    top = HALL + row * (PLAQUE + GAP)
    return Box(left, top, left + width, top + PLAQUE)


SLOTS: Final = 5
SLOT: Final = 84


def slot(box: Box, number: int) -> Point:
    """The place of a guest in a hand."""
    return box.right - 12 - (SLOTS - number - 0.5) * SLOT, box.centre[1]
