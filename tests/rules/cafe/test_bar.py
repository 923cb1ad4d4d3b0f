"""CI-12 to CI-17: the bar, dropping out, jokers, the forced pass; and the rulebook's example 6."""

import pytest

from rules import counts
from rules.cafe import reasons
from rules.cafe.board import BAR_FIELDS
from rules.cafe.facts import BirthdayNamed, Drew, DroppedOut, Passed, Swapped, WentToBar
from rules.cafe.game import RULES
from rules.cafe.state import LAST, PASSED, Over, Turn
from tests.rules.cafe.position import (
    Position,
    after,
    chair,
    do,
    drawn,
    held,
    kind,
    kinds,
    offered,
    refused,
    told,
)

NO_ROOM = "USm C66, USm C53, USf C59, USf C60"
"""A full table, and at both beside it a woman alone: no other woman may come."""


def test_ci_12_one_guest_whatever_nation_and_sex_then_he_draws_one() -> None:
    made = Position().sit("USm C66").holds("USf INm CFf")
    step = do(made, "bar INm", chance=drawn(99))
    assert step.state.bar == kinds("INm")
    assert held(step.state, 0) == "CFf USf Jm"
    assert told(step) == (WentToBar(0, kind("INm"), 1, 1), Drew(0, kinds("Jm")))
    assert set(offered(made, "bar")) == {"USf", "INm", "CFf"}


def test_ci_12_he_may_go_there_although_he_could_seat_someone() -> None:
    made = Position().sit("USm C66").holds("USf")
    assert set(offered(made)) == {"seat", "bar"}
    assert after(made, "bar USf").scores[0] == 51


def test_ci_12_only_within_the_limit_of_his_hand() -> None:
    made = Position().holds("USf INm CFf").completed(3)
    step = do(made, "bar INm")
    assert held(step.state, 0) == "CFf USf"
    assert not step.final
    assert held(after(made.completed(2), "bar INm", chance=drawn(0)), 0) == "CFf CFf USf"


def test_ci_12_a_guest_that_he_holds() -> None:
    assert refused(Position().holds("USf"), "bar INf") == reasons.NotInYourHand(kind("INf"))


def test_ci_13_the_numbers_of_the_fields() -> None:
    assert BAR_FIELDS == (1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14)
    for field, number in enumerate(BAR_FIELDS[:-1]):
        made = Position().holds("USf INf").bar(field)
        assert offered(made, "bar")["USf"].worth == number
        assert after(made, "bar USf").scores[0] == 50 + number


# ── dropping out ─────────────────────────────────────────────────────────────────────────────────────────────────────


def poor() -> Position:
    return Position(4).holds("USf INm Jm CFf").scores(1).bar(5)


def test_ci_14_who_cannot_pay_the_whole_number_drops_out() -> None:
    step = do(poor(), "bar USf")
    assert step.state.dropped == (0,)
    assert step.state.scores[0] == 0
    assert step.state.bar[-1] == kind("USf")
    assert step.state.hands[0] == 0
    assert counts.pieces(step.state.left) == kinds("CFf INm Jm")
    assert told(step) == (WentToBar(0, kind("USf"), 6, -2), DroppedOut(0, 1, kinds("CFf INm Jm")))
    assert not step.final


@pytest.mark.parametrize(("score", "out"), [(0, True), (1, True), (2, False), (3, False)])
def test_ci_14_who_can_pay_it_all_stays(score: int, *, out: bool) -> None:
    made = poor().scores(score)
    assert (after(made, "bar USf").dropped == (0,)) is out
    assert offered(made, "bar")["USf"].offers == (("out",) if out else ())
    assert RULES.private(made.state, 0).drops_out is out


def test_ci_14_his_turns_are_skipped() -> None:
    made = Position(3, 2).dropped(0).hand(1, "USf").holds("INf")
    assert after(made, "bar INf").phase == Turn(1)


def test_ci_14_he_pays_nothing_at_the_end_and_ranks_last_the_earliest_at_the_very_end() -> None:
    made = Position(4, 1).dropped(3, 2).scores(0, 1, 0, 0).holds("USf").bar(5).hand(0, "CFf Jm")
    state = after(made, "bar USf")
    assert isinstance(state.phase, Over)
    assert state.phase.costs == (15, 0, 0, 0)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,), (2,), (3,))
    assert outcome.reason == LAST


def test_ci_14_the_last_one_wins_even_if_the_last_field_was_taken_by_the_same_turn() -> None:
    made = Position(2).holds("USf").scores(3, -20).bar(19)
    state = after(made, "bar USf")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.reason == LAST
    assert outcome.ranking == ((1,), (0,))


def test_ci_14_who_has_resigned_is_no_player_left_and_the_last_one_wins() -> None:
    """Also by the last field of the bar, with fewer points, and with guests that are charged for the record only."""
    made = Position(4).dropped(3).resigned(2).holds("USf").scores(3, -20, 60, 0).bar(19).hand(1, "CFf Jm")
    outcome = RULES.outcome(after(made, "bar USf"))
    assert outcome is not None
    assert outcome.reason == LAST
    assert outcome.ranking == ((1,), (2,), (0,), (3,))
    assert outcome.points[1] == -20 - 15
    assert after(made.scores(14, -20, 60, 0).bar(18), "bar USf", chance=drawn(0)).phase == Turn(1)


def test_ci_14_a_nation_that_he_named_stays_doubled() -> None:
    made = poor().birthday("US").sit("USm C66").hand(1, "USf")
    assert after(made, "bar USf", "seat USf C53").scores[1] == 50 + 4


