"""Every reason for a refusal, with what it tells its mover."""

import pytest

from rules.cafe import reasons
from rules.cafe.state import BAG, Over
from rules.contract import GameIsOver, NotAsked, Reason
from tests.rules.cafe.position import Position, chair, kind, refused, table


def made() -> Position:
    return Position().sit("USm C66, USf C53, Jm C59 US").holds("USm USf INf Jf Jm CFf")


CASES: tuple[tuple[Reason, Position, str], ...] = (
    (reasons.NotInYourHand(kind("INm")), made(), "seat INm C60"),
    (reasons.NotInYourHand(kind("USf")), made(), "seat USf C60 USf C67"),
    (reasons.NotInYourHand(kind("TRf")), made(), "bar TRf"),
    (reasons.ChairTaken(chair("C53")), made(), "seat USf C53"),
    (reasons.WrongNation(kind("INf"), chair("C60")), made(), "seat INf C60"),
    (reasons.NameTheJoker(chair("C61")), made(), "seat Jf C61"),
    (reasons.NameTheJoker(chair("C61")), made(), "seat Jf C61 TR"),
    (reasons.NoNamingThere(chair("C60")), made(), "seat Jf C60 IN"),
    (reasons.NoNamingThere(chair("C60")), made(), "seat USf C60 US"),
    (reasons.TooManyOfOneSex(table("T22")), made(), "seat USm C60"),
    (reasons.SitsAlone(chair("C67")), made(), "seat USf C67"),
    (reasons.TwoGuestsAtMost(), made(), "seat USf C60 USm C67 INf C62"),
    (reasons.NoRegularsTable(), made().regulars(), "seat USf C60 USm C67 INf C62"),
    (reasons.JokersStayOutOfTheBar(), made(), "bar Jm"),
    (reasons.NoJokerThere(chair("C66")), made(), "swap USm C66"),
    (reasons.JokerForAJoker(), made(), "swap Jm C59"),
    (reasons.WrongSex(chair("C59")), made(), "swap USf C59"),
    (reasons.WrongNation(kind("USm"), chair("C01")), made().sit("Jm C01"), "swap USm C01"),
    (reasons.NameFirst(), made().names(), "bar USf"),
    (NotAsked(), made(), "name IN"),
    (GameIsOver(), made().phase(Over(BAG, (0, 0, 0))), "bar USf"),
)


@pytest.mark.parametrize(
    ("reason", "position", "text"), CASES, ids=[f"{type(case[0]).__name__}: {case[2]}" for case in CASES]
)
def test_a_refusal_tells_its_reason(reason: Reason, position: Position, text: str) -> None:
    before = repr(position.state)
    assert refused(position, text, seat=0) == reason
    assert repr(position.state) == before


def test_nobody_acts_out_of_turn() -> None:
    assert refused(made(), "bar CFf", seat=1) == NotAsked()


def test_every_reason_is_among_them() -> None:
    assert {type(reason).__name__ for reason, _, _ in CASES} == set(reasons.__all__)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        # the hand comes before the chair, the chair before the nation, nations before sexes, sexes before groups
        (reasons.NotInYourHand(kind("INm")), "seat INm C66"),
        (reasons.ChairTaken(chair("C66")), "seat INf C66"),
        (reasons.WrongNation(kind("INf"), chair("C65")), "seat INf C65"),
        (reasons.TooManyOfOneSex(table("T22")), "seat USm C60 USf C54"),
    ],
)
def test_of_several_reasons_the_first_is_told(wanted: Reason, text: str) -> None:
    assert refused(made(), text) == wanted
