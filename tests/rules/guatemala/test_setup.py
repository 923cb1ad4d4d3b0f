"""GC-1 to GC-7: the pieces and the set-up."""

from collections import Counter

import pytest
from msgspec.structs import replace

from rules import counts
from rules.chance import Recorder, Seeded
from rules.contract import Setup
from rules.facts import Announced, Whispered
from rules.guatemala import pieces, production
from rules.guatemala.board import BOARDS
from rules.guatemala.facts import Began, Dealt
from rules.guatemala.game import RULES
from rules.guatemala.pieces import COFFEES, EMPTY, TOKENS
from rules.guatemala.state import Guatemala, PutsBuyer, Turn
from tests.rules.guatemala.position import Position, after, refused

VARIED = "varied"
FIXED = "fixed"


def begun(seats: int, side: str = VARIED, seed: int = 1) -> Guatemala:
    return RULES.setup(Setup(seats, (("side", side),)), Seeded(seed)).state


def all_sacks(state: Guatemala) -> tuple[int, ...]:
    """By coffee, wherever they are."""
    on_board = [state.board.count(pieces.SACK + coffee) for coffee in COFFEES]
    hidden = [counts.unpack(held.packed, 5) for held in (*state.stocks, state.bag)]
    return tuple(on_board[coffee] + sum(held[coffee] for held in hidden) for coffee in COFFEES)


@pytest.mark.parametrize("side", [VARIED, FIXED])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gc_1_of_each_of_five_coffees_there_are_7_sacks_9_workers_3_sheds_3_ships(seats: int, side: str) -> None:
    state = begun(seats, side)
    assert len(COFFEES) == 5
    assert all_sacks(state) == (7,) * 5
    for first, each in ((pieces.WORKER, 9), (pieces.SHED, 3), (pieces.SHIP, 3)):
        assert [state.board.count(first + coffee) for coffee in COFFEES] == [each] * 5


