"""Development cards: bought, drawn, played, one a turn; largest army, road building (CM-7, CM-24)."""

from typing import Final, cast

from msgspec.structs import replace

from rules import counts
from rules.catan import build, moves
from rules.catan.facts import (
    DevBought,
    DevGot,
    KnightPlayed,
    LargestArmy,
    MonopolyPlayed,
    PlentyPlayed,
    RoadsDeclined,
    RoadsPlayed,
)
from rules.catan.hands import Hands, gain, resources, size, spend
from rules.catan.hexes import EDGE_NAMES, bits
from rules.catan.moves import NONE
from rules.catan.pieces import CARD_NAMES, DEV_COST, RESOURCES, ROADS, Dev, enough
from rules.catan.reasons import (
    BankHasNot,
    DevIsFresh,
    FirstRoadFirst,
    NoDevLeft,
    NoRoadPossible,
    NoSuchDev,
    OneDevATurn,
    PlentyIsTwo,
    ResourcesOnly,
)
from rules.catan.robber import back
from rules.catan.scoring import settled
from rules.catan.state import Catan, FreeRoads, Main, MoveRobber, swap, with_hand
from rules.catan.words import Choices, Word, Words, always
from rules.contract import Chance, Choice, IllegalMove, Reason, Step, Told
from rules.counts import Hidden
from rules.facts import Announced, Whispered

ARMY: Final = 3
"""CM-7: from so many played knights on."""
FREE_ROADS: Final = 2
_ONE: Final = {name: counts.plus(0, kind) for kind, name in enumerate(CARD_NAMES[:RESOURCES])}
"""One resource, by its word."""


# ── buying ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def buy(state: Catan, seat: int, _move: moves.Buy, chance: Chance) -> Step[Catan]:
    """CM-7: any number, while the 25 last; a victory-point card counts at once."""
    if not state.deck.packed:
        raise IllegalMove(NoDevLeft())
    hands, bank = spend(state, seat, DEV_COST)
    after, dev = draw(state, seat, chance, hands, bank)
    return settled(after, (Announced(DevBought(seat)), Whispered(seat, DevGot(dev))))


def draw(state: Catan, seat: int, chance: Chance, hands: Hands, bank: int) -> tuple[Catan, int]:
    """The player whose turn it is gets a card of the deck, which has one; it is not played this turn (CM-7, CM-20).

    With the hands and the bank as they are afterwards.
    """
    deck = state.deck.packed
    dev = counts.at(deck, chance.below(size(deck)))
    one = 1 << counts.BITS * dev
    devs = with_hand(state.devs, seat, state.devs[seat].packed + one)
    fresh = Hidden(state.fresh.packed + one)
    return replace(state, deck=Hidden(deck - one), devs=devs, fresh=fresh, hands=hands, bank=bank), dev


# ── playing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _playable(state: Catan, seat: int, dev: Dev) -> bool:
    """CM-7: one a turn, and none got this turn; `fresh` are cards of the seat whose turn it is."""
    return not state.played and bool(state.devs[seat].packed - state.fresh.packed >> counts.BITS * dev & counts.FULL)


def _check(state: Catan, seat: int, dev: Dev) -> None:
    if not _playable(state, seat, dev):
        raise IllegalMove(_why_not(state, seat, dev))


def _why_not(state: Catan, seat: int, dev: Dev) -> Reason:
    if state.played:
        return OneDevATurn()
    return DevIsFresh(dev) if counts.amount(state.devs[seat].packed, dev) else NoSuchDev(dev)


def _without(state: Catan, seat: int, dev: Dev) -> tuple[Hidden, ...]:
    return with_hand(state.devs, seat, state.devs[seat].packed - counts.plus(0, dev))


def knight(state: Catan, seat: int, _move: moves.Knight, _chance: Chance) -> Step[Catan]:
    """The robber as on a 7, without discards; perhaps the largest army, which wins before the robber moves (CM-10)."""
    _check(state, seat, Dev.KNIGHT)
    number = state.knights[seat] + 1
    told: tuple[Told, ...] = (Announced(KnightPlayed(seat, number)),)
    army = state.army
    # CM-7: the first with three, then whoever has strictly more.
    if number >= ARMY and army != seat and (army < 0 or number > state.knights[army]):
        told = (*told, Announced(LargestArmy(seat, army, number)))
        army = seat
    after = replace(
        state,
        phase=MoveRobber(rolled=type(state.phase) is Main),
        devs=_without(state, seat, Dev.KNIGHT),
        played=True,
        knights=swap(state.knights, seat, number),
        army=army,
    )
    return settled(after, told)


def _played(state: Catan, seat: int, dev: Dev) -> Catan:
    """One of the others than knights is used up."""
    return replace(state, devs=_without(state, seat, dev), played=True, used=counts.plus(state.used, dev))


def plenty(state: Catan, seat: int, move: moves.Plenty, _chance: Chance) -> Step[Catan]:
    """Two resources of the bank, equal or not; what it has if fewer."""
    _check(state, seat, Dev.PLENTY)
    first, second = move.card, move.card2
    _resource(first)
    cards = counts.plus(0, first)
    if second != NONE:
        _resource(second)
        cards = counts.plus(cards, second)
    if not enough(state.bank, cards):
        raise IllegalMove(BankHasNot(second if counts.amount(state.bank, first) else first))
    if second == NONE and resources(state.bank) > 1:
        raise IllegalMove(PlentyIsTwo())
    hands, bank = gain(state, seat, cards)
    after = replace(_played(state, seat, Dev.PLENTY), hands=hands, bank=bank)
    return Step(after, (Announced(PlentyPlayed(seat, cards)),))


