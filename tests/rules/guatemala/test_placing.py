"""GC-15 to GC-19: where pieces stand, and the roads that follow a build."""

import pytest

from rules.guatemala import reasons
from rules.guatemala.facts import BuildEnded
from rules.guatemala.pieces import CODE_OF, EMPTY, ROAD
from rules.guatemala.production import LINES, MARKED
from rules.guatemala.state import Build, Turn
from tests.rules.guatemala.position import Position, after, coffee, do, offered, place, refused, source, told

ALL_SITES = {"A8", "D6", "A4", "D1", "D8", "G6", "D4", "G1", "G8", "J6", "G4", "J1", "J8", "M6", "J4", "M1"}


def test_gc_15_a_shed_stands_only_on_a_shed_site() -> None:
    position = Position().line("hK")
    assert refused(position, "take P1 C4") == reasons.NoShedSite(place("C4"))
    assert set(offered(position, "take", "P1")) == ALL_SITES


def test_gc_15_a_free_one() -> None:
    assert refused(Position().line("hK").shed(1, "W", "D6"), "take P1 D6") == reasons.Taken(place("D6"))


def test_gc_15_a_worker_never_stands_on_a_shed_site() -> None:
    position = Position().line("wK")
    assert refused(position, "take P1 D6") == reasons.OnlyAShed(place("D6"))
    assert len(offered(position, "take", "P1")) == 101


def test_gc_15_a_worker_stands_alone() -> None:
    position = Position().line("wK").worker(0, "W", "C4").worker(0, "K", "B4")
    assert refused(position, "take P1 C4") == reasons.Taken(place("C4"))


def test_gc_15_what_is_placed_takes_its_field_and_no_other() -> None:
    state = after(Position(3, 2).line("wB", "wB", "hB", "hW"), "take P1 F6")
    assert refused(state, "take P2 F6") == reasons.Taken(place("F6"))
    assert after(state, "take P2 F5").free == state.free ^ 1 << place("F5")
    built = after(state, "take P3 G6")
    assert built.sites == state.sites ^ 1 << place("G6")
    assert refused(built, "take P4 G6") == reasons.Taken(place("G6"))


def test_gc_15_with_three_players_nothing_stands_on_the_closed_sites() -> None:
    position = Position(3).line("hK", "wK")
    for name in ("A8", "D6", "A4", "D1"):
        assert refused(position, f"take P1 {name}") == reasons.Closed(place(name))
        assert refused(position, f"take P2 {name}") == reasons.Closed(place(name))
    assert len(offered(position, "take", "P1")) == 12
    assert len(offered(position, "take", "P2")) == 101


def test_gc_15_nothing_stands_beside_the_board() -> None:
    """The board of two players has 9 columns: J to M are none of them."""
    position = Position(2).line("wK", "hK")
    assert refused(position, "take P1 J1") == reasons.OffTheBoard(place("J1"))
    assert refused(position, "take P2 M6") == reasons.OffTheBoard(place("M6"))


@pytest.mark.parametrize("field", ["C3", "C5", "B4"])
def test_gc_16_a_worker_touches_another_worker_of_its_plantation_horizontally_or_vertically(field: str) -> None:
    position = Position().line("wK").worker(0, "K", "C4")
    assert after(position, f"take P1 {field}").workers[0].bit_count() == 2


@pytest.mark.parametrize("field", ["B3", "B5", "C6", "A1", "E4"])
def test_gc_16_never_across_a_corner_or_a_gap(field: str) -> None:
    position = Position().line("wK").worker(0, "K", "C4")
    assert refused(position, f"take P1 {field}") == reasons.Apart(coffee("K"), place(field))


def test_gc_16_or_its_shed() -> None:
    position = Position().line("wK").shed(0, "K", "D6")
    assert set(offered(position, "take", "P1")) == {"C6", "E6", "D5", "D7"}


def test_gc_16_a_plantation_of_another_coffee_or_of_another_player_is_not_enough() -> None:
    position = Position().line("wK").shed(0, "K", "D6").worker(0, "W", "H3").worker(1, "B", "H5")
    assert refused(position, "take P1 H4") == reasons.Apart(coffee("K"), place("H4"))


def test_gc_16_the_first_piece_may_be_a_worker_on_any_free_field() -> None:
    assert len(offered(Position().line("wK").shed(0, "W", "D6").worker(1, "W", "A1"), "take", "P1")) == 100


