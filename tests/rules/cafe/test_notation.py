"""How moves are written and read: the guests of a seating are a set."""

from itertools import permutations

import pytest

from rules.cafe.board import CHAIR_NAMES
from rules.cafe.game import RULES
from rules.cafe.guests import TOKENS
from rules.cafe.moves import Bar, CafeMove, Name, Seating, Sits, Swap
from rules.notation import NotationError
from tests.rules.cafe.position import chair, kind, nation

CANONICAL: tuple[tuple[str, CafeMove], ...] = (
    ("seat USm C53", Seating((Sits(kind("USm"), chair("C53")),))),
    ("seat USm C53 USf C60", Seating((Sits(kind("USm"), chair("C53")), Sits(kind("USf"), chair("C60"))))),
    ("seat Jf C61 IN", Seating((Sits(kind("Jf"), chair("C61"), nation("IN")),))),
    ("seat Jf C60", Seating((Sits(kind("Jf"), chair("C60")),))),
    ("bar CFf", Bar(0)),
    ("swap INf C62", Swap(kind("INf"), chair("C62"))),
    ("name US", Name(11)),
)


@pytest.mark.parametrize(("text", "move"), CANONICAL)
def test_every_kind_of_move_is_written_and_read(text: str, move: CafeMove) -> None:
    assert RULES.write(move) == text
    assert RULES.parse(text) == move


def test_every_guest_and_every_chair_survives_writing_and_reading() -> None:
    for number, name in enumerate(CHAIR_NAMES):
        text = f"swap {TOKENS[number % 26]} {name}"
        assert RULES.write(RULES.parse(text)) == text


def test_a_seating_is_read_in_any_order_and_written_in_one() -> None:
    guests = ("USm C53", "Jf C59 DE", "USf C60", "INm C61")
    moves = {RULES.parse(" ".join(("seat", *order))) for order in permutations(guests)}
    assert len(moves) == 1
    assert RULES.write(moves.pop()) == "seat USm C53 Jf C59 DE USf C60 INm C61"
    scrambled = Seating((Sits(kind("USf"), chair("C60")), Sits(kind("USm"), chair("C53"))))
    assert RULES.write(scrambled) == "seat USm C53 USf C60"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("SEAT usM to c53 and usF on C60", "seat USm C53 USf C60"),
        ("seat USm → C53, USf → C60", "seat USm C53 USf C60"),
        ("seat CFf C1 cfm c7", "seat CFf C01 CFm C07"),
        ("seat Jm C60 US", "seat Jm C60"),
        ("seat jf at c61 in", "seat Jf C61 IN"),
        ("  Bar   the USm ", "bar USm"),
        ("swap INf with C62", "swap INf C62"),
        ("Name tr", "name TR"),
    ],
)
def test_reading_is_kind(text: str, canonical: str) -> None:
    assert RULES.write(RULES.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", ""),
        ("sit USm C53", "SIT"),
        ("seat", ""),
        ("seat USm", "USM"),
        ("seat USx C53", "USX"),
        ("seat USm C69", "C69"),
        ("seat USm C0", "C0"),
        ("seat USm C053", "C053"),
        ("seat USm C53 USf C53", "C53"),
        ("seat USm C53 USf", "USF"),
        ("seat US C53", "US"),
        ("seat USm C53 USm C54 USm C55 USm C56 USm C57", "USM C57"),
        ("bar", "BAR"),
        ("bar USm C53", "BAR USM C53"),
        ("bar US", "US"),
        ("swap INf", "SWAP INF"),
        ("swap INf T24", "T24"),
        ("name", "NAME"),
        ("name XX", "XX"),
        ("name USm", "USM"),
        ("bar UſM", "UſM"),
    ],
)
def test_what_is_no_move_is_refused_with_the_word_that_could_not_be_read(text: str, token: str) -> None:
    with pytest.raises(NotationError) as caught:
        RULES.parse(text)
    assert caught.value.token == token
    assert caught.value.wanted