def _resource(card: int) -> None:
    """CM-24"""
    if card >= RESOURCES:
        raise IllegalMove(ResourcesOnly(card))


def monopoly(state: Catan, seat: int, move: moves.Monopoly, _chance: Chance) -> Step[Catan]:
    """All opponents hand over all cards of one resource; how many each gave is public."""
    _check(state, seat, Dev.MONOPOLY)
    card = move.card
    _resource(card)
    mask = counts.FULL << counts.BITS * card
    taken = [0 if other == seat else hand.packed & mask for other, hand in enumerate(state.hands)]
    hands = [Hidden(hand.packed - cards) for hand, cards in zip(state.hands, taken, strict=True)]
    hands[seat] = Hidden(hands[seat].packed + sum(taken))
    given = tuple([cards >> counts.BITS * card for cards in taken])
    after = replace(_played(state, seat, Dev.MONOPOLY), hands=tuple(hands))
    return Step(after, (Announced(MonopolyPlayed(seat, card, given)),), final=True)


# ── road building ────────────────────────────────────────────────────────────────────────────────────────────────────


def roads(state: Catan, seat: int, _move: moves.Roads, _chance: Chance) -> Step[Catan]:
    """Two free roads, one after the other; one, where there is but one piece or place for it."""
    _check(state, seat, Dev.ROAD_BUILDING)
    if not build.road_places(state, seat):
        raise IllegalMove(NoRoadPossible())
    # It counts from two even with one piece left, so that `stop` knows the second road from the first.
    phase = FreeRoads(rolled=type(state.phase) is Main, left=FREE_ROADS)
    number = min(FREE_ROADS, ROADS - state.roads[seat].bit_count())
    return Step(replace(_played(state, seat, Dev.ROAD_BUILDING), phase=phase), (Announced(RoadsPlayed(seat, number)),))


def free_road(state: Catan, seat: int, move: moves.Road, _chance: Chance) -> Step[Catan]:
    phase = cast(FreeRoads, state.phase)
    after, told = build.free_road(state, seat, move.edge)
    more = phase.left > 1 and build.road_places(after, seat)
    following = FreeRoads(phase.rolled, phase.left - 1) if more else back(rolled=phase.rolled)
    return settled(replace(after, phase=following), told)


def stop(state: Catan, seat: int, _move: moves.Stop, _chance: Chance) -> Step[Catan]:
    """The second may be declined."""
    phase = cast(FreeRoads, state.phase)
    if phase.left == FREE_ROADS:
        raise IllegalMove(FirstRoadFirst())
    return Step(replace(state, phase=back(rolled=phase.rolled)), (Announced(RoadsDeclined(seat)),))


def idle_free_road(state: Catan, seat: int) -> moves.Road | moves.Stop:
    """CM-29"""
    if _may_stop(state, seat):
        return moves.Stop()
    return moves.Road(next(bits(build.road_places(state, seat))))


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_buy(state: Catan, seat: int) -> bool:
    return bool(state.deck.packed) and enough(state.hands[seat].packed, DEV_COST)


def _may_knight(state: Catan, seat: int) -> bool:
    return _playable(state, seat, Dev.KNIGHT)


def _may_roads(state: Catan, seat: int) -> bool:
    return _playable(state, seat, Dev.ROAD_BUILDING) and bool(build.road_places(state, seat))


def _may_plenty(state: Catan, seat: int) -> bool:
    return _playable(state, seat, Dev.PLENTY) and resources(state.bank) > 0


def _may_monopoly(state: Catan, seat: int) -> bool:
    return _playable(state, seat, Dev.MONOPOLY)


def _may_stop(state: Catan, _seat: int) -> bool:
    return cast(FreeRoads, state.phase).left < FREE_ROADS


def _two(state: Catan, _seat: int, words: Words) -> Choices:
    """The two resources, or the one that is left, in any order."""
    bank, found = state.bank, _ONE.get(" ".join(words), 0)
    if words and not found:
        return ()
    whole = bool(words) or resources(bank) == 1
    return tuple(Choice(name, whole) for name, card in _ONE.items() if enough(bank, found + card))


def _kinds(_state: Catan, _seat: int, words: Words) -> Choices:
    return () if words else tuple(Choice(name, whole=True) for name in CARD_NAMES[:RESOURCES])


def _edges(state: Catan, seat: int, words: Words) -> Choices:
    if words:
        return ()
    return tuple(Choice(EDGE_NAMES[edge], whole=True) for edge in bits(build.road_places(state, seat)))


BUY = Word("buy", _may_buy, whole=True)
KNIGHT = Word("knight", _may_knight, whole=True)
ROADS_CARD = Word("roads", _may_roads, whole=True)
PLENTY = Word("plenty", _may_plenty, _two)
MONOPOLY = Word("monopoly", _may_monopoly, _kinds)
FREE_ROAD = Word("road", always, _edges)
STOP = Word("stop", _may_stop, whole=True)
