"""A random player of base Catan who picks one of all legal moves, and whole games of it through the engine.

It knows the moves that catanatron's random player knows: all but offers to other players. The lists are those of the
rules for whoever thinks ahead (`Rules.moves`); that each of them is legal, `apply` says.
"""

import random
import sys
from collections.abc import Callable, Sequence
from math import floor
from typing import Final

from rules import counts, engine
from rules.catan.game import RULES
from rules.catan.moves import CatanMove, Discard
from rules.catan.pieces import RESOURCES
from rules.catan.state import Catan
from rules.catan.state import Discard as Discarding
from rules.contract import Position, Setup

BASE: Final = Setup(4, (("game", "base"),))
_ONE: Final = tuple([1 << counts.BITS * kind for kind in range(RESOURCES)])
"""A card of each kind."""
Listed = tuple[int, Sequence[CatanMove]]
"""A seat that is asked, and all that it can do."""


def legal(position: Position[Catan], luck: random.Random) -> Listed:
    """Of a discard, as catanatron does it, one at random."""
    state = position.state
    phase, seat = state.phase, state.active
    if type(phase) is Discarding:
        return _discard(state, phase, luck)
    return seat, RULES.moves(state, seat)


def by_contract(position: Position[Catan], _luck: random.Random) -> Listed:
    """What a player of any game would do, who knows nothing but the contract: every discard is listed too."""
    seat = position.open[0].seat
    for question in position.open:
        if question.required:
            seat = question.seat
            break
    return seat, RULES.moves(position.state, seat)


def _discard(state: Catan, phase: Discarding, luck: random.Random) -> tuple[int, list[CatanMove]]:
    seat = 0
    while not phase.resources[seat] or phase.given[seat].packed:
        seat += 1
    cards, given, draw = [*counts.pieces(state.hands[seat].packed)], 0, luck.random
    for left in range(len(cards), len(cards) - phase.resources[seat], -1):
        given += _ONE[cards.pop(floor(draw() * left))]
    return seat, [Discard(given)]


class Dice:
    """Luck as catanatron has it, from the library's generator."""

    def __init__(self, luck: random.Random) -> None:
        self._random = luck.random

    def below(self, n: int, /) -> int:
        return floor(self._random() * n)


class Game:
    """A whole game through the engine, every move checked: its records, how many facts were told, and its end."""

    def __init__(self, setup: Setup, seed: int, listed: Callable[[Position[Catan], random.Random], Listed]) -> None:
        luck = random.Random(seed)
        draw, chance, play = luck.random, Dice(luck), engine.play
        commit = engine.begin(RULES, setup, chance)
        records, told, position = [*commit.records], len(commit.told), commit.position
        while position.open:
            seat, moves = listed(position, luck)
            count = len(moves)
            chosen = moves[floor(draw() * count)] if count > 1 else moves[0]
            commit = play(RULES, position, seat, (chosen,), chance)
            records += commit.records
            told += len(commit.told)
            position = commit.position
        self.records, self.told, self.position = records, told, position

    @property
    def actions(self) -> int:
        return len(self.records) - 1


def count(games: int) -> int:
    """For valgrind: plays so many games, and returns their actions."""
    return sum(Game(BASE, seed, legal).actions for seed in range(games))


if __name__ == "__main__":
    print(count(int(sys.argv[1])))
