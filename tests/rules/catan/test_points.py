"""CM-8, CM-10, CM-25: who has the longest road, what counts, and when somebody has won."""

import pytest
from msgspec.structs import replace

from rules.catan import roads, scoring
from rules.catan.facts import Ended, LongestRoad, Won
from rules.catan.game import RULES
from rules.catan.pieces import Dev
from rules.catan.state import POINTS, Catan, Over
from rules.contract import GameIsOver, Outcome
from tests.rules.catan.position import Position, after, announced, corner, do, offered, refused

RICH = "lumber6 brick6 wool6 grain6 ore6"
FIVE = "B2ne B2e B3sw B3se B4sw"
"""A run of five roads from B2n."""
LOW = "D2n E1s D4s"
"""Corners far from it."""


def points(state: Catan) -> tuple[int, ...]:
    return tuple(scoring.points(state, seat) for seat in range(state.seats))


# ── the longest road ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lengths", "before", "wanted"),
    [
        ((4, 4, 3, 0), -1, -1),
        ((5, 4, 3, 0), -1, 0),
        ((5, 5, 3, 0), 0, 0),
        ((5, 5, 3, 0), 1, 1),
        ((6, 5, 3, 0), 1, 0),
        ((5, 5, 4, 0), 2, -1),
        ((5, 5, 4, 0), -1, -1),
        ((4, 7, 6, 6), 3, 1),
        ((4, 4, 4, 4), 3, -1),
    ],
)
def test_cm_8_taken_only_by_strictly_longer_kept_on_a_tie_set_aside_where_others_tie(
    lengths: tuple[int, ...], before: int, wanted: int
) -> None:
    assert roads.holder(lengths, before) == wanted


def test_cm_8_two_points_for_the_first_with_five() -> None:
    made = Position().settle(0, "B2n").road(0, FIVE.rpartition(" ")[0]).hand(0, RICH)
    assert made.state.longest == -1
    step = do(made, f"road {FIVE.rsplit(maxsplit=1)[-1]}")
    assert announced(step, LongestRoad) == [LongestRoad(0, -1, 5)]
    assert (step.state.longest, step.state.lengths) == (0, (5, 0, 0, 0))
    assert points(step.state)[0] == 1 + 2


def test_cm_8_a_settlement_cuts_a_run_and_the_longest_of_the_others_has_it_at_once() -> None:
    """Seat 1 settles where five roads of seat 0 pass; seat 2, whose turn it is not, has five."""
    made = Position(active=1).settle(0, "B2n").road(0, FIVE).settle(2, "E1s").road(2, "E1sw E1w D1sw D1w C1sw")
    made.settle(1, "C3s").road(1, "C3se C3e").hand(1, RICH)
    assert made.state.longest == 0
    step = do(made, "settlement B3s")
    assert announced(step, LongestRoad) == [LongestRoad(2, 0, 5)]
    assert step.state.lengths == (3, 2, 5, 0)
    assert points(step.state) == (1, 2, 1 + 2, 0)


def test_cm_8_set_aside_until_one_alone_has_the_longest() -> None:
    made = Position(active=1).settle(0, "B2n").road(0, FIVE).settle(1, "C3s").road(1, "C3se C3e").hand(1, RICH)
    step = do(made, "settlement B3s")
    assert announced(step, LongestRoad) == [LongestRoad(-1, 0, 3)]
    assert step.state.longest == -1


def test_cm_8_a_foreign_building_breaks_a_run_on_either_side_of_the_new_road() -> None:
    """The new road has own roads at both ends; on one side they are cut one corner on."""
    made = Position().settle(0, "B2n B3se").road(0, "B2ne B2e B3se B4sw C4e").settle(1, "A2n")
    cut = replace(made.state, taken=made.state.taken | 1 << corner("B2ne") | 1 << corner("C4ne"))
    assert after(made.hand(0, RICH), "road B3sw").lengths[0] == 6
    assert after(replace(cut, hands=made.state.hands), "road B3sw").lengths[0] == 4


