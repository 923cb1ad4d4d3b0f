"""Which sheds a harbour's roads reach (GC-23)."""

from typing import Final

from rules.guatemala.board import BOARDS, WIDTH, Board, Site, ends

_POINT: Final = 2
"""Grid point p is bit 2·p here, so that the edge to the right of it has the same bit, the edge downwards the next."""
_ROW: Final = _POINT * WIDTH
_EVEN: Final = sum(1 << _POINT * point for point in range(WIDTH * WIDTH))


def connected(board: Board, site: Site, roads: int) -> bool:
    """Is the shed on this site joined to its harbour by an unbroken line of roads?"""
    if not board.branching:
        return roads & site.path == site.path
    return bool(reached(roads, _mask(board.access)) & _mask(_corners(site.field)))


def _corners(field: int) -> tuple[int, ...]:
    return field, field + 1, field + WIDTH, field + WIDTH + 1


def _mask(points: tuple[int, ...]) -> int:
    return sum(1 << _POINT * point for point in points)


def reached(roads: int, points: int) -> int:
    """The grid points that roads join to these: a flood of the whole mask at once."""
    right = roads & _EVEN
    downwards = roads >> 1 & _EVEN
    found, before = points, 0
    while found != before:
        before = found
        found |= (found & right) << _POINT | found >> _POINT & right
        found |= (found & downwards) << _ROW | found >> _ROW & downwards
    return found


def harbour_of_shed(seats: int, shed: int, roads: int) -> int:
    """The harbour that the shed (a mask of one field) is connected to; -1 if it is to none."""
    board = BOARDS[seats]
    site = board.sites[board.site_at[shed.bit_length() - 1]]
    return site.harbour if connected(board, site, roads) else -1


def path_harbour(seats: int, shed: int) -> int:
    """The harbour to which printed paths lead from the shed (a mask of one field, or of none); -1 without a shed."""
    board = BOARDS[seats]
    return board.sites[board.site_at[shed.bit_length() - 1]].harbour if shed else -1


def served(seats: int, edge: int, roads: int) -> tuple[tuple[int, ...], int]:
    """The shed sites that a road here would serve, by their fields, and the harbour to which it leads; -1 for none.

    On printed paths those of its path; on the two players' board those that it would be joined to.
    """
    board = BOARDS[seats]
    if not board.branching:
        sites = [site for site in board.sites if site.path >> edge & 1]
        return tuple([site.field for site in sites]), sites[0].harbour
    found = reached(roads, _mask(ends(edge)))
    joined = tuple([site.field for site in board.sites if found & _mask(_corners(site.field))])
    return joined, board.sites[0].harbour if found & _mask(board.access) else -1