# ── jokers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_example_6_the_joker_is_swapped_for_an_indian_woman() -> None:
    """CI-15"""
    made = Position().sit("INm C55, INm C62, INf C68, Jf C61 IN").holds("INf CFf").hand(1, "USf")
    step = do(made, "swap INf C61")
    assert held(step.state, 0) == "CFf Jf"
    assert step.state.scores == made.state.scores
    assert step.state.completed == (0, 0, 0)
    assert step.state.phase == Turn(1)
    assert told(step) == (Swapped(0, kind("INf"), chair("C61")),)
    assert not step.final


def test_ci_15_a_guest_of_the_joker_s_sex_and_of_either_nation_whatever_he_was_named() -> None:
    made = Position().sit("INm C68, Jf C61 IN").holds("USf INm CNf INf")
    assert after(made, "swap USf C61").nations[11] == 1 << chair("C61")
    assert set(offered(made, "swap")) == {"USf", "INf"}
    assert set(offered(made, "swap", "USf")) == {"C61"}
    assert offered(made, "swap", "CNf") == offered(made, "swap", "TRf") == {}
    assert refused(made, "swap INm C61") == reasons.WrongSex(chair("C61"))
    assert refused(made, "swap CNf C61") == reasons.WrongNation(kind("CNf"), chair("C61"))
    assert refused(made, "swap INm C68") == reasons.NoJokerThere(chair("C68"))
    assert refused(made, "swap TRf C61") == reasons.NotInYourHand(kind("TRf"))


def test_ci_15_a_joker_does_not_swap_a_joker() -> None:
    made = Position().sit("INm C68, Jf C61 IN").holds("Jf CFf")
    assert refused(made, "swap Jf C61") == reasons.JokerForAJoker()
    assert "swap" not in offered(made)


def test_ci_15_a_one_nation_table_that_arises_brings_nothing() -> None:
    made = Position().sit("INm C55, INm C62, INf C68, Jf C61 US").holds("INf CFf")
    state = after(made, "swap INf C61")
    assert state.scores == made.state.scores
    assert state.completed == (0, 0, 0)
    assert RULES.public(state).one_nation == (23,)


def test_ci_15_what_was_scored_and_the_limit_stay_whatever_the_swap_breaks() -> None:
    made = Position().sit("INm C55, INm C62, INf C68, Jf C61 IN").holds("USf").completed(1)
    state = after(made, "swap USf C61")
    assert RULES.public(made.state).one_nation == (23,)
    assert RULES.public(state).one_nation == ()
    assert (state.scores, state.completed) == (made.state.scores, (1, 0, 0))


def test_ci_15_nothing_is_drawn_even_below_the_limit() -> None:
    made = Position().sit("INm C68, Jf C61 IN").holds("USf")
    assert held(after(made, "swap USf C61"), 0) == "Jf"


def test_ci_15_a_joker_seated_again_is_named_anew() -> None:
    made = Position(2).sit("INm C68, Jf C61 IN, USm C66").holds("USf CFf").hand(1, "CNf CNm")
    state = after(made, "swap USf C61", "bar CNf")
    assert set(RULES.public(after(state, "seat Jf C59 DE")).guests) & set(RULES.public(state).guests)
    assert after(state, "seat Jf C59 DE").nations[5] == 1 << chair("C59")


def test_ci_16_jokers_never_go_to_the_bar() -> None:
    made = Position().sit("USm C66").holds("Jf USf")
    assert refused(made, "bar Jf") == reasons.JokersStayOutOfTheBar()
    assert set(offered(made, "bar")) == {"USf"}


# ── the forced pass ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_ci_17_who_holds_only_jokers_that_cannot_be_seated_passes() -> None:
    made = Position().sit(NO_ROOM).holds("INf").hand(1, "Jf").hand(2, "INf")
    step = do(made, "bar INf", chance=drawn(0))
    assert step.state.phase == Turn(2)
    assert told(step)[-1] == Passed(1)


@pytest.mark.parametrize("hand", ["Jm", "Jf INf", "Jf Jm", "INm"])
def test_ci_17_who_can_do_anything_does_not(hand: str) -> None:
    state = after(Position().sit(NO_ROOM).holds("INf").hand(1, hand), "bar INf")
    assert state.phase == Turn(1)


def test_ci_17_two_jokers_may_need_each_other() -> None:
    """In an empty café."""
    for hand, seat in (("Jf Jm", 1), ("Jf", 2), ("Jf Jf", 2)):
        state = after(Position().holds("CFf").hand(1, hand), "bar CFf")
        assert state.phase == Turn(seat)


def test_ci_17_if_all_pass_one_after_another_the_game_ends_and_is_counted() -> None:
    made = Position().sit(NO_ROOM).hand(1, "Jf").dropped(2).completed(5, 5, 5)
    made.sit("Jf C68").holds("INf")
    step = do(made, "swap INf C68")
    assert told(step)[1:3] == (Passed(1), Passed(0))
    assert isinstance(step.state.phase, Over)
    assert step.state.phase.ending == PASSED
    assert step.state.phase.costs == (10, 10, 0)


def test_ci_17_the_pass_happens_inside_the_move_before_it() -> None:
    """Also when the birthday is named first."""
    made = Position().sit(NO_ROOM).names().hand(1, "Jf").hand(2, "INf")
    step = do(made, "name IN")
    assert step.state.phase == Turn(2)
    assert told(step) == (BirthdayNamed(0, 6), Passed(1))
