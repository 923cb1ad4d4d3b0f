"""A house player at a position made by hand: what it answers, at either level, with the hands known or not."""

from typing import cast

from players import think
from players.player import Level, Sight, Thought
from rules.catan.game import RULES
from rules.catan.memory import CatanMemory
from rules.catan.moves import CatanMove
from rules.catan.state import Catan
from rules.chance import Seeded
from rules.contract import Memory, Move, Prompt, Seat
from tests.rules.catan.position import Made, Position

FEW = 800
"""Steps that show what `strong` thinks; its own budget is for what is closer."""


def state_of(made: Made) -> Catan:
    return made.state if isinstance(made, Position) else made


def sees_all(state: Catan, offered: tuple[tuple[int, int], ...] = ()) -> CatanMemory:
    """The memory of who has seen every card come and go."""
    return CatanMemory((tuple([hand.packed for hand in state.hands]),), (1,), offered=offered)


def thought(
    made: Made, seat: Seat = 0, *, level: Level = Level.EVEN, seed: int = 1, memory: Memory | None = None
) -> Thought:
    """The answer to the first question of the seat."""
    state = state_of(made)
    (prompt, *_) = [asked for asked in RULES.prompts(state) if asked.seat == seat]
    kept = sees_all(state) if memory is None else memory
    sight = Sight(seat, RULES.public(state), RULES.private(state, seat), kept)
    return think(RULES, sight, prompt, level, FEW if level is Level.STRONG else None, Seeded(seed))


def answered(made: Made, seat: Seat = 0, *, level: Level = Level.EVEN, seed: int = 1) -> tuple[str, ...]:
    """The same in words."""
    return words(thought(made, seat, level=level, seed=seed).moves)


def ways(moves: tuple[Move, ...]) -> tuple[CatanMove, ...]:
    """The moves as those of Catan."""
    return cast(tuple[CatanMove, ...], moves)


def words(moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple([RULES.write(move) for move in ways(moves)])


__all__ = ["Prompt", "answered", "sees_all", "state_of", "thought", "ways", "words"]
