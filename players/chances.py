"""Chances of winning, estimated from a position: how a game stands for each seat, as numbers, and their weights.

A game says by a few signs how a position looks for each seat; each sign has a weight, and the odds of the seats are as
the exponentials of what comes of it (a conditional logit). The weights are fitted on games among house players and
checked on others (`make chances`; docs/tuning/chances.log). So what is told is an estimate that was held against
results.
"""

from collections.abc import Sequence
from math import exp
from typing import Any, Final, Protocol

from msgspec import Struct

from players.search import Judge
from rules.chance import Chance
from rules.contract import AnyRules

VERSION: Final = 1
"""Of all that estimates: another one says otherwise of the same game. Grows with every change of signs or weights."""
Signs = tuple[float, ...]
"""How a position looks for one seat."""
Chances = tuple[float, ...]
"""By seat; together 1."""


class Tested(Struct, frozen=True):
    """How good estimates are, as it was measured."""

    won: int
    """Of a hundred games against *even* those that *strong* won, who judges what was better (docs/adr/0045)."""
    fair: int
    """As many as somebody no stronger would win."""
    games: int
    """So many games of house players, from which nothing was learnt …"""
    favourite: int
    """… were won by whoever was the favourite half-way through, in percent."""


class Estimator(Protocol):
    """What a game brings to have its positions estimated."""

    @property
    def rules(self) -> AnyRules: ...

    @property
    def hides(self) -> bool:
        """Is there anything in a position that not everybody sees?"""
        ...

    def settled(self, state: Any, /) -> Any:
        """Returns the position that can be looked at: what is asked in between has been answered as is likely."""
        ...

    def signs(self, state: Any, /) -> tuple[Signs | None, ...]:
        """Returns how a settled state that is not over looks for each seat; None for one that cannot win any more."""
        ...

    def weights(self, state: Any, /) -> Signs:
        """Returns those of a game of this kind, by this many."""
        ...

    def tested(self, state: Any, /) -> Tested:
        """Returns how good it is at games of this kind, by this many."""
        ...

    def imagined(self, public: Any, memory: Any, chance: Chance, /) -> Any:
        """Returns a state as likely as what everybody knows makes it. `memory`: of what everybody was told."""
        ...

    def judge(self, state: Any, seat: int, /) -> Judge:
        """Returns who says what chance a way leaves to the seat, by playing on from it in thought."""
        ...


def chances(of: Estimator, state: Any) -> Chances:
    """Returns every seat's chance of winning; once the game is over, what it has come to."""
    state = of.settled(state)
    outcome = of.rules.outcome(state)
    if outcome is None:
        return odds(of.signs(state), of.weights(state))
    first = outcome.ranking[0]
    return tuple([(seat in first) / len(first) for seat in range(state.seats)])


def odds(signs: Sequence[Signs | None], weights: Signs) -> Chances:
    values = [
        None if one is None else sum([sign * weight for sign, weight in zip(one, weights, strict=True)])
        for one in signs
    ]
    top = max([value for value in values if value is not None], default=0.0)
    parts = [0.0 if value is None else exp(value - top) for value in values]
    whole = sum(parts) or 1.0
    return tuple([part / whole for part in parts])
