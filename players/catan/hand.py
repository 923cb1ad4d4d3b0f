"""What a hand of cards is worth: how much nearer it brings what its seat could build, play or make."""

from functools import lru_cache
from math import exp
from typing import Final

from players.catan.land import Land, Rates, Spot
from players.catan.weights import Taste
from rules.catan.pieces import (
    CITIES,
    CITY_COST,
    DEV_COST,
    HAND_LIMIT,
    KINDS,
    RECIPES,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    SETTLEMENTS,
    SITE_COST,
)
from rules.catan.rates import RATES
from rules.catan.state import Catan
from rules.counts import BITS, FULL

Cards = tuple[int, ...]
Price = tuple[tuple[int, int], ...]
"""Kinds of cards with how many of each."""
Target = tuple[Price, float]
"""What it costs, and what it is worth."""
Waiting = tuple[float, float]
"""What counts of the rounds until a price can be paid: the kind that takes longest, and all one after the other."""


def unpacked(packed: int) -> Cards:
    return tuple([packed >> shift & FULL for shift in range(0, BITS * KINDS, BITS)])


def _price(packed: int) -> Price:
    return tuple([(kind, number) for kind, number in enumerate(unpacked(packed)) if number])


_SETTLING: Final = tuple([_price(SETTLEMENT_COST + roads * ROAD_COST) for roads in range(4)])
"""A settlement with the roads that it lacks."""
_CITY, _DEV, _SITE, _ROAD = map(_price, (CITY_COST, DEV_COST, SITE_COST, ROAD_COST))
_SORTS: Final = tuple(map(_price, RECIPES))


def targets(land: Land, state: Catan, seat: int, rates: Rates, spots: tuple[Spot, ...]) -> tuple[Target, ...]:
    """What a seat could want its cards for. `spots`: the best places to settle."""
    found: list[Target] = []
    if state.settlements[seat].bit_count() < SETTLEMENTS:
        found += [(_SETTLING[roads], worth) for worth, roads in spots[:2]]
    if state.cities[seat].bit_count() < CITIES and state.settlements[seat]:
        found.append((_CITY, land.best_city(state.settlements[seat], rates, state.ports[seat])))
    if state.deck.packed:
        found.append((_DEV, land.taste.dev))
    if state.market:
        found += [(_SORTS[sort], land.taste.row_worth(row)) for sort, row in enumerate(state.bars) if row]
        found.append((_SITE, 0.12 * land.rounds**0.5))
    found.append((_ROAD, land.taste.way))
    return tuple(found)


def worth(land: Land, hand: Cards, wanted: tuple[Target, ...], rates: Rates, ports: int) -> float:
    """The best thing it is good for, a part of the second with what is left, and a little for every other card."""
    taste, dear = land.taste, RATES[ports]
    speeds = _speeds(rates, ports, land.seats, (taste.exchange, taste.trickle))
    whole, left = 0.0, list(hand)
    without = _alone(wanted, speeds, ports, taste.patience, taste.waiting)
    for share in (1.0, taste.second):
        best, cost = 0.0, None
        spare = sum([have // rate for have, rate in zip(left, dear, strict=True)])
        for (price, gain), before in zip(wanted, without, strict=True):
            if gain - before <= best:
                continue  # all of it would be too little
            nearer = gain * _kept(price, left, spare, speeds, dear, taste.patience, taste.waiting) - before
            if nearer > best:
                best, cost = nearer, price
        if cost is None:
            break
        whole += share * best
        for kind, want in cost:
            left[kind] = max(0, left[kind] - want)
    return whole + taste.left_over * sum(left) - _risk(hand, taste)


_NOTHING: Final = [0] * KINDS


@lru_cache(1 << 12)
def _speeds(rates: Rates, ports: int, seats: int, other: tuple[float, float]) -> tuple[float, ...]:
    """Cards of each kind a round, with what can be had otherwise: by exchange, and all else."""
    dear, (exchange, trickle) = RATES[ports], other
    spare = sum([rate / dear[kind] for kind, rate in enumerate(rates[:RESOURCES])])
    more = sum([rate / dear[RESOURCES] for rate in rates[RESOURCES:]])
    return tuple([
        seats * (rate + exchange * (spare if kind < RESOURCES else more)) + trickle for kind, rate in enumerate(rates)
    ])  # fmt: skip


@lru_cache(1 << 12)
def _alone(
    wanted: tuple[Target, ...], speeds: tuple[float, ...], ports: int, patience: float, waiting: Waiting
) -> tuple[float, ...]:
    """What they are worth without a card."""
    return tuple([gain * _kept(price, _NOTHING, 0, speeds, RATES[ports], patience, waiting) for price, gain in wanted])


def _kept(  # noqa: PLR0917 (what is held, and how quickly the rest comes)
    price: Price, hand: list[int], spare: int, speeds: tuple[float, ...], dear: tuple[int, ...], patience: float,
    waiting: Waiting,
) -> float:  # fmt: skip
    """How much of a thing's worth is left after the rounds until it can be paid.

    `spare`: so many cards the whole hand would bring at the bank.
    """
    lacking, longest, together = 0, 0.0, 0.0
    for kind, want in price:
        have = hand[kind]
        if have:
            spare -= have // dear[kind]
        if want > have:
            rounds = (want - have) / speeds[kind]
            lacking += want - have
            together += rounds
            longest = max(longest, rounds)
        elif have > want:
            spare += (have - want) // dear[kind]
    if not lacking:
        return 1.0
    slowest, every = waiting
    rounds = slowest * longest + every * together
    if spare:
        rounds *= max(0, lacking - spare) / lacking
    return exp(-patience * rounds)


def _risk(hand: Cards, taste: Taste) -> float:
    """What a 7 before the own next turn would take."""
    some, more = sum(hand[:RESOURCES]), sum(hand[RESOURCES:])
    over = (some // 2 if some > HAND_LIMIT else 0) + (more // 2 if more > HAND_LIMIT else 0)
    return taste.seven * over
