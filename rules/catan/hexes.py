"""Hexes, corners and edges of both maps, their names and what touches what (CM-2, CM-12).

One numbering serves both maps, for the hexes of the base game are those of the Market without the last of each row:
hexes 0–18, corners 0–53 and edges 0–71 are the base game's, the others the Market's alone.

A row of hexes has a letter from the top and numbers from the left: `B3`. A corner is a hex with one of its six
directions, `B3n`, an edge a hex with one of its six sides, `B3ne`. Most have several names; the one that is written is
that of the lowest hex, so hexes of the base game come first. `B3ne` is a corner too, so that on a picture the edge is
`B3/ne`, which is read as well.
"""

from collections.abc import Iterable, Iterator
from typing import Final

ROW_LETTERS: Final = "ABCDE"
_FIRST_R: Final = -2
_ROWS: Final = ((0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0))
"""The first and last axial q of each row of the base game; the Market has one hex more on the right."""

AXIAL: Final = (
    *((q, r + _FIRST_R) for r, (low, high) in enumerate(_ROWS) for q in range(low, high + 1)),
    *((high + 1, r + _FIRST_R) for r, (_, high) in enumerate(_ROWS)),
)
"""The axial coordinates of every hex (pointy hexes, r downwards)."""
HEX_AT: Final = {place: hexagon for hexagon, place in enumerate(AXIAL)}
HEXES: Final = len(AXIAL)
BASE_HEXES: Final = 19

HEX_NAMES: Final = tuple([f"{ROW_LETTERS[r - _FIRST_R]}{q - _ROWS[r - _FIRST_R][0] + 1}" for q, r in AXIAL])
HEX_OF: Final = {name: hexagon for hexagon, name in enumerate(HEX_NAMES)}

CORNER_DIRECTIONS: Final = ("n", "ne", "se", "s", "sw", "nw")
_CORNER_STEPS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
EDGE_DIRECTIONS: Final = ("ne", "e", "se", "sw", "w", "nw")
"""Side k lies between the corners k and k + 1."""


def point(q: int, r: int) -> tuple[int, int]:
    """The centre of a hex on a grid where a hex is 2 wide and 4 high."""
    return 2 * q + r, 3 * r


def _number_corners() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
    number: dict[tuple[int, int], int] = {}
    around: list[tuple[int, ...]] = []
    for q, r in AXIAL:
        x, y = point(q, r)
        around.append(tuple([number.setdefault((x + dx, y + dy), len(number)) for dx, dy in _CORNER_STEPS]))
    return tuple(around), tuple(number)


_CORNERS: Final = _number_corners()
HEX_CORNERS: Final = _CORNERS[0]
"""The six corners of a hex, in the order of CORNER_DIRECTIONS."""
CORNER_POINTS: Final = _CORNERS[1]
"""Where a corner lies on the grid of `point`."""
CORNERS: Final = len(CORNER_POINTS)
BASE_CORNERS: Final = 54


def _number_edges() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
    number: dict[tuple[int, int], int] = {}
    around: list[tuple[int, ...]] = []
    for corners in HEX_CORNERS:
        sides = [(corners[k], corners[(k + 1) % 6]) for k in range(6)]
        around.append(tuple([number.setdefault((min(a, b), max(a, b)), len(number)) for a, b in sides]))
    return tuple(around), tuple(number)


_EDGES: Final = _number_edges()
HEX_EDGES: Final = _EDGES[0]
"""The six edges of a hex, in the order of EDGE_DIRECTIONS."""
EDGE_ENDS: Final = _EDGES[1]
"""The two corners of an edge."""
EDGES: Final = len(EDGE_ENDS)
BASE_EDGES: Final = 72


def bits(mask: int) -> Iterator[int]:
    """What is in a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


HEX_MASK: Final = tuple([mask_of(corners) for corners in HEX_CORNERS])
"""The corners of a hex."""
EDGES_AT: Final = tuple([mask_of(e for e, ends in enumerate(EDGE_ENDS) if c in ends) for c in range(CORNERS)])
"""The edges that touch a corner."""
ENDS_MASK: Final = tuple([mask_of(ends) for ends in EDGE_ENDS])
"""The corners of an edge."""
NEAR: Final = tuple([mask_of(end for ends in EDGE_ENDS if c in ends for end in ends) for c in range(CORNERS)])
"""A corner and those one edge away: what a building there closes (CM-4)."""
HEXES_AT: Final = tuple([tuple([h for h in range(HEXES) if HEX_MASK[h] >> c & 1]) for c in range(CORNERS)])
"""The hexes around a corner."""
HEX_NEIGHBOURS: Final = tuple(
    [tuple([h for h in range(HEXES) if h != own and HEX_MASK[h] & HEX_MASK[own]]) for own in range(HEXES)]
)


def _names(around: tuple[tuple[int, ...], ...], directions: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, int]]:
    """The name of each corner or edge, and all names in capitals."""
    written: dict[int, str] = {}
    known: dict[str, int] = {}
    for hexagon, members in enumerate(around):
        for direction, member in zip(directions, members, strict=True):
            name = HEX_NAMES[hexagon] + direction
            written.setdefault(member, name)
            known[name.upper()] = member
    return tuple([written[member] for member in range(len(written))]), known


_CORNER_NAMES: Final = _names(HEX_CORNERS, CORNER_DIRECTIONS)
CORNER_NAMES: Final = _CORNER_NAMES[0]
CORNER_OF: Final = _CORNER_NAMES[1]
_EDGE_NAMES: Final = _names(HEX_EDGES, EDGE_DIRECTIONS)
EDGE_NAMES: Final = _EDGE_NAMES[0]


def stroked(edge: str) -> str:
    """The name of an edge that no corner has: `B3/ne` for `B3ne`."""
    return f"{edge[:2]}/{edge[2:]}"


EDGE_OF: Final = _EDGE_NAMES[1] | {stroked(name): edge for name, edge in _EDGE_NAMES[1].items()}
