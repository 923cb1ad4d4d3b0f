"""CI-10, CI-11: what a seating brings, and the hand that shrinks; the rulebook's examples 4 and 5."""

import pytest

from rules import counts
from rules.cafe import reasons
from rules.cafe.facts import Drew, OneNation, Seated, TableScored
from rules.cafe.game import RULES
from rules.cafe.moves import Sits
from rules.cafe.state import HANDS, Over
from tests.rules.cafe.position import (
    Position,
    after,
    best,
    chair,
    do,
    drawn,
    gained,
    held,
    kind,
    kinds,
    nation,
    offered,
    refused,
    table,
    told,
)

FULL_OF_MEN_AND_WOMEN = "USm C66, USf C53, USm C59"
"""Three at the first American table, a woman is missing on C60."""


def test_example_4_gives_2_2_2_and_14() -> None:
    """CI-10"""
    made = Position(4).scores(0, 0, 0, 0).hand(0, "USm USf").hand(1, "INm INf").hand(2, "USf").hand(3, "USm USf")
    moves = ("seat USm C66 USf C53", "seat INm C61 INf C68", "seat USf C67", "seat USm C60 USf C59")
    step = do(made, *moves)
    assert step.state.scores == (2, 2, 2, 14)
    seated = [fact.points for fact in told(step) if isinstance(fact, Seated)]
    assert seated == [2, 2, 2, 6 + 8]


def test_example_5_a_joker_completes_a_table_of_one_nation() -> None:
    """CI-10, CI-11: 8 points, and no guest is drawn for it."""
    made = Position().sit("INm C55, INm C62, INf C68").holds("Jf CFf CFf CFf CFf")
    step = do(made, "seat Jf C61 IN")
    assert step.state.scores[0] == 58
    assert step.state.completed == (1, 0, 0)
    assert counts.total(step.state.hands[0]) == 4
    assert not any(isinstance(fact, Drew) for fact in told(step))


@pytest.mark.parametrize(
    ("sitting", "move", "points"),
    [
        ("USm C66", "seat USf C53", 2),
        ("USm C66, USf C53", "seat USf C59", 3),
        ("USm C66, USf C53, DEm C59", "seat USf C60", 4),
        (FULL_OF_MEN_AND_WOMEN, "seat USf C60", 8),
        ("USm C66, USf C53", "seat USf C60 USm C59", 3 + 8),
        ("USm C66, USf C53, USf C67", "seat USm C60", 3 + 2),
        ("USm C66, INm C68", "seat USf C53 INf C62", 2 + 2),
    ],
)
def test_ci_10_2_guests_2_points_3_guests_3_4_guests_4_one_nation_8(sitting: str, move: str, points: int) -> None:
    made = Position().sit(sitting).holds("USf USm INf CFf")
    assert gained(made, move) == points


def test_ci_10_a_guest_at_a_shared_chair_scores_both_tables() -> None:
    made = Position().sit("USm C66, USf C53, INm C68, INf C62, USf C67").holds("USm USf")
    assert gained(made, "seat USm C60") == 3 + 2
    step = do(made, "seat USm C60")
    assert [fact for fact in told(step) if isinstance(fact, TableScored)] == [
        TableScored(0, table("T22"), 3, one_nation=False),
        TableScored(0, table("T23"), 2, one_nation=False),
    ]


def test_ci_10_the_points_are_the_same_whatever_the_order() -> None:
    made = Position().sit("USm C66, USf C67").holds("USf USm")
    assert gained(made, "seat USf C53 USm C60") == gained(made, "seat USm C60 USf C53") == 2 + 2 + 3


def test_ci_10_one_nation_tables_at_both_sides_8_and_8_and_the_limit_falls_by_two() -> None:
    made = Position().sit("USm C66, USf C53, USm C59, USf C67, USm C54, USm C61").holds("USf CFf CFf CFf CFf")
    step = do(made, "seat USf C60")
    assert step.state.scores[0] == 50 + 8 + 8
    assert step.state.completed[0] == 2
    assert OneNation(0, 2, 3) in told(step)


def test_ci_10_a_joker_between_two_nations_is_named_and_counts_there_only() -> None:
    """Both tables of C59 are three of their own nation; whichever he is named, the other brings 4."""
    sitting = "USm C66, USf C53, USm C60, DEm C52, DEf C65, DEm C58, USf C67"
    made = Position().sit(sitting).holds("Jf")
    for name, place in (("US", "T22"), ("DE", "T21")):
        step = do(made, f"seat Jf C59 {name}")
        assert step.state.scores[0] == 50 + 8 + 4
        scored = {fact.table: fact.one_nation for fact in told(step) if isinstance(fact, TableScored)}
        assert scored == {table("T21"): place == "T21", table("T22"): place == "T22"}
    assert refused(made, "seat Jf C59") == reasons.NameTheJoker(chair("C59"))
    assert refused(made, "seat Jf C59 IN") == reasons.NameTheJoker(chair("C59"))


