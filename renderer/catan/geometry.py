"""Where hexes, corners, edges and harbours stand on the picture of the island, in pixels."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

from msgspec import Struct

from renderer.scene import Box, Point
from rules.catan.board import BASE, MARKET, Board
from rules.catan.hexes import AXIAL, CORNER_POINTS, EDGE_ENDS, HEX_EDGES, point

PAGE: Final = 1200
OFFSHORE: Final = 68
"""From the middle of a coast edge to the sign of its harbour."""
ASHORE: Final = 38
"""So far a harbour's sign keeps from the rim of the page."""
BESIDE: Final = ((0, -52), (37, -28), (36, 31), (0, 51), (-36, 31), (-37, -28))
"""Where things stand in a hex, between its chip and each of its corners; the lower sides a little lower, because a
building at a corner stands above it."""


class Layout(Struct, frozen=True):
    """One map. Hexes are a little taller than wide, so that more can stand in them."""

    board: Board
    half: int
    """Half the width of a hex."""
    rise: int
    """A quarter of its height."""
    left: int
    """The middle of the grid, across."""
    middle: int
    """And down."""
    height: int

    def at(self, x: float, y: float) -> Point:
        """A point of the grid of rules/catan/hexes.py."""
        return self.left + x * self.half, self.middle + y * self.rise

    def hexagon(self, number: int) -> Point:
        return self.at(*point(*AXIAL[number]))

    def corner(self, number: int) -> Point:
        return self.at(*CORNER_POINTS[number])

    def ends(self, edge: int) -> tuple[Point, Point]:
        one, other = EDGE_ENDS[edge]
        return self.corner(one), self.corner(other)

    def edge(self, number: int) -> Point:
        (ax, ay), (bx, by) = self.ends(number)
        return (ax + bx) / 2, (ay + by) / 2

    def lean(self, edge: int) -> int:
        """0 upright, 1 rising to the right, -1 falling."""
        (ax, ay), (bx, by) = self.ends(edge)
        return 0 if ax == bx else (1 if (bx - ax) * (by - ay) < 0 else -1)

    def harbour(self, number: int) -> Point:
        """The sign of a harbour, in the sea off its edge."""
        edge = self.board.harbours[number]
        x, y = self.edge(edge)
        cx, cy = self.hexagon(self.coast(edge))
        length = hypot(x - cx, y - cy)
        x, y = x + (x - cx) / length * OFFSHORE, y + (y - cy) / length * OFFSHORE
        return min(max(x, ASHORE), PAGE - ASHORE), y

    def coast(self, edge: int) -> int:
        """The one hex of a coast edge."""
        return next(number for number in range(self.board.hexes) if edge in HEX_EDGES[number])

    def beside(self, number: int, direction: int) -> Point:
        """In a hex, between its chip and a corner."""
        x, y = self.hexagon(number)
        dx, dy = BESIDE[direction]
        part = self.half / 86
        return x + dx * part, y + dy * part

    @property
    def page(self) -> Box:
        return Box(0, 0, PAGE, self.height)


@lru_cache(maxsize=2)
def layout(*, market: bool) -> Layout:
    if market:
        return Layout(MARKET, 86, 56, PAGE // 2 - 86, 540, 1080)
    return Layout(BASE, 102, 62, PAGE // 2, 590, 1180)
