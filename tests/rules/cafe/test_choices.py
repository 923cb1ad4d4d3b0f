"""The words that may follow, with points, prices and tables."""

from rules.cafe.state import BAG, Over
from rules.contract import Choice
from tests.rules.cafe.position import Position, offered


def made() -> Position:
    return Position().sit("USm C66").holds("USf USm INm")


def test_first_the_kind_of_turn() -> None:
    assert offered(made()) == {"seat": Choice("seat", whole=False), "bar": Choice("bar", whole=False)}
    assert set(offered(made().sit("Jm C62"))) == {"seat", "bar", "swap"}
    assert set(offered(Position().holds("USf"))) == {"bar"}


def test_then_the_guests_that_can_be_seated_alone_or_with_another() -> None:
    assert offered(made(), "seat") == {
        "USf": Choice("USf", whole=False),
        "USm": Choice("USm", whole=False),
        "INm": Choice("INm", whole=False),
    }
    assert set(offered(made().holds("USf TRf TRf CFm"), "seat")) == {"USf"}


def test_the_chairs_of_a_guest_with_what_he_brings_alone() -> None:
    chairs = offered(made(), "seat", "USf")
    assert chairs["C53"] == Choice("C53", whole=True, group="US", worth=2, offers=("T22",))
    assert chairs["C60"] == Choice("C60", whole=True, group="US", worth=2, offers=("T22", "T23"))
    assert chairs["C67"] == Choice("C67", whole=False, group="US", worth=None, offers=("T23",))


def test_a_chair_that_only_a_second_guest_makes_legal_is_not_whole() -> None:
    chairs = offered(made(), "seat", "USm")
    assert {name for name, choice in chairs.items() if not choice.whole} == set(chairs)
    assert {"C53", "C54", "C59", "C60", "C61", "C67"} == set(chairs)


def test_the_second_guest_with_what_the_turn_brings() -> None:
    assert set(offered(made(), "seat", "USm", "C67")) == {"USf"}
    chairs = offered(made(), "seat", "USm", "C67", "USf")
    assert {name: choice.worth for name, choice in chairs.items()} == {"C54": 2, "C60": 2 + 2, "C61": 2}
    assert all(choice.whole for choice in chairs.values())
    assert offered(made(), "seat", "USm", "C67", "USf", "C60") == {}


def test_a_second_guest_at_another_table_scores_for_himself() -> None:
    position = made().sit("INf C68")
    assert offered(position, "seat", "USf", "C53", "INm")["C62"].worth == 4
    assert "INm" in offered(position, "seat", "USf", "C53")
    assert offered(position, "seat", "USf", "C67", "INm").keys() == {"C61"}, "at the same table only"


def test_a_joker_between_two_nations_is_named_before_anybody_follows() -> None:
    position = made().holds("Jf USm INm")
    chair = offered(position, "seat", "Jf")["C59"]
    assert (chair.whole, chair.worth, chair.group) == (False, None, "DE")
    assert offered(position, "seat", "Jf", "C59") == {
        "DE": Choice("DE", whole=True, worth=2),
        "US": Choice("US", whole=True, worth=2),
    }
    assert offered(position, "seat", "Jf", "C59", "IN") == {}
    assert set(offered(position, "seat", "Jf", "C59", "US")) == {"USm"}
    assert set(offered(position, "seat", "Jf", "C60")) == {"USm", "INm"}


def test_a_joker_not_whole_is_named_without_points() -> None:
    position = Position().holds("Jf USm")
    assert offered(position, "seat", "Jf", "C59")["US"] == Choice("US", whole=False)


def test_the_bar_with_its_number() -> None:
    assert offered(made().bar(5), "bar") == {
        token: Choice(token, whole=True, worth=-2) for token in ("INm", "USf", "USm")
    }
    assert offered(made(), "bar", "USf") == {}


def test_the_swaps() -> None:
    position = made().sit("Jm C62")
    assert offered(position, "swap") == {"INm": Choice("INm", whole=False)}
    assert offered(position, "swap", "INm") == {"C62": Choice("C62", whole=True, group="IN", worth=0, offers=("T24",))}
    assert offered(position, "swap", "INm", "C62") == {}
    assert offered(position, "swap", "what") == {}


def test_words_that_lead_nowhere_are_followed_by_nothing() -> None:
    for words in (
        "fly",
        "seat INf",
        "seat USf C01",
        "seat USf chair",
        "seat USf C53 INm",
        "seat who",
        "name",
        "bar what",
    ):
        assert offered(made(), *words.split()) == {}, words


def test_nobody_else_is_offered_anything() -> None:
    assert offered(made(), seat=1) == {}
    assert offered(made().phase(Over(BAG, (0, 0, 0))), seat=0) == {}
    assert offered(made().names(), "name", "US") == {}


def test_with_jokers_only_there_is_no_bar() -> None:
    assert set(offered(made().holds("Jf"))) == {"seat"}
