"""The plantation boards as data: fields, zones, shed sites, paths, harbours (table "Boards" of the law book).

All boards share one grid, 16 wide, so that a field is one bit and its neighbours are shifts that cannot wrap: no board
has more than 13 columns. Field (column, row) is bit `16·row + column`. A field border is an edge: bit
`2·(16·y + x)` for the one from grid point (x, y) to the right, the next bit for the one downwards. A place where a
piece can go is one int: a field, `HARBOUR + k`, or `EDGE + edge`.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import product
from typing import Final

from msgspec import Struct

from rules import notation

WIDTH: Final = 16
HARBOUR: Final = 512
EDGE: Final = 1024


class Zone(IntEnum):
    GREY = 0
    GREEN = 1
    YELLOW = 2


SHED_PRICES: Final = (2, 4, 6)  # GC-11, by zone
WORKER_PRICES: Final = (1, 2, 3)


def field(column: int, row: int) -> int:
    return WIDTH * row + column


def bit(place: int) -> int:
    return 1 << place


def bits(mask: int) -> Iterator[int]:
    """The places in a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def touching(mask: int) -> int:
    """The fields beside those of a mask, horizontally or vertically; may name cells off the board."""
    return mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH


def zone(place: int) -> Zone:
    """Rows 0–2 grey, 3–5 green, 6–8 yellow."""
    return Zone(place // WIDTH // 3)


def across(x: int, y: int) -> int:
    """The edge from (x, y) to (x+1, y): the upper border of field (x, y)."""
    return 2 * (WIDTH * y + x)


def down(x: int, y: int) -> int:
    """The edge from (x, y) to (x, y+1): the left border of field (x, y)."""
    return 2 * (WIDTH * y + x) + 1


def ends(edge: int) -> tuple[int, int]:
    """The two grid points of an edge, as numbers 16·y + x."""
    point, downwards = divmod(edge, 2)
    return point, point + (WIDTH if downwards else 1)


class Site(Struct, frozen=True):
    """Where a shed may stand."""

    field: int
    price: int
    harbour: int
    """The only harbour that its path reaches (GC-23)."""
    entrance: int
    """The grid point at which its road must begin; -1 with two players, where any corner does."""
    path: int
    """The edges from the entrance to the harbour, all of which need roads; 0 with two players."""


class Board(Struct, frozen=True):
    """One side of the plantation board."""

    columns: int
    rows: int
    fields: int
    worker_fields: int
    sites: tuple[Site, ...]
    closed_sites: tuple[int, ...]
    """Covered sites: with three players nothing stands on them."""
    edges: int
    """Where roads may lie."""
    docks: tuple[tuple[int, ...], ...]
    """The prices of each harbour's docks, the cheapest first; none where the harbour is closed."""
    access: tuple[int, ...]
    """The grid points where a road reaches a harbour, by harbour; with two players several for the one harbour."""
    branching: bool
    """Two players: roads on any field border, branching freely (GC-18)."""
    worker_within: tuple[int, ...]
    """The worker fields that cost no more than the index."""
    shed_within: tuple[int, ...]
    """The shed sites that cost no more than the index."""
    site_at: tuple[int, ...]
    """The index of the site on a field; -1 elsewhere."""


_GRID: Final = WIDTH * WIDTH


def _build(
    columns: int,
    sites: tuple[Site, ...],
    closed: tuple[int, ...],
    *,
    edges: int,
    docks: tuple[tuple[int, ...], ...],
    access: tuple[int, ...],
) -> Board:
    rows = 9
    fields = mask_of(field(c, r) for c, r in product(range(columns), range(rows)))
    worker_fields = fields & ~mask_of(site.field for site in sites) & ~mask_of(closed)
    priced = [(place, WORKER_PRICES[zone(place)]) for place in bits(worker_fields)]
    site_at = [-1] * _GRID
    for index, site in enumerate(sites):
        site_at[site.field] = index
    return Board(
        columns,
        rows,
        fields,
        worker_fields,
        sites,
        closed,
        edges,
        docks,
        access,
        branching=len(docks) == 1,
        worker_within=tuple(mask_of(p for p, price in priced if price <= money) for money in range(4)),
        shed_within=tuple(mask_of(s.field for s in sites if s.price <= money) for money in range(8)),
        site_at=tuple(site_at),
    )


# ── three and four players: four separate paths ──────────────────────────────────────────────────────────────────────

PATHS: Final = (2, 5, 8, 11)
_DEPTH: Final = 9
# from row, sideways, entrance row, shed column offset (from the table "Boards")
_BRANCHES: Final = ((8, -1, 7, -2), (6, 1, 5, 1), (4, -1, 3, -2), (1, 1, 0, 1))


def _path(harbour: int, x: int) -> tuple[tuple[Site, ...], int]:
    """The four sites of a path and its 16 segments."""
    trunk = {y: down(x, y) for y in range(1, _DEPTH)}
    edges = mask_of(trunk.values())
    sites: list[Site] = []
    for row, side, entrance, offset in _BRANCHES:
        branch = bit(across(min(x, x + side), row)) | bit(down(x + side, entrance))
        place = field(x + offset, entrance)
        path = branch | mask_of(trunk[y] for y in range(row, _DEPTH))
        sites.append(Site(place, SHED_PRICES[zone(place)], harbour, WIDTH * entrance + x + side, path))
        edges |= branch
    return tuple(sites), edges


def _paths(first: int) -> Board:
    """The board with the paths from a number on; those before are closed."""
    built = [_path(harbour, x) for harbour, x in enumerate(PATHS)]
    closed = tuple(site.field for sites, _ in built[:first] for site in sites)
    sites = tuple(site for sites, _ in built[first:] for site in sites)
    edges = 0
    for _, mask in built[first:]:
        edges |= mask
    docks = tuple(() if harbour < first else (2, 3, 4) for harbour in range(4))
    access = tuple(WIDTH * _DEPTH + x for x in PATHS)
    return _build(13, sites, closed, edges=edges, docks=docks, access=access)


# ── two players: roads anywhere, one harbour ─────────────────────────────────────────────────────────────────────────


def _fields_only() -> Board:
    sites = tuple(Site(field(c, r), r, 0, -1, 0) for r in (1, 3, 5, 7) for c in (1, 4, 7))
    edges = mask_of(across(x, y) for x, y in product(range(9), range(10)))
    edges |= mask_of(down(x, y) for x, y in product(range(10), range(9)))
    access = tuple(WIDTH * _DEPTH + x for x in (1, 2, 4, 5, 7, 8))
    return _build(9, sites, (), edges=edges, docks=((2, 2, 3, 3, 4, 4),), access=access)


BOARDS: Final = {2: _fields_only(), 3: _paths(1), 4: _paths(0)}
"""By the number of players."""

# ── the victory track (GC-30) ────────────────────────────────────────────────────────────────────────────────────────

TRACK_SPACES: Final = 80


def sack_space(laid: int) -> int:
    """The space of the last of so many sacks; beyond the track while none is laid."""
    return TRACK_SPACES - laid


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _edge_name(x: int, y: int, *, downwards: bool, columns: int) -> str:
    """`H7n`, `H7w`: the upper and left border of a field; s and e on the rim, where no field lies beyond."""
    if downwards:
        return notation.cell_name(x, y) + "w" if x < columns else notation.cell_name(x - 1, y) + "e"
    return notation.cell_name(x, y) + "n" if y < _DEPTH else notation.cell_name(x, y - 1) + "s"


def _place_names(columns: int) -> dict[int, str]:
    names = {field(c, r): notation.cell_name(c, r) for c, r in product(range(columns), range(_DEPTH))}
    names |= {HARBOUR + k: f"harbour{k + 1}" for k in range(4)}
    for x, y in product(range(columns), range(_DEPTH + 1)):
        names[EDGE + across(x, y)] = _edge_name(x, y, downwards=False, columns=columns)
    for x, y in product(range(columns + 1), range(_DEPTH)):
        names[EDGE + down(x, y)] = _edge_name(x, y, downwards=True, columns=columns)
    return names


def _aliases() -> dict[str, int]:
    """A border may also be named from the field on its other side."""
    found: dict[str, int] = {}
    for c, r in product(range(13), range(_DEPTH)):
        name = notation.cell_name(c, r)
        found[name + "S"] = EDGE + across(c, r + 1)
        found[name + "E"] = EDGE + down(c + 1, r)
    return found


PLACE_NAMES: Final = _place_names(13)
"""One name each on every board; the right rim of the two players' board is the w border of a column it lacks."""
PLACE_OF: Final = _aliases() | {name.upper(): place for place, name in PLACE_NAMES.items()}
"""By the name in capitals."""
