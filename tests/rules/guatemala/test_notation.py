"""How moves are written and read."""

import pytest

from rules.guatemala.board import BOARDS, PLACE_NAMES, bits
from rules.guatemala.game import RULES
from rules.guatemala.moves import (
    Block,
    Done,
    GuatemalaMove,
    Lay,
    Pass,
    Plan,
    PutBuyer,
    Sail,
    Score,
    StepOn,
    Take,
)
from rules.guatemala.production import FIELDS
from rules.notation import NotationError
from tests.rules.guatemala.position import place, source

CANONICAL: tuple[tuple[str, GuatemalaMove], ...] = (
    ("buyer 0", PutBuyer(0)),
    ("buyer 35", PutBuyer(35)),
    ("step 4", StepOn(4)),
    ("take P4 H7", Take(source("P4"), place("H7"))),
    ("take X9 harbour4", Take(source("X9"), 515)),
    ("take Q2 H7n", Take(source("Q2"), place("H7n"))),
    ("done", Done()),
    ("score S1", Score(source("S1"))),
    ("score S1 lay W", Score(source("S1"), Plan(1))),
    ("score S1 sail harbour2", Score(source("S1"), Plan(-1, 1))),
    ("score S1 lay W sail harbour2", Score(source("S1"), Plan(1, 1))),
    ("block", Block()),
    ("pass", Pass()),
    ("lay K", Lay(0)),
    ("lay N", Lay(4)),
    ("sail harbour1", Sail(0)),
)


@pytest.mark.parametrize(("text", "move"), CANONICAL)
def test_every_kind_of_move_is_written_and_read(text: str, move: GuatemalaMove) -> None:
    assert RULES.write(move) == text
    assert RULES.parse(text) == move


def test_every_take_survives_writing_and_reading() -> None:
    places = {spot for board in BOARDS.values() for spot in bits(board.fields)}
    places |= {1024 + edge for board in BOARDS.values() for edge in bits(board.edges)}
    places |= {512, 513, 514, 515}
    assert places <= set(PLACE_NAMES)
    for number, spot in enumerate(sorted(places)):
        move = Take(number % FIELDS, spot)
        assert RULES.parse(RULES.write(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("TAKE p4 TO h7", Take(source("P4"), place("H7"))),
        ("take P4 -> H7", Take(source("P4"), place("H7"))),
        ("take P4→H7", Take(source("P4"), place("H7"))),
        ("  build   p4 , Harbour2 ", Take(source("P4"), 513)),
        ("take the P4 and H7N", Take(source("P4"), place("H7n"))),
        ("take P4 G7e", Take(source("P4"), place("H7w"))),
        ("move 2", StepOn(2)),
        ("stop", Done()),
        ("End", Done()),
        ("Score S1, lay w; sail HARBOUR2", Score(source("S1"), Plan(1, 1))),
        ("score S1 sail harbour2 and lay W", Score(source("S1"), Plan(1, 1))),
        ("buyer to 17", PutBuyer(17)),
        ("BLOCK", Block()),
    ],
)
def test_reading_is_kind(text: str, move: GuatemalaMove) -> None:
    assert RULES.parse(text) == move


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", ""),
        ("to", ""),
        ("fly P4", "FLY"),
        ("take P4", "TAKE P4"),
        ("take P4 H7 H8", "TAKE P4 H7 H8"),
        ("done now", "DONE NOW"),
        ("take A1 H7", "A1"),
        ("take P4 Z9", "Z9"),
        ("take P4 harbour5", "HARBOUR5"),
        ("step two", "TWO"),
        ("step -1", "-1"),
        ("step 1000", "1000"),
        ("buyer x", "X"),
        ("lay Q", "Q"),
        ("lay KW", "KW"),
        ("sail 2", "2"),
        ("score", ""),
        ("score S1 lay", "S1 LAY"),
        ("score H1", "H1"),
        ("score S1 lay W lay K", "LAY"),
        ("score S1 lay K lay W", "LAY"),
        ("take P1 N1", "N1"),
        ("take P1 A10", "A10"),
        ("score S1 sail harbour1 sail harbour2", "SAIL"),
        ("score S1 keep W", "KEEP"),
        ("score S1 lay harbour2", "HARBOUR2"),
        ("score S1 sail W", "W"),
        ("ſtep 2", "ſtep"),
        ("x" * 201, "x" * 20 + "…"),
    ],
)
def test_what_is_no_move_is_refused_with_the_word_that_could_not_be_read(text: str, token: str) -> None:
    with pytest.raises(NotationError) as caught:
        RULES.parse(text)
    assert caught.value.token == token
    assert caught.value.wanted
