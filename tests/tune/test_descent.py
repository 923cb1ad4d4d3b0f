"""Fitting finds numbers that foresee better, and keeps those that hold for what it has not learnt from."""

from msgspec.structs import replace

from players.guatemala.worth import TASTE
from tests.tune.descent import fitted, loss
from tests.tune.played import positions


def test_a_number_that_was_set_wrong_is_put_right() -> None:
    """Chance that counts for ten times as much as it does: hardly anything can be foreseen."""
    learnt = [*positions(2, 1), *positions(2, 2), *positions(2, 3)]
    assert len(learnt) > 20
    wrong = replace(TASTE, luck=10 * TASTE.luck, more_luck=10 * TASTE.more_luck)
    said: list[str] = []
    found = fitted(wrong, learnt, learnt, 4, said.append)
    assert loss(found, learnt) < loss(wrong, learnt) - 0.05
    assert found.more_luck < wrong.more_luck / 2
    assert found.purse == wrong.purse
    assert len(said) == 5


def test_what_only_holds_for_what_was_learnt_is_not_kept() -> None:
    """The other winner was held back: no sweep foresees that better, so everything stays."""
    learnt = positions(2, 1)
    other = [replace(one, won=1 - one.won) for one in learnt]
    assert fitted(TASTE, learnt, other, 1, lambda _: None) == TASTE
