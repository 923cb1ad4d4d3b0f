"""CM-8 and CM-12 read literally: the two maps as pairs and triples of hexes, and the longest road by trying every run.

A second implementation, slow and plain, of the standard library only. It shares no line with the rules.
"""

from itertools import pairwise

Hex = tuple[int, int]
Corner = frozenset[Hex]
"""Three hexes that meet, land or sea."""
Edge = frozenset[Hex]
"""Two hexes side by side."""

AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Clockwise from the north-east."""

BASE = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
MARKET = [
    *((q, -2) for q in range(4)),
    *((q, -1) for q in range(-1, 4)),
    *((q, 0) for q in range(-2, 4)),
    *((q, 1) for q in range(-2, 3)),
    *((q, 2) for q in range(-2, 2)),
]


def beside(place: Hex) -> list[Hex]:
    return [(place[0] + east, place[1] + south) for east, south in AROUND]


def corners_of(place: Hex) -> list[Corner]:
    """The first is that in the north, between the neighbours in the north-west and the north-east."""
    ring = beside(place)
    return [frozenset({place, one, other}) for one, other in pairwise([ring[5], *ring])]


def edges_of(place: Hex) -> list[Edge]:
    """The first is that in the north-east."""
    return [frozenset({place, other}) for other in beside(place)]


def corners(land: list[Hex]) -> set[Corner]:
    return {corner for place in land for corner in corners_of(place)}


def edges(land: list[Hex]) -> set[Edge]:
    return {edge for place in land for edge in edges_of(place)}


def ends(edge: Edge) -> list[Corner]:
    """The two corners of an edge: both its hexes, and one that touches both."""
    one, other = edge
    return [edge | {third} for third in beside(one) if third in beside(other)]


def longest(roads: set[Edge], foreign: set[Corner]) -> int:
    """The longest run over roads, each once, that passes no corner with a foreign building."""
    touching: dict[Corner, list[Edge]] = {}
    for road in roads:
        for corner in ends(road):
            touching.setdefault(corner, []).append(road)

    def run_from(corner: Corner, used: set[Edge]) -> int:
        if corner in foreign and used:
            return len(used)
        best = len(used)
        for road in touching[corner]:
            if road not in used:
                (across,) = [end for end in ends(road) if end != corner]
                best = max(best, run_from(across, used | {road}))
        return best

    return max((run_from(corner, set()) for corner in touching), default=0)
