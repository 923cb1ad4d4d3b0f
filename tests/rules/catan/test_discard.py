"""CM-6, CM-22, CM-26, CM-28: the discard after a 7."""

import pytest

from rules import engine
from rules.catan import reasons
from rules.catan.facts import DiscardAsked, DiscardChosen, Discarded, Produced, Rolled
from rules.catan.game import RULES
from rules.catan.pieces import Card
from rules.catan.state import Catan, Discard, MoveRobber
from rules.contract import NotAsked, Position, Seat
from tests.rules.catan.position import Position as Made
from tests.rules.catan.position import after, cards, do, drawn, offered, refused, told, whispered, whole

SEVEN = (15,)
"""The luck of a three and a four."""


def seven(made: Made) -> Catan:
    return after(made.before_the_roll(), "roll", chance=drawn(*SEVEN))


def owed(state: Catan) -> tuple[tuple[int, ...], tuple[int, ...]]:
    assert isinstance(state.phase, Discard)
    return state.phase.resources, state.phase.ingredients


def two() -> Catan:
    """Seats 0, who has rolled, and 2 owe four resources each."""
    return seven(Made().hand(0, "wool5 ore3").hand(1, "wool7").hand(2, "lumber4 brick4 cocoa7"))


# ── who, and how many ────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_6_on_a_7_nothing_is_produced() -> None:
    step = do(Made().settle(1, "A1n").before_the_roll(), "roll", chance=drawn(*SEVEN))
    assert told(step) == (Rolled(0, 3, 4),)
    assert not any(isinstance(fact, Produced) for fact in told(step))
    assert step.state.phase == MoveRobber(rolled=True)


def test_cm_6_everyone_with_more_than_seven_discards_half_rounded_down_the_roller_too() -> None:
    made = Made(market=False).hand(0, "wool9").hand(1, "ore7").hand(2, "lumber8").hand(3, "brick17")
    step = do(made.before_the_roll(), "roll", chance=drawn(*SEVEN))
    assert owed(step.state) == ((4, 0, 4, 8), (0, 0, 0, 0))
    assert told(step) == (Rolled(0, 3, 4), DiscardAsked((4, 0, 4, 8), (0, 0, 0, 0)))


def test_cm_6_with_nobody_above_seven_the_robber_moves_at_once() -> None:
    assert seven(Made().hand(0, "wool7").hand(1, "cocoa7 ore7")).phase == MoveRobber(rolled=True)


def test_cm_22_resources_and_ingredients_are_counted_apart() -> None:
    state = seven(
        Made().hand(0, "wool7 cocoa7").hand(1, "wool8 cocoa7").hand(2, "wool7 sugar9").hand(3, "ore11 milk10")
    )
    assert owed(state) == ((0, 4, 0, 5), (0, 0, 4, 5))


def test_cm_22_ingredients_alone_can_be_too_many() -> None:
    state = seven(Made().hand(1, "sugar9"))
    assert owed(state) == ((0, 0, 0, 0), (0, 4, 0, 0))
    assert set(offered(state, seat=1)) == {"discard"}
    assert after(state, "discard sugar4", seat=1).hands[1].packed == cards("sugar5")


def test_cm_22_both_can_meet_one_player_in_the_same_answer() -> None:
    state = seven(Made().hand(3, "ore8 milk9"))
    assert refused(state, "discard ore4", seat=3) == reasons.DiscardOwed(4, 4)
    step = do(state, "discard ore4 milk4", seat=3)
    assert step.state.hands[3].packed == cards("ore4 milk5")
    assert step.state.phase == MoveRobber(rolled=True)


def test_cm_22_a_pile_is_not_paid_with_the_other() -> None:
    state = seven(Made().hand(3, "ore8 milk7"))
    assert refused(state, "discard ore2 milk2", seat=3) == reasons.DiscardOwed(4, 0)
    assert set(offered(state, "discard", seat=3)) == {"ore4"}


# ── CM-26: all at once ───────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_26_all_who_must_discard_are_asked_at_the_same_time_sealed() -> None:
    prompts = RULES.prompts(two())
    assert [(prompt.seat, prompt.required, prompt.sealed) for prompt in prompts] == [(0, True, True), (2, True, True)]


def test_cm_26_the_table_waits_for_all_of_them() -> None:
    state = after(two(), "discard wool4", seat=0)
    assert isinstance(state.phase, Discard)
    assert [(prompt.seat, prompt.required) for prompt in RULES.prompts(state)] == [(0, False), (2, True)]
    assert state.hands == two().hands
    assert after(state, "discard lumber4", seat=2).phase == MoveRobber(rolled=True)


def test_cm_26_who_has_answered_may_change_his_answer_until_all_have() -> None:
    state = after(two(), "discard wool4", seat=0)
    state = after(state, "discard wool1 ore3", seat=0)
    state = after(state, "discard lumber2 brick2", seat=2)
    assert state.hands[0].packed == cards("wool4")
    assert state.hands[2].packed == cards("lumber2 brick2 cocoa7")
    assert refused(state, "discard wool4", seat=0) == NotAsked()


@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
def test_cm_26_the_order_of_the_answers_changes_nothing(order: tuple[int, int]) -> None:
    answers = {0: "discard wool2 ore2", 2: "discard lumber1 brick3"}
    state = two()
    for seat in order:
        state = after(state, answers[seat], seat=seat)
    assert [hand.packed for hand in state.hands] == list(
        map(cards, ("wool3 ore1", "wool7", "lumber3 brick1 cocoa7", ""))
    )
    assert state.bank == after(Made().hand(0, "wool3 ore1").hand(1, "wool7").hand(2, "lumber3 brick1 cocoa7")).bank


