"""GC-8 and GC-9: the Buyer, and what a turn is."""

import pytest

from rules.contract import NotAsked
from rules.guatemala import reasons
from rules.guatemala.facts import BuyerMoved, BuyerPut, LapWarning, Stopped
from rules.guatemala.state import Build, Line, Turn
from tests.rules.guatemala.position import Position, after, do, offered, refused, source, told


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_gc_8_the_buyer_moves_1_to_3_spaces_for_nothing(spaces: int) -> None:
    step = do(Position(3, 1).turn().buyer(10), f"step {spaces}")
    assert step.state.buyer == 10 + spaces
    assert step.state.money == (15, 15, 15)
    assert step.state.phase == Line(1)
    assert told(step) == (BuyerMoved(1, spaces, 10 + spaces, 0),)


def test_gc_8_the_fourth_space_costs_2_centavos() -> None:
    step = do(Position(3, 1).turn().buyer(10), "step 4")
    assert step.state.buyer == 14
    assert step.state.money == (15, 13, 15)
    assert told(step) == (BuyerMoved(1, 4, 14, 2),)


def test_gc_8_he_goes_clockwise_round_the_corner_of_the_track() -> None:
    assert after(Position().turn().buyer(34), "step 3").buyer == 1


@pytest.mark.parametrize("spaces", [0, 5, 36, 100])
def test_gc_8_he_must_move_and_never_further_than_4(spaces: int) -> None:
    assert refused(Position().turn(), f"step {spaces}") == reasons.StepTooFar(spaces)


@pytest.mark.parametrize("money", [0, 1])
def test_gc_8_the_extra_step_is_paid_from_money_in_hand_before_he_moves(money: int) -> None:
    """Even where a sack worth 8 centavos lies on the line that it would lead to."""
    position = Position().turn().money(money).piece("T1", "cW")
    assert refused(position, "step 4") == reasons.StepTooDear(2, money)
    assert set(offered(position, "step")) == {"1", "2", "3"}


def test_gc_8_with_2_centavos_the_extra_step_can_be_paid() -> None:
    assert after(Position().turn().money(2), "step 4").money[0] == 0


@pytest.mark.parametrize("text", ["take P1 C4", "done", "score P1"])
def test_gc_8_the_buyer_is_moved_first(text: str) -> None:
    assert refused(Position().turn().line("wK"), text) == reasons.MoveTheBuyerFirst()


def test_gc_8_he_moves_once_a_turn() -> None:
    assert refused(Position(), "step 1") == reasons.BuyerHasMoved()
    assert refused(Position().build("P1"), "step 1") == reasons.BuyerHasMoved()
    assert refused(Position().build(blocked=True), "step 1") == reasons.BuyerHasMoved()


def test_gc_8_he_may_stop_and_do_nothing_and_the_next_player_follows() -> None:
    step = do(Position(4, 3).line("wK", "cW"), "done")
    assert step.state.phase == Turn(0)
    assert told(step) == (Stopped(3, 0),)
    assert step.state.board == Position(4, 3).line("wK", "cW").state.board


def test_gc_8_building_ends_his_turn() -> None:
    assert after(Position(3, 2).line("wK"), "take P1 C4", "done").phase == Turn(0)


def test_gc_8_scoring_ends_his_turn() -> None:
    assert after(Position(3, 1).line("cW").stock(1, "K"), "score P1 lay K").phase == Turn(2)


def test_gc_8_the_buyer_stays_where_he_stopped() -> None:
    assert after(Position().turn().buyer(7), "step 2", "done").buyer == 9


def test_gc_8_he_is_put_on_the_track_and_not_beside_it() -> None:
    assert told(do(Position(2, 1).puts_buyer(), "buyer 35")) == (BuyerPut(1, 35),)
    assert refused(Position(2, 1).puts_buyer(), "buyer 36") == reasons.OffTheTrack(36)


def test_gc_9_after_a_piece_there_is_no_scoring() -> None:
    built = after(Position().line("wK", "cW"), "take P1 C4")
    assert refused(built, "score P2") == reasons.BuildOrScore()
    assert set(offered(built)) == {"done"}


def test_gc_9_after_a_scoring_there_is_no_building() -> None:
    scored = after(Position(3).line("wK", "cW").stock(0, "KK"), "score P2")
    assert refused(scored, "take P1 C4") == NotAsked()
    assert isinstance(after(scored, "lay K").phase, Turn)


def test_gc_9_except_after_a_blockade() -> None:
    blocked = after(Position(2).line("wK", "cW").stock(1, "W"), "score P2")
    assert after(after(blocked, "block", seat=1), "take P1 C4").phase == Build(0, (source("P1"),), blocked=True)


def test_gc_9_and_after_a_blockade_nothing_more_is_scored() -> None:
    position = Position(2).line("cW", "cK").build(blocked=True)
    assert refused(position, "score P2") == reasons.BuildOrScore()


@pytest.mark.parametrize("text", ["block", "pass", "lay K", "sail harbour1", "buyer 1"])
def test_an_answer_to_a_question_that_is_not_open_is_not_asked_for(text: str) -> None:
    for position in (Position().turn(), Position(), Position().build("P1")):
        assert refused(position, text) == NotAsked()


@pytest.mark.parametrize(
    "text", ["step 1", "take P1 C4", "done", "score P1", "buyer 3", "block", "lay K", "sail harbour2"]
)
def test_a_seat_whose_turn_it_is_not_is_not_asked(text: str) -> None:
    for position in (
        Position().turn(),
        Position().line("wK", "cK"),
        Position().build("P9"),
        Position().puts_buyer(),
        Position().refill("K", "P1", lays=True).stock(2, "K"),
    ):
        assert refused(position, text, seat=2) == NotAsked()
        assert offered(position, seat=2) == {}


def test_gc_28_who_stops_after_a_lap_without_build_or_scoring_is_told_so() -> None:
    assert told(do(Position().walked(35), "done")) == (Stopped(0, 0),)
    assert told(do(Position().walked(36), "done")) == (Stopped(0, 0), LapWarning(36))
