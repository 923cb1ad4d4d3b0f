"""Where things stand on the two pictures, in pixels: fields, spaces, harbours, panels, the victory track."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from renderer.scene import Box, Point
from rules.guatemala.board import BOARDS, HARBOUR, TRACK_SPACES, WIDTH, Board, ends
from rules.guatemala.production import SIDE

PAGE: Final = 1200
FRAME: Final = 8

# ── the production board ─────────────────────────────────────────────────────────────────────────────────────────────

CELL: Final = 102
YARD: Final = 160
"""The first field begins here, across and down: numbers, walk and rim come before it."""
YARD_END: Final = YARD + SIDE * CELL
WALK: Final = 68
NUMBERS: Final = 44
RIM: Final = 40
FIRST_WALK: Final = FRAME + NUMBERS
LAST_WALK: Final = YARD_END + 2


def cell(field: int) -> Box:
    row, column = divmod(field, SIDE)
    x, y = YARD + column * CELL, YARD + row * CELL
    return Box(x, y, x + CELL, y + CELL)


def space(number: int) -> Box:
    """A space of the Buyer's walk."""
    side, place = divmod(number, SIDE)
    along = YARD + (place if side < 2 else SIDE - 1 - place) * CELL
    across = LAST_WALK if side in (1, 2) else FIRST_WALK
    if side in (0, 2):
        return Box(along, across, along + CELL, across + WALK)
    return Box(across, along, across + WALK, along + CELL)


def milestone(number: int) -> Point:
    """Where a space's number stands: outside the walk."""
    box = space(number)
    side = number // SIDE
    x, y = box.centre
    out = WALK / 2 + NUMBERS / 2
    return (x, y - out) if side == 0 else (x + out, y) if side == 1 else (x, y + out) if side == 2 else (x - out, y)


# ── the plantation board ─────────────────────────────────────────────────────────────────────────────────────────────

ROWS: Final = 9
LEFT: Final = 48
SKY: Final = 150
RIDGE: Final = 58
BEACH: Final = 40
PIER: Final = 52
QUAY: Final = 28
SPACE: Final = 60
LANE: Final = 76
TRACK_ROWS: Final = 4
IN_ROW: Final = TRACK_SPACES // TRACK_ROWS
MARKER: Final = 62


class Layout(Struct, frozen=True):
    """The heights of a plantation picture, from the sky down to the victory track."""

    seats: int
    field: int
    sea: int
    docks: int
    panel: int
    track: int
    height: int

    @property
    def board(self) -> Board:
        return BOARDS[self.seats]

    def point(self, number: int) -> Point:
        """A grid point of the rules."""
        y, x = divmod(number, WIDTH)
        return LEFT + x * self.field, SKY + y * self.field

    def place(self, place: int) -> Box:
        """A field."""
        row, column = divmod(place, WIDTH)
        x, y = LEFT + column * self.field, SKY + row * self.field
        return Box(x, y, x + self.field, y + self.field)

    def edge(self, edge: int) -> tuple[Point, Point]:
        one, other = ends(edge)
        return self.point(one), self.point(other)

    def dock(self, harbour: int, dock: int) -> Point:
        """The middle of a dock."""
        count = len(self.board.docks[harbour])
        if self.board.branching:
            pitch = (self.field * self.board.columns - 12) / count
            return LEFT + 6 + pitch * (dock + 0.5), self.docks + self.field / 2
        x, _ = self.point(self.board.access[harbour])
        return x + (dock - (count - 1) / 2) * (self.field - 1), self.docks + self.field / 2

    def flag(self, harbour: int) -> Point:
        """Where a harbour's number stands."""
        if self.board.branching:
            return LEFT + 40, self.sea + 42
        x, _ = self.point(self.board.access[harbour])
        return x - 58, self.sea + 42

    def plaque(self, seat: int) -> Box:
        """Where a seat's money and points stand: under the sea, or with two players beside the land."""
        if self.seats == 2:
            x, y = LEFT + self.board.columns * self.field + 16, SKY + 30 + seat * 320
            return Box(x, y, PAGE - FRAME, y + 290)
        wide = (PAGE - 2 * FRAME - (self.seats - 1) * 10) / self.seats
        x = round(FRAME + seat * (wide + 10))
        return Box(x, self.panel, x + round(wide), self.panel + 152)

    def rung(self, number: int) -> Box:
        """A space of the victory track: rows 0–19 and 20–39 share a lane for the markers, and so do the others."""
        row, column = divmod(number, IN_ROW)
        pair, lower = divmod(row, 2)
        top = self.track + pair * (2 * SPACE + LANE + 14) + lower * (SPACE + LANE)
        return Box(column * SPACE, top, (column + 1) * SPACE, top + SPACE)

    def lane(self, number: int) -> float:
        """Where the middle of a marker is in the lane beside a space: a little off, to leave room for its pointer."""
        box = self.rung(number)
        below = number // IN_ROW % 2 == 0
        far = LANE / 2 + 5
        return box.bottom + far if below else box.top - far


@lru_cache(maxsize=8)
def layout(seats: int) -> Layout:
    field = CELL if seats == 2 else 88
    sea = SKY + ROWS * field
    docks = sea + BEACH + PIER + QUAY - 18
    panel = docks + field + 26
    track = panel + (0 if seats == 2 else 152 + 22)
    height = track + TRACK_ROWS * SPACE + 2 * LANE + 14 + 12
    return Layout(seats, field, sea, docks, panel, track, height)


def harbour_of(place: int) -> int:
    return place - HARBOUR
