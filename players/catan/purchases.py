"""What could be bought if only it could be paid: its price, and the moves that take the best of it."""

from collections import Counter
from typing import Final

from players.catan.land import Land
from players.catan.paying import exchanges
from rules.catan import build, legal
from rules.catan.moves import Bank, Buy, CatanMove, Chocolate, City, Settlement, Site
from rules.catan.pieces import CITY_COST, DEV_COST, RECIPES, SETTLEMENT_COST, SITE_COST
from rules.catan.state import Catan
from rules.counts import BITS, FULL

_EACH: Final = 2
"""So many places are looked at for each thing."""

Ware = tuple[int, type[CatanMove], int]
"""Its price, the move that takes it, the sort of chocolate."""


def wares(state: Catan, seat: int) -> list[Ware]:
    """What a seat has room for."""
    found: list[Ware] = []
    if build.city_places(state, seat):
        found.append((CITY_COST, City, -1))
    if build.settlement_places(state, seat):
        found.append((SETTLEMENT_COST, Settlement, -1))
    if state.deck.packed:
        found.append((DEV_COST, Buy, -1))
    if state.market:
        found += [(RECIPES[sort], Chocolate, sort) for sort, row in enumerate(state.bars) if row]
        if build.site_places(state, seat):
            found.append((SITE_COST, Site, -1))
    return found


def by_exchange(state: Catan, seat: int) -> list[tuple[Ware, tuple[Bank, ...]]]:
    """What can be paid with the help of the bank alone, and what is exchanged for it."""
    hand, ports = state.hands[seat].packed, state.ports[seat]
    found = [(ware, exchanges(hand, ware[0], ports)) for ware in wares(state, seat)]
    return [(ware, trades) for ware, trades in found if trades and _has(state.bank, trades)]


def _has(bank: int, trades: tuple[Bank, ...]) -> bool:
    """Has it as many of each kind as are asked of it? What it is given is of other kinds."""
    wanted = Counter(trade.gets for trade in trades)
    return all(bank >> BITS * kind & FULL >= number for kind, number in wanted.items())


def taken(land: Land, state: Catan, seat: int, ware: Ware) -> list[CatanMove]:
    """The best moves that take it, by a seat that can pay."""
    _, kind, sort = ware
    found = [move for move in legal.moves(state, seat) if type(move) is kind]
    rates = land.rates(state.settlements[seat], state.cities[seat], state.sites[seat], -1)

    def worth(move: CatanMove) -> float:
        match move:
            case City() | Settlement():
                return land.added(move.corner, rates, state.ports[seat], city=isinstance(move, City))
            case Site():
                return land.odds[move.hexagon]
            case _:
                return 0.0

    if sort >= 0:
        found = [move for move in found if isinstance(move, Chocolate) and move.sort == sort]
    return sorted(found, key=worth, reverse=True)[:_EACH]
