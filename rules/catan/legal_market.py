"""What the Market adds to the moves of whose turn it is, quickly: sites, chocolate, bars that rise."""

from typing import Final

from rules import counts
from rules.catan.build import road_places, site_places
from rules.catan.founding import fitting
from rules.catan.hexes import HEXES, bits
from rules.catan.market import low, made
from rules.catan.moves import DECLINED, CatanMove, Chocolate, PutSites, Raise, Site
from rules.catan.pieces import INGREDIENT_AT, KINDS, RESOURCE_MASK, RESOURCES, SITE_COST, SORTS, enough
from rules.catan.rewards import RESOURCE_PART, ROAD_PART, wanted
from rules.catan.state import Catan

_SITES: Final = tuple([tuple([Site(card, hexagon) for hexagon in range(HEXES)]) for card in range(KINDS)])
_RAISES: Final = tuple([Raise(sort) for sort in SORTS])
_PLAIN: Final = tuple([Chocolate(sort) for sort in SORTS])


def at_the_market(state: Catan, seat: int) -> tuple[CatanMove, ...]:
    """Sites and chocolates."""
    moves: list[CatanMove] = []
    hand = state.hands[seat].packed
    if enough(hand, SITE_COST):
        moves += [_SITES[INGREDIENT_AT[state.terrain[place]]][place] for place in site_places(state, seat)]
    if hand > RESOURCE_MASK:
        for sort in made(state, seat):
            moves += _chocolates(state, seat, sort)
    return tuple(moves)


def _chocolates(state: Catan, seat: int, sort: int) -> list[Chocolate]:
    """With what its row lets choose."""
    part = wanted(state, seat, state.bars[sort])
    if part == RESOURCE_PART:
        return [Chocolate(sort, kind) for kind in range(RESOURCES) if counts.amount(state.bank, kind)]
    if part == ROAD_PART:
        return [Chocolate(sort, road=edge) for edge in (*bits(road_places(state, seat)), DECLINED)]
    return [_PLAIN[sort]]


def raises(state: Catan, _seat: int) -> tuple[CatanMove, ...]:
    return tuple([_RAISES[sort] for sort in low(state)])


def first_sites(state: Catan, seat: int) -> tuple[CatanMove, ...]:
    """CM-14: each pair of hexes once."""
    fits = [[(INGREDIENT_AT[state.terrain[place]], place) for place in fit] for fit in fitting(state, seat)]
    return tuple([PutSites(*fit[0], *(fit[1] if len(fit) > 1 else ())) for fit in fits])
