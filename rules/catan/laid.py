"""What follows from all that lies on the map: the fields that `apply` keeps up to date, worked out anew."""

from functools import lru_cache

from msgspec import Struct

from rules.catan.board import BOARDS
from rules.catan.build import FIRST_ROLL, SITE_BITS
from rules.catan.hexes import EDGES_AT, ENDS_MASK, HEX_MASK, NEAR, bits
from rules.catan.pieces import INGREDIENT_AT, RESOURCES
from rules.catan.setup import ROLLS
from rules.counts import BITS


class Laid(Struct, frozen=True):
    """All that lies on the map, by the names of the state's fields."""

    market: bool
    terrain: tuple[int, ...]
    numbers: tuple[int, ...]
    harbours: tuple[int, ...]
    roads: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    sites: tuple[int, ...]


class Following(Struct, frozen=True):
    """What follows from it, by the names of the state's fields."""

    free: int
    taken: int
    lanes: int
    touched: tuple[int, ...]
    ways: tuple[int, ...]
    ports: tuple[int, ...]
    income: tuple[int, ...]


@lru_cache(16)
def following(laid: Laid) -> Following:
    board = BOARDS[laid.market]
    buildings = [one | other for one, other in zip(laid.settlements, laid.cities, strict=True)]
    taken, free, lanes = sum(buildings), board.corners, board.edges & ~sum(laid.roads)
    for corner in bits(taken):
        free &= ~NEAR[corner]
    touched = tuple([_union(ENDS_MASK, roads) for roads in laid.roads])
    joined = [ends & ~(taken & ~own) | own for ends, own in zip(touched, buildings, strict=True)]
    ways = tuple([_union(EDGES_AT, corners) & lanes for corners in joined])
    ports = tuple([_ports(laid, own) for own in buildings])
    return Following(free, taken, lanes, touched, ways, ports, _income(laid, buildings))


def _union(masks: tuple[int, ...], members: int) -> int:
    """All that is in one of these masks."""
    every = 0
    for member in bits(members):
        every |= masks[member]
    return every


def _ports(laid: Laid, own: int) -> int:
    at = BOARDS[laid.market].harbour_at
    ports = 0
    for corner in bits(own):
        if at[corner] >= 0:
            ports |= 1 << laid.harbours[at[corner]]
    return ports


def _income(laid: Laid, buildings: list[int]) -> tuple[int, ...]:
    seats = len(buildings)
    income = [0] * (ROLLS * seats)
    for place, (terrain, number) in enumerate(zip(laid.terrain, laid.numbers, strict=True)):
        for seat, own in enumerate(buildings) if number else ():
            if terrain < RESOURCES:
                brings = (own & HEX_MASK[place]).bit_count() + (laid.cities[seat] & HEX_MASK[place]).bit_count()
                income[(number - FIRST_ROLL) * seats + seat] += brings << BITS * terrain
            sites = laid.sites[seat] >> SITE_BITS * place & 3
            if sites:
                income[(number - FIRST_ROLL) * seats + seat] += sites << BITS * INGREDIENT_AT[terrain]
    return tuple(income)
