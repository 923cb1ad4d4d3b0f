"""Ways between sheds and harbours: how many roads a shed still lacks, and which one may come next."""

from functools import lru_cache

from rules.guatemala.board import BOARDS, WIDTH, Site, bits, ends
from rules.guatemala.roads import harbour_of_shed
from rules.guatemala.state import Guatemala

FAR = 12
"""No way at all counts as so many roads."""


def site_of(state: Guatemala, shed: int) -> Site:
    """The site of a shed, given as a mask of one field."""
    board = BOARDS[state.seats]
    return board.sites[board.site_at[shed.bit_length() - 1]]


@lru_cache(1 << 14)
def lacking(seats: int, field: int, roads: int) -> tuple[int, ...]:
    """The roads that join the shed on this field to its harbour in the shortest way, those that lie there left out."""
    board = BOARDS[seats]
    site = board.sites[board.site_at[field]]
    if not board.branching:
        return tuple(bits(site.path & ~roads))
    if harbour_of_shed(seats, 1 << field, roads) >= 0:
        return ()
    return _shortest(board.edges, roads, (field, field + 1, field + WIDTH, field + WIDTH + 1), frozenset(board.access))


@lru_cache(1 << 4)
def _neighbours(edges: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """By grid point the edges that begin there, and where they lead."""
    found: dict[int, list[tuple[int, int]]] = {}
    for edge in bits(edges):
        one, other = ends(edge)
        found.setdefault(one, []).append((edge, other))
        found.setdefault(other, []).append((edge, one))
    return {point: tuple(ways) for point, ways in found.items()}


def _shortest(edges: int, roads: int, starts: tuple[int, ...], goals: frozenset[int]) -> tuple[int, ...]:
    """Breadth first, where roads that lie there cost nothing."""
    neighbours = _neighbours(edges)
    came: dict[int, tuple[int, int]] = dict.fromkeys(starts, (-1, -1))
    ring: list[int] = list(starts)
    while ring:
        after: list[int] = []
        near = ring
        while near:  # along roads at once
            point = near.pop()
            if point in goals:
                return _missing(came, point, roads)
            for edge, other in neighbours[point]:
                if other not in came and roads >> edge & 1:
                    came[other] = (edge, point)
                    near.append(other)
            after.append(point)
        ring = []
        for point in after:
            for edge, other in neighbours[point]:
                if other not in came:
                    came[other] = (edge, point)
                    ring.append(other)
    return tuple(range(FAR))


def _missing(came: dict[int, tuple[int, int]], point: int, roads: int) -> tuple[int, ...]:
    found: list[int] = []
    while (step := came[point])[0] >= 0:
        if not roads >> step[0] & 1:
            found.append(step[0])
        point = step[1]
    return tuple(found)
