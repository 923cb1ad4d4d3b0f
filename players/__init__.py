"""House players: computer opponents of every game, honest by construction.

A house player is a function of what its seat may know (`Sight`), of an open question, a budget of steps and a source
of luck. It gets no state; to think ahead it imagines some (`Rules.imagine`). The way in is `think`.

Which player answers at which level stands in `PLAYERS`, one line a game; a game without a line is played by plain.py,
which needs nothing but its rules.
"""

from collections.abc import Mapping
from typing import Final

from players import cafe, catan, guatemala, plain
from players.chances import Estimator
from players.player import Level, Player, Sight, Thought, Trained, Weighed
from rules.chance import Chance
from rules.contract import AnyRules, Prompt

PLAYERS: Final[dict[str, Mapping[Level, Trained]]] = {
    "catan": catan.LEVELS,
    "guatemala": guatemala.LEVELS,
    "cafe": cafe.LEVELS,
}

ESTIMATORS: Final[Mapping[str, Estimator]] = {
    "catan": catan.CHANCES,
    "guatemala": guatemala.CHANCES,
    "cafe": cafe.CHANCES,
}
"""Who estimates the chances in a game: without a line it is not analysed."""


def trained(rules: AnyRules, level: Level) -> Trained:
    """Who plays a game at a level."""
    return PLAYERS[rules.key][level] if rules.key in PLAYERS else plain.trained(rules, level)


def think(  # noqa: PLR0917 (all that a thought depends on)
    rules: AnyRules, sight: Sight, prompt: Prompt, level: Level, budget: int | None, chance: Chance
) -> Thought:
    """The answer of a house player to an open question of its seat; without a budget that of its level is its own."""
    who = trained(rules, level)
    return who.player.think(sight, prompt, who.budget if budget is None else budget, chance)


__all__ = [
    "ESTIMATORS",
    "PLAYERS",
    "Estimator",
    "Level",
    "Player",
    "Sight",
    "Thought",
    "Trained",
    "Weighed",
    "think",
    "trained",
]
