"""What things are worth, in victory points.

A card is worth about a sixth of a point: a city costs five, a settlement with its roads seven.
"""

from typing import Final

from msgspec import Struct

from rules.catan.pieces import REWARD_CHIPS, REWARD_DEV, REWARD_RESOURCE, REWARD_ROAD


class Balance(Struct, frozen=True):
    """What kinds of production bring together beyond what each brings alone, in points in ten rounds to come."""

    variety: float = 0.0
    """Each resource of which there is any."""
    roads: float = 0.0
    """Lumber with brick: the geometric mean of the cards a round, as of the following."""
    cities: float = 0.0
    """Grain with ore."""
    settlements: float = 0.0
    """The four that a settlement takes."""
    scarcest: float = 0.0
    """The one of these four that comes most rarely: its cards a round."""


class Taste(Struct, frozen=True):
    """The numbers of an evaluation. Those that stand here were set by hand from rates of exchange, then tried in games
    against each other.
    """

    card: float = 0.2
    """A card that is produced."""
    kind: tuple[float, ...] = (1.0, 1.0, 0.8, 1.15, 1.15)
    """Of the resources against each other."""
    enough: tuple[float, ...] = (0.2, 0.28, 0.5)
    """Cards of a kind a roll from which more of them is worth half: without a harbour, with 3:1, with its own 2:1."""
    blocked: float = 0.4
    """What the robber's hex still brings: some day the robber moves on."""
    room: float = 0.4
    """Of what a site would bring, where there is room for one."""
    rounds: float = 1.9
    """Rounds that the leader needs for a point."""
    fewest_rounds: float = 1.5
    patience: float = 0.2
    """What a round of waiting takes off."""
    spots: tuple[float, ...] = (0.3, 0.12, 0.06)
    """Of the best places to settle, in their order: how much of them a seat has before it builds there."""
    far: float = 0.62
    """A place one road further away."""
    second: float = 0.55
    """The second thing that the same hand is good for."""
    left_over: float = 0.05
    """A card that serves for nothing in view."""
    dev: float = 0.48
    """A development card of which nothing is known."""
    held: tuple[float, ...] = (0.3, 0.0, 0.45, 0.45, 0.5)
    """A known one, by kind; victory points are counted as points."""
    army: tuple[float, float] = (1.5, 0.62)
    """The race for the largest army: at no distance, and what each knight that lacks takes off."""
    road: tuple[float, float] = (1.2, 0.7)
    """The race for the longest road."""
    lead: float = 0.15
    """Each knight or road by which a holder is ahead, up to three."""
    seven: float = 0.06
    """A card too many when a 7 comes."""
    point: float = 1.0
    """The point that a building brings, before it stands."""
    knights: tuple[float, float] = (0.75, 0.4)
    """What counts of a knight that is held in the race for the largest army, and of an unknown card of another."""
    way: float = 0.15
    """A road that leads nowhere yet."""
    waiting: tuple[float, float] = (0.6, 0.3)
    """Rounds until a price can be paid: of the kind that takes longest, and of all kinds one after the other."""
    exchange: float = 0.5
    """Of what all that is produced would bring at the bank, what counts as coming of one kind."""
    ingredient: float = 0.35
    """Of what chocolate brings, what counts for what it is made of."""
    contested: float = 0.0
    """What a place loses that another has a road to, or next to."""
    trickle: float = 0.08
    """Cards of each kind a round that come otherwise."""
    close: float = 0.0
    """A point from the fourth last on, and four, nine, sixteen times as much for two, three, four of them."""
    balance: Balance | None = None
    spread: tuple[float, float] = (0.9, 0.05)
    """How many points of advantage make the odds e : 1: at the end, and more for each round to come."""

    def row_worth(self, row: int) -> float:
        """The reward for a chocolate in this row."""
        parts = REWARD_DEV[row] * self.dev + REWARD_RESOURCE[row] * self.card + REWARD_ROAD[row] * 0.35
        return REWARD_CHIPS[row] + parts


BY_HAND: Final = Taste()


class Tastes(Struct, frozen=True):
    """What a player holds things to be worth while all found, and afterwards."""

    founding: Taste = BY_HAND
    playing: Taste = BY_HAND
