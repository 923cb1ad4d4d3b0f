"""CI-5 to CI-9: who may sit where; and the rulebook's examples 1 to 3."""

import pytest

from rules.cafe import reasons
from rules.cafe.board import CHAIR_NAMES
from rules.cafe.game import RULES
from rules.cafe.moves import Seating
from rules.cafe.state import Turn
from rules.chance import Seeded
from rules.contract import IllegalMove
from tests.rules.cafe.position import Position, after, best, chair, do, gained, kind, offered, refused, table


def chairs_for(made: Position, token: str) -> set[str]:
    return set(offered(made, "seat", token))


# ── the rulebook's examples ──────────────────────────────────────────────────────────────────────────────────────────


def test_example_1_at_the_indian_corner_table_four_indians_or_three_and_an_american() -> None:
    """CI-5"""
    made = Position().sit("INm C62, INf C68").holds("USm USf INm INf")
    assert {"C55", "C61"} <= chairs_for(made, "INm")
    assert "C61" in chairs_for(made, "USm")
    assert "C55" not in chairs_for(made, "USm")


def test_example_1_at_the_american_table_americans_and_between_the_tables_a_frenchman_or_an_indian() -> None:
    """CI-5"""
    made = Position().sit("USm C67, USf C60").holds("FRm FRf INm INf USm")
    assert chairs_for(made, "FRm") & {"C54", "C60", "C61", "C67"} == {"C54"}
    assert chairs_for(made, "INm") & {"C54", "C60", "C61", "C67"} == {"C61"}
    assert after(made, "seat FRm C54 INf C61").scores[0] == 50 + 3 + 4


def test_example_2_alone_at_one_table_if_he_belongs_to_a_group_at_the_other() -> None:
    """CI-7"""
    made = Position().sit("INf C68").holds("INm")
    assert gained(made, "seat INm C61") == 2


def test_example_3_a_chair_that_nobody_can_take() -> None:
    """CI-6: no man because of the Indian table, no woman because of the American one."""
    made = Position().sit("INm C55, INm C62, INf C68, USf C60, USm C67, USf C54").holds("INm INf USm USf Jm Jf")
    assert not any("C61" in chairs_for(made, token) for token in ("INm", "INf", "USm", "USf", "Jm", "Jf"))
    assert refused(made, "seat INm C61") == reasons.TooManyOfOneSex(table("T24"))
    assert refused(made, "seat INf C61") == reasons.TooManyOfOneSex(table("T23"))


# ── nations, chairs ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_ci_5_a_guest_sits_at_a_table_of_his_nation() -> None:
    made = Position().sit("USm C66, USf C53").holds("CNf")
    assert refused(made, "seat CNf C60") == reasons.WrongNation(kind("CNf"), chair("C60"))


def test_ci_5_at_a_shared_chair_of_one_of_the_two() -> None:
    made = Position().sit("USm C66, USf C53").holds("DEm USm TRm")
    assert gained(made, "seat DEm C59") == 3
    assert gained(made, "seat USm C59") == 3
    assert refused(made, "seat TRm C59") == reasons.WrongNation(kind("TRm"), chair("C59"))


def test_ci_5_a_joker_fits_any_table() -> None:
    made = Position().sit("USm C66, CFf C01").holds("Jf Jm")
    assert gained(made, "seat Jf C53") == 2
    assert gained(made, "seat Jm C07") == 2


def test_ci_5_one_guest_a_chair() -> None:
    made = Position().sit("USm C66, USf C53").holds("USf USf")
    assert refused(made, "seat USf C53") == reasons.ChairTaken(chair("C53"))
    move = RULES.parse("seat USf C60")
    assert isinstance(move, Seating)
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(made.state, 0, Seating(move.guests * 2), Seeded(1))
    assert caught.value.reason == reasons.ChairTaken(chair("C60"))


@pytest.mark.parametrize(
    ("sitting", "guest", "legal"),
    [
        ("USm C66", "USf", True),
        ("USm C66", "USm", False),
        ("USf C66", "USf", False),
        ("USm C66, USf C53", "USm", True),
        ("USm C66, USf C53", "USf", True),
        ("USm C66, USf C53, USf C59", "USf", False),
        ("USm C66, USf C53, USf C59", "USm", True),
        ("USm C66, USf C53, USm C59", "Jm", False),
        ("USm C66, USf C53, USm C59", "Jf", True),
    ],
)
def test_ci_6_one_and_one_one_and_two_two_and_two(sitting: str, guest: str, legal: bool) -> None:
    made = Position().sit(sitting).holds(f"{guest} {guest}")
    assert ("C60" in chairs_for(made, guest)) is legal
    if not legal:
        assert refused(made, f"seat {guest} C60") == reasons.TooManyOfOneSex(table("T22"))


def test_ci_6_it_is_the_position_after_the_turn_that_counts() -> None:
    """Two women come to one man; and the same two to nobody are refused."""
    made = Position().sit("USm C66").holds("USf USf")
    assert gained(made, "seat USf C53 USf C60") == 2 + 3
    assert refused(Position().holds("USf USf"), "seat USf C53 USf C60") == reasons.TooManyOfOneSex(table("T22"))


