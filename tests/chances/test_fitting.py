"""Fitting finds the weights by which games were won, and the table says when estimates are wrong."""

import random

import pytest

from players.chances import odds
from tests.chances.calibration import Table
from tests.chances.fitting import Game, Position, fitted

TRUE = (1.5, -0.5)


def games(number: int, seed: int) -> list[Game]:
    """Won as the odds by TRUE say."""
    luck, found = random.Random(seed), list[Game]()
    for _ in range(number):
        signs = tuple([(luck.gauss(0, 1), luck.gauss(0, 1)) for _ in range(3)])
        chances = odds(signs, TRUE)
        winner = luck.choices(range(3), chances)[0]
        won = tuple([float(seat == winner) for seat in range(3)])
        found.append(Game(None, won, (Position(0.5, signs),)))
    return found


def test_the_weights_that_decided_are_found() -> None:
    assert fitted(games(1500, 1)) == pytest.approx(TRUE, abs=0.15)


def test_what_has_lost_every_chance_is_left_out() -> None:
    here = [Game(None, (1.0, 0.0), (Position(0.5, ((1.0,), None)),)), *games(0, 1)]
    assert fitted(here) == pytest.approx((0.0,), abs=1e-6)


def table(weights: tuple[float, ...]) -> Table:
    found = Table(3)
    for game in games(1500, 2):
        found.add(game, weights)
    return found


def test_true_estimates_are_calibrated_and_beat_a_guess_and_others_are_not() -> None:
    true, none, too_sure = table(TRUE), table((0.0, 0.0)), table((6.0, -2.0))
    assert true.brier < true.guessed - 3 * true.error
    assert none.brier == pytest.approx(none.guessed)
    assert too_sure.brier > true.brier + 0.05, "whoever is too sure is further off"

    def furthest(one: Table) -> float:
        return max(abs(said - won) / n for said, won, n in one.bins if n > 100)

    assert furthest(true) < 0.07 < furthest(too_sure)
    assert true.foreseen / true.games > 0.55
