"""Every reason for a refusal, with what it tells its mover."""

import pytest

from rules.contract import GameIsOver, IllegalMove, NotAsked, Reason
from rules.guatemala import reasons
from rules.guatemala.pieces import CODE_OF
from rules.guatemala.state import TRACK, Over
from tests.rules.guatemala.position import Position, coffee, place, refused, source

K, W = coffee("K"), coffee("W")


def line(*tokens: str) -> Position:
    return Position(3).line(*tokens)


CASES: tuple[tuple[Reason, Position, str], ...] = (
    (reasons.OffTheTrack(36), Position(3).puts_buyer(), "buyer 36"),
    (reasons.MoveTheBuyerFirst(), Position(3).turn(), "done"),
    (reasons.BuyerHasMoved(), line(), "step 1"),
    (reasons.StepTooFar(5), Position(3).turn(), "step 5"),
    (reasons.StepTooDear(2, 1), Position(3).turn().money(1), "step 4"),
    (reasons.NotOnTheLine(source("Q1")), line(), "take Q1 A1"),
    (reasons.NotOnTheLine(source("Q1")), line(), "score Q1"),
    (reasons.NothingThere(source("P1")), line(), "take P1 A1"),
    (reasons.SacksAreScored(source("P1")), line("cK"), "take P1 A1"),
    (reasons.NoSackThere(source("P1")), line("wK"), "score P1"),
    (reasons.BuildOrScore(), line("", "cK").build("P1"), "score P2"),
    (reasons.ThreePieces(), line("", "", "", "wK").build("P1 P2 P3"), "take P4 A1"),
    (reasons.WrongPlace(CODE_OF["wK"], place("A1")), line("wK"), "take P1 harbour2"),
    (reasons.WrongPlace(CODE_OF["wK"], -1), line("wK").money(0), "take P1 harbour2"),
    (reasons.OffTheBoard(place("M9")), Position(2).line("wK"), "take P1 M9"),
    (reasons.OffTheBoard(place("harbour4")), Position(2).line("sK"), "take P1 harbour4"),
    (reasons.Closed(place("A8")), line("hK"), "take P1 A8"),
    (reasons.Closed(place("harbour1")), line("sK"), "take P1 harbour1"),
    (reasons.Taken(place("A1")), line("wK").worker(1, "W", "A1"), "take P1 A1"),
    (reasons.Taken(place("G6")), line("hK").shed(1, "W", "G6"), "take P1 G6"),
    (reasons.Taken(place("F9w")), line("road").roads("F9w"), "take P1 F9w"),
    (reasons.OnlyAShed(place("G6")), line("wK"), "take P1 G6"),
    (reasons.NoShedSite(place("A1")), line("hK"), "take P1 A1"),
    (reasons.SecondShed(K), line("hK").shed(0, "K", "G6"), "take P1 J8"),
    (reasons.Apart(K, place("M9")), line("wK").worker(0, "K", "A1"), "take P1 M9"),
    (reasons.TouchesAnother(2, place("A2")), line("wK").worker(2, "K", "A1"), "take P1 A2"),
    (reasons.NoShedForShip(K), line("sK"), "take P1 harbour2"),
    (reasons.PathElsewhere(K, 2), line("sK").shed(0, "K", "J6"), "take P1 harbour2"),
    (reasons.HarbourFull(1, elsewhere=True), line("sK").anywhere().ships(2, "KWB"), "take P1 harbour2"),
    (reasons.HarbourFull(1, elsewhere=False), line("sK").shed(0, "K", "G6").ships(2, "KWB"), "take P1 harbour2"),
    (reasons.NoPathThere(place("A1n")), line("road"), "take P1 A1n"),
    (reasons.TooDear(3, 2, cheaper=True), line("wK").money(2), "take P1 A9"),
    (reasons.TooDear(3, 2, cheaper=False), line("wK").worker(0, "K", "A9").money(2), "take P1 B9"),
    (reasons.TooDear(6, 5, cheaper=True), line("hK").money(5), "take P1 J8"),
    (reasons.TooDear(4, 3, cheaper=True), line("sK").anywhere().ships(2, "KK").money(3), "take P1 harbour2"),
    (reasons.NotInYourStock(W), line("cK").stock(0, "K"), "score P1 lay W"),
    (reasons.NothingToLay(), line("cK"), "score P1 lay W"),
    (reasons.NoTie(1), line("cK").ships(2, "K"), "score P1 sail harbour2"),
    (NotAsked(), line(), "block"),
    (GameIsOver(), Position(3).phase(Over(TRACK)), "done"),
)


@pytest.mark.parametrize(
    ("reason", "made", "text"), CASES, ids=[f"{type(case[0]).__name__}: {case[2]}" for case in CASES]
)
def test_a_refusal_tells_its_reason(reason: Reason, made: Position, text: str) -> None:
    before = repr(made.state)
    assert refused(made, text, seat=0) == reason
    assert repr(made.state) == before


def test_every_reason_is_among_them() -> None:
    assert {type(reason).__name__ for reason, _, _ in CASES} == set(reasons.__all__)


@pytest.mark.parametrize(
    ("wanted", "made", "text"),
    [
        # the field itself comes before the neighbours, the neighbours before the price
        (reasons.Taken(place("A2")), line("wK").worker(2, "K", "A1 A2"), "take P1 A2"),
        (reasons.TouchesAnother(2, place("A2")), line("wK").worker(2, "K", "A1").money(0), "take P1 A2"),
        (reasons.Apart(K, place("M9")), line("wK").worker(0, "K", "A1").money(0), "take P1 M9"),
        (reasons.SecondShed(K), line("hK").shed(0, "K", "G6").money(0), "take P1 J8"),
        (reasons.Closed(place("harbour1")), line("sK").money(0), "take P1 harbour1"),
        (reasons.NoShedForShip(K), line("sK").ships(2, "KWB").money(0), "take P1 harbour2"),
        (reasons.HarbourFull(1, elsewhere=False), line("sK").shed(0, "K", "G6").ships(2, "KWB"), "take P1 harbour3"),
        (reasons.HarbourFull(1, elsewhere=True), line("sK").anywhere().ships(2, "KWB"), "take P1 harbour2"),
        # what will never do comes before what money could mend
        (reasons.ThreePieces(), line().build("P1 P2 P3"), "take P4 A1"),
    ],
)
def test_of_several_reasons_the_first_is_told(wanted: Reason, made: Position, text: str) -> None:
    assert refused(made, text) == wanted


def test_a_refusal_says_nothing_but_its_name() -> None:
    assert str(IllegalMove(reasons.NotInYourStock(K))) == "NotInYourStock"
