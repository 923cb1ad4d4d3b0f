"""Luck is folded: every outcome of a move once, with its exact weight; or as many draws as are allowed."""

import pytest

from players.outcomes import Effort, Scripted, after, outcomes
from rules import counts
from rules.chance import Seeded, d6, draw
from rules.contract import IllegalMove
from rules.counts import Hidden
from tests.contract.toy import Toy
from tests.contract.toy_pieces import Draw, End, Morning, Toss, ToyState

TOY = Toy()


def morning(bag: tuple[int, ...], *hands: tuple[int, ...]) -> ToyState:
    packed = tuple(Hidden(counts.pack(hand)) for hand in hands)
    return ToyState(packed, Hidden(counts.pack(bag)), 0, 0, (0,) * len(hands), 0, 0, 0, Morning())


def test_a_draw_and_a_die_are_folded_into_what_differs() -> None:
    """Three kinds in the bag, 1 : 2 : 3; a die of 5 or 6 makes those toss who hold more than three."""
    effort = Effort(1000)
    found = outcomes(TOY, morning((1, 2, 3), (2, 1, 0), (1, 0, 0)), 0, Draw(), 100, Seeded(1), effort)
    assert len(found) == 6
    assert effort.spent == 36
    assert sum(one.weight for one in found) == pytest.approx(1)
    tosses = {one.state.hands[0].packed: one.weight for one in found if isinstance(one.state.phase, Toss)}
    assert tosses == {
        counts.pack((3, 1, 0)): pytest.approx(1 / 18),
        counts.pack((2, 2, 0)): pytest.approx(2 / 18),
        counts.pack((2, 1, 1)): pytest.approx(3 / 18),
    }


def test_where_there_are_too_many_some_are_drawn() -> None:
    effort = Effort(1000)
    found = outcomes(TOY, morning((1, 2, 3), (2, 1, 0), (1, 0, 0)), 0, Draw(), 20, Seeded(1), effort)
    assert effort.spent == 40
    assert {round(one.weight * 20, 9) % 1 for one in found} == {0}
    assert sum(one.weight for one in found) == pytest.approx(1)


def test_a_move_without_luck_has_one_outcome_and_an_illegal_one_is_refused() -> None:
    state = morning((1, 2, 3), (2, 1, 0), (1, 0, 0))
    evening = after(TOY, state, 0, (Draw(),), Scripted([0, 0]), Effort(9)).state
    (only,) = outcomes(TOY, evening, 0, End(), 9, Seeded(1), Effort(9))
    assert only.weight == 1
    assert only.state.turn == 1
    with pytest.raises(IllegalMove):
        outcomes(TOY, state, 0, End(), 9, Seeded(1), Effort(9))


def test_a_script_counts_through_all_that_can_be_drawn() -> None:
    script: list[int] | None = []
    seen: list[tuple[int, int]] = []
    while script is not None:
        luck = Scripted(script)
        kind, _ = draw(luck, counts.pack((1, 1)))
        seen.append((kind, d6(luck)))
        script = luck.following()
    assert seen == [(kind, die) for kind in (0, 1) for die in range(1, 7)]


def test_effort_counts_beyond_its_budget_and_has_nothing_left_then() -> None:
    effort = Effort(3)
    effort.spend(5)
    assert (effort.spent, effort.left) == (5, 0)
