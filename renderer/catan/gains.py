"""What each player won, spent and lost by what happened: of a roll, a trade, a purchase, a theft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules import counts
from rules.catan import facts as f
from rules.catan.moves import INGREDIENT_PILE
from rules.catan.pieces import (
    CITY_COST,
    DEV_COST,
    KINDS,
    RECIPES,
    RESOURCES,
    REWARD_DEV,
    ROAD_COST,
    SETTLEMENT_COST,
    SITE_COST,
)
from rules.contract import Fact

RESOURCE, INGREDIENT, DEV, CHIPS = range(KINDS, KINDS + 4)
"""What has no kind that everybody knows, after the ten kinds of cards; and development cards and chips."""
Part = tuple[int, int, int]
"""Seat, thing, number."""


class Gain(Struct, frozen=True):
    """So many more of a thing, or fewer."""

    seat: int
    thing: int
    """A kind of card, or one of those above."""
    number: int


def gains(facts: Iterable[Fact]) -> tuple[Gain, ...]:
    """By seats and things; what went as it came is not told."""
    found: Counter[tuple[int, int]] = Counter()
    for fact in facts:
        for seat, thing, number in _parts(fact):
            found[seat, thing] += number
    return tuple(Gain(*key, found[key]) for key in sorted(found) if found[key])


def folded(found: Iterable[Gain], most: int) -> tuple[tuple[int, int], ...]:
    """Things and numbers of one seat; where there are more than fit, cards are told by piles alone."""
    told = tuple((gain.thing, gain.number) for gain in found)
    if len(told) <= most:
        return told
    piles: Counter[int] = Counter()
    for thing, number in told:
        piles[RESOURCE if thing < RESOURCES else INGREDIENT if thing < KINDS else thing] += number
    return tuple((thing, piles[thing]) for thing in sorted(piles) if piles[thing])[:most]


def _parts(fact: Fact) -> Iterator[Part]:
    match fact:
        case f.Founded():
            yield from _cards(fact.seat, fact.gained)
        case f.Produced():
            for seat, packed in enumerate(fact.gains):
                yield from _cards(seat, packed)
        case f.Discarded():
            for seat, packed in enumerate(fact.cards):
                yield from _cards(seat, packed, -1)
        case f.RoadBuilt() if not fact.free:
            yield from _cards(fact.seat, ROAD_COST, -1)
        case f.SettlementBuilt():
            yield from _cards(fact.seat, SETTLEMENT_COST, -1)
        case f.CityBuilt():
            yield from _cards(fact.seat, CITY_COST, -1)
        case f.SiteBuilt():
            yield from _cards(fact.seat, SITE_COST, -1)
        case f.DevBought():
            yield fact.seat, DEV, 1
            yield from _cards(fact.seat, DEV_COST, -1)
        case _:
            yield from _dealt(fact)


def _dealt(fact: Fact) -> Iterator[Part]:
    """Trade, the Market, theft."""
    match fact:
        case f.BankTraded():
            yield fact.seat, fact.gives, -fact.rate
            yield fact.seat, fact.gets, 1
        case f.OfferClosed():
            for seat, sign in ((fact.seat, 1), (fact.partner, -1)):
                yield from _cards(seat, fact.gets, sign)
                yield from _cards(seat, fact.gives, -sign)
        case f.ChocolateMade():
            yield from _cards(fact.seat, RECIPES[fact.sort], -1)
            if REWARD_DEV[fact.row]:
                yield fact.seat, DEV, 1
        case f.RewardLapsed() if fact.part == "dev":
            yield fact.seat, DEV, -1
        case f.ChipsGot():
            yield fact.seat, CHIPS, fact.chips
        case f.ResourceGot():
            yield fact.seat, fact.card, 1
        case f.Robbed():
            thing = INGREDIENT if fact.pile == INGREDIENT_PILE else RESOURCE
            yield fact.seat, thing, 1
            yield fact.victim, thing, -1
        case _:
            yield from _played(fact)


def _played(fact: Fact) -> Iterator[Part]:
    """Development cards."""
    match fact:
        case f.KnightPlayed() | f.RoadsPlayed():
            yield fact.seat, DEV, -1
        case f.PlentyPlayed():
            yield fact.seat, DEV, -1
            yield from _cards(fact.seat, fact.gained)
        case f.MonopolyPlayed():
            yield fact.seat, DEV, -1
            yield fact.seat, fact.card, sum(fact.given)
            for seat, number in enumerate(fact.given):
                yield seat, fact.card, -number
        case _:
            pass


def _cards(seat: int, packed: int, sign: int = 1) -> Iterator[Part]:
    for kind, number in enumerate(counts.unpack(packed, KINDS)):
        if number:
            yield seat, kind, sign * number


__all__ = ["CHIPS", "DEV", "INGREDIENT", "RESOURCE", "Gain", "folded", "gains"]