def test_gc_16_or_a_shed_on_any_free_site() -> None:
    assert len(offered(Position().line("hK").worker(0, "W", "A1").shed(1, "W", "D6"), "take", "P1")) == 15


def test_gc_16_a_shed_that_comes_later_touches_a_worker_of_its_plantation() -> None:
    position = Position().line("hK").worker(0, "K", "C6 C7")
    assert refused(position, "take P1 D8") == reasons.Apart(coffee("K"), place("D8"))
    assert set(offered(position, "take", "P1")) == {"D6"}
    assert after(position, "take P1 D6").sheds[0] == 1 << place("D6")


def test_gc_16_the_edges_of_the_board_do_not_meet() -> None:
    """M4 and A5 follow one another in reading order, and touch nowhere."""
    position = Position().line("wK").worker(0, "K", "M4")
    assert set(offered(position, "take", "P1")) == {"L4", "M3", "M5"}
    assert set(offered(Position(2).line("wK").worker(0, "K", "I4"), "take", "P1")) == {"H4", "I3", "I5"} - {"H4"}


@pytest.mark.parametrize("field", ["C3", "C5", "B4"])
def test_gc_17_plantations_of_one_coffee_must_not_touch(field: str) -> None:
    position = Position().line("wK").worker(2, "K", "C4")
    assert refused(position, f"take P1 {field}") == reasons.TouchesAnother(2, place(field))
    assert field not in offered(position, "take", "P1")


def test_gc_17_a_shed_counts_like_a_worker_on_both_sides() -> None:
    beside_shed = Position().line("wK").shed(1, "K", "D6")
    assert refused(beside_shed, "take P1 D7") == reasons.TouchesAnother(1, place("D7"))
    beside_worker = Position().line("hK").worker(3, "K", "C6")
    assert refused(beside_worker, "take P1 D6") == reasons.TouchesAnother(3, place("D6"))
    assert "D6" not in offered(beside_worker, "take", "P1")


def test_gc_17_for_all_players_and_all_coffees() -> None:
    for seat in range(4):
        for letter in "KWBRN":
            other = (seat + 3) % 4
            beside_worker = Position(4, seat).line(f"w{letter}", f"h{letter}").worker(other, letter, "C6")
            assert refused(beside_worker, "take P1 C7") == reasons.TouchesAnother(other, place("C7"))
            assert refused(beside_worker, "take P2 D6") == reasons.TouchesAnother(other, place("D6"))
            beside_shed = Position(4, seat).line(f"w{letter}").shed(other, letter, "D6")
            assert refused(beside_shed, "take P1 D7") == reasons.TouchesAnother(other, place("D7"))


def test_gc_17_corners_do_not_touch() -> None:
    assert after(Position().line("wK").worker(2, "K", "C4"), "take P1 B5").workers[0]


def test_gc_17_also_where_his_own_plantation_would_reach_the_field() -> None:
    position = Position().line("wK").worker(0, "K", "A5").worker(2, "K", "C5")
    assert refused(position, "take P1 B5") == reasons.TouchesAnother(2, place("B5"))


def test_gc_17_different_coffees_may_touch() -> None:
    position = Position().line("wK", "hK").worker(1, "W", "C4").shed(1, "B", "D6")
    assert after(position, "take P1 C5").workers[0]
    assert after(position, "take P2 D4").sheds[0]


def test_gc_17_roads_separate_nothing() -> None:
    """Nor do they join or part a plantation of one's own."""
    foreign = Position(2).line("wK").worker(1, "K", "C4").roads("C5n")
    assert refused(foreign, "take P1 C5") == reasons.TouchesAnother(1, place("C5"))
    own = Position(2).line("wK").worker(0, "K", "C4").roads("C5n")
    assert after(own, "take P1 C5").workers[0].bit_count() == 2


def test_gc_18_roads_lie_on_any_free_segment_of_the_printed_paths() -> None:
    position = Position().line("road")
    assert len(offered(position, "take", "P1")) == 64
    assert refused(position, "take P1 A1n") == reasons.NoPathThere(place("A1n"))
    assert after(position, "take P1 C5w").roads == 1 << place("C5w") - 1024
    assert len(offered(Position(3).line("road"), "take", "P1")) == 48


def test_gc_18_with_three_players_none_on_the_closed_path() -> None:
    assert refused(Position(3).line("road"), "take P1 C9w") == reasons.NoPathThere(place("C9w"))


