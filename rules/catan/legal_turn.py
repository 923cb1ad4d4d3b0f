"""What the player whose turn it is can do before and after the roll, offers and the Market aside, quickly.

The masks are those that legality itself uses, read the other way round. Lists that come back often are kept; what
they hold is frozen.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from rules import counts
from rules.catan.build import city_places, settlement_places
from rules.catan.hexes import CORNERS, EDGES, bits
from rules.catan.legal_market import at_the_market
from rules.catan.legal_offers import answers
from rules.catan.moves import Bank, Buy, CatanMove, City, End, Knight, Monopoly, Plenty, Road, Roads, Settlement
from rules.catan.pieces import (
    CITY_COST,
    DEV_COST,
    GUARD,
    KINDS,
    RESOURCE_MASK,
    RESOURCES,
    ROAD_COST,
    ROADS,
    SETTLEMENT_COST,
    Dev,
)
from rules.catan.rates import RATES
from rules.catan.state import Catan

Moves = tuple[CatanMove, ...]

ROAD_MOVES: Final = tuple([Road(edge) for edge in range(EDGES)])


def _by_mask(moves: tuple[Road, ...]) -> tuple[tuple[Road, ...], ...]:
    """Every choice of these moves, where its mask says."""
    found: list[tuple[Road, ...]] = [()]
    for move in moves:
        found += [(*chosen, move) for chosen in found]
    return tuple(found)


_ROADS_AMONG: Final = tuple([_by_mask(ROAD_MOVES[at : at + 8]) for at in range(0, EDGES, 8)])
"""By eight edges in a row and those of them that are meant."""
_BYTES: Final = len(_ROADS_AMONG)
_SETTLEMENTS: Final = tuple([Settlement(corner) for corner in range(CORNERS)])
_CITIES: Final = tuple([City(corner) for corner in range(CORNERS)])
_SHORT_OF: Final = tuple([GUARD - counts.pack(each) for each in RATES])
"""By harbours: what more of each kind reaches its bit of GUARD, once there are enough cards for the bank."""
_NONE_OF: Final = GUARD - counts.pack([1] * KINDS)
"""The same where one card is enough."""
_PLENTIES: Final = [
    (Plenty(one, other), one, other) for one, other in combinations_with_replacement(range(RESOURCES), 2)
]
_KNIGHTS, _ROAD_CARDS, _PLENTY_CARDS, _MONOPOLY_CARDS = [
    counts.FULL << counts.BITS * card for card in (Dev.KNIGHT, Dev.ROAD_BUILDING, Dev.PLENTY, Dev.MONOPOLY)
]
"""Where they stand in a packed hand."""
PLAYABLE: Final = _KNIGHTS | _ROAD_CARDS | _PLENTY_CARDS | _MONOPOLY_CARDS
_MONOPOLIES: Final = tuple([Monopoly(card) for card in range(RESOURCES)])
_ROAD, _SETTLEMENT, _CITY, _DEV = 1, 2, 4, 8
_COSTS: Final = ((_ROAD, ROAD_COST), (_SETTLEMENT, SETTLEMENT_COST), (_CITY, CITY_COST), (_DEV, DEV_COST))
_RESOURCES: Final = GUARD & RESOURCE_MASK


def _kinds_of(cost: int) -> int:
    """As bits of GUARD."""
    return cost + _NONE_OF & _RESOURCES


_AFFORDED: Final = {
    held: sum([thing for thing, cost in _COSTS if not _kinds_of(cost) & ~held])
    for held in [counts.pack(each) for each in product((0, 0x80), repeat=RESOURCES)]
}
"""By the resources that are there, as bits of GUARD: what can be paid as far as one card of each kind goes."""
_ONLY_BUY: Final = (Buy(),)
_ONLY_END: Final = (End(),)
_KNIGHT, _ROAD_BUILDING = Knight(), Roads()


def in_the_turn(state: Catan, seat: int) -> Moves:
    """The end of the turn, and all that can be built, bought, exchanged at the bank, played and answered."""
    moves: Moves = _ONLY_END
    hand = state.hands[seat].packed
    if can := _AFFORDED[hand + _NONE_OF & _RESOURCES]:
        if can & _ROAD and state.roads[seat].bit_count() < ROADS:
            moves += road_moves(state.ways[seat])
        if can & _SETTLEMENT:
            moves += _settlements(settlement_places(state, seat))
        if can & _CITY and not hand - CITY_COST & GUARD:
            moves += _cities(city_places(state, seat))
        if can & _DEV and state.deck.packed:
            moves += _ONLY_BUY
    if many := hand + _SHORT_OF[state.ports[seat]] & GUARD:
        moves += _at_the_bank(many, state.bank + _NONE_OF & GUARD)
    devs = state.devs[seat].packed
    if devs and devs & PLAYABLE:
        moves += cards(state, seat)
    if state.market:
        moves += at_the_market(state, seat)
    if state.offer or state.proposals:
        moves += answers(state, seat)
    return moves


def road_moves(ways: int) -> Moves:
    """Of eight edges at a time; whole lists seldom come again."""
    moves: Moves = ()
    for at, eight in enumerate(ways.to_bytes(_BYTES, "little")):
        if eight:
            moves += _ROADS_AMONG[at][eight]
    return moves


@lru_cache(1 << 12)
def _settlements(corners: int) -> Moves:
    return tuple([_SETTLEMENTS[corner] for corner in bits(corners)])


@lru_cache(1 << 12)
def _cities(corners: int) -> Moves:
    return tuple([_CITIES[corner] for corner in bits(corners)])


@lru_cache(1 << 10)
def _at_the_bank(many: int, there: int) -> Moves:
    """Both as bits of GUARD: of what there are enough cards for the bank, and what the bank has."""
    return tuple(
        [
            Bank(gives, gets)
            for gives in range(KINDS)
            if many >> 8 * gives & 255
            for gets in (range(RESOURCES) if gives < RESOURCES else range(RESOURCES, KINDS))
            if there >> 8 * gets & 255 and gets != gives
        ]
    )


def cards(state: Catan, seat: int) -> Moves:
    """The development cards that can be played."""
    if state.played:
        return ()
    moves: list[CatanMove] = []
    old = state.devs[seat].packed - state.fresh.packed
    if old & _KNIGHTS:
        moves.append(_KNIGHT)
    if old & _ROAD_CARDS and state.roads[seat].bit_count() < ROADS and state.ways[seat]:
        moves.append(_ROAD_BUILDING)
    if old & _MONOPOLY_CARDS:
        moves += _MONOPOLIES
    if old & _PLENTY_CARDS:
        moves += _plenties(state.bank & RESOURCE_MASK)
    return tuple(moves)


@lru_cache(1 << 10)
def _plenties(bank: int) -> list[Plenty]:
    """Two cards, or the only one that the bank has."""
    has = counts.unpack(bank, RESOURCES)
    if sum(has) == 1:
        return [Plenty(has.index(1))]
    return [move for move, one, other in _PLENTIES if has[one] > (one == other) and has[other]]
