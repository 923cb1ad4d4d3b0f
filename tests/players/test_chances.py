"""Chances are chances: together one, nobody's who cannot win any more, those of the end once it is over; and what is
imagined for somebody without a seat is what everybody sees.
"""

import random

import pytest

from players import ESTIMATORS
from players.chances import chances, odds
from rules.chance import Seeded
from rules.contract import Memory
from rules.facts import heard
from tests.bot.played import PLAYED, game_of
from tests.contract.cases import Case

CASES = pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
NOBODY = -1
EVERY = 7


@CASES
def test_they_are_one_together_and_what_the_game_has_come_to_at_its_end(case: Case) -> None:
    of = ESTIMATORS[case.rules.key]
    for seats in (min(case.rules.seats), max(case.rules.seats)):
        game = game_of(case, seats, 5)
        positions = [ply.commit.position for ply in game.plies]
        for position in positions[::EVERY]:
            found = chances(of, position.state)
            assert sum(found) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in found)
            gone = case.rules.resigned(position.state)
            assert all(found[seat] == 0 for seat in gone)
        outcome = case.rules.outcome(positions[-1].state)
        assert outcome is not None
        first = outcome.ranking[0]
        wanted = [(seat in first) / len(first) for seat in range(seats)]
        assert chances(of, positions[-1].state) == pytest.approx(wanted)


@CASES
def test_whoever_resigns_cannot_win_any_more(case: Case) -> None:
    of, seats = ESTIMATORS[case.rules.key], max(case.rules.seats)
    game = game_of(case, seats, 3)
    state = next(
        ply.commit.position.state
        for ply in game.plies[20:]
        if not case.rules.resigned(ply.commit.position.state) and case.rules.outcome(ply.commit.position.state) is None
    )
    left = case.rules.resign(state, 1).state
    found = chances(of, left)
    assert found[1] == 0
    assert sum(found) == pytest.approx(1)


@CASES
def test_what_is_imagined_for_an_onlooker_looks_as_everybody_sees_it(case: Case) -> None:
    """With what everybody was told, and with nothing."""
    of, seats = ESTIMATORS[case.rules.key], max(case.rules.seats)
    game, luck, memory = game_of(case, seats, 4), Seeded(1), None
    for number, commit in enumerate([game.beginning, *(ply.commit for ply in game.plies)]):
        view = case.rules.public(commit.position.state)
        memory = case.rules.remember(memory, view, NOBODY, heard(commit.told, None))
        if number % EVERY == 0:
            for known in (memory, Memory()):
                state = of.imagined(view, known, luck)
                assert case.rules.public(state) == view
                assert case.census(state) == case.pieces(game.setup)


def test_odds_follow_signs_and_weights() -> None:
    assert odds([(1.0,), (1.0,), None], (5.0,)) == (0.5, 0.5, 0.0)
    sure = odds([(2.0, 0.0), (1.0, 0.0)], (1.0, 9.0))
    assert sure[0] / sure[1] == pytest.approx(2.718281828)
    assert odds([(800.0,), (0.0,)], (1.0,)) == (1.0, 0.0), "however far ahead"
    luck = random.Random(1)
    signs = [(luck.random(), luck.random()) for _ in range(4)]
    more = [(first + 3, second) for first, second in signs]
    assert odds(more, (2.0, 1.0)) == pytest.approx(odds(signs, (2.0, 1.0))), "what all have makes no difference"
