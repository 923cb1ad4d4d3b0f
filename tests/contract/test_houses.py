"""House players of every game: what they imagine, what they think, what they may do (the laws L14 to L16)."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from players.player import Level
from tests.contract.cases import Case
from tests.contract.house_faults import FAULTS, plant, reader
from tests.contract.houses import imagined_law, moves_law, thought_law
from tests.contract.player import Game, games, play_one
from tests.contract.registry import CASES
from tests.report import say

FEW = 40
"""Games enough to take positions from; they are those of the other laws."""
IMAGINED, THOUGHTS, LISTED = 600, 300, 120
SHARES = {Level.GENTLE: 10, Level.EVEN: 10, Level.STRONG: 60}
"""Of the level's own budget: what a thought is shows early, and there are many."""

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
every_level = pytest.mark.parametrize("level", Level)
pytestmark = pytest.mark.no_cover

Law = Callable[[Case, tuple[Game, ...], Counter[str]], Iterator[str]]


def held(what: str, law: Iterator[str], tally: Counter[str]) -> None:
    broken = list(law)
    say(f"{what}: {dict(tally)}")
    assert broken[:5] == []


@every_case
def test_what_is_imagined_cannot_be_told_from_the_truth(case: Case) -> None:
    imagined(case, games(case, FEW), IMAGINED)


def imagined(case: Case, played: tuple[Game, ...], count: int) -> Counter[str]:
    tally = Counter[str]()
    held(f"{case.name}, L14", imagined_law(case, played, count, tally), tally)
    assert tally["imagined"] == count
    assert tally["uncertain"]
    if case.counted:
        assert tally["other than the truth"] == 0
    else:
        assert tally["other than the truth"] >= 0.9 * tally["uncertain"]
    return tally


@every_level
@every_case
def test_a_house_player_thinks_the_same_in_all_worlds_that_it_cannot_tell_apart(case: Case, level: Level) -> None:
    thought(case, games(case, FEW), THOUGHTS // len(Level), SHARES[level], level)


def thought(case: Case, played: tuple[Game, ...], count: int, share: int, level: Level) -> Counter[str]:
    tally = Counter[str]()
    held(f"{case.name}, {level}, L15", thought_law(case, played, count, share, level, tally), tally)
    assert tally["thought"] == count
    assert tally["pairs"] >= 0.6 * tally["possible"]  # who remembers all cards knows the only world there is
    assert tally["possible"] >= 0.3 * count
    return tally


@every_case
def test_the_list_of_moves_is_what_choices_lead_to(case: Case) -> None:
    listed(case, games(case, FEW), LISTED)


def listed(case: Case, played: tuple[Game, ...], count: int) -> Counter[str]:
    tally = Counter[str]()
    held(f"{case.name}, L16", moves_law(case, played, count, tally), tally)
    assert tally["moves"] > count
    return tally


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_of_a_house_player_breaks_exactly_its_laws(name: str) -> None:
    case = plant(name)
    played = tuple(play_one(case, seed) for seed in range(12))
    seen, pairs = Counter[str](), Counter[str]()
    broken = {
        "L14": list(islice(imagined_law(case, played, 400, seen), 2)),
        "L15": list(islice(thought_law(case, played, 60, 2, Level.GENTLE, pairs, reader), 2)),
        "L16": list(islice(moves_law(case, played, 60, Counter()), 2)),
    }
    if seen["other than the truth"] < 0.9 * seen["uncertain"]:
        broken["L14"].append("what is imagined is the truth")
    assert {law for law, found in broken.items() if found} == FAULTS[name], {
        law: found for law, found in broken.items() if found
    }
