"""The reward for chocolate: its parts, what its maker chooses of it, what is given (CM-20)."""

from msgspec.structs import replace

from rules import counts
from rules.catan import build, devcards, moves
from rules.catan.facts import ChipsGot, ChocolateMade, DevGot, ResourceGot, RewardLapsed
from rules.catan.hands import gain, resources
from rules.catan.moves import DECLINED, NONE
from rules.catan.pieces import CHIPS, RESOURCES, REWARD_CHIPS, REWARD_DEV, REWARD_RESOURCE, REWARD_ROAD
from rules.catan.reasons import BankHasNot, RewardWanted
from rules.catan.scoring import settled
from rules.catan.state import Catan, swap
from rules.contract import Chance, IllegalMove, Step, Told
from rules.facts import Announced, Whispered

CHIPS_PART, DEV_PART, RESOURCE_PART, ROAD_PART, NO_PART = "chips", "dev", "resource", "road", "nothing"
"""The parts of a reward, and none."""


def wanted(state: Catan, seat: int, row: int) -> str:
    """The part of the reward for which the player has to choose; what cannot be given lapses (CM-20)."""
    if REWARD_RESOURCE[row] and resources(state.bank):
        return RESOURCE_PART
    return ROAD_PART if REWARD_ROAD[row] and build.road_places(state, seat) else NO_PART


def check(state: Catan, seat: int, row: int, move: moves.Chocolate) -> None:
    """What is chosen is what the row lets choose; a road is checked when it is laid, which no luck precedes."""
    part = wanted(state, seat, row)
    said = RESOURCE_PART if move.resource != NONE else ROAD_PART if move.road != NONE else NO_PART
    if said != part or move.resource >= RESOURCES:
        raise IllegalMove(RewardWanted(row, part))
    if said == RESOURCE_PART and not counts.amount(state.bank, move.resource):
        raise IllegalMove(BankHasNot(move.resource))


def give(state: Catan, seat: int, row: int, move: moves.Chocolate, chance: Chance) -> Step[Catan]:
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
    after, dev = devcards.draw(state, seat, chance, state.hands, state.bank)
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
