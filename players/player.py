"""What a house player is: a function of what its seat may know. It never gets a state, only imagines some."""

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from rules.chance import Chance
from rules.contract import Memory, Move, Prompt, PublicView, SeatView


class Level(StrEnum):
    """How well it plays. Levels differ in search and noise, never in what they see."""

    GENTLE = "gentle"
    """As a person in their third game: sees what is good now, and blunders a little."""
    EVEN = "even"
    """As a good club player."""
    STRONG = "strong"
    """As one who is hard to beat: plays on in thought, over many worlds, and takes its time."""


class Sight(Struct, frozen=True, gc=False):
    """All that a house player is given: what its seat may know, and nothing else."""

    seat: int
    public: PublicView
    private: SeatView
    memory: Memory

    def __repr__(self) -> str:
        return f"Sight(seat={self.seat}, …)"


class Weighed(Struct, frozen=True, gc=False):
    """A way to go on, and what the player thinks of it."""

    moves: tuple[Move, ...]
    """From the first move of the turn on, as far as they can be foreseen."""
    worth: float
    """The estimated chance of winning, 0 … 1, after these moves; comparable within one thought."""


class Thought(Struct, frozen=True, gc=False):
    """What came of thinking."""

    moves: tuple[Move, ...]
    """To be committed in one go: one or more, of which only the last may draw luck or reveal something."""
    weighed: tuple[Weighed, ...]
    """The best ways that were found, best first; what was chosen is among them, not the first where it blunders."""
    steps: int
    """How much was thought: positions looked at. Budgets are counted in them, never in time."""


class Player(Protocol):
    """One game at one level."""

    def think(self, sight: Sight, prompt: Prompt, budget: int, chance: Chance, /) -> Thought:
        """An answer to an open question of its seat.

        The same sight, question, budget and luck give the same thought, whatever the hidden truth is (law L15).
        `budget` bounds the steps; less still gives a legal answer.
        """
        ...


class Trained(Struct, frozen=True):
    """A player with the budget that its level is meant to have."""

    player: Player
    budget: int
