"""CI-20 and CI-21: the birthday table; the regulars' table and the coffee circle."""

import pytest

from rules import counts, engine
from rules.cafe import reasons
from rules.cafe.facts import BirthdayNamed, BirthdayReached, Drew, OneNation, RegularsTable, TableScored
from rules.cafe.game import RULES
from rules.cafe.state import NameBirthday, Turn
from rules.contract import NotAsked, Prompt
from rules.contract import Position as Held
from tests.rules.cafe.position import (
    Position,
    after,
    best,
    chair,
    do,
    gained,
    nation,
    offered,
    refused,
    table,
    told,
)

# ── the birthday table ───────────────────────────────────────────────────────────────────────────────────────────────


def about_to(threshold: int = 30) -> Position:
    return Position().sit("USm C66").holds("USf CFf").scores(28, 0, 0).threshold(threshold)


def test_ci_20_who_first_reaches_the_score_names_a_nation_before_the_next_turn() -> None:
    step = do(about_to(), "seat USf C53")
    assert step.state.phase == NameBirthday(0)
    assert [type(fact) for fact in told(step)[-2:]] == [Drew, BirthdayReached]
    assert RULES.prompts(step.state) == (Prompt(0, "birthday", rest=True),)
    assert set(offered(step.state)) == {"name"}
    assert len(offered(step.state, "name")) == 12
    named = do(step.state, "name IN")
    assert named.state.birthday == nation("IN")
    assert named.state.phase == Turn(1)
    assert told(named) == (BirthdayNamed(0, nation("IN")),)


def test_ci_20_a_planned_turn_that_draws_nothing_may_end_before_the_name() -> None:
    state = about_to().completed(4).state
    tried = engine.draft(RULES, Held(state, 0, 0, ()), 0, (RULES.parse("seat USf C53"),))
    assert tried.state.phase == NameBirthday(0)
    assert tried.ready
    assert not engine.draft(RULES, Held(state, 0, 0, ()), 0, ()).ready


def test_ci_20_he_must_name_one_then() -> None:
    state = after(about_to(), "seat USf C53")
    assert refused(state, "bar CFf") == reasons.NameFirst()
    assert refused(state, "name IN", seat=1) == NotAsked()
    assert refused(about_to(), "name IN") == NotAsked()
    assert offered(state, "bar") == {}


@pytest.mark.parametrize(("threshold", "reached"), [(30, True), (31, False), (10, True), (100, False), (0, False)])
def test_ci_20_the_threshold_is_the_option_s(threshold: int, *, reached: bool) -> None:
    phase = after(about_to(threshold), "seat USf C53").phase
    assert phase == (NameBirthday(0) if reached else Turn(1))


def test_ci_20_by_points_of_the_bar_as_well() -> None:
    assert after(about_to().bar(1), "bar CFf").phase == NameBirthday(0)
    assert after(about_to(), "bar CFf").phase == Turn(1)


def test_ci_20_only_the_first_once() -> None:
    made = about_to().birthday("IN")
    assert after(made, "seat USf C53").phase == Turn(1)


def test_ci_20_both_tables_of_the_nation_count_double_for_every_player() -> None:
    for seat in (0, 1, 2):
        made = Position(3, seat).birthday("US").sit("USm C66, USm C67").holds("USf USf")
        assert gained(made, "seat USf C53 USf C54") == 4 + 4


def test_ci_20_of_a_shared_chair_only_their_part() -> None:
    made = Position().birthday("IN").sit("USm C67, INm C68").holds("USf")
    assert gained(made, "seat USf C61") == 2 + 2 * 2


def test_ci_20_also_the_8() -> None:
    made = Position().birthday("US").sit("USm C66, USf C53, USm C59").holds("USf CFf")
    assert gained(made, "seat USf C60") == 16
    assert best(made)["seat USf C60"] == 16


def test_ci_20_not_the_bar() -> None:
    made = Position().birthday("US").holds("USf INm")
    assert gained(made, "bar USf") == 1


# ── the regulars' table ──────────────────────────────────────────────────────────────────────────────────────────────


def regulars(*sitting: str) -> Position:
    made = Position().regulars().holds("USm USm USm USm Jm")
    return made.sit(", ".join(sitting)) if sitting else made


FOUR = "seat USm C53 USm C59 USm C60 USm C66"


def test_ci_21_four_men_at_one_table_20_points_or_40_of_one_nation() -> None:
    assert gained(regulars(), FOUR) == 40
    made = regulars().holds("USm USm USm DEm")
    assert gained(made, "seat USm C53 DEm C59 USm C60 USm C66") == 20


def test_ci_21_or_four_women() -> None:
    made = Position().regulars().holds("USf USf USf Jf")
    assert gained(made, "seat USf C53 USf C59 USf C60 Jf C66") == 40


