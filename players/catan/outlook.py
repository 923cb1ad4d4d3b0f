"""How a position looks for every seat: points that are there and points to be expected, and from them the chances."""

from math import exp
from typing import Final

from players.catan import hand
from players.catan.land import Land, Rates
from players.catan.weights import BY_HAND, Taste
from rules.catan.devcards import ARMY as LEAST_ARMY
from rules.catan.pieces import Dev
from rules.catan.roads import LEAST as LEAST_ROAD
from rules.catan.scoring import points
from rules.catan.state import Catan, Over
from rules.counts import BITS, FULL

ALMOST: Final = 0.9999
"""Better than this no position is that is not won."""
_LAST: Final = 4
"""So many points are the last ones."""


class Outlook:
    """Looks at positions of one map; what comes up again is known."""

    def __init__(self, state: Catan, seat: int, land: Land | None = None, taste: Taste = BY_HAND) -> None:
        self.land, self.seat = land or Land(state, taste), seat
        self.taste = self.land.taste
        self.spread = self.taste.spread[0] + self.taste.spread[1] * self.land.rounds
        self._hands: dict[tuple[object, ...], float] = {}
        self._seats: dict[tuple[object, ...], float] = {}

    def chance(self, state: Catan, seat: int) -> float:
        """The estimated chance that this seat wins."""
        return self.chances(state)[seat]

    def chances(self, state: Catan) -> list[float]:
        if isinstance(state.phase, Over):
            return [float(seat == state.phase.winner) for seat in range(state.seats)]
        values = [self.value(state, seat) for seat in range(state.seats)]
        top = max(values)
        odds = [
            0.0 if state.resigned >> seat & 1 else exp((value - top) / self.spread) for seat, value in enumerate(values)
        ]
        whole = sum(odds) or 1.0
        return [min(ALMOST, each / whole) for each in odds]

    def value(self, state: Catan, seat: int) -> float:
        """Points of a seat, and those it can expect."""
        key = (
            seat, state.settlements[seat], state.cities[seat], state.roads[seat], state.sites[seat],
            state.hands[seat].packed, state.devs[seat].packed, state.free, state.lanes, state.robber, state.bars,
            state.chips[seat], state.longest, state.army, state.knights, state.lengths, state.deck.packed > 0,
        )  # fmt: skip
        found = self._seats.get(key)
        if found is None:
            found = self._seats[key] = self._looked(state, seat)
        return found

    def _looked(self, state: Catan, seat: int) -> float:
        land, ports = self.land, state.ports[seat]
        free = land.rates(state.settlements[seat], state.cities[seat], state.sites[seat], -1)
        rates = land.rates(state.settlements[seat], state.cities[seat], state.sites[seat], state.robber)
        whole = land.worth(rates, ports) + self._races(state, seat)
        left = 5 - state.settlements[seat].bit_count()
        spots = land.spots(state, seat, free)
        for share, (worth, _) in zip(self.taste.spots[:left], spots, strict=False):
            whole += share * worth
        wanted = hand.targets(land, state, seat, free, spots)
        whole += self._held(state.hands[seat].packed, wanted, rates, ports)
        return whole + self._cards(state, seat)

    def _held(self, cards: int, wanted: tuple[hand.Target, ...], rates: Rates, ports: int) -> float:
        key = cards, wanted, rates, ports
        found = self._hands.get(key)
        if found is None:
            found = self._hands[key] = hand.worth(self.land, hand.unpacked(cards), wanted, rates, ports)
        return found

    def _cards(self, state: Catan, seat: int) -> float:
        """Points, and development cards: of another seat only how many it holds is known."""
        devs = state.devs[seat].packed
        made = points(state, seat)
        if seat != self.seat:
            made -= devs >> BITS * Dev.VICTORY_POINT & FULL
            return made + self._close(made) + self.taste.dev * (devs % FULL)
        return made + self._close(made) + sum([
            (devs >> BITS * dev & FULL) * worth for dev, worth in enumerate(self.taste.held)
        ])  # fmt: skip

    def _close(self, made: int) -> float:
        """Points count for more when few are lacking."""
        return self.taste.close * max(0, made - self.land.goal + _LAST) ** 2

    def _races(self, state: Catan, seat: int) -> float:
        """For the largest army and the longest road, whose points are counted where they are."""
        devs = state.devs[seat].packed
        own, unknown = self.taste.knights
        knights = own * (devs >> BITS * Dev.KNIGHT & FULL) if seat == self.seat else unknown * (devs % FULL)
        army = self._race(state.knights, seat, state.army == seat, LEAST_ARMY, knights, self.taste.army)
        return army + self._race(state.lengths, seat, state.longest == seat, LEAST_ROAD, 0.0, self.taste.road)

    def _race(  # noqa: PLR0917 (a race, and how it is run)
        self, all_: tuple[int, ...], seat: int, holds: bool, least: int, held: float, weight: tuple[float, float]
    ) -> float:
        others = max([number for other, number in enumerate(all_) if other != seat])
        if holds:
            return self.taste.lead * min(3.0, all_[seat] + held - others)
        lacking = max(least, others + 1) - all_[seat]
        return weight[0] * exp(-weight[1] * max(0.4, lacking - held))
