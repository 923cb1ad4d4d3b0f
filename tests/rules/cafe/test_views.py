"""What everybody sees, and what a seat sees besides, field by field."""

import random

import pytest
from msgspec.structs import asdict

from rules.cafe.board import CHAIR_NAMES
from rules.cafe.game import RULES
from rules.cafe.moves import Seating, Sits
from rules.cafe.scoring import gains
from rules.cafe.state import BAG, Over
from rules.cafe.views import tally
from tests.rules.cafe.position import Position, chair, kind, kinds, nation
from tests.rules.cafe.random_positions import played


def known() -> Position:
    made = Position(3, 1).sit("USm C66, USf C53, USm C59, Jf C60, INm C68").holds("INf USf").bar(6)
    return made.hand(0, "CFf Jm").scores(3, 7, 11).completed(0, 2, 5).birthday("IN").regulars().resigned(2)


def test_every_field_of_the_public_view() -> None:
    assert asdict(RULES.public(known().state)) == {
        "seats": 3,
        "phase": "turn",
        "active": 1,
        "guests": (
            Sits(kind("USf"), chair("C53")),
            Sits(kind("USm"), chair("C59")),
            Sits(kind("Jf"), chair("C60"), nation("US")),
            Sits(kind("USm"), chair("C66")),
            Sits(kind("INm"), chair("C68")),
        ),
        "one_nation": (21,),
        "bar": kinds("GBm GBm GBm GBm GBm GBm"),
        "next_field": -4,
        "hands": (kinds("CFf Jm"), kinds("INf USf"), kinds("CFf")),
        "limits": (5, 3, 0),
        "scores": (3, 7, 11),
        "completed": (0, 2, 5),
        "bag": 100,
        "threshold": 30,
        "birthday": nation("IN"),
        "regulars": True,
        "opening": False,
        "dropped": (),
        "resigned": (2,),
        "costs": (),
        "ending": "",
    }


def test_a_seat_s_view() -> None:
    assert asdict(RULES.private(known().state, 1)) == {
        "seat": 1,
        "topic": "turn",
        "hand": kinds("INf USf"),
        "drops_out": False,
    }
    assert RULES.private(known().state, 0).topic == ""
    assert RULES.private(known().names().state, 1).topic == "birthday"
    assert RULES.private(known().scores(3, 3).state, 1).drops_out


def test_the_end_shows_what_was_paid() -> None:
    view = RULES.public(known().bar(20).phase(Over(BAG, (5, 0, 10))).state)
    assert (view.phase, view.active, view.ending, view.costs, view.next_field) == ("over", -1, BAG, (5, 0, 10), 0)
    assert RULES.private(known().bar(20).phase(Over(BAG, (0, 0, 0))).state, 1).topic == ""


def test_who_has_dropped_out_is_shown() -> None:
    assert RULES.public(Position(3).dropped(2, 1).state).dropped == (2, 1)


def test_the_bag_shows_nothing_of_what_it_holds() -> None:
    assert "Hidden(…)" in repr(known().state)
    assert RULES.public(known().bag("CFf").state).bag == 1


@pytest.mark.parametrize("seed", range(3))
def test_what_a_seating_would_bring_is_told_by_what_everybody_sees(seed: int) -> None:
    """Table by table as the rules count it, in random cafés with birthdays and regulars."""
    for state in played(random.Random(seed)):
        for move, _ in RULES.best(state, RULES.prompts(state)[0].seat, 5):
            if isinstance(move, Seating):
                wanted = [gain for gain in gains(state, move.guests) if gain.points]
                assert list(tally(RULES.public(state), move.guests)) == wanted


def test_before_a_joker_between_two_tables_is_named_nothing_is_certain() -> None:
    view = RULES.public(Position(2).sit(f"CFf {CHAIR_NAMES[0]}").state)
    joker, there = kind("Jm"), chair("C08")
    assert tally(view, (Sits(joker, there),)) == ()
    assert [gain.points for gain in tally(view, (Sits(joker, there, nation("CF")),))] == [2]
