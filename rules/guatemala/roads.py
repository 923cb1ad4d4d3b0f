"""Which sheds a harbour's roads reach (GC-23)."""

from typing import Final

from rules.guatemala.board import BOARDS, WIDTH, Board, Site

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
