"""Campaigns of house players (`pytest -m long`): of every game 10,000 imagined states, 3,000 pairs of worlds a level,
3,000 lists of moves. Each slice has games of its own, and is not repeated where it stands in the figures.
"""

from collections import Counter

import pytest

from players.player import Level
from tests.contract.cases import Case
from tests.contract.player import Game, play_one
from tests.contract.registry import CASES
from tests.contract.test_houses import imagined, listed, thought
from tests.ledger import Ledger

pytestmark = [pytest.mark.long, pytest.mark.no_cover]

FIRST, GAMES = 5_000, 40
"""The seed of the first game, others than those of the ordinary run; and so many games a slice."""
IMAGINED, THOUGHT, LISTED = 1_000, 250, 500
"""So many positions a slice."""
SHARES = {Level.GENTLE: 3, Level.EVEN: 3, Level.STRONG: 12}
"""Of the level's own budget."""

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def games(case: Case, part: int) -> tuple[Game, ...]:
    first = FIRST + part * GAMES
    return tuple(play_one(case, seed) for seed in range(first, first + GAMES))


def kept(ledger: Ledger, part: int, tally: Counter[str]) -> None:
    ledger.note(part, **tally)


@pytest.mark.parametrize("part", range(10))
@every_case
def test_ten_thousand_imagined_states_cannot_be_told_from_the_truth(case: Case, part: int) -> None:
    ledger = Ledger(f"imagined-{case.name}")
    ledger.skip_what_is_done(part)
    kept(ledger, part, imagined(case, games(case, part), IMAGINED))


@pytest.mark.parametrize("part", range(12))
@pytest.mark.parametrize("level", Level)
@every_case
def test_three_thousand_pairs_of_worlds_make_no_difference_to_a_level(case: Case, level: Level, part: int) -> None:
    ledger = Ledger(f"thought-{case.name}-{level}")
    ledger.skip_what_is_done(part)
    kept(ledger, part, thought(case, games(case, part), THOUGHT, SHARES[level], level))


@pytest.mark.parametrize("part", range(6))
@every_case
def test_three_thousand_lists_of_moves_are_what_choices_lead_to(case: Case, part: int) -> None:
    ledger = Ledger(f"listed-{case.name}")
    ledger.skip_what_is_done(part)
    kept(ledger, part, listed(case, games(case, part), LISTED))
