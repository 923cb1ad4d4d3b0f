"""Each planted fault is caught by the laws it breaks, and on the same games all other laws hold."""

from itertools import islice

import pytest

from tests.contract.faults import FAULTS, plant
from tests.contract.laws import WHOLE_GAMES
from tests.contract.player import play_one
from tests.contract.worlds import Sample

MANY, FEW = (10, 120), (5, 120)
"""Games, and positions of them; the long games of Catan show as much in fewer."""

OF_LONG_GAMES = (
    "shows-devs",
    "shows-discards",
    "shows-replies",
    "shows-stocks",
    "loses-a-piece",
    "first-answer-stands",
)
"""The faults that are planted in the longer games in the ordinary run; their others are planted in shorter ones too."""

pytestmark = pytest.mark.no_cover


def is_like_others(name: str) -> bool:
    return name.startswith(("catan+", "guatemala+")) and not name.endswith(OF_LONG_GAMES)


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.long) if is_like_others(n) else n for n in FAULTS])
def test_a_planted_fault_breaks_exactly_its_laws(name: str) -> None:
    case = plant(name)
    number, positions = FEW if case.rules.key == "catan" else MANY
    played = tuple(play_one(case, seed) for seed in range(number))
    broken = {law: list(islice(check(case, played), 2)) for law, check in WHOLE_GAMES.items()}
    broken |= Sample(case, played, positions).broken
    assert {law for law, found in broken.items() if found} == FAULTS[name].laws, {
        law: found[:2] for law, found in broken.items() if found
    }
