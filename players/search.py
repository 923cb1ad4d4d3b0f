"""Determinised search: the ways to go on are compared in imagined worlds, the better ones in more of them.

Sequential halving at the root: all ways are tried in the same worlds with the same luck, the worse half is dropped,
the rest is tried in further worlds, until one is left or the budget is spent. It may be stopped at any time; steps are
counted, never time, so that the same sight, budget and luck give the same thought whatever the hidden truth is.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import exp
from typing import Any, Final, Protocol

from msgspec import Struct

from players.outcomes import Effort
from players.player import Sight, Thought, Weighed
from rules.chance import Chance, Seeded
from rules.contract import AnyRules, Move, Prompt

Turn = tuple[Move, ...]
"""From one move to a whole turn; only the last may draw luck, reveal something or ask others."""
SEEDS = 1 << 62
BEST = 5
"""So many ways are told of."""
WON: Final = 1.0
"""The worth of a way that wins for sure: no level slips from it."""


class Mind(Protocol):
    """What a game brings to think with. What it is given are imagined states, in which everything may be looked at."""

    @property
    def rules(self) -> AnyRules: ...

    def turns(self, state: Any, prompt: Prompt, effort: Effort, /) -> Sequence[Turn]:
        """Ways for the asked seat to go on, best first; never none.

        They are found in one imagined world and tried in all, so they depend on what the seat knows alone.
        """
        ...

    def value(self, state: Any, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        """The estimated chance of winning (or what grows with it), 0 … 1, if the seat goes this way in this world."""
        ...


class Judge(Protocol):
    """What says how good a way is: all that comparing some asks for."""

    def value(self, state: Any, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float: ...


class Habits(Struct, frozen=True):
    """How a level searches and errs."""

    width: int
    """At most so many ways are compared."""
    worlds: int
    """At most so many worlds are imagined; in each every way is tried once, with luck of that world."""
    slips: int = 0
    """Per thousand decisions: it takes any of its ways, the better the likelier."""
    warmth: float = 0.1
    """How much worse a way may be that it slips to."""


class Line:
    """One way while it is compared."""

    __slots__ = ("count", "total", "turn")

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.total = 0.0
        self.count = 0

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0


class Searcher(Struct, frozen=True):
    """A player made of a game's mind and a level's habits."""

    mind: Mind
    habits: Habits

    def think(self, sight: Sight, prompt: Prompt, budget: int, chance: Chance, /) -> Thought:
        effort = Effort(budget)
        worlds = Worlds(self.mind.rules, sight, chance, self.habits.worlds)
        turns = self.mind.turns(worlds.world(0), prompt, effort)[: self.habits.width]
        lines = [Line(turn) for turn in turns]
        if len(lines) > 1:
            lines = halve(self.mind, lines, worlds, sight.seat, effort)
        return chosen(lines, self.habits, chance, effort)


class Worlds:
    """Imagined worlds, made when they are wanted, each with luck of its own for whoever plays on in it."""

    __slots__ = ("_made", "chance", "most", "rules", "sight")

    def __init__(self, rules: AnyRules, sight: Sight, chance: Chance, most: int) -> None:
        self.rules, self.sight, self.chance, self.most = rules, sight, chance, most
        self._made: list[tuple[Any, int]] = []

    def world(self, number: int) -> Any:
        return self._get(number)[0]

    def luck(self, number: int) -> Chance:
        """The same for every way that is tried in this world."""
        return Seeded(self._get(number)[1] + number)

    def _get(self, number: int) -> tuple[Any, int]:
        number %= self.most
        while len(self._made) <= number:
            sight = self.sight
            state = self.rules.imagine(sight.public, sight.private, sight.memory, self.chance)
            self._made.append((state, self.chance.below(SEEDS)))
        return self._made[number]


def halve(mind: Judge, lines: list[Line], worlds: Worlds, seat: int, effort: Effort) -> list[Line]:
    """Sequential halving; gives the lines best first, those that were tried longest in front.

    In a round every line left is tried in the same worlds; a round is given an equal share of what the budget has left.
    """
    alive, out, tried = lines, list[Line](), 0
    rounds = max(1, (len(lines) - 1).bit_length())
    for left in range(rounds, 0, -1):
        until = effort.spent + effort.left // left
        first = True
        while (first or effort.spent < until) and tried < worlds.most:
            if not effort.left and tried:
                break
            _try(mind, alive, worlds, tried, seat, effort)
            tried, first = tried + 1, False
        alive = sorted(alive, key=lambda line: -line.mean)
        keep = (len(alive) + 1) // 2
        out = [*alive[keep:], *out]
        alive = alive[:keep]
    return [*alive, *out]


def _try(  # noqa: PLR0917 (a round of the search)
    mind: Judge, lines: Sequence[Line], worlds: Worlds, number: int, seat: int, effort: Effort
) -> None:
    """Each line once more, in the same world; a budget that ends on the way leaves the rest to the order they have."""
    state = worlds.world(number)
    for line in lines:
        if not effort.left and number == 0 and line.count == 0 and line is not lines[0]:
            return
        line.total += mind.value(state, seat, line.turn, worlds.luck(number), effort)
        line.count += 1


def chosen(lines: Sequence[Line], habits: Habits, chance: Chance, effort: Effort) -> Thought:
    """The best, or what a slip of the level makes of it.

    What was given up early is worth no more than what it lost against: its mean is of fewer worlds, maybe kinder ones.
    """
    slips = chance.below(1000) < habits.slips and lines[0].mean < WON
    at = slip([line.mean for line in lines], habits.warmth, chance) if slips else 0
    told = [*lines[:BEST], *([lines[at]] if at >= BEST else [])]
    worths = accumulate((line.mean for line in told), min)
    weighed = tuple(Weighed(line.turn, worth) for line, worth in zip(told, worths, strict=True))
    return Thought(lines[at].turn, weighed, effort.spent)


def slip(worths: Sequence[float], warmth: float, chance: Chance) -> int:
    """One of them, the better the likelier (softmax)."""
    best = max(worths)
    weights = [exp((worth - best) / warmth) for worth in worths]
    left = chance.below(SEEDS) / SEEDS * sum(weights)
    for at, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return at
    return 0