def test_ci_6_any_order_will_do_if_one_is_legal() -> None:
    """First the woman would be 2 + 0; first the man makes 1 + 1, then 2 + 1."""
    made = Position().sit("USf C66").holds("USf USm")
    assert gained(made, "seat USf C53 USm C60") == gained(made, "seat USm C60 USf C53") == 2 + 3


def test_ci_6_at_a_shared_chair_both_tables_count() -> None:
    made = Position().sit("USm C66, USf C53, INm C68, USm C67").holds("USm USf")
    assert refused(made, "seat USm C60") == reasons.TooManyOfOneSex(table("T23"))
    assert gained(made, "seat USf C60") == 3 + 2


# ── groups ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_ci_7_nobody_is_left_alone() -> None:
    made = Position().sit("CFf C01").holds("USf USm")
    assert refused(made, "seat USf C53") == reasons.SitsAlone(chair("C53"))
    assert refused(made, "seat USf C53 USm C67") == reasons.SitsAlone(chair("C53"))
    assert gained(made, "seat USf C53 USm C66") == 2


def test_ci_7_the_start_player_may_seat_exactly_one_guest_alone_for_0_points() -> None:
    made = Position().opening().holds("USf USm INm").scores(0, 0, 0)
    state = after(made, "seat USf C53")
    assert state.scores[0] == 0
    assert not state.opening
    assert chairs_for(made, "INm") == {CHAIR_NAMES[number - 1] for number in (43, 48, 49, 55, 61, 62, 68)}
    assert refused(made, "seat USf C53 INm C62") == reasons.SitsAlone(chair("C53"))
    assert gained(made, "seat USf C53 USm C66") == 2
    ranked = best(made)
    assert ranked["seat USf C53"] == 0
    assert "seat USf C53 USm C66" in ranked
    assert "seat USf C53 INm C62" not in ranked


def test_ci_7_only_in_the_first_turn_of_all() -> None:
    made = Position().opening().holds("USf").hand(1, "INf")
    assert refused(after(made, "seat USf C53"), "seat INf C68") == reasons.SitsAlone(chair("C68"))
    assert refused(Position().holds("USf"), "seat USf C53") == reasons.SitsAlone(chair("C53"))


def test_ci_7_if_the_first_turn_is_at_the_bar_the_exception_is_gone_for_everybody() -> None:
    state = after(Position().opening().holds("USf").hand(1, "INf"), "bar USf")
    assert state.phase == Turn(1)
    assert refused(state, "seat INf C68") == reasons.SitsAlone(chair("C68"))


def test_ci_7_who_opened_alone_may_stay_so_and_the_second_at_his_table_scores_2() -> None:
    state = after(Position().opening().holds("USf").hand(1, "INf INm USm"), "seat USf C53")
    assert after(state, "seat INf C68 INm C62").scores[1] == 52
    assert after(state, "seat USm C66").scores[1] == 52


def test_ci_8_who_sits_stays() -> None:
    """No move takes anybody from a chair but the swap of a joker."""
    made = Position().sit("USm C66, INm C68").holds("USf INf")
    state = after(made, "seat USf C53")
    assert state.men & made.state.men == made.state.men
    assert set(offered(made)) == {"seat", "bar"}
    assert refused(made, "swap USf C66") == reasons.NoJokerThere(chair("C66"))


# ── one or two guests ────────────────────────────────────────────────────────────────────────────────────────────────


def test_ci_9_the_turn_must_gain_points() -> None:
    made = Position().holds("USf")
    assert "seat" not in offered(made)
    assert refused(made, "seat USf C60") == reasons.SitsAlone(chair("C60"))


def test_ci_9_two_guests_at_different_tables_must_each_score() -> None:
    made = Position().sit("USm C66, INm C68").holds("USf INf CFf")
    assert gained(made, "seat USf C53 INf C62") == 4
    assert refused(made, "seat USf C53 CFf C01") == reasons.SitsAlone(chair("C01"))


def test_ci_9_a_first_guest_without_points_needs_a_common_table_with_the_second() -> None:
    """Either table of a shared chair: here the man between the tables is at the American one alone."""
    made = Position().sit("CFf C01").holds("USm USf")
    assert gained(made, "seat USm C61 USf C67") == 2
    assert gained(made, "seat USm C60 USf C53") == 2
    assert refused(made, "seat USm C61 USf C53") == reasons.SitsAlone(chair("C53"))


def test_ci_9_more_than_two_are_refused() -> None:
    made = Position().sit("USm C66").holds("USf USm USf")
    assert refused(made, "seat USf C53 USm C59 USf C60") == reasons.TwoGuestsAtMost()
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(made.state, 0, Seating(()), Seeded(1))
    assert caught.value.reason == reasons.TwoGuestsAtMost()


def test_ci_9_only_guests_of_his_own_hand() -> None:
    made = Position().sit("USm C66").holds("USf INf").hand(1, "USm")
    assert refused(made, "seat USm C53") == reasons.NotInYourHand(kind("USm"))
    assert refused(made, "seat USf C53 USf C60") == reasons.NotInYourHand(kind("USf"))


def test_the_next_player_is_asked_after_a_seating() -> None:
    step = do(Position(2, 1).sit("USm C66").holds("USf"), "seat USf C53")
    assert step.state.phase == Turn(0)
    assert "seat USf C53" in best(Position().sit("USm C66").holds("USf"))
