"""What the land brings: production of a seat by kind, places where it could settle, and what they would add.

All of it follows from masks, so that it is worked out once for each that comes up in a thought.
"""

from math import log, prod, sqrt
from typing import Final

from players.catan.weights import BY_HAND, Balance, Taste
from rules.catan.board import ANY, BOARDS
from rules.catan.build import SITE_BITS
from rules.catan.hexes import EDGES_AT, ENDS_MASK, HEXES_AT, NEAR, bits
from rules.catan.pieces import INGREDIENT_AT, KINDS, RECIPES, RESOURCES
from rules.catan.state import Catan
from rules.counts import BITS, FULL

PIPS: Final = 36
_FARTHEST: Final = 3
_HARDLY: Final = 0.02
"""So many cards a roll there are of anything, by exchange."""
Rates = tuple[float, ...]
"""Cards a roll, by kind."""
Spot = tuple[float, int]
"""What a place would add, and how many roads are lacking."""


class Land:
    """One map, with the bars of the market as they stand at the start of a thought."""

    def __init__(self, state: Catan, taste: Taste = BY_HAND) -> None:
        board, self.taste = BOARDS[state.market], taste
        self.seats, self.market, self.terrain = state.seats, state.market, state.terrain
        self.odds = [(6 - abs(7 - number)) / PIPS if number else 0.0 for number in state.numbers]
        hexes = len(state.terrain)
        self.around = [[h for h in at if h < hexes] for at in HEXES_AT]
        self.harbour = [state.harbours[at] if at >= 0 else -1 for at in board.harbour_at]
        leader = max(
            state.settlements[s].bit_count() + 2 * state.cities[s].bit_count() + state.chips[s]
            + 2 * (state.longest == s) + 2 * (state.army == s)
            for s in range(state.seats)
        )  # fmt: skip
        self.goal = 13 if state.market else 10
        self.rounds = max(taste.fewest_rounds, (self.goal - leader) * taste.rounds)
        self.rolls = self.rounds * state.seats
        self.kinds = (*taste.kind, *_ingredients(state.bars, taste))
        self._rates: dict[tuple[int, int, int, int], Rates] = {}
        self._worth: dict[tuple[Rates, int], float] = {}
        self._added: dict[tuple[Rates, int, bool], dict[int, float]] = {}
        self._spots: dict[tuple[object, ...], tuple[Spot, ...]] = {}
        self._near: dict[int, tuple[int, int]] = {}
        self._cities: dict[tuple[int, Rates, int], float] = {}

    # ── production ──

    def rates(self, settlements: int, cities: int, sites: int, robber: int) -> Rates:
        key = settlements, cities, sites, robber
        found = self._rates.get(key)
        if found is None:
            found = self._rates[key] = self._counted(settlements, cities, sites, robber)
        return found

    def _counted(self, settlements: int, cities: int, sites: int, robber: int) -> Rates:
        rates = [0.0] * KINDS
        for corners, each in ((settlements, 1), (cities, 2)):
            for corner in bits(corners):
                for place in self.around[corner]:
                    if self.terrain[place] < RESOURCES:
                        odds = self.odds[place] * (self.taste.blocked if place == robber else 1)
                        rates[self.terrain[place]] += each * odds
        if sites:
            for place, terrain in enumerate(self.terrain):
                number = sites >> SITE_BITS * place & 3
                if number:
                    odds = self.odds[place] * (self.taste.blocked if place == robber else 1)
                    rates[INGREDIENT_AT[terrain]] += number * odds
        return tuple(rates)

    def worth(self, rates: Rates, ports: int) -> float:
        """What this production brings until the end, in points: of one kind the less, the more there is of it."""
        key = rates, ports
        found = self._worth.get(key)
        if found is None:
            common = self.taste.enough[ports >> ANY & 1]
            whole = 0.0
            for kind, rate in enumerate(rates):
                if rate:
                    much = self.taste.enough[2] if kind < RESOURCES and ports >> kind & 1 else common
                    whole += self.kinds[kind] * much * log(1 + rate / much)
            whole *= self.taste.card * self.rolls
            if self.taste.balance is not None:
                whole += self.rounds / 10 * self._together(rates, self.taste.balance)
            found = self._worth[key] = whole
        return found

    def _together(self, rates: Rates, balance: Balance) -> float:
        """What ten rounds bring beyond that, by what goes together."""
        lumber, brick, wool, grain, ore = rates[:RESOURCES]
        pairs = balance.roads * sqrt(lumber * brick) + balance.cities * sqrt(grain * ore)
        four = prod([max(_HARDLY, rate) for rate in (lumber, brick, wool, grain)]) ** 0.25
        settling = balance.settlements * four + balance.scarcest * min(lumber, brick, wool, grain)
        return balance.variety * sum([rate > 0 for rate in rates[:RESOURCES]]) + self.seats * (pairs + settling)

    def added(self, corner: int, rates: Rates, ports: int, *, city: bool = False) -> float:
        """What a settlement, or a city in its place, would add: a point, production, a harbour, room for sites."""
        known = self._added.setdefault((rates, ports, city), {})
        if corner not in known:
            known[corner] = self._adding(corner, rates, ports, city=city)
        return known[corner]

    def _adding(self, corner: int, rates: Rates, ports: int, *, city: bool) -> float:
        more = list(rates)
        for place in self.around[corner]:
            terrain = self.terrain[place]
            if terrain < RESOURCES:
                more[terrain] += self.odds[place]
            if self.market and not city and INGREDIENT_AT[terrain] >= 0:
                more[INGREDIENT_AT[terrain]] += self.taste.room * self.odds[place]
        kind = self.harbour[corner]
        with_port = ports | 1 << kind if kind >= 0 else ports
        return self.taste.point + self.worth(tuple(more), with_port) - self.worth(rates, ports)

    def best_city(self, settlements: int, rates: Rates, ports: int) -> float:
        """What the best of the cities that could be built would add."""
        key = settlements, rates, ports
        found = self._cities.get(key)
        if found is None:
            found = max([self.added(at, rates, ports, city=True) for at in bits(settlements)], default=0.0)
            self._cities[key] = found
        return found

    # ── places to settle ──

    def spots(self, state: Catan, seat: int, rates: Rates) -> tuple[Spot, ...]:
        """The best first, up to three roads away."""
        own = state.settlements[seat] | state.cities[seat]
        corners, edges = self._reach(state.touched[seat])
        key = (
            state.touched[seat], own, state.free & corners, state.taken & corners, state.lanes & edges, rates,
            state.ports[seat],
        )  # fmt: skip
        others = 0
        if self.taste.contested:
            for other in range(state.seats):
                others |= state.touched[other] & corners if other != seat else 0
            key = *key, others
        found = self._spots.get(key)
        if found is None:
            found = self._spots[key] = self._looked(state, seat, rates, others)
        return found

    def _reach(self, touched: int) -> tuple[int, int]:
        """The corners and edges that can matter: so far away as places are looked for, whatever lies between."""
        found = self._near.get(touched)
        if found is None:
            corners, edges = touched, 0
            for _ in range(_FARTHEST):
                for corner in bits(corners):
                    edges |= EDGES_AT[corner]
                for edge in bits(edges):
                    corners |= ENDS_MASK[edge]
            found = self._near[touched] = corners, edges
        return found

    def _looked(self, state: Catan, seat: int, rates: Rates, others: int) -> tuple[Spot, ...]:
        """`others`: the corners that roads of the others touch."""
        own = state.settlements[seat] | state.cities[seat]
        foreign = state.taken & ~own
        reached = border = state.touched[seat]
        found: list[Spot] = []
        for roads in range(_FARTHEST + 1):
            for corner in bits(border & state.free):
                worth = self.added(corner, rates, state.ports[seat])
                if others & NEAR[corner]:
                    worth *= 1 - self.taste.contested
                found.append((worth * self.taste.far**roads, roads))
            if roads == _FARTHEST:
                break
            onward = 0
            for corner in bits(border & ~foreign):
                for edge, beyond in _BESIDE[corner]:
                    if edge & state.lanes:
                        onward |= beyond
            border = onward & ~reached
            reached |= border
        found.sort(reverse=True)
        return tuple(found[:3])


_BESIDE: Final = tuple([
    [(1 << edge, ENDS_MASK[edge] & ~(1 << corner)) for edge in bits(edges)] for corner, edges in enumerate(EDGES_AT)
])  # fmt: skip
"""At each corner its edges, as bits, with the corner beyond."""


def _ingredients(bars: tuple[int, ...], taste: Taste) -> tuple[float, ...]:
    """What an ingredient is worth against a resource, by the rewards of the sorts that it goes into."""
    worths = [0.0] * KINDS
    for sort, row in enumerate(bars):
        recipe = RECIPES[sort]
        cards = [recipe >> BITS * kind & FULL for kind in range(KINDS)]
        each = taste.row_worth(min(row, 5)) / sum(cards)
        for kind, number in enumerate(cards):
            if number:
                worths[kind] += each * (0.5 + 0.5 * number) / taste.card * taste.ingredient
    return tuple([min(1.8, worth) for worth in worths[RESOURCES:]])
