"""The Chocolate Market: chocolate for the reward of its row, bars that fall and rise (CM-17 to CM-20)."""

from msgspec.structs import replace

from rules import counts
from rules.catan import build, devcards, moves
from rules.catan.facts import (
    BarFell,
    BarRose,
    ChipsGot,
    ChocolateMade,
    DevGot,
    MarketRolled,
    ResourceGot,
    RewardLapsed,
)
from rules.catan.hands import gain, resources, spend
from rules.catan.hexes import EDGE_NAMES, bits
from rules.catan.moves import DECLINED, NONE
from rules.catan.notation import NO_ROAD
from rules.catan.pieces import (
    BOTTOM_ROW,
    CARD_NAMES,
    CHIPS,
    CHOICE_OF_DIE,
    GUARD,
    RECIPES,
    RESOURCE_MASK,
    RESOURCES,
    REWARD_CHIPS,
    REWARD_DEV,
    REWARD_RESOURCE,
    REWARD_ROAD,
    SORT_NAMES,
    SORT_OF,
    SORTS,
    TOP_ROW,
)
from rules.catan.reasons import BankHasNot, BarAtTheBottom, BarAtTheTop, NotInThisGame, RewardWanted
from rules.catan.scoring import settled
from rules.catan.state import Catan, Main, MarketRise, Over, swap
from rules.catan.words import Choices, Word, Words, always
from rules.chance import d6
from rules.contract import Chance, Choice, IllegalMove, Step, Told
from rules.facts import Announced, Whispered

CHIPS_PART, DEV_PART, RESOURCE_PART, ROAD_PART, NO_PART = "chips", "dev", "resource", "road", "nothing"
"""The parts of a reward, and none."""


# ── making it ────────────────────────────────────────────────────────────────────────────────────────────────────────


def chocolate(state: Catan, seat: int, move: moves.Chocolate, chance: Chance) -> Step[Catan]:
    """CM-17: ingredients for the reward of the row, which may win; only then the bar falls and the die is rolled."""
    if not state.market:
        raise IllegalMove(NotInThisGame())
    row = state.bars[move.sort]
    if row == BOTTOM_ROW:  # CM-18
        raise IllegalMove(BarAtTheBottom(move.sort))
    hands, bank = spend(state, seat, RECIPES[move.sort])
    _check(state, seat, row, move)
    step = _rewarded(replace(state, hands=hands, bank=bank), seat, row, move, chance)
    if type(step.state.phase) is Over:
        return step
    return _moved(step.state, move.sort, row, chance, step.facts)


def _choice(state: Catan, seat: int, row: int) -> str:
    """The part of the reward for which the player has to choose; what cannot be given lapses (CM-20)."""
    if REWARD_RESOURCE[row] and resources(state.bank):
        return RESOURCE_PART
    return ROAD_PART if REWARD_ROAD[row] and build.road_places(state, seat) else NO_PART


def _check(state: Catan, seat: int, row: int, move: moves.Chocolate) -> None:
    """What is chosen is what the row lets choose; a road is checked when it is laid, which no luck precedes."""
    wanted = _choice(state, seat, row)
    said = RESOURCE_PART if move.resource != NONE else ROAD_PART if move.road != NONE else NO_PART
    if said != wanted or move.resource >= RESOURCES:
        raise IllegalMove(RewardWanted(row, wanted))
    if said == RESOURCE_PART and not counts.amount(state.bank, move.resource):
        raise IllegalMove(BankHasNot(move.resource))


def _rewarded(state: Catan, seat: int, row: int, move: moves.Chocolate, chance: Chance) -> Step[Catan]:
    """CM-20: in the order printed; each part that cannot be given lapses."""
    told: tuple[Told, ...] = (Announced(ChocolateMade(seat, move.sort, row)),)
    if REWARD_CHIPS[row]:
        state, told = _chips(state, seat, REWARD_CHIPS[row], told)
    if REWARD_DEV[row]:
        state, told = _dev(state, seat, chance, told)
    if REWARD_RESOURCE[row]:
        state, told = _resource(state, seat, move.resource, told)
    if REWARD_ROAD[row]:
        state, told = _road(state, seat, move.road, told)
    return settled(state, told)


Rewarded = tuple[Catan, tuple[Told, ...]]


def _chips(state: Catan, seat: int, number: int, told: tuple[Told, ...]) -> Rewarded:
    """As many as are left of 28."""
    number = min(number, CHIPS - sum(state.chips))
    if not number:
        return state, (*told, Announced(RewardLapsed(seat, CHIPS_PART)))
    after = replace(state, chips=swap(state.chips, seat, state.chips[seat] + number))
    return after, (*told, Announced(ChipsGot(seat, number)))


