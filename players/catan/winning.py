"""The turn that wins, if there is one: found by the points that lack, not move by move.

Builders whom cards do not matter try what brings points (cities, settlements with the roads that lead there, the
longest road, chips for chocolate), the cheapest first, as long as what all of it costs can be paid by the hand with the
help of the bank and of one development card. Found so, a win may be many moves away. What has been found is tried by
the rules before it is believed.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from players.catan.foresight import decides
from players.catan.paying import Means, exchanges, lacking
from players.catan.planning import Planner, Turn
from players.catan.roadworks import to_race, to_settle
from rules.catan import build, legal
from rules.catan.hands import size
from rules.catan.hexes import bits
from rules.catan.moves import CatanMove, Chocolate, City, Knight, Monopoly, Plenty, Road, Roads, Settlement
from rules.catan.pieces import (
    CITY_COST,
    KINDS,
    RECIPES,
    RESOURCE_MASK,
    RESOURCES,
    REWARD_CHIPS,
    ROAD_COST,
    ROADS,
    SETTLEMENT_COST,
    SETTLEMENTS,
)
from rules.catan.rewards import RESOURCE_PART, wanted
from rules.catan.scoring import goal, points
from rules.catan.state import Catan, Over, with_hand
from rules.counts import BITS, FULL, pack

REACH: Final = 5
"""More points than this nobody makes in a turn."""
TRIED: Final = 150
"""So many positions are looked at, for each card that may be played first."""
_RICH: Final = pack((20,) * KINDS)
_CARDS: Final = 2
"""A point costs no fewer, the longest road aside."""
_COSTS: Final[dict[type[CatanMove], int]] = {City: CITY_COST, Settlement: SETTLEMENT_COST}
_PLACES: Final = 6
"""So many places to settle are tried of those that roads lead to, the nearest."""
_FARTHEST: Final = 4
"""Roads, of those that are bought for one purpose."""


class Work(Struct, frozen=True):
    """What has been built so far, and what it costs."""

    state: Catan
    done: Turn = ()
    price: int = 0
    laid: int = 0
    """Roads."""


class Finisher:
    def __init__(self, planner: Planner, state: Catan) -> None:
        self.planner, self.state, self.seat = planner, state, planner.seat
        self.need = goal(state)
        self.left = 0
        self.seen: set[tuple[object, ...]] = set()

    def turn(self, most: int) -> Turn | None:
        """A turn that wins, of so many moves at most; None where none was found."""
        if points(self.state, self.seat) < self.need - REACH:
            return None
        return next(
            (turn for turn in self._turns() if len(turn) <= most and decides(self.state, self.seat, turn)), None
        )

    def _turns(self) -> Iterator[Turn]:
        state, seat = self.state, self.seat
        hand, ports = state.hands[seat].packed, state.ports[seat]
        yield from self._built(state, (), Means(hand, ports))
        for move in self._cards():
            match move:
                case Knight():
                    yield from self._after_a_knight()
                case Roads():
                    yield from self._built(state, (move,), Means(hand, ports, roads=2))
                case Monopoly():
                    after = self.planner.applied(state, move)
                    yield from self._built(after, (move,), Means(after.hands[seat].packed, ports))
                case _:
                    yield from self._built(state, (), Means(hand, ports, choice=2))

    def _cards(self) -> list[Knight | Roads | Monopoly | Plenty]:
        """Development cards that could be played; of year of plenty one stands for all."""
        found = [move for move in legal.moves(self.state, self.seat) if isinstance(move, Knight | Roads | Monopoly)]
        plenty = [move for move in legal.moves(self.state, self.seat) if isinstance(move, Plenty)]
        return [*found, *plenty[:1]]

    def _after_a_knight(self) -> Iterator[Turn]:
        """Where it brings the largest army."""
        state, seat = self.state, self.seat
        means = Means(state.hands[seat].packed, state.ports[seat])
        for node in self.planner.robberies(state)[:1]:
            if isinstance(node.state.phase, Over):
                yield node.turn
            elif node.state.army == seat != state.army:
                yield from self._built(node.state, node.turn, means)

    # ── building ──

    def _built(self, state: Catan, first: Turn, means: Means) -> Iterator[Turn]:
        """Turns that build up to the goal: a card, the free roads, what is exchanged, then the rest."""
        self.left, self.seen = TRIED, set()
        rich = replace(state, hands=with_hand(state.hands, self.seat, _RICH))
        for work in self._reached(rich, means):
            price = work.price
            paid = exchanges(means.hand, price, means.ports, means.choice)
            if paid is None:
                continue
            if means.choice:
                chosen = (*lacking(means.hand, price), 0, 0)[:2]
                yield (Plenty(*sorted(chosen)), *paid, *work.done)
            else:
                free = [move for move in work.done if isinstance(move, Road)][: means.roads]
                rest = [move for move in work.done if move not in free]
                yield (*first, *free, *paid, *rest)

    def _reached(self, rich: Catan, means: Means) -> Iterator[Work]:
        """Works that reach the goal, the cheapest first."""
        order = count()
        waiting = [(0, next(order), Work(rich))]
        while waiting:
            work = heappop(waiting)[-1]
            lacking = self.need - points(work.state, self.seat)
            if lacking <= 0:
                yield work
                continue
            for more in self._more(work, means) if lacking <= self._most(work, means) else ():
                state, seat = more.state, self.seat
                key = more.price, state.roads[seat], state.settlements[seat], state.cities[seat], state.chips[seat]
                if key not in self.seen:
                    self.seen.add(key)
                    ahead = _CARDS * max(0, self.need - points(state, seat))
                    heappush(waiting, (size(more.price) + ahead, next(order), more))

    def _most(self, work: Work, means: Means) -> int:
        """So many points could still be made at the very most."""
        resources = size(means.hand & RESOURCE_MASK) + means.choice - size(work.price & RESOURCE_MASK)
        ingredients = size(means.hand & ~RESOURCE_MASK) - size(work.price & ~RESOURCE_MASK)
        return 2 * (work.state.longest != self.seat) + resources // 4 + 2 * (ingredients // 3)

    def _more(self, work: Work, means: Means) -> Iterator[Work]:
        """What brings points next."""
        state, seat = work.state, self.seat
        for sort, row in enumerate(state.bars):
            if REWARD_CHIPS[row] and means.pays(work.price + RECIPES[sort]):
                yield self._sold(work, sort, row)
        ways = list[Turn]()
        ways += [(City(corner),) for corner in bits(build.city_places(state, seat))][:1]
        ways += [(Settlement(corner),) for corner in bits(build.settlement_places(state, seat))]
        most = min(_payable(work, means), ROADS - state.roads[seat].bit_count())
        if state.settlements[seat].bit_count() < SETTLEMENTS:
            found = to_settle(state, seat, most)[:_PLACES]
            ways += [(*map(Road, edges), Settlement(corner)) for edges, corner in found]
        race = to_race(state, seat, most)
        ways += [tuple(map(Road, race))] if race else []
        for way in ways:
            more = self._with(work, means, way)
            if more is not None:
                yield more

    def _with(self, work: Work, means: Means, way: Turn) -> Work | None:
        """Some moves more; None where they cannot be paid."""
        laid = work.laid + sum(isinstance(move, Road) for move in way)
        bought = max(0, laid - means.roads) - max(0, work.laid - means.roads)
        price = work.price + bought * ROAD_COST + sum(_COSTS.get(type(move), 0) for move in way)
        if self.left <= 0 or not means.pays(price):
            return None
        after, done = work.state, work.done
        for move in way:
            if not isinstance(after.phase, Over):  # already on the way
                after, done = self.planner.applied(after, move), (*done, move)
                self.left -= 1
        return Work(after, done, price, laid)

    def _sold(self, work: Work, sort: int, row: int) -> Work:
        """Chocolate for its chips; what the market does to the other bars nobody knows yet."""
        state, seat = work.state, self.seat
        chips = [number + REWARD_CHIPS[row] * (other == seat) for other, number in enumerate(state.chips)]
        bars = [here - (other == sort) for other, here in enumerate(state.bars)]
        after = replace(state, chips=tuple(chips), bars=tuple(bars))
        chosen = wanted(state, seat, row) == RESOURCE_PART
        move = Chocolate(sort, _fewest(self.state, seat)) if chosen else Chocolate(sort)
        return Work(after, (*work.done, move), work.price + RECIPES[sort], work.laid)


def _fewest(state: Catan, seat: int) -> int:
    """The resource that one has the fewest of, and the bank has."""
    hand = state.hands[seat].packed
    return min((hand >> BITS * kind & FULL, kind) for kind in range(RESOURCES) if state.bank >> BITS * kind & FULL)[1]


def _payable(work: Work, means: Means) -> int:
    """So many roads more can be had."""
    most = 0
    while most < _FARTHEST:
        bought = max(0, work.laid + most + 1 - means.roads) - max(0, work.laid - means.roads)
        if not means.pays(work.price + bought * ROAD_COST):
            break
        most += 1
    return most
