"""A player of any game at all: every legal move is tried in imagined worlds, with short random play after it.

It needs nothing but the rules, so it is no master; a game that wants one brings a mind of its own.
"""

from collections.abc import Sequence
from typing import Any, Final

from players.outcomes import Effort, after
from players.player import Level, Trained
from players.search import Habits, Searcher, Turn
from rules.chance import Chance, pick
from rules.contract import AnyRules, Outcome, Prompt

LEVELS: Final = {
    Level.GENTLE: (Habits(width=8, worlds=2, slips=150, warmth=0.2), 150),
    Level.EVEN: (Habits(width=16, worlds=16), 1500),
    Level.STRONG: (Habits(width=24, worlds=64), 6000),
}
AHEAD: Final = 40
"""Moves of random play; a game that is not over then is level."""


def trained(rules: AnyRules, level: Level) -> Trained:
    habits, budget = LEVELS[level]
    return Trained(Searcher(PlainMind(rules), habits), budget)


class PlainMind:
    """Random play."""

    __slots__ = ("rules",)

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules

    def turns(self, state: Any, prompt: Prompt, effort: Effort, /) -> Sequence[Turn]:
        """Every single move, those first that the game ranks; in an order that depends on the moves alone."""
        effort.spend()
        moves = self.rules.moves(state, prompt.seat)
        best = [move for move, _ in self.rules.best(state, prompt.seat, len(moves)) if move in moves]
        rest = [move for move in moves if move not in best]
        step = max(1, len(rest) // 16)  # not only the first of many that are alike
        return [(move,) for move in dict.fromkeys((*best[:4], *rest[::step], *rest))]

    def value(self, state: Any, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        state = after(self.rules, state, seat, turn, chance, effort).state
        for _ in range(AHEAD):
            outcome = self.rules.outcome(state)
            if outcome is not None:
                return place(outcome, seat)
            asked = [prompt.seat for prompt in self.rules.prompts(state) if prompt.required]
            mover = asked[0]
            move = pick(chance, self.rules.moves(state, mover))
            state = after(self.rules, state, mover, (move,), chance, effort).state
        return 0.5


def place(outcome: Outcome, seat: int) -> float:
    """What a place in the ranking is worth: 1 for the first, shared among those who share it."""
    return 1 / len(outcome.ranking[0]) if seat in outcome.ranking[0] else 0.0


__all__ = ["PlainMind", "place", "trained"]
