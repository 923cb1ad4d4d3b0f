"""What things are worth, in victory points: set by hand from rates of exchange, then tried in games against each other.

A card is worth about a sixth of a point: a city costs five, a settlement with its roads seven.
"""

from typing import Final

from rules.catan.pieces import REWARD_CHIPS, REWARD_DEV, REWARD_RESOURCE, REWARD_ROAD

CARD: Final = 0.2
"""A card that is produced."""
KIND: Final = (1.0, 1.0, 0.8, 1.15, 1.15)
"""Of the resources against each other."""
ENOUGH: Final = (0.2, 0.28, 0.5)
"""Cards of a kind a roll from which more of them is worth half: without a harbour, with 3:1, with its own 2:1."""
BLOCKED: Final = 0.4
"""What the robber's hex still brings: some day the robber moves on."""
ROOM: Final = 0.4
"""Of what a site would bring, where there is room for one."""
ROUNDS: Final = 1.9
"""Rounds that the leader needs for a point."""
FEWEST_ROUNDS: Final = 1.5
PATIENCE: Final = 0.2
"""What a round of waiting takes off."""
SPOTS: Final = (0.3, 0.12, 0.06)
"""Of the best places to settle, in their order: how much of them a seat has before it builds there."""
FAR: Final = 0.62
"""A place one road further away."""
SECOND: Final = 0.55
"""The second thing that the same hand is good for."""
LEFT_OVER: Final = 0.05
"""A card that serves for nothing in view."""
DEV: Final = 0.48
"""A development card of which nothing is known."""
HELD: Final = (0.3, 0.0, 0.45, 0.45, 0.5)
"""A known one, by kind; victory points are counted as points."""
ARMY: Final = (1.5, 0.62)
"""The race for the largest army: at no distance, and what each knight that lacks takes off."""
ROAD: Final = (1.2, 0.7)
"""The race for the longest road."""
LEAD: Final = 0.15
"""Each knight or road by which a holder is ahead, up to three."""
SEVEN: Final = 0.06
"""A card too many when a 7 comes."""
SPREAD: Final = (0.9, 0.05)
"""How many points of advantage make the odds e : 1: at the end, and more for each round to come."""


def row_worth(row: int) -> float:
    """The reward for a chocolate in this row."""
    parts = REWARD_DEV[row] * DEV + REWARD_RESOURCE[row] * CARD + REWARD_ROAD[row] * 0.35
    return REWARD_CHIPS[row] + parts
