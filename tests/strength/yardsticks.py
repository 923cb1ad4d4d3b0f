"""Players that are no level of the house, only something to be measured against."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from msgspec.structs import replace

from players import catan
from players.catan import CatanPlayer
from players.guatemala.mind import GuatemalaMind
from players.outcomes import Effort, after
from players.player import Level, Player, Sight, Thought, Trained
from rules.catan.moves import Accept, Counter, Decline
from rules.chance import Chance, pick
from rules.contract import AnyRules, Move, Prompt
from tests.strength.experts import expert

RANDOM, BEST, POINTS, EXPERT = "random", "best", "points", "expert"
"""Any legal move; what the rules rank first; the turn with the most points at once; a café's rules of thumb."""
SILENT, PEEKS = "silent", "peeks"
"""Strong, but it never trades; strong, but it looks into the true state instead of imagining one."""
EASY: Final = 400

Plays = Callable[[AnyRules, Any, Prompt, Chance], tuple[Move, ...]]


def at_random(rules: AnyRules, state: Any, prompt: Prompt, chance: Chance) -> tuple[Move, ...]:
    return (pick(chance, rules.moves(state, prompt.seat)),)


def ranked_first(rules: AnyRules, state: Any, prompt: Prompt, _chance: Chance) -> tuple[Move, ...]:
    best = rules.best(state, prompt.seat, 1)
    return (best[0][0] if best else rules.moves(state, prompt.seat)[0],)


def most_points(rules: AnyRules, state: Any, prompt: Prompt, chance: Chance) -> tuple[Move, ...]:
    """Of Guatemala Café: of the turns that a house player looks at; of equal ones any."""
    mind, effort, seat = GuatemalaMind(beam=1, looks=(1.0,)), Effort(EASY), prompt.seat
    ways = mind.turns(state, prompt, effort)
    gained = [after(rules, state, seat, way, chance, effort).state.points[seat] for way in ways]
    most = max(gained)
    return tuple(pick(chance, [way for way, points in zip(ways, gained, strict=True) if points == most]))


def by_rules_of_thumb(_rules: AnyRules, state: Any, prompt: Prompt, _chance: Chance) -> tuple[Move, ...]:
    return expert(state, prompt)


YARDSTICKS: Final[dict[str, Plays]] = {
    RANDOM: at_random,
    BEST: ranked_first,
    POINTS: most_points,
    EXPERT: by_rules_of_thumb,
}


class Silence:
    """The strong player of Catan who neither offers nor takes an offer."""

    def __init__(self) -> None:
        player = catan.LEVELS[Level.STRONG].player
        assert isinstance(player, CatanPlayer)
        self.player: Player = CatanPlayer(replace(player.manner, offers=0))

    def think(self, sight: Sight, prompt: Prompt, budget: int, chance: Chance, /) -> Thought:
        thought = self.player.think(sight, prompt, budget, chance)
        move = thought.moves[0]
        if isinstance(move, Accept | Counter):
            return replace(thought, moves=(Decline(move.number),))
        return thought


@contextmanager
def peeking(rules: AnyRules, truth: Any) -> Generator[None]:
    """As long as it lasts, what is imagined of this game is the truth."""

    def imagine(*_known: object) -> Any:
        return truth

    with patch.object(type(rules), "imagine", imagine):
        yield


def silent() -> Trained:
    return Trained(Silence(), catan.LEVELS[Level.STRONG].budget)
