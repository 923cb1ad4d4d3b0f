"""A random player of base Catan who picks one of all legal moves, and whole games of it through the engine.

It knows the moves that catanatron's random player knows: all but offers to other players. The lists are those of the
rules for whoever thinks ahead (`Rules.moves`); that each of them is legal, `apply` says.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from math import floor
from typing import Final

from rules import counts, engine
from rules.catan.game import RULES
from rules.catan.moves import CatanMove, Discard
from rules.catan.state import Catan
from rules.catan.state import Discard as Discarding
from rules.contract import Record, Setup

BASE: Final = Setup(4, (("game", "base"),))


def legal(state: Catan, luck: random.Random) -> tuple[int, Sequence[CatanMove]]:
    """A seat that is asked, and all that it can do; of a discard, as catanatron does it, one at random."""
    phase = state.phase
    if type(phase) is Discarding:
        return _discard(state, phase, luck)
    return state.active, RULES.moves(state, state.active)


def _discard(state: Catan, phase: Discarding, luck: random.Random) -> tuple[int, list[CatanMove]]:
    seat = 0
    while not phase.resources[seat] or phase.given[seat].packed:
        seat += 1
    cards, given = list(counts.pieces(state.hands[seat].packed)), 0
    for _ in range(phase.resources[seat]):
        given += 1 << counts.BITS * cards.pop(floor(luck.random() * len(cards)))
    return seat, [Discard(given)]


class Dice:
    """Luck as catanatron has it, from the library's generator."""

    def __init__(self, luck: random.Random) -> None:
        self._random = luck.random

    def below(self, n: int, /) -> int:
        return floor(self._random() * n)


def play(setup: Setup, seed: int) -> Iterator[engine.Commit[Catan]]:
    """A whole game through the engine, commit by commit: every move checked, records, facts and questions kept."""
    luck = random.Random(seed)
    draw, chance = luck.random, Dice(luck)
    commit = engine.begin(RULES, setup, chance)
    yield commit
    position = commit.position
    while position.open:
        seat, moves = legal(position.state, luck)
        chosen = moves[floor(draw() * len(moves))] if len(moves) > 1 else moves[0]
        commit = engine.play(RULES, position, seat, (chosen,), chance)
        yield commit
        position = commit.position


class Game:
    """What is kept of a game that was played."""

    def __init__(self, setup: Setup, seed: int) -> None:
        records: list[Record] = []
        told = 0
        for commit in play(setup, seed):
            records += commit.records
            told += len(commit.told)
        self.records, self.told = records, told

    @property
    def actions(self) -> int:
        return len(self.records) - 1


def count(games: int) -> int:
    """For valgrind: plays so many games, and returns their actions."""
    return sum(Game(BASE, seed).actions for seed in range(games))


if __name__ == "__main__":
    print(count(int(sys.argv[1])))
