"""The two maps as data: what lies on them, where harbours are (CM-2, CM-12, CM-13)."""

from typing import Final

from msgspec import Struct

from rules.catan.hexes import (
    BASE_CORNERS,
    BASE_EDGES,
    BASE_HEXES,
    CORNER_OF,
    CORNERS,
    EDGE_DIRECTIONS,
    EDGE_ENDS,
    EDGE_OF,
    EDGES,
    HEX_AT,
    HEX_EDGES,
    HEXES,
)
from rules.catan.pieces import RESOURCES, Terrain

ANY: Final = RESOURCES
"""The kind of a harbour that trades any card 3:1; a kind below is the resource that it trades 2:1."""
HARBOUR_KINDS: Final = (ANY, ANY, ANY, ANY, 0, 1, 2, 3, 4)
RED: Final = (6, 8)


class Board(Struct, frozen=True):
    """One map."""

    hexes: int
    """Its hexes are the first of them, and so its corners and edges."""
    corners: int
    """A mask."""
    edges: int
    """A mask."""
    terrains: tuple[int, ...]
    """Of all its hexes, to be shuffled; jungles last."""
    chips: tuple[int, ...]
    """The number chips for hexes other than desert and jungle, red ones first."""
    jungles: tuple[int, ...]
    """The numbers printed on the jungles (CM-13)."""
    harbours: tuple[int, ...]
    """The edges of the nine harbours, clockwise."""
    harbour_at: tuple[int, ...]
    """The harbour at a corner; -1 where none is."""
    third: bool
    """Is there a third settlement, and are there production sites (CM-14)?"""


def _harbours(places: tuple[tuple[int, int, str], ...]) -> tuple[int, ...]:
    return tuple([HEX_EDGES[HEX_AT[q, r]][EDGE_DIRECTIONS.index(side)] for q, r, side in places])


def _harbour_at(harbours: tuple[int, ...]) -> tuple[int, ...]:
    at = [-1] * CORNERS
    for harbour, edge in enumerate(harbours):
        for corner in EDGE_ENDS[edge]:
            at[corner] = harbour
    return tuple(at)


def _tiles(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """So many tiles of each terrain, in their order (CM-2, CM-11)."""
    return tuple([terrain for terrain, number in enumerate(numbers) for _ in range(number)])


def _founding(names: str) -> tuple[int, int, int, int]:
    """Corner, edge, corner, edge."""
    one, road, other, second = names.upper().split()
    return CORNER_OF[one], EDGE_OF[road], CORNER_OF[other], EDGE_OF[second]


_CHIPS: Final = (6, 6, 8, 8, 2, 3, 3, 4, 4, 5, 5, 9, 9, 10, 10, 11, 11, 12)
_BASE_HARBOURS: Final = _harbours(
    (
        (0, -2, "nw"),
        (1, -2, "ne"),
        (2, -1, "ne"),
        (2, 0, "e"),
        (1, 1, "se"),
        (-1, 2, "se"),
        (-2, 2, "sw"),
        (-2, 1, "w"),
        (-1, -1, "w"),
    )
)
_MARKET_HARBOURS: Final = _harbours(
    (
        (0, -2, "nw"),
        (2, -2, "ne"),
        (3, -1, "ne"),
        (3, 0, "e"),
        (2, 1, "se"),
        (0, 2, "se"),
        (-2, 2, "sw"),
        (-2, 1, "w"),
        (-1, -1, "w"),
    )
)
BASE: Final = Board(
    hexes=BASE_HEXES,
    corners=(1 << BASE_CORNERS) - 1,
    edges=(1 << BASE_EDGES) - 1,
    terrains=_tiles((4, 3, 4, 4, 3, 1, 0)),
    chips=_CHIPS,
    jungles=(),
    harbours=_BASE_HARBOURS,
    harbour_at=_harbour_at(_BASE_HARBOURS),
    third=False,
)
MARKET: Final = Board(
    hexes=HEXES,
    corners=(1 << CORNERS) - 1,
    edges=(1 << EDGES) - 1,
    terrains=_tiles((4, 3, 4, 4, 3, 1, 5)),
    chips=_CHIPS,
    jungles=(4, 5, 9, 10, 11),
    harbours=_MARKET_HARBOURS,
    harbour_at=_harbour_at(_MARKET_HARBOURS),
    third=True,
)
BOARDS: Final = (BASE, MARKET)
"""By `Catan.market`."""

_M, _P, _W, _F, _H, _D = (
    Terrain.MOUNTAINS,
    Terrain.PASTURE,
    Terrain.FOREST,
    Terrain.FIELDS,
    Terrain.HILLS,
    Terrain.DESERT,
)
BEGINNERS_TERRAIN: Final = tuple(
    [int(t) for t in (_M, _P, _W, _F, _H, _P, _H, _F, _W, _D, _W, _M, _W, _M, _F, _P, _H, _F, _P)]
)
"""CM-13: the beginners' map of the base game, by hex."""
BEGINNERS_HARBOURS: Final = (ANY, 3, 4, ANY, 2, ANY, ANY, 1, 0)
"""Clockwise, as published; docs/rulings/catan.md names the sources of this and of the founding."""
_BEGINNERS: Final = (
    "d1n d1ne b2n b2ne",
    "e2n e2ne b3ne b3ne",
    "d4n c4e c2n c2nw",
    "e1n e1ne e3n d3e",
)
BEGINNERS_FOUNDING: Final = tuple([_founding(text) for text in _BEGINNERS])
"""CM-13: of red, orange, white and blue the settlement that brings the first cards with its road, and the other."""
BEGINNERS_CHIPS: Final = (10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11)
