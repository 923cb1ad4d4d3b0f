"""CI-1 to CI-4: guests, tables, chairs, bar and set-up."""

from collections import Counter

import pytest

from rules import counts
from rules.cafe import board, guests
from rules.cafe.board import CHAIR_NAMES, NATIONS_AT, TABLE_NAMES, TABLES, TABLES_AT
from rules.cafe.facts import Began, Dealt
from rules.cafe.game import RULES
from rules.cafe.guests import NATIONS
from rules.cafe.state import Turn
from rules.chance import Recorder, Seeded
from rules.contract import Setup
from tests.rules.cafe.position import Position, do, held, kind, kinds, told

SHARED = """
C08 CF/IT C09 IT C10 CN/IT C11 CN C12 CN/ES C14 CF C15 GB/IT C18 CN/GB C19 ES C21 CF/GB C24 ES/GB C26 CF/CU C29 ES/RU
C34 CU C35 RU C40 CU/TR C43 IN/RU C45 FR/TR C48 FR/IN C50 TR C51 DE/FR C54 FR/US C55 IN C57 DE/TR C58 DE C59 DE/US
C60 US C61 IN/US
"""


def test_ci_1_100_guests_of_12_nations_four_women_and_four_men_each_and_4_jokers() -> None:
    assert len(set(NATIONS)) == 12
    assert counts.unpack(guests.ALL, guests.KINDS) == (4,) * 24 + (2, 2)
    assert counts.total(guests.ALL) == 100
    assert guests.TOKENS[:2] == ("CFf", "CFm")
    assert guests.TOKENS[-2:] == ("Jf", "Jm")
    assert [guests.sex(kind(token)) for token in ("USf", "USm", "Jf", "Jm")] == [0, 1, 0, 1]
    assert guests.joker_count(guests.ALL) == 4
    assert counts.total(guests.ordinary(guests.ALL)) == 96


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_ci_1_two_to_four_players(seats: int) -> None:
    assert RULES.seats == (2, 3, 4)
    with pytest.raises(ValueError, match="2 to 4 players"):
        RULES.setup(Setup(seats), Seeded(1))


def test_ci_2_24_tables_two_a_nation_and_68_chairs_of_which_28_are_shared() -> None:
    assert len(TABLES) == 24
    assert set(Counter(table.nation for table in TABLES).values()) == {2}
    assert all(len(set(table.chairs)) == 4 for table in TABLES)
    assert Counter(len(tables) for tables in TABLES_AT) == {1: 40, 2: 28}
    assert (TABLE_NAMES[0], TABLE_NAMES[-1], CHAIR_NAMES[0], CHAIR_NAMES[-1]) == ("T01", "T24", "C01", "C68")


def test_ci_2_the_shared_chairs_are_those_of_the_law_book() -> None:
    found = {
        CHAIR_NAMES[chair]: {NATIONS[nation] for nation in NATIONS_AT[chair]}
        for chair, tables in enumerate(TABLES_AT)
        if len(tables) == 2
    }
    words = SHARED.split()
    assert found == {name: set(nations.split("/")) for name, nations in zip(words[::2], words[1::2], strict=True)}


def test_ci_2_a_shared_chair_is_two_cells_wide_of_both_tables() -> None:
    for tables in TABLES_AT:
        if len(tables) == 2:
            one, other = (TABLES[table] for table in tables)
            assert abs(one.row - other.row) + abs(one.column - other.column) == 2


def test_ci_3_the_bar_has_20_fields_taken_in_their_order() -> None:
    assert len(board.BAR_FIELDS) == 20
    made = Position().holds("USm INf")
    assert do(made, "bar INf").state.bar == kinds("INf")
    assert do(made.bar(3), "bar USm").state.bar == kinds("GBm GBm GBm USm")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ci_4_each_player_draws_five_guests_score_0_and_the_start_is_drawn(seats: int) -> None:
    recorder = Recorder(Seeded(seats))
    step = RULES.setup(Setup(seats), recorder)
    state = step.state
    assert [counts.total(hand) for hand in state.hands] == [5] * seats
    assert counts.total(state.bag.packed) == 100 - 5 * seats
    assert sum(state.hands) + state.bag.packed == guests.ALL
    assert state.scores == (0,) * seats
    assert len(recorder.drawn) == 5 * seats + 1
    assert state.phase == Turn(recorder.drawn[-1])


def test_ci_4_the_hands_lie_open() -> None:
    step = RULES.setup(Setup(3), Seeded(4))
    began, *dealt = told(step)
    assert isinstance(step.state.phase, Turn)
    assert began == Began(step.state.phase.seat)
    assert dealt == [Dealt(seat, counts.pieces(step.state.hands[seat])) for seat in range(3)]


def test_ci_4_every_seat_may_start_and_then_it_goes_clockwise() -> None:
    starts = {RULES.prompts(RULES.setup(Setup(4), Seeded(seed)).state)[0].seat for seed in range(40)}
    assert starts == {0, 1, 2, 3}
    state = do(Position(4, 3).hand(3, "USm").hand(0, "INf"), "bar USm").state
    assert state.phase == Turn(0)
    assert held(state, 0) == "INf"


def test_the_options_are_the_two_variants() -> None:
    assert [(option.key, option.default) for option in RULES.options] == [("birthday", "off"), ("regulars", "off")]
    assert RULES.options[0].values == ("off", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100")
    state = RULES.setup(Setup(2, (("birthday", "30"), ("regulars", "on"))), Seeded(1)).state
    assert (state.threshold, state.regulars, state.birthday) == (30, True, -1)
    state = RULES.setup(Setup(2), Seeded(1)).state
    assert (state.threshold, state.regulars) == (0, False)


@pytest.mark.parametrize("option", [("birthday", "9"), ("birthday", "101"), ("regulars", "maybe")])
def test_a_value_that_is_no_option_is_refused(option: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=option[0]):
        RULES.setup(Setup(2, (option,)), Seeded(1))
