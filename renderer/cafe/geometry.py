"""Where things stand in the café, in pixels: tables and chairs, the bar, the plaques of the players."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.scene import Box, Point
from rules.cafe.board import CELLS, TABLES

PAGE: Final = 1200
SIDE: Final = 8
TOP: Final = 4
"""The floor left of all chairs, and above them."""
CHAIR: Final = (92, 76)
"""How wide a column of chairs is, and how high a row."""
TABLE: Final = (90, 75)
GRID: Final = 13
HALL: Final = 2 * TOP + (GRID // 2 + 1) * CHAIR[1] + GRID // 2 * TABLE[1]
"""How high the room is; the players sit below."""

GUEST: Final = 90
"""How wide a guest is; `people.tall` says how high."""
GAP: Final = 5
LOW, HIGH = 127, 224
"""How high the plaques are where two share a row, and where three do."""
FIELD: Final = (90, 73)
ACROSS: Final = 5
"""Fields in a row of the bar."""
BAR_FIRST, BAR_LAST = 4, 8
"""The rows and columns of the bar."""


def _start(line: int, edge: int, chair: int, table: int) -> int:
    """Where a row or column begins; even ones are of chairs, odd ones of tables."""
    return edge + (line + 1) // 2 * chair + line // 2 * table


def left(column: int) -> int:
    return _start(column, SIDE, CHAIR[0], TABLE[0])


def top(row: int) -> int:
    return _start(row, TOP, CHAIR[1], TABLE[1])


@lru_cache(maxsize=1024)
def cell(row: int, column: int) -> Box:
    return Box(left(column), top(row), left(column + 1), top(row + 1))


def chair(number: int) -> Point:
    return cell(*CELLS[number]).centre


def table(number: int) -> Point:
    return cell(TABLES[number].row, TABLES[number].column).centre


Cell = tuple[int, int]


def corner(number: int) -> Cell:
    """The free floor beside a table, towards the corner of the room: who may still come stands there."""
    row, column = TABLES[number].row, TABLES[number].column
    half = GRID // 2
    return row + (1 if row > half else -1), column + (1 if column > half else -1)


CORNERS: Final = frozenset(corner(number) for number in range(len(TABLES)))


def beside(number: int) -> tuple[Cell, Cell]:
    """The two cells of free floor beside a chair, where no table is."""
    row, column = CELLS[number]
    pair = ((row - 1, column), (row + 1, column)) if row % 2 else ((row, column - 1), (row, column + 1))
    return pair[0], pair[1]


def is_floor(cell_: Cell) -> bool:
    """Within the room, and not under the bar."""
    row, column = cell_
    within = 0 <= row < GRID and 0 <= column < GRID
    return within and not (BAR_FIRST <= row <= BAR_LAST and BAR_FIRST <= column <= BAR_LAST)


BAR: Final = Box(left(BAR_FIRST), top(BAR_FIRST), left(BAR_LAST + 1), top(BAR_LAST + 1))
SHELF: Final = BAR.height - 4 * FIELD[1] - 6


# the free floor above and below the bar
NORTH: Final = Box(left(5) + 6, top(3) + 2, left(8) - 6, top(4) - 10)
SOUTH: Final = Box(left(5) + 6, top(9) + 10, left(8) - 6, top(10) - 2)


def field(number: int) -> Point:
    """A field of the bar, from 0."""
    row, column = divmod(number, ACROSS)
    start = BAR.left + (BAR.width - ACROSS * FIELD[0]) / 2
    return start + (column + 0.5) * FIELD[0], BAR.top + SHELF + (row + 0.5) * FIELD[1]


STOOD: Final = 68
"""How wide a guest is who has just come to the bar: beside him there is room for the mover's sign, and for a number."""


def stood(number: int) -> tuple[Point, Point, Point]:
    """On a field of the bar just taken the middles of the guest, of the mover's sign and of the move's number."""
    x, y = field(number)
    between = number == 3 * ACROSS  # two chairs, one beside it and one below
    return (x + 9, y - 3), (x - 35, y + (21 if between else 17)), (x - 36, y - 23)


def height(seats: int) -> int:
    return HALL + GAP + (HIGH + GAP if seats == 3 else (seats // 2) * (LOW + GAP))


def plaque(seats: int, seat: int) -> Box:
    """Three in a row for three players, else two."""
    across, tall = (3, HIGH) if seats == 3 else (2, LOW)
    width = (PAGE - (across + 1) * GAP) // across
    row, column = divmod(seat, across)
    x, y = GAP + column * (width + GAP), HALL + GAP + row * (tall + GAP)
    return Box(x, y, x + width, y + tall)


SLOTS: Final = 5
SLOT: Final = 74
"""How wide a guest in a hand is."""
FRESH: Final = 66
"""And one that was just drawn: around it there is room for its plate."""
PITCH: Final = 75


def slot(box: Box, number: int) -> Point:
    """The place of a guest in a hand."""
    return box.right - 10 - (SLOTS - number - 0.5) * PITCH, box.bottom - 44
