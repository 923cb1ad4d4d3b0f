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

HEIGHT: Final = 1260
"""Hardly more than the width: Discord fits a picture into a box on a desk, and across a telephone."""
ROWS: Final = 9
LEFT: Final = 52
RIDGE: Final = 46
"""The rim above, with the letters of the columns."""
SHORE: Final = 48
"""From the land to the docks."""
QUAY: Final = 20
LINE: Final = 54
"""A player's line in the table below the sea."""
BAR: Final = 84
MARKER: Final = 44


class Layout(Struct, frozen=True):
    """The heights of a plantation picture, from the sky down to the victory track."""

    seats: int
    field: int
    sky: int
    """Where the first row of fields begins."""
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
        return LEFT + x * self.field, self.sky + y * self.field

    def place(self, place: int) -> Box:
        """A field."""
        row, column = divmod(place, WIDTH)
        x, y = LEFT + column * self.field, self.sky + row * self.field
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
            return LEFT + 40, self.sea + 26
        x, _ = self.point(self.board.access[harbour])
        return x - 52, self.sea + 24

    def line(self, seat: int) -> Box:
        """What a seat has and would score: a line of the table, or with two players a plaque beside the land."""
        if self.beside:
            left = LEFT + self.board.columns * self.field + 12
            return Box(left, self.sky + 14 + seat * 424, PAGE - FRAME, self.sky + 14 + seat * 424 + 410)
        top = self.panel + seat * LINE
        return Box(FRAME, top, PAGE - FRAME, top + LINE - 2)

    @property
    def beside(self) -> bool:
        """Is there room for the players beside the land?"""
        return self.seats == 2

    def along(self, points: int) -> float:
        """Where a space of the victory track lies on its bar."""
        start, end = 40, PAGE - BUYER - 34
        return start + (end - start) * min(points, TRACK_SPACES - 1) / (TRACK_SPACES - 1)


BUYER: Final = 190
"""The right end of the track's line, where the Buyer stands and what he faces."""


def bar(where: Layout) -> Box:
    """The victory track as one bar; its markers stand on it."""
    top = where.track + MARKER - 2
    return Box(where.along(0) - 30, top, where.along(TRACK_SPACES - 1) + 22, where.height - 4)


@lru_cache(maxsize=8)
def layout(seats: int) -> Layout:
    field = CELL if seats == 2 else 85
    below = BAR + (0 if seats == 2 else seats * LINE + 6)
    track = HEIGHT - BAR
    panel = HEIGHT - below
    docks = panel - field - 10
    sea = docks - SHORE
    return Layout(seats, field, sea - ROWS * field, sea, docks, panel, track, HEIGHT)


def harbour_of(place: int) -> int:
    return place - HARBOUR
