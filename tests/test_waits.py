"""The bench of waits plays whole games, the same every time; its reliefs do what they are called."""

import pytest

from tests.bench.waits import CASES, figures, play


@pytest.mark.parametrize("title", CASES)
def test_a_game_is_the_same_every_time(title: str):
    one = play(title, 3, relieved=True)
    assert one == play(title, 3, relieved=True)
    assert one.days > 1
    assert sum(one.waits.values()) > 0


def test_without_reliefs_offers_discards_and_foundings_wait_and_with_them_seldom():
    before = figures("catan", 4, relieved=False, passes="none").waits
    after = figures("catan", 4, relieved=True, passes="all").waits
    for kind in ("offer", "founding"):
        assert after.get(kind, 0) < before[kind]
    assert after.get("discard", 0) < before["discard"]