def test_gc_1_there_are_50_roads_and_none_lies_anywhere_yet() -> None:
    state = begun(3)
    assert state.road_stock == 50
    assert pieces.ROAD not in state.board
    assert state.roads == 0


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_gc_1_two_to_four_players(seats: int) -> None:
    assert RULES.seats == (2, 3, 4)
    with pytest.raises(ValueError, match="2 to 4 players"):
        RULES.setup(Setup(seats), Seeded(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gc_2_each_player_starts_with_15_centavos_and_a_marker_on_0(seats: int) -> None:
    state = begun(seats)
    assert state.money == (15,) * seats
    assert state.points == (0,) * seats
    assert len(state.workers) == len(state.sheds) == 5 * seats, "an ownership tile, so a plantation, for each coffee"


def test_gc_3_the_production_board_has_81_fields_for_45_workers_15_sheds_15_ships_6_sacks() -> None:
    kinds = Counter(pieces.KIND_OF[code] for code in begun(2).board)
    assert kinds == {
        pieces.Kind.WORKER: 45,
        pieces.Kind.SHED: 15,
        pieces.Kind.SHIP: 15,
        pieces.Kind.SACK: 6,
    }


def test_gc_3_the_track_runs_clockwise_round_the_board() -> None:
    """Above columns 0–8, right of rows 0–8, below columns 8–0, left of rows 8–0."""
    assert len(production.LINES) == 36
    for space, line in enumerate(production.LINES):
        fields = {divmod(field, 9) for field in line}
        if space <= 8:
            wanted = {(row, space) for row in range(9)}
        elif space <= 17:
            wanted = {(space - 9, column) for column in range(9)}
        elif space <= 26:
            wanted = {(row, 26 - space) for row in range(9)}
        else:
            wanted = {(35 - space, column) for column in range(9)}
        assert len(line) == 9
        assert fields == wanted, space


def test_gc_3_the_nearest_field_of_a_line_comes_first() -> None:
    assert [production.LINES[space][0] for space in (0, 9, 18, 27)] == [0, 8, 80, 72]


MARKS = ((0, 3), (2, 8), (3, 2), (5, 6), (6, 0), (8, 5))


@pytest.mark.parametrize("side", [VARIED, FIXED])
def test_gc_4_the_six_marked_fields_hold_the_sacks_on_both_sides(side: str) -> None:
    for seed in range(5):
        board = begun(4, side, seed).board
        found = {divmod(field, 9) for field, code in enumerate(board) if 2 <= code < 7}
        assert found == set(MARKS)


def test_gc_4_marks_are_numbered() -> None:
    assert [divmod(field, 9) for field in production.MARKED] == list(MARKS)


@pytest.mark.parametrize(("seats", "share"), [(2, 12), (3, 8), (4, 6)])
@pytest.mark.parametrize("side", [VARIED, FIXED])
def test_gc_5_24_sacks_in_equal_shares_and_5_in_the_bag(seats: int, share: int, side: str) -> None:
    """Also GC-6."""
    state = begun(seats, side)
    assert [counts.total(stock.packed) for stock in state.stocks] == [share] * seats
    assert counts.total(state.bag.packed) == 5
    assert state.sacks == 6


def test_gc_5_each_coffee_lies_once_on_m1_to_m5_and_which_one_where_is_luck() -> None:
    first: set[int] = set()
    sixth: set[int] = set()
    for seed in range(60):
        board = begun(3, VARIED, seed).board
        assert sorted(board[field] for field in production.MARKED[:5]) == [2, 3, 4, 5, 6]
        first.add(board[production.MARKED[0]])
        sixth.add(board[production.MARKED[5]])
    assert first == sixth == {2, 3, 4, 5, 6}


def test_gc_5_the_other_75_pieces_lie_anywhere_one_a_field() -> None:
    boards = [begun(3, VARIED, seed).board for seed in range(60)]
    assert all(EMPTY not in board for board in boards)
    assert len({board[0] for board in boards}) > 10, "the corner holds this and that"


def test_gc_5_hands_are_whispered_to_their_owners_only() -> None:
    step = RULES.setup(Setup(4), Seeded(3))
    dealt = [item for item in step.facts if isinstance(item, Whispered)]
    assert [item.to for item in dealt] == [0, 1, 2, 3]
    assert {repr(item.fact) for item in dealt} == {"Dealt(…)"}
    for item in dealt:
        assert item.fact == Dealt(counts.unpack(step.state.stocks[item.to].packed, 5))
    assert [item.fact for item in step.facts if isinstance(item, Announced)] == [
        Began((step.state.phase.seat + 1) % 4 if isinstance(step.state.phase, PutsBuyer) else -1, _puts(step.state))
    ]


def _puts(state: Guatemala) -> int:
    assert isinstance(state.phase, PutsBuyer)
    return state.phase.seat


LAW_BOOK = """
| 0 | sW | wW | wR | M1 | sN | wK | wB | wN | hB |
| 1 | wK | wB | wN | sB | hW | wW | wR | hN | sR |
| 2 | wW | wR | sN | hK | wK | wB | wN | hB | M2 |
| 3 | wB | wN | M3 | sN | wW | wR | hW | sR | wK |
| 4 | wR | sB | hW | wK | wB | wN | hR | sK | wW |
| 5 | wN | sW | hK | wW | wR | hB | M4 | wK | wB |
| 6 | M5 | hK | wK | wB | wN | sR | sB | wW | wR |
| 7 | hR | hN | wW | wR | sK | sW | wK | wB | wN |
| 8 | hN | wK | wB | wN | hR | M6 | wW | wR | sK |
"""
SACKS = {"M1": "cK", "M2": "cW", "M3": "cB", "M4": "cR", "M5": "cN", "M6": "cB"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gc_6_the_fixed_set_up_is_the_table_of_the_law_book(seats: int) -> None:
    rows = [[word.strip() for word in row.split("|")[2:-1]] for row in LAW_BOOK.strip().splitlines()]
    wanted = [SACKS.get(word, word) for row in rows for word in row]
    for seed in (1, 2):
        assert [TOKENS[code] for code in begun(seats, FIXED, seed).board] == wanted


def test_both_sides_and_both_ways_of_ships_are_offered_to_every_number_of_players() -> None:
    """GC-12: connected if nothing is said."""
    side, ships = RULES.options
    assert (side.key, side.values, side.default, side.seats) == ("side", ("varied", "fixed"), "varied", (2, 3, 4))
    assert (ships.key, ships.values, ships.default) == ("ships", ("connected", "anywhere"), "connected")
    assert ships.seats == (2, 3, 4)
    begun = RULES.setup(Setup(2), Seeded(1))
    assert begun == RULES.setup(Setup(2, (("ships", "connected"), ("side", "varied"))), Seeded(1))
    anywhere = RULES.setup(Setup(2, (("ships", "anywhere"),)), Seeded(1))
    assert anywhere == replace(begun, state=replace(begun.state, anywhere=True))


def test_gc_6_the_remaining_29_sacks_are_dealt_at_random() -> None:
    assert len({begun(2, FIXED, seed).stocks[0].packed for seed in range(20)}) > 5
    assert len({begun(2, FIXED, seed).bag.packed for seed in range(20)}) > 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gc_7_the_player_to_the_right_of_the_drawn_start_player_puts_the_buyer(seats: int) -> None:
    starts: set[int] = set()
    for seed in range(40):
        step = RULES.setup(Setup(seats), Seeded(seed))
        assert isinstance(step.state.phase, PutsBuyer)
        began = step.facts[0].fact
        assert isinstance(began, Began)
        assert began.puts_buyer == step.state.phase.seat == (began.starts - 1) % seats
        assert after(step.state, "buyer 5").phase == Turn(began.starts)
        starts.add(began.starts)
    assert starts == set(range(seats))


def test_gc_7_the_buyer_may_be_put_on_any_of_the_36_spaces() -> None:
    for space in range(36):
        state = after(Position(3, 1).puts_buyer(), f"buyer {space}")
        assert state.buyer == space
        assert state.phase == Turn(2)
    assert refused(Position(3).puts_buyer(), "buyer 36") is not None


def test_gc_7_all_luck_of_the_set_up_is_recorded() -> None:
    recorder = Recorder(Seeded(9))
    RULES.setup(Setup(4), recorder)
    # M1–M5, the 75 pieces, the sack on M6, bag and stocks, the start player
    assert len(recorder.drawn) == 4 + 74 + 1 + 29 + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_place_of_the_board_is_free_at_the_start(seats: int) -> None:
    state, board = begun(seats), BOARDS[seats]
    assert state.free == board.worker_fields
    assert state.sites == sum(1 << site.field for site in board.sites)
    assert state.harbours == ((),) * len(board.docks)
    assert state.workers == state.sheds == (0,) * (5 * seats)
    assert state.tiles == (-1,) * (5 * seats)
    assert not any(state.workers + state.sheds + state.sailed + (state.roads, state.resigned, state.walked))


def test_gc_12_there_is_no_third_way_of_ships() -> None:
    with pytest.raises(ValueError, match="ships"):
        RULES.setup(Setup(3, (("ships", "nowhere"),)), Seeded(1))


def test_gc_6_there_is_no_third_side() -> None:
    with pytest.raises(ValueError, match="side"):
        begun(3, "upside-down")