def test_cm_26_who_owes_nothing_is_not_asked() -> None:
    assert refused(two(), "discard wool4", seat=1) == NotAsked()
    assert offered(two(), seat=1) == {}
    assert offered(two(), "discard", seat=3) == {}


def test_cm_26_nothing_else_is_done_meanwhile() -> None:
    for text in ("robber A1", "end", "bank wool ore", "offer wool1 for ore1"):
        assert refused(two(), text, seat=0) == NotAsked()


# ── the choice ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_6_a_discard_is_of_what_one_holds() -> None:
    assert refused(two(), "discard wool3 brick1", seat=0) == reasons.NotInYourHand(Card.BRICK)
    assert refused(two(), "discard ore4", seat=0) == reasons.NotInYourHand(Card.ORE)
    assert refused(two(), "discard lumber95 brick95 wool69", seat=0) == reasons.NotInYourHand(Card.LUMBER)


@pytest.mark.parametrize("text", ["discard wool3", "discard wool5", "discard wool3 ore3"])
def test_cm_6_neither_more_nor_fewer_than_owed(text: str) -> None:
    assert refused(two(), text, seat=0) == reasons.DiscardOwed(4, 0)


def test_cm_6_a_kind_that_was_named_is_offered_again_as_long_as_there_is_more_of_it() -> None:
    assert set(offered(two(), "discard", seat=0)) == {"wool1", "wool2", "wool3", "wool4", "ore1", "ore2", "ore3"}
    assert whole(two(), "discard", seat=0) == {"wool4"}
    assert set(offered(two(), "discard", "wool2", seat=0)) == {"wool1", "wool2", "ore1", "ore2"}
    assert whole(two(), "discard", "wool2", seat=0) == {"wool2", "ore2"}
    assert set(offered(two(), "discard", "ore3", seat=0)) == {"wool1"}
    assert whole(two(), "discard", "wool1", "ore1", "wool1", seat=0) == {"wool1", "ore1"}
    assert offered(two(), "discard", "wool4", seat=0) == {}
    assert after(two(), "discard wool1 ore1 wool2", seat=0) == after(two(), "discard wool3 ore1", seat=0)


def test_cm_22_the_choice_is_whole_when_both_piles_are_served_in_any_order() -> None:
    state = seven(Made().hand(3, "ore8 milk6 cocoa3"))
    assert whole(state, "discard", seat=3) == set()
    assert whole(state, "discard", "milk2", seat=3) == set()
    assert set(offered(state, "discard", "milk2", seat=3)) == {"ore4", "milk1", "milk2", "cocoa1", "cocoa2"}
    assert whole(state, "discard", "milk2", "ore4", seat=3) == {"milk2", "cocoa2"}
    assert whole(state, "discard", "ore4", seat=3) == {"milk4"}


@pytest.mark.parametrize(
    "words", [("wool0",), ("wool",), ("ore4",), ("brick1",), ("wool3", "wool2"), ("wool5",), ("B3",)]
)
def test_words_that_are_no_part_of_a_discard_lead_nowhere(words: tuple[str, ...]) -> None:
    assert offered(two(), "discard", *words, seat=0) == {}


def test_a_word_of_no_card_is_no_ingredient_either() -> None:
    assert offered(seven(Made().hand(1, "sugar9")), "discard", "B3", seat=1) == {}


def test_cm_22_all_nineteen_of_a_kind_can_be_named() -> None:
    state = seven(Made().hand(0, "wool19 ore19"))
    assert whole(state, "discard", seat=0) == {"wool19", "ore19"}


# ── CM-28 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_28_a_choice_is_told_to_its_maker_only() -> None:
    step = do(two(), "discard wool4", seat=0)
    assert told(step) == ()
    assert whispered(step) == {0: (DiscardChosen(cards("wool4")),)}
    assert repr(DiscardChosen(cards("wool4"))) == "DiscardChosen(…)"
    assert not step.final


def test_cm_28_what_was_discarded_is_public_once_all_have() -> None:
    step = do(after(two(), "discard wool4", seat=0), "discard lumber4", seat=2)
    assert told(step) == (Discarded((cards("wool4"), 0, cards("lumber4"), 0)),)
    assert whispered(step) == {2: (DiscardChosen(cards("lumber4")),)}
    assert step.final


def test_cm_26_a_planned_discard_does_not_say_whether_it_would_be_the_last() -> None:
    for state in (two(), after(two(), "discard lumber4", seat=2)):
        draft = engine.draft(RULES, Position(state, 0, 0, ()), 0, [RULES.parse("discard wool4")])
        assert (draft.state, draft.done, draft.then) == (state, (), RULES.parse("discard wool4"))


# ── CM-29 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_29_a_seat_whose_player_has_resigned_discards_from_its_largest_holdings() -> None:
    state = seven(Made().hand(0, "lumber wool5 ore4 cocoa2 milk6"))
    assert owed(state) == ((5, 0, 0, 0), (4, 0, 0, 0))
    assert RULES.write(RULES.idle(state, Seat(0))) == "discard wool3 ore2 milk4"


def test_cm_29_nobody_waits_for_a_seat_that_has_chosen_and_resigned() -> None:
    made = seven(Made(seats=4).hand(0, "wool8").hand(1, "wool1 ore7").hand(2, "lumber8"))
    position = Position(made, 0, 0, ())
    position = engine.play(RULES, position, 1, [RULES.parse("discard ore4")], drawn()).position
    position = engine.resign(RULES, position, 1, drawn()).position
    assert {(question.seat, question.required) for question in position.open} == {(0, True), (2, True)}
    assert RULES.public(position.state).waiting == (0, 2)
