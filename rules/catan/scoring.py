"""Points, the goal, and the ending (CM-7, CM-8, CM-10, CM-25, CM-29)."""

from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.catan.facts import Ended, TurnBegan, Won
from rules.catan.pieces import BASE_GOAL, MARKET_GOAL, Dev
from rules.catan.state import POINTS, Catan, Offer, Over, PreRoll
from rules.contract import Outcome, Step, Told
from rules.counts import Hidden
from rules.facts import Announced

LONGEST_ROAD: Final = 2
LARGEST_ARMY: Final = 2
_HIDDEN: Final = counts.BITS * Dev.VICTORY_POINT


def goal(state: Catan) -> int:
    """CM-10, CM-25"""
    return MARKET_GOAL if state.market else BASE_GOAL


def hidden_points(state: Catan, seat: int) -> int:
    """The victory-point cards that a seat holds."""
    return state.devs[seat].packed >> _HIDDEN & counts.FULL


def public_points(state: Catan, seat: int) -> int:
    """Without hidden cards."""
    points = state.settlements[seat].bit_count() + 2 * state.cities[seat].bit_count() + state.chips[seat]
    if state.longest == seat:
        points += LONGEST_ROAD
    if state.army == seat:
        points += LARGEST_ARMY
    return points


def points(state: Catan, seat: int) -> int:
    return public_points(state, seat) + hidden_points(state, seat)


def won(state: Catan) -> bool:
    """Has the player whose turn it is the goal? Asked after every act or gain of his (CM-10)."""
    return points(state, state.active) >= (MARKET_GOAL if state.market else BASE_GOAL)
