"""Roads that serve a purpose: those that lead to a place to settle, and those that make the longest road."""

from typing import Final

from rules.catan import build, roads
from rules.catan.hexes import EDGE_ENDS, EDGES_AT, ENDS_MASK, bits
from rules.catan.pieces import ROADS
from rules.catan.roads import LEAST
from rules.catan.state import Catan

Edges = tuple[int, ...]
Way = tuple[Edges, int]
"""Roads, and the place where they end."""
_RUNS: Final = 12
"""So many unfinished longest roads are gone on with."""


def to_settle(state: Catan, seat: int, most: int) -> list[Way]:
    """The shortest way to each place to settle that so many roads can reach, the nearest first."""
    foreign = state.taken & ~(state.settlements[seat] | state.cities[seat])
    border: dict[int, Edges] = {
        corner: () for edge in bits(state.ways[seat]) for corner in _own_ends(state, seat, edge)
    }
    reached, found = set(border), list[Way]()
    for _ in range(most):
        onward: dict[int, Edges] = {}
        for corner, way in border.items():
            for edge in bits(EDGES_AT[corner] & state.lanes):
                beyond = sum(EDGE_ENDS[edge]) - corner
                if beyond not in reached:
                    reached.add(beyond)
                    onward[beyond] = (*way, edge)
        found += [(way, corner) for corner, way in onward.items() if state.free >> corner & 1]
        border = {corner: way for corner, way in onward.items() if not foreign >> corner & 1}
    return found


def _own_ends(state: Catan, seat: int, edge: int) -> list[int]:
    """The ends of an edge from which a seat may build it."""
    own = state.settlements[seat] | state.cities[seat]
    mine = own | state.touched[seat] & ~state.taken
    return [corner for corner in EDGE_ENDS[edge] if mine >> corner & 1]


def to_race(state: Catan, seat: int, most: int) -> Edges:
    """The fewest roads, up to so many, that bring the longest road; none where that cannot be."""
    others = max(number for other, number in enumerate(state.lengths) if other != seat)
    wanted = max(LEAST, others + 1)
    if state.longest == seat or state.roads[seat].bit_count() + most < wanted or not build.road_places(state, seat):
        return ()
    foreign = state.taken & ~(state.settlements[seat] | state.cities[seat])
    runs: list[tuple[int, Edges, int, int]] = [(state.lengths[seat], (), state.roads[seat], state.ways[seat])]
    for _ in range(min(most, ROADS - state.roads[seat].bit_count())):
        longer: dict[int, tuple[int, Edges, int, int]] = {}
        for run, laid, own, ways in runs:
            for edge in bits(ways):
                more = own | 1 << edge
                if more not in longer:
                    length = max(run, roads.through(edge, more, foreign))
                    if length >= wanted:
                        return (*laid, edge)
                    longer[more] = length, (*laid, edge), more, _onward(state, ways, edge, more, foreign)
        runs = sorted(longer.values(), key=lambda each: -each[0])[:_RUNS]
    return ()


def _onward(state: Catan, ways: int, edge: int, own: int, foreign: int) -> int:
    for corner in bits(ENDS_MASK[edge] & ~foreign):
        ways |= EDGES_AT[corner] & state.lanes
    return ways & ~own