def test_ci_10_elsewhere_the_joker_s_nation_is_the_table_s() -> None:
    made = Position().sit("USm C66, USf C59, USm C60").holds("Jf USf")
    assert gained(made, "seat Jf C53") == 8
    assert refused(made, "seat Jf C53 IN") == reasons.NoNamingThere(chair("C53"))
    assert refused(made, "seat USf C53 US") == reasons.NoNamingThere(chair("C53"))
    assert set(offered(made, "seat", "Jf", "C53")) == {"USf"}


def test_ci_10_a_joker_named_for_the_other_table_breaks_the_one_nation() -> None:
    made = Position().sit("USm C66, USf C53, Jm C59 DE").holds("USf")
    assert gained(made, "seat USf C60") == 4
    made = Position().sit("USm C66, USf C53, Jm C59 US").holds("USf")
    assert gained(made, "seat USf C60") == 8


def test_ci_10_one_nation_is_the_table_s_own() -> None:
    """A guest of the neighbouring nation on a shared chair makes it a plain table."""
    made = Position().sit("USm C66, USf C53, DEm C59").holds("USf")
    assert gained(made, "seat USf C60") == 4


# ── drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_ci_11_he_draws_up_to_five() -> None:
    made = Position().sit("USm C66").holds("USf USm CFf CFf CFf")
    step = do(made, "seat USf C53 USm C59", chance=drawn(0, 0))
    assert held(step.state, 0) == "CFf CFf CFf CFf CFf"
    assert told(step)[-1] == Drew(0, kinds("CFf CFf"))
    assert step.final
    assert counts.total(step.state.bag.packed) == 98


@pytest.mark.parametrize(("tables", "draws"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0), (5, 0), (7, 0)])
def test_ci_11_the_hand_sinks_for_good_and_never_below_0(tables: int, draws: int) -> None:
    made = Position().sit("USm C66").holds("USf CFf CFf").completed(tables)
    step = do(made, "seat USf C53")
    assert counts.total(step.state.hands[0]) == 2 + draws
    assert step.final is bool(draws)
    assert RULES.public(made.state).limits[0] == max(0, 5 - tables)


def test_ci_11_a_table_completed_now_counts_at_once_and_for_him_only() -> None:
    made = Position().sit(FULL_OF_MEN_AND_WOMEN).holds("USf CFf CFf CFf CFf")
    step = do(made, "seat USf C60")
    assert counts.total(step.state.hands[0]) == 4
    assert step.state.completed == (1, 0, 0)
    assert told(step) == (
        Seated(0, (Sits(kind("USf"), chair("C60")),), 8),
        TableScored(0, table("T22"), 8, one_nation=True),
        OneNation(0, 1, 4),
    )


def test_ci_11_who_holds_more_gives_none_back() -> None:
    made = Position().sit("USm C66").holds("USf CFf CFf CFf CFf").completed(3)
    assert held(after(made, "seat USf C53"), 0) == "CFf CFf CFf CFf"


def test_ci_11_five_tables_empty_the_hand() -> None:
    made = Position().sit("USm C66").holds("USf").completed(5)
    phase = after(made, "seat USf C53").phase
    assert isinstance(phase, Over)
    assert phase.ending == HANDS


# ── ranked turns ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_best_turns_come_first_with_the_bar_and_the_swaps_among_them() -> None:
    made = Position().sit("USm C66, USf C53, Jm C59 US").holds("USf USm").bar(5)
    ranked = best(made)
    assert next(iter(ranked.values())) == ranked["seat USm C54 USf C60"] == 8 + 2
    assert ranked["seat USf C60"] == 8
    assert ranked["swap USm C59"] == 0
    assert ranked["bar USf"] == ranked["bar USm"] == -2
    assert list(ranked.values()) == sorted(ranked.values(), reverse=True)
    assert list(best(made, 3)) == list(ranked)[:3]


def test_two_guests_at_different_tables_are_among_the_best_turns() -> None:
    ranked = best(Position().sit("USm C66, INm C68").holds("USf USf INf"))
    assert ranked["seat USf C53 INf C62"] == 4
    assert "seat USf C53 USf C67" not in ranked
    assert ranked["seat USf C53 USf C59"] == 2 + 3


def test_the_best_turns_are_those_of_the_seat_that_is_asked() -> None:
    made = Position().sit("USm C66").holds("USf")
    assert RULES.best(made.state, 1, 5) == ()
    assert RULES.best(made.names().state, 0, 5) == ()
    assert nation("US") == 11
