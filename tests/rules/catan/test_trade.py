"""CM-9, CM-21: trade with the bank."""

import pytest

from rules.catan import reasons
from rules.catan.facts import BankTraded
from rules.catan.pieces import Card
from tests.rules.catan.position import Position, after, cards, do, offered, refused, told, whole


def test_cm_9_four_equal_cards_for_one_of_another_kind() -> None:
    made = Position().hand(0, "wool5 ore3")
    step = do(made, "bank wool brick")
    assert step.state.hands[0].packed == cards("wool brick ore3")
    assert step.state.bank == made.state.bank + cards("wool4") - cards("brick")
    assert told(step) == (BankTraded(0, Card.WOOL, 4, Card.BRICK),)
    assert refused(made, "bank ore brick") == reasons.TooFewForTheBank(Card.ORE, 4)


def test_cm_9_with_a_common_harbour_three_of_any_kind() -> None:
    made = Position().settle(0, "A1n").hand(0, "wool3 ore3 sugar3")
    assert after(made, "bank wool brick").hands[0].packed == cards("brick ore3 sugar3")
    assert {name: choice.worth for name, choice in offered(made, "bank").items()} == {"wool": 3, "ore": 3, "sugar": 3}
    assert whole(made, "bank") == set()


def test_cm_9_with_a_harbour_of_its_kind_two_and_of_the_others_still_four() -> None:
    made = Position().settle(0, "D5se").hand(0, "lumber2 wool3")
    assert told(do(made, "bank lumber ore")) == (BankTraded(0, Card.LUMBER, 2, Card.ORE),)
    assert refused(made, "bank wool ore") == reasons.TooFewForTheBank(Card.WOOL, 4)


def test_cm_9_the_harbour_of_another_does_not_serve() -> None:
    made = Position().settle(1, "D5se").hand(0, "lumber2")
    assert refused(made, "bank lumber ore") == reasons.TooFewForTheBank(Card.LUMBER, 4)


def test_cm_9_a_harbour_serves_from_the_moment_the_building_stands() -> None:
    made = Position().hand(0, "lumber4 brick wool grain").settle(0, "D5sw").road(0, "D5sw D5se")
    assert offered(made, "bank")["lumber"].worth == 4
    state = after(made, "settlement D5se")
    assert offered(state, "bank")["lumber"].worth == 2
    assert after(state, "bank lumber ore").hands[0].packed == cards("lumber ore")


@pytest.mark.parametrize(("text", "hand"), [("bank wool wool", "wool4"), ("bank cocoa cocoa", "cocoa4")])
def test_cm_9_never_the_same_kind(text: str, hand: str) -> None:
    assert isinstance(refused(Position().hand(0, hand), text), reasons.SameKind)
    assert text.rpartition(" ")[2] not in offered(Position().hand(0, hand), *text.split()[:2])


def test_cm_9_a_shortage_of_the_bank() -> None:
    made = Position().hand(0, "wool4").hand(1, "ore19")
    assert refused(made, "bank wool ore") == reasons.BankHasNot(Card.ORE)
    assert whole(made, "bank", "wool") == {"lumber", "brick", "grain"}
    last = Position().hand(0, "wool4").hand(1, "ore18")
    assert after(last, "bank wool ore").hands[0].packed == cards("ore")


def test_cm_9_where_the_bank_has_nothing_else_no_trade_is_offered() -> None:
    made = Position().hand(0, "wool4").bank("wool15 cocoa5")
    assert "bank" not in offered(made)
    assert offered(made, "bank", "wool") == {}


def test_cm_9_only_after_the_roll_and_in_one_s_own_turn() -> None:
    made = Position().hand(0, "wool4").hand(1, "wool4")
    assert refused(made.before_the_roll(), "bank wool ore") == reasons.RollFirst()
    assert "bank" not in offered(Position().hand(1, "wool4"), seat=1)


def test_cm_21_four_equal_ingredients_for_one_of_another_kind() -> None:
    made = Position().hand(0, "sugar4")
    assert after(made, "bank sugar milk").hands[0].packed == cards("milk")
    assert whole(made, "bank", "sugar") == {"cocoa", "milk", "hazelnut", "grapes"}


def test_cm_21_there_is_no_two_to_one_for_ingredients() -> None:
    made = Position().settle(0, "D5se").hand(0, "sugar3")
    assert refused(made, "bank sugar milk") == reasons.TooFewForTheBank(Card.SUGAR, 4)
    made = Position().settle(0, "A1n").hand(0, "cocoa2")
    assert refused(made, "bank cocoa milk") == reasons.TooFewForTheBank(Card.COCOA, 3)


@pytest.mark.parametrize("text", ["bank wool cocoa", "bank cocoa wool"])
def test_cm_21_never_resources_for_ingredients_or_the_reverse(text: str) -> None:
    made = Position().hand(0, "wool4 cocoa4")
    assert refused(made, text) == reasons.PilesApart()
    _, gives, gets = text.split()
    assert gets not in offered(made, "bank", gives)


@pytest.mark.parametrize("text", ["bank cocoa sugar", "bank wool cocoa", "bank cocoa cocoa"])
def test_the_base_game_has_no_ingredients(text: str) -> None:
    assert refused(Position(market=False).hand(0, "wool4"), text) == reasons.NotInThisGame()


def test_the_base_game_has_the_bank_s_trade() -> None:
    assert after(Position(market=False).hand(0, "wool4"), "bank wool ore").hands[0].packed == cards("ore")


def test_words_that_are_no_part_of_a_trade_lead_nowhere() -> None:
    made = Position().hand(0, "wool4")
    assert offered(made, "bank", "ore") == {}
    assert offered(made, "bank", "wool", "ore") == {}
