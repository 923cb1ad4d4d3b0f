"""What a move leads to: the one place where players let the rules judge, on states that they imagined.

Luck is folded: `outcomes` finds out what a move can draw by playing it again and again with scripted luck, and merges
what comes to the same. `after` goes on with luck drawn.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any, Generic

from msgspec import Struct

from rules.chance import Chance
from rules.contract import AnyRules, Move, S, Seat, Step


class Effort:
    """Counts positions looked at against a budget."""

    __slots__ = ("budget", "spent")

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.spent = 0

    def spend(self, steps: int = 1) -> None:
        self.spent += steps

    @property
    def left(self) -> int:
        return max(0, self.budget - self.spent)


class Possible(Struct, Generic[S], frozen=True):
    """One way a move can turn out, and how likely it is."""

    state: S
    weight: float


class Scripted:
    """Luck as a script says; beyond its end always 0, and noted how many ways there were at each draw."""

    __slots__ = ("drawn", "script", "sizes")

    def __init__(self, script: Sequence[int]) -> None:
        self.script = script
        self.drawn: list[int] = []
        self.sizes: list[int] = []

    def below(self, n: int, /) -> int:
        at = len(self.drawn)
        value = self.script[at] if at < len(self.script) else 0
        self.drawn.append(value)
        self.sizes.append(n)
        return value

    def following(self) -> list[int] | None:
        """The next script in the order of counting; None after the last."""
        for at in range(len(self.drawn) - 1, -1, -1):
            if self.drawn[at] + 1 < self.sizes[at]:
                return [*self.drawn[:at], self.drawn[at] + 1]
        return None


def outcomes(  # noqa: PLR0917 (a move, and how it is looked at)
    rules: AnyRules, state: Any, seat: Seat, move: Move, most: int, chance: Chance, effort: Effort
) -> tuple[Possible[Any], ...]:
    """Every state that a move can lead to, equal ones merged, with exact weights; raises IllegalMove.

    Where more than `most` draws would have to be looked at, so many are drawn instead, each as likely as the other.
    """
    found: dict[Any, Fraction] = {}
    script: list[int] | None = []
    for _ in range(most):
        luck = Scripted(script)
        step = rules.apply(state, seat, move, luck)
        effort.spend()
        found[step.state] = found.get(step.state, Fraction(0)) + Fraction(1, prod(luck.sizes))
        script = luck.following()
        if script is None:
            return tuple(Possible(after, float(weight)) for after, weight in found.items())
    effort.spend(most)
    drawn: dict[Any, int] = {}
    for _ in range(most):
        after = rules.apply(state, seat, move, chance).state
        drawn[after] = drawn.get(after, 0) + 1
    return tuple(Possible(after, times / most) for after, times in drawn.items())


def after(  # noqa: PLR0917 (moves, and how they are looked at)
    rules: AnyRules, state: S, seat: Seat, moves: Sequence[Move], chance: Chance, effort: Effort
) -> Step[S]:
    """What comes of the moves of a seat, with luck drawn; raises IllegalMove."""
    step: Step[S] = Step(state, ())
    for move in moves:
        step = rules.apply(step.state, seat, move, chance)
        effort.spend()
    return step
