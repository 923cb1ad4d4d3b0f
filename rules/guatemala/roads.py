"""Which sheds a harbour's roads reach (GC-23)."""

from rules.guatemala.board import BOARDS, WIDTH, Board, Site, bits, ends


def connected(board: Board, site: Site, roads: int) -> bool:
    """Is the shed on this site joined to its harbour by an unbroken line of roads?"""
    if board.branching:
        return not reached(roads, _corners(site.field)).isdisjoint(board.access)
    return roads & site.path == site.path


def _corners(field: int) -> tuple[int, ...]:
    return field, field + 1, field + WIDTH, field + WIDTH + 1


def reached(roads: int, points: tuple[int, ...]) -> set[int]:
    """The grid points that roads join to these."""
    links: dict[int, list[int]] = {}
    for edge in bits(roads):
        one, other = ends(edge)
        links.setdefault(one, []).append(other)
        links.setdefault(other, []).append(one)
    found = set(points)
    ahead = list(points)
    while ahead:
        for point in links.get(ahead.pop(), ()):
            if point not in found:
                found.add(point)
                ahead.append(point)
    return found


def harbour_of_shed(seats: int, shed: int, roads: int) -> int:
    """The harbour that the shed (a mask of one field) is connected to; -1 if it is to none."""
    board = BOARDS[seats]
    site = board.sites[board.site_at[shed.bit_length() - 1]]
    return site.harbour if connected(board, site, roads) else -1