def test_gc_18_a_free_one() -> None:
    for seats, name in ((2, "C5w"), (3, "F5w"), (4, "C5w")):
        assert refused(Position(seats).line("road").roads(name), f"take P1 {name}") == reasons.Taken(place(name))


def test_gc_18_with_two_players_on_any_field_border_also_on_the_rim() -> None:
    position = Position(2).line("road")
    assert len(offered(position, "take", "P1")) == 180
    for name in ("A1n", "A1w", "I9e", "I9s", "E5n", "E5w", "E5s", "E5e"):
        assert after(position, f"take P1 {name}").roads == 1 << place(name) - 1024
    assert refused(position, "take P1 K5n") == reasons.NoPathThere(place("K5n"))


def test_gc_19_each_piece_must_be_legal_at_its_moment() -> None:
    """The second worker stands beside the first one, which was not there before."""
    position = Position().line("wK", "wK").worker(0, "K", "C4")
    assert refused(position, "take P2 C6") == reasons.Apart(coffee("K"), place("C6"))
    assert after(position, "take P1 C5", "take P2 C6").workers[0].bit_count() == 3


def test_gc_19_and_affordable_at_its_moment() -> None:
    position = Position().line("wK", "wW").money(4)
    assert refused(after(position, "take P1 C9"), "take P2 C6") == reasons.TooDear(2, 1, cheaper=True)
    assert after(position, "take P1 C9", "take P2 C3").money[0] == 0


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_gc_19_he_may_stop_after_each_piece(pieces: int) -> None:
    moves = ["take P1 C4", "take P2 C5", "take P3 C7"][:pieces]
    step = do(Position().line("wK", "wW", "wB"), *moves, "done")
    assert step.state.phase == Turn(1)
    fields = tuple(source(f"P{n}") for n in range(1, pieces + 1))
    assert told(step)[-1] == BuildEnded(0, pieces, fields)


def test_gc_19_after_the_last_piece_every_emptied_field_gets_a_road() -> None:
    state = after(Position().line("wK", "wW", "wB"), "take P3 C4", "take P1 C5", "done")
    assert [state.board[source(name)] for name in ("P1", "P2", "P3", "P4")] == [ROAD, CODE_OF["wW"], ROAD, EMPTY]
    assert state.road_stock == 48


def test_gc_19_a_road_that_is_taken_leaves_a_field_for_another_one() -> None:
    state = after(Position().line("road"), "take P1 C9w", "done")
    assert state.board[source("P1")] == ROAD
    assert state.road_stock == 49


@pytest.mark.parametrize(("stock", "roads"), [(3, "P3 P1 P2"), (2, "P3 P1"), (1, "P3"), (0, "")])
def test_gc_19_a_short_stock_goes_to_the_fields_in_the_order_in_which_he_emptied_them(stock: int, roads: str) -> None:
    position = Position().line("wK", "wW", "wB").road_stock(stock)
    state = after(position, "take P3 C4", "take P1 C5", "take P2 C7", "done")
    laid = {source(name) for name in roads.split()}
    assert {field for field, code in enumerate(state.board) if code == ROAD} == laid
    assert state.road_stock == 0


def test_gc_19_roads_never_come_back_so_fields_left_empty_stay_empty() -> None:
    position = Position().line("wK", "", "wW").road_stock(1)
    state = after(position, "take P1 C4", "done")
    assert state.board[source("P2")] == EMPTY, "emptied in another turn"
    assert state.road_stock == 0


def test_gc_19_marked_sack_fields_never_get_roads() -> None:
    """P7 is M5: it was left without a sack."""
    line = Position().line("wK", "wW")
    assert source("P7") in MARKED
    assert source("P7") in LINES[0]
    assert after(line, "take P1 C4", "done").board[source("P7")] == EMPTY


def test_gc_19_no_piece_is_a_stop() -> None:
    step = do(Position().line("wK"), "done")
    assert step.state.road_stock == 50
    assert not any(isinstance(fact, BuildEnded) for fact in told(step))


def test_gc_19_the_refill_also_follows_a_build_after_a_blockade() -> None:
    position = Position().line("wK").build(blocked=True)
    state = after(position, "take P1 C4", "done")
    assert state.board[source("P1")] == ROAD
    assert state.phase == Turn(1)


def test_gc_19_roads_laid_by_a_build_cannot_be_taken_in_it() -> None:
    built = after(Position().line("wK"), "take P1 C4")
    assert built.phase == Build(0, (source("P1"),), blocked=False)
    assert refused(built, "take P1 C9w") == reasons.NothingThere(source("P1"))
