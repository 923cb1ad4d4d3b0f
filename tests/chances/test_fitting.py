"""Fitting finds the weights by which games were won, and the table says when estimates are wrong."""

import random
import re
from pathlib import Path

import pytest

from players import ESTIMATORS
from players.chances import odds
from rules.chance import Seeded
from rules.contract import Setup
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


STRENGTH = Path(__file__).parents[2] / "docs" / "adr" / "0045-a-house-that-is-hard-to-beat.md"
TITLES = {"guatemala": "Guatemala Café in twos, against", "cafe": "Café International in twos, against",
          "catan": "Catan, base game in threes, one against two"}  # fmt: skip


@pytest.mark.parametrize("game", ESTIMATORS)
def test_an_analysis_says_of_its_judge_what_was_measured(game: str) -> None:
    """The line of strength against *even* stands in the decision; whoever measures anew tells both."""
    of = ESTIMATORS[game]
    lines = [line for line in STRENGTH.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {TITLES[game]}")]
    measured = [int(found[1]) for line in lines if "*even*" in line and (found := re.search(r", (\d+) %", line))]
    state = of.rules.setup(Setup(3), Seeded(1)).state
    assert [of.tested(state).won] == measured[:1]