def _dev(state: Catan, seat: int, chance: Chance, told: tuple[Told, ...]) -> Rewarded:
    if not state.deck.packed:
        return state, (*told, Announced(RewardLapsed(seat, DEV_PART)))
    after, dev = devcards.draw(state, seat, chance)
    return after, (*told, Whispered(seat, DevGot(dev)))


def _resource(state: Catan, seat: int, card: int, told: tuple[Told, ...]) -> Rewarded:
    if card == NONE:
        return state, (*told, Announced(RewardLapsed(seat, RESOURCE_PART)))
    hands, bank = gain(state, seat, counts.plus(0, card))
    return replace(state, hands=hands, bank=bank), (*told, Announced(ResourceGot(seat, card)))


def _road(state: Catan, seat: int, edge: int, told: tuple[Told, ...]) -> Rewarded:
    """At once and free, from the own stock; it may be declined."""
    if edge in {NONE, DECLINED}:
        return state, (*told, Announced(RewardLapsed(seat, ROAD_PART)))
    after, built = build.free_road(state, seat, edge)
    return after, told + built


# ── the bars ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _moved(state: Catan, sort: int, row: int, chance: Chance, told: tuple[Told, ...]) -> Step[Catan]:
    """CM-17, CM-18: the bar made falls; the die raises another, or lets the player choose."""
    bars = swap(state.bars, sort, row - 1)
    die = d6(chance)
    told = (*told, Announced(BarFell(sort, row - 1)), Announced(MarketRolled(die)))
    if die == CHOICE_OF_DIE or bars[die - 1] == TOP_ROW:
        return Step(replace(state, bars=bars, phase=MarketRise()), told)
    up = bars[die - 1] + 1
    risen = Announced(BarRose(die - 1, up, chosen=False))
    return Step(replace(state, bars=swap(bars, die - 1, up)), (*told, risen))


def rise(state: Catan, _seat: int, move: moves.Raise, _chance: Chance) -> Step[Catan]:
    """CM-17, CM-18: any that is not in the top row, also the one just made."""
    up = state.bars[move.sort] + 1
    if up > TOP_ROW:
        raise IllegalMove(BarAtTheTop(move.sort))
    risen = Announced(BarRose(move.sort, up, chosen=True))
    return Step(replace(state, bars=swap(state.bars, move.sort, up), phase=Main()), (risen,))


def _low(state: Catan) -> list[int]:
    return [sort for sort in SORTS if state.bars[sort] < TOP_ROW]


def idle_raise(state: Catan) -> moves.Raise:
    """CM-29"""
    return moves.Raise(_low(state)[0])


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _made(state: Catan, seat: int) -> list[int]:
    """The sorts that can be made now; none in the base game, which has no bars."""
    hand = state.hands[seat].packed | GUARD
    return [sort for sort, row in enumerate(state.bars) if row and hand - RECIPES[sort] & GUARD == GUARD]


def _may_make(state: Catan, seat: int) -> bool:
    return state.hands[seat].packed > RESOURCE_MASK and bool(_made(state, seat))


def _sorts(state: Catan, seat: int, words: Words) -> Choices:
    """The sort, then the resource or the road, where its row gives one."""
    if not words:
        return tuple(_sort(state, seat, sort) for sort in _made(state, seat))
    sort = SORT_OF.get(words[0].upper(), -1)
    wanted = _choice(state, seat, state.bars[sort]) if sort in _made(state, seat) else NO_PART
    match words[1:]:
        case () if wanted == RESOURCE_PART:
            return tuple(Choice(CARD_NAMES[k], whole=True) for k in range(RESOURCES) if counts.amount(state.bank, k))
        case () if wanted == ROAD_PART:
            return (Choice(ROAD_PART, whole=False),)
        case (part,) if part == wanted == ROAD_PART:
            edges = tuple(Choice(EDGE_NAMES[edge], whole=True) for edge in bits(build.road_places(state, seat)))
            return (*edges, Choice(NO_ROAD, whole=True))
        case _:
            return ()


def _sort(state: Catan, seat: int, sort: int) -> Choice:
    """With its points and the other parts of the row's reward."""
    row = state.bars[sort]
    parts = ((REWARD_DEV, DEV_PART), (REWARD_RESOURCE, RESOURCE_PART), (REWARD_ROAD, ROAD_PART))
    given = tuple([part for rewards, part in parts if rewards[row]])
    whole = _choice(state, seat, row) == NO_PART
    return Choice(SORT_NAMES[sort], whole, group="chocolate", worth=REWARD_CHIPS[row], offers=given)


def _rising(state: Catan, _seat: int, words: Words) -> Choices:
    return () if words else tuple(Choice(SORT_NAMES[sort], whole=True, group="chocolate") for sort in _low(state))


CHOCOLATE = Word("chocolate", _may_make, _sorts)
RAISE = Word("raise", always, _rising)
