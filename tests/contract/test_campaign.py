"""Campaigns (`pytest -m long`): 10,000 games of every game, 5,000 of Catan, and three positions a game."""

import pytest

from tests.contract import census
from tests.contract.cases import Case
from tests.contract.laws import WHOLE_GAMES
from tests.contract.player import play_one
from tests.contract.registry import CASES
from tests.contract.worlds import Sample
from tests.report import say

pytestmark = [pytest.mark.long, pytest.mark.no_cover]

CHUNK = 250
FIRST = 1000
"""The seed of the first game: others than those of the ordinary run."""


ALL = [(case, chunk) for case in CASES for chunk in range(case.campaign // CHUNK)]


@pytest.mark.parametrize(("case", "chunk"), ALL, ids=[f"{case.name}-{chunk}" for case, chunk in ALL])
def test_thousands_of_games_keep_the_laws(case: Case, chunk: int) -> None:
    first = FIRST + chunk * CHUNK
    played = tuple(play_one(case, seed) for seed in range(first, first + CHUNK))
    broken = {law: list(check(case, played)) for law, check in WHOLE_GAMES.items()}
    sample = Sample(case, played, 750)
    broken |= sample.broken
    say(f"{case.name}, games {first} to {first + CHUNK - 1}: {sample.pairs.positions} positions; "
        + census.table(case, played))  # fmt: skip
    assert {law: found[:5] for law, found in broken.items() if found} == {}
