"""Weights that make what has happened likeliest: a conditional logit, by Newton's method."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from players.chances import Estimator, Signs, odds
from rules.contract import Record
from rules.engine.replay import walk

EVERY: Final = 3
"""Every third public position is looked at: those beside each other say the same."""
ROUNDS: Final = 25
RIDGE: Final = 0.5
"""Holds weights back of which games say little, as much as half a game would."""
ENOUGH: Final = 1e-9


class Position(Struct, frozen=True):
    progress: float
    """How much of the game had been played: 0 … 1."""
    signs: tuple[Signs | None, ...]


class Game(Struct, frozen=True):
    state: Any
    won: tuple[float, ...]
    """1 for who has won, shared among those who share it."""
    positions: tuple[Position, ...]


def seen(of: Estimator, records: Sequence[Record]) -> Game:
    """A game as its positions looked."""
    moments = list(walk(of.rules, records))
    last = moments[-1].after
    outcome = of.rules.outcome(last.state)
    assert outcome is not None
    first, found = outcome.ranking[0], list[Position]()
    for moment in moments[1:-1]:
        number = moment.after.number
        if moment.before is None or number == moment.before.number or number % EVERY:
            continue
        state = of.settled(moment.after.state)
        if of.rules.outcome(state) is None:
            found.append(Position(number / last.number, of.signs(state)))
    won = tuple([(seat in first) / len(first) for seat in range(last.state.seats)])
    return Game(last.state, won, tuple(found))


def fitted(games: Sequence[Game]) -> Signs:
    """Every game counts the same, however long it was."""
    games = [game for game in games if game.positions]
    size = len(next(sign for sign in games[0].positions[0].signs if sign is not None))
    weights = (0.0,) * size
    for _ in range(ROUNDS):
        step = _solved(*_slopes(games, weights, size))
        weights = tuple([weight + more for weight, more in zip(weights, step, strict=True)])
        if max(map(abs, step)) < ENOUGH:
            break
    return weights


def _slopes(games: Sequence[Game], weights: Signs, size: int) -> tuple[list[list[float]], list[float]]:
    """How much likelier it all becomes with each weight, and how that bends."""
    slope = [-RIDGE * weight for weight in weights]
    bend = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
    for game in games:
        share = 1 / len(game.positions)
        for position in game.positions:
            chances = odds(position.signs, weights)
            live = [(sign, chances[seat], game.won[seat]) for seat, sign in enumerate(position.signs) if sign]
            mean = [sum([chance * sign[at] for sign, chance, _ in live]) for at in range(size)]
            for sign, chance, won in live:
                away = [sign[at] - mean[at] for at in range(size)]
                for row in range(size):
                    slope[row] += share * (won - chance) * sign[row]
                    for column in range(size):
                        bend[row][column] += share * chance * away[row] * away[column]
    return bend, slope


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """By elimination; the matrix is symmetric and positive."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        for other in range(size):
            if other != at:
                factor = rows[other][at] / rows[at][at]
                rows[other] = [mine - factor * its for mine, its in zip(rows[other], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]
