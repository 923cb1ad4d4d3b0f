"""Each planted fault is caught by the laws it breaks, and on the same games all other laws hold."""

import pytest

from tests.contract.faults import FAULTS, plant
from tests.contract.laws import WHOLE_GAMES
from tests.contract.player import play_one
from tests.contract.worlds import Sample

GAMES = 10
POSITIONS = 200

pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_breaks_exactly_its_laws(name: str) -> None:
    case = plant(name)
    played = tuple(play_one(case, seed) for seed in range(GAMES))
    broken = {law: list(check(case, played)) for law, check in WHOLE_GAMES.items()}
    broken |= Sample(case, played, POSITIONS).broken
    assert {law for law, found in broken.items() if found} == FAULTS[name].laws, {
        law: found[:2] for law, found in broken.items() if found
    }
