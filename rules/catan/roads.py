"""The longest road (CM-8).

After a new road only the runs through it are new, so that all roads are looked at only after a cut.
"""

from typing import Final

from rules.catan.hexes import CORNERS, EDGE_ENDS, EDGES_AT, bits

LEAST: Final = 5

_BEYOND: Final = tuple(
    [{1 << edge: sum(EDGE_ENDS[edge]) - corner for edge in bits(EDGES_AT[corner])} for corner in range(CORNERS)]
)
"""From a corner over an edge (as its bit) to the corner at its other end."""


def _onward(corner: int, left: int, blocked: int) -> int:
    """The longest run from a corner over roads that are left."""
    length = 0
    while True:
        if blocked and blocked >> corner & 1:
            return length
        here, beyond = EDGES_AT[corner] & left, _BEYOND[corner]
        following = beyond.get(here)
        if following is None:  # no road goes on, or several do
            break
        left ^= here
        corner = following
        length += 1
    best = 0
    while here:
        low = here & -here
        here ^= low
        run = _onward(beyond[low], left ^ low, blocked)
        if run >= best:
            best = run + 1
    return length + best


def _both_ways(corner: int, left: int, blocked: int, other: int) -> int:
    """The longest run from a corner together with one from another corner, no road in both."""
    best = _onward(other, left, blocked)
    if not blocked >> corner & 1:
        for edge in bits(EDGES_AT[corner] & left):
            low = 1 << edge
            best = max(best, 1 + _both_ways(_BEYOND[corner][low], left ^ low, blocked, other))
    return best


def through(edge: int, roads: int, blocked: int) -> int:
    """The longest run that contains this road; `blocked` are the corners with foreign buildings."""
    left = roads & ~(1 << edge)
    one, other = EDGE_ENDS[edge]
    if blocked >> one & 1 or not EDGES_AT[one] & left:
        return 1 + _onward(other, left, blocked)
    if blocked >> other & 1 or not EDGES_AT[other] & left:
        return 1 + _onward(one, left, blocked)
    return 1 + _both_ways(one, left, blocked, other)


def length(roads: int, blocked: int) -> int:
    """The longest run of all."""
    best = 0
    for edge in bits(roads):
        best = max(best, through(edge, roads, blocked))
    return best


def holder(lengths: tuple[int, ...], before: int) -> int:
    """Who has the longest road now; -1 while it is set aside or nobody has one (CM-8)."""
    top = max(lengths)
    if top < LEAST:
        return -1
    if before >= 0 and lengths[before] == top:
        return before
    return lengths.index(top) if lengths.count(top) == 1 else -1