def test_ci_21_three_to_one_of_their_sex_who_sits_there() -> None:
    made = regulars("USm C66")
    assert gained(made, "seat USm C53 USm C59 USm C60") == 40
    assert refused(regulars("USf C66"), "seat USm C53 USm C59 USm C60") == reasons.NoRegularsTable()


def test_ci_21_all_at_one_table_and_it_is_full() -> None:
    assert refused(regulars(), "seat USm C53 USm C59 USm C60") == reasons.NoRegularsTable()
    assert refused(regulars(), "seat USm C53 USm C59 USm C60 USm C67") == reasons.NoRegularsTable()
    made = Position().regulars().holds("USm USf USm USm")
    assert refused(made, "seat USm C53 USf C59 USm C60 USm C66") == reasons.NoRegularsTable()


def test_ci_21_the_premium_comes_once_and_nothing_for_the_guests_before() -> None:
    step = do(regulars(), FOUR)
    scored = [fact for fact in told(step) if isinstance(fact, TableScored | RegularsTable)]
    assert scored == [RegularsTable(0, table("T22"), 40, one_nation=True)]


def test_ci_21_a_table_of_40_is_a_one_nation_table() -> None:
    step = do(regulars(), FOUR)
    assert OneNation(0, 1, 4) in told(step)
    assert counts.total(step.state.hands[0]) == 4
    made = regulars().holds("USm USm USm DEm")
    assert after(made, "seat USm C53 DEm C59 USm C60 USm C66").completed[0] == 0


def test_ci_21_jokers_with_their_sex_and_nation() -> None:
    made = regulars().holds("USm USm USm Jm")
    assert gained(made, "seat USm C53 Jm C59 US USm C60 USm C66") == 40
    assert gained(made, "seat USm C53 Jm C59 DE USm C60 USm C66") == 20


def test_ci_21_neighbouring_tables_obey_ci_6_and_score_by_ci_10() -> None:
    assert refused(regulars("USm C67"), FOUR) == reasons.TooManyOfOneSex(table("T23"))
    assert gained(regulars("USf C67"), FOUR) == 40 + 2
    made = regulars("USf C67, USm C61, USf C54")
    step = do(made, FOUR)
    assert step.state.scores[0] == 50 + 40 + 8
    assert step.state.completed[0] == 2


def test_ci_21_at_a_birthday_table_the_premium_doubles() -> None:
    assert gained(regulars().birthday("US"), FOUR) == 80


def test_ci_21_only_with_the_variant() -> None:
    made = Position().holds("USm USm USm USm Jm")
    assert refused(made, FOUR) == reasons.TwoGuestsAtMost()
    assert "seat" not in offered(made)
    assert FOUR not in best(made)


def test_ci_21_nations_by_ci_5() -> None:
    made = regulars().holds("USm USm USm INm")
    assert refused(made, "seat USm C53 USm C59 USm C60 INm C66") == reasons.WrongNation(13, chair("C66"))


def test_ci_21_it_is_among_the_best_turns_and_the_choices_lead_to_it() -> None:
    made = regulars().holds("USm USm USm Jm")
    ranked = best(made)
    assert ranked["seat USm C53 USm C59 USm C60 Jm C66"] == 40
    assert set(offered(made)) == {"seat", "bar"}
    assert set(offered(made, "seat")) == {"USm", "Jm"}
    tokens: tuple[str, ...] = ("seat", "USm", "C60")
    assert offered(made, *tokens[:2])["C60"].whole is False
    tokens += ("Jm", "C59")
    assert {token: choice.whole for token, choice in offered(made, *tokens).items()} == {"US": False, "DE": False}
    tokens += ("US", "USm", "C66", "USm")
    assert {name: (choice.whole, choice.worth) for name, choice in offered(made, *tokens).items()} == {
        "C53": (True, 40)
    }
    assert offered(made, *tokens, "C53") == {}


def test_ci_21_the_last_may_be_a_joker_between_two_nations() -> None:
    made = regulars().holds("USm USm USm Jm")
    words = ("seat", "USm", "C53", "USm", "C60", "USm", "C66", "Jm", "C59")
    assert {token: (c.whole, c.worth) for token, c in offered(made, *words).items()} == {
        "US": (True, 40),
        "DE": (True, 20),
    }


def test_ci_21_the_choices_know_the_neighbours() -> None:
    made = regulars("USm C67").holds("USm USm USm USm")
    assert not {move for move, worth in best(made).items() if worth >= 20 and "C66" in move}
    assert "C66" not in offered(made, "seat", "USm")


def test_ci_21_one_of_the_other_sex_there_makes_no_such_table() -> None:
    made = regulars("USf C66").holds("USm USm USm USf")
    assert max(best(made).values()) < 20
    assert all(choice.whole for choice in offered(made, "seat", "USm", "C53", "USf").values())
    assert offered(made, "seat", "USm", "C53", "USf", "C60") == {}