# ── points ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_10_settlement_1_city_2_road_2_army_2_card_1_chip_1() -> None:
    made = Position().settle(0, "B2n").road(0, FIVE).city(0, "E1s").knights(3, 0, 0, 0, army=0).chips(3, 0, 0, 1)
    made.devs(0, {Dev.VICTORY_POINT: 2, Dev.KNIGHT: 1})
    assert points(made.state) == (1 + 2 + 2 + 2 + 3 + 2, 0, 0, 1)
    assert RULES.public(made.state).points == (1 + 2 + 2 + 2 + 3, 0, 0, 1)
    assert RULES.private(made.state, 0).points == 12


@pytest.mark.parametrize(("market", "goal"), [(False, 10), (True, 13)])
def test_cm_25_the_goal_is_10_and_13_with_the_market(*, market: bool, goal: int) -> None:
    assert RULES.public(Position(market=market).state).goal == goal
    made = Position(market=market).settle(0, "B2n").hand(0, RICH).chips(goal - 3, 0, 0, 0)
    assert isinstance(after(made.road(0, "B2ne B2e B3sw"), "settlement B3s").phase, Over) is False
    won = after(made.chips(goal - 2, 0, 0, 0), "settlement B3s")
    assert won.phase == Over(POINTS, 0)


# ── the goal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("move", "had"), [("settlement B3s", 12 - 1), ("city B2n", 12 - 1), ("road B4sw", 11 - 1), ("road B4sw", 12 - 1)]
)
def test_cm_10_who_has_the_goal_in_his_own_turn_wins_at_once(move: str, had: int) -> None:
    made = Position().settle(0, "B2n").road(0, FIVE.rpartition(" ")[0]).hand(0, RICH).chips(had, 0, 0, 0)
    step = do(made, move)
    assert step.state.phase == Over(POINTS, 0)
    assert step.final
    assert announced(step, Won) == [Won(0, points(step.state)[0], 0)]
    assert offered(step.state) == {}
    assert refused(step.state, "end") == GameIsOver()
    assert RULES.prompts(step.state) == ()


def test_cm_10_hidden_victory_point_cards_count_and_are_shown_then() -> None:
    made = Position().settle(0, "B2n").hand(0, RICH).chips(9, 0, 0, 0)
    made.devs(0, {Dev.VICTORY_POINT: 2}).devs(1, {Dev.VICTORY_POINT: 1})
    step = do(made, "city B2n")
    assert announced(step, Won) == [Won(0, 13, 2)]
    assert announced(step, Ended) == [Ended(POINTS, (13, 1, 0, 0), (2, 1, 0, 0))]
    assert RULES.public(step.state).points == (13, 1, 0, 0)


def test_cm_10_points_of_another_players_turn_count_from_the_start_of_ones_own() -> None:
    made = Position().settle(0, "B2n").chips(0, 13, 0, 0)
    state = after(made.hand(0, RICH), "road B2ne")
    assert not isinstance(state.phase, Over)
    step = do(state, "end")
    assert step.state.phase == Over(POINTS, 1)
    assert announced(step, Won) == [Won(1, 13, 0)]


@pytest.mark.parametrize("market", [False, True])
def test_cm_10_the_longest_road_that_another_cut_free_wins_at_the_start_of_ones_own_turn(*, market: bool) -> None:
    made = Position(market=market, active=1).settle(0, "B2n").road(0, FIVE).settle(1, "C3s").road(1, "C3se C3e")
    made.settle(2, "E1s").road(2, "E1sw E1w D1sw D1w C1sw").chips(0, 0, 10 if market else 7, 0)
    cut = after(made.hand(1, RICH), "settlement B3s")
    assert (cut.longest, isinstance(cut.phase, Over)) == (2, False)
    assert after(cut, "end").phase == Over(POINTS, 2)


def test_cm_10_the_others_are_ranked_by_their_points() -> None:
    state = after(Position().chips(2, 13, 2, 5), "end")
    assert RULES.outcome(state) == Outcome(((1,), (3,), (0, 2)), POINTS, (2, 13, 2, 5))
    assert RULES.outcome(Position().state) is None


def test_cm_29_who_has_resigned_does_not_win() -> None:
    state = after(Position().chips(0, 13, 2, 5).resigned(1), "end")
    assert not isinstance(state.phase, Over)
