"""The Chocolate Market: chocolate for the reward of its row, bars that fall and rise (CM-17 to CM-20)."""

from msgspec.structs import replace

from rules import counts
from rules.catan import build, moves, rewards
from rules.catan.facts import (
    BarFell,
    BarRose,
    MarketRolled,
)
from rules.catan.hands import spend
from rules.catan.hexes import EDGE_NAMES, bits
from rules.catan.notation import NO_ROAD
from rules.catan.pieces import (
    BOTTOM_ROW,
    CARD_NAMES,
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
from rules.catan.reasons import BarAtTheBottom, BarAtTheTop, NotInThisGame
from rules.catan.rewards import DEV_PART, NO_PART, RESOURCE_PART, ROAD_PART
from rules.catan.state import Catan, Main, MarketRise, Over, swap
from rules.catan.words import Choices, Word, Words, always
from rules.chance import d6
from rules.contract import Chance, Choice, IllegalMove, Step, Told
from rules.facts import Announced

# ── making it ────────────────────────────────────────────────────────────────────────────────────────────────────────


def chocolate(state: Catan, seat: int, move: moves.Chocolate, chance: Chance) -> Step[Catan]:
    """CM-17: ingredients for the reward of the row, which may win; only then the bar falls and the die is rolled."""
    if not state.market:
        raise IllegalMove(NotInThisGame())
    row = state.bars[move.sort]
    if row == BOTTOM_ROW:  # CM-18
        raise IllegalMove(BarAtTheBottom(move.sort))
    hands, bank = spend(state, seat, RECIPES[move.sort])
    rewards.check(state, seat, row, move)
    step = rewards.give(replace(state, hands=hands, bank=bank), seat, row, move, chance)
    if type(step.state.phase) is Over:
        return step
    return _moved(step.state, move.sort, row, chance, step.facts)


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


def low(state: Catan) -> list[int]:
    return [sort for sort in SORTS if state.bars[sort] < TOP_ROW]


def idle_raise(state: Catan) -> moves.Raise:
    """CM-29"""
    return moves.Raise(low(state)[0])


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def made(state: Catan, seat: int) -> list[int]:
    """The sorts that can be made now; none in the base game, which has no bars."""
    hand = state.hands[seat].packed | GUARD
    return [sort for sort, row in enumerate(state.bars) if row and hand - RECIPES[sort] & GUARD == GUARD]


def _may_make(state: Catan, seat: int) -> bool:
    return state.hands[seat].packed > RESOURCE_MASK and bool(made(state, seat))


def _sorts(state: Catan, seat: int, words: Words) -> Choices:
    """The sort, then the resource or the road, where its row gives one."""
    if not words:
        return tuple(_sort(state, seat, sort) for sort in made(state, seat))
    sort = SORT_OF.get(words[0].upper(), -1)
    wanted = rewards.wanted(state, seat, state.bars[sort]) if sort in made(state, seat) else NO_PART
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
    given = tuple([part for having, part in parts if having[row]])
    whole = rewards.wanted(state, seat, row) == NO_PART
    return Choice(SORT_NAMES[sort], whole, group="chocolate", worth=REWARD_CHIPS[row], offers=given)


def _rising(state: Catan, _seat: int, words: Words) -> Choices:
    return () if words else tuple(Choice(SORT_NAMES[sort], whole=True, group="chocolate") for sort in low(state))


CHOCOLATE = Word("chocolate", _may_make, _sorts)
RAISE = Word("raise", always, _rising)
