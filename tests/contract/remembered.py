"""What each seat remembers at each position of a game: the fold of what it was told."""

from typing import Any

from players.player import Sight
from rules.contract import Memory, Position
from rules.facts import heard
from tests.contract.cases import Case
from tests.contract.player import Game

Memories = tuple[Memory, ...]
_KNOWN: dict[tuple[int, int], tuple[Case, Game, list[Memories]]] = {}
"""By case and game, which are kept with them: several laws look at the same games."""


def memories(case: Case, game: Game) -> list[Memories]:
    key = id(case), id(game)
    if key not in _KNOWN:
        _KNOWN[key] = case, game, _memories(case, game)
    return _KNOWN[key][2]


def _memories(case: Case, game: Game) -> list[Memories]:
    """By position, then by seat. What was taken back was never told: the memory of before stands again."""
    rules, seats = case.rules, range(game.setup.seats)
    start = game.beginning.position.state
    told = game.beginning.told
    found: list[Memories] = [
        tuple(rules.remember(None, rules.public(start), seat, heard(told, seat)) for seat in seats)
    ]
    texts = [game.text]
    for ply in game.plies:
        if ply.kind == "undo":
            at = len(texts) - 1 - texts[::-1].index(ply.text)
            found.append(found[at])
        else:
            public = rules.public(ply.commit.position.state)
            found.append(tuple(rules.remember(found[-1][s], public, s, heard(ply.commit.told, s)) for s in seats))
        texts.append(ply.text)
    return found


def sight(case: Case, state: Any, seat: int, memory: Memory) -> Sight:
    return Sight(seat, case.rules.public(state), case.rules.private(state, seat), memory)


class Seen:
    """Positions of games as one seat sees them, spread evenly; first those with a sealed or an unusual question."""

    def __init__(self, case: Case, games: tuple[Game, ...], count: int) -> None:
        everything: list[tuple[Game, Position[Any], Memories]] = []
        for game in games:
            everything += [(game, *pair) for pair in zip(game.positions, memories(case, game), strict=True)]
        topics: dict[str, list[tuple[Game, Position[Any], Memories]]] = {}
        for one in everything:
            for question in one[1].open:
                topics.setdefault(f"{question.topic} {type(one[1].state.phase).__name__}", []).append(one)
        share = max(1, count // (2 * len(topics)))
        chosen = [one for found in topics.values() for one in found[:: max(1, len(found) // share)][:share]]
        rest = count - len(chosen)
        step = max(1, len(everything) // max(1, rest))
        self.positions = [*chosen, *everything[::step][:rest]]
