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
OFFSHORE: Final = 50
"""From the middle of a coast edge to the sign of its harbour."""
ASHORE: Final = 40
"""So far a harbour's sign keeps from the rim of the page."""
BESIDE: Final = ((0, -60), (52, -11), (34, 53), (-47, 46), (-34, 53), (-52, -11))
"""Where a site stands in a hex of the Market, at the rim beside the building on each of its corners."""
NAMED: Final = ((0, -59), (40, -43), (40, 43), (0, 64), (-40, 43), (-40, -43))
"""Where the name of a hex can stand."""
STRIP: Final = 56
"""Between the island and the plates: what was won and lost, and what is offered."""
UNDER: Final = 6
"""Between plates, and below them."""


class Layout(Struct, frozen=True):
    """One map, and the plates under it. Hexes are a little taller than wide, so that more can stand in them."""

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
    """Of the island with its sea; the strip and the plates lie under it."""
    plate: int
    """The height of a plate."""

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
        """In a hex, at its rim beside the building on a corner."""
        return self._within(number, BESIDE[direction])

    def named(self, number: int, direction: int) -> Point:
        """In a hex, towards a corner."""
        return self._within(number, NAMED[direction])

    def _within(self, number: int, off: Point) -> Point:
        x, y = self.hexagon(number)
        return x + off[0] * self.half / HALF, y + off[1] * self.rise / RISE

    def seat(self, seats: int, seat: int) -> Box:
        """The plate of a player."""
        wide = (PAGE - UNDER * (seats + 1)) // seats
        left, top = UNDER + seat * (wide + UNDER), self.height + STRIP
        return Box(left, top, left + wide, top + self.plate)

    @property
    def island(self) -> Box:
        return Box(0, 0, PAGE, self.height)

    @property
    def page(self) -> Box:
        return Box(0, 0, PAGE, self.height + STRIP + self.plate + UNDER)


HALF, RISE = 80, 50
"""Of a hex of the Market, for which places within a hex are told."""


@lru_cache(maxsize=2)
def layout(*, market: bool) -> Layout:
    if market:
        return Layout(MARKET, HALF, RISE, PAGE // 2 - HALF, 460, 920, 278)
    return Layout(BASE, 90, 52, PAGE // 2, 476, 952, 244)
