"""GC-20 to GC-24: taking a sack, points, the ship that sails, the sack that is laid."""

import pytest
from msgspec.structs import replace

from rules import counts
from rules.guatemala import reasons
from rules.guatemala.facts import FieldStaysEmpty, SackDrawn, SackLaid, SackTaken, Scored, ShipSailed
from rules.guatemala.game import RULES
from rules.guatemala.pieces import CODE_OF, EMPTY
from rules.guatemala.scoring import points
from rules.guatemala.state import Blockade, Build, Over, Refill, Turn
from tests.rules.guatemala.position import Position, after, coffee, do, drawn, hand, offered, refused, source, told


def grown(seats: int = 4) -> Position:
    """Seat 0 grows white: a shed on D6 with three workers, joined to harbour 1."""
    return Position(seats).line("cW").shed(0, "W", "D6").worker(0, "W", "E6 F6 C6").path("D6")


def points_of(position: Position, letter: str) -> tuple[int, ...]:
    return points(position.state, coffee(letter))


def test_the_rulebook_s_example_blue_gets_6_and_the_ship_leaves() -> None:
    """GC-22, GC-24: white is scored; three workers, doubled by the white ship."""
    position = grown().ships(1, "W")
    step = do(position, "score P1", chance=drawn())
    assert Scored(coffee("W"), (6, 0, 0, 0)) in told(step)
    assert ShipSailed(coffee("W"), 0, 0) in told(step)
    assert step.state.points == (6, 0, 0, 0)
    assert step.state.harbours[0] == ()
    assert step.state.sailed[coffee("W")] == 1


# ── GC-20 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_20_the_sack_goes_to_the_highest_free_space_and_pays_8_centavos() -> None:
    step = do(Position().line("cR").track("KW"), "score P1")
    assert step.state.track == (coffee("K"), coffee("W"), coffee("R"))
    assert step.state.money[0] == 15 + 8
    assert told(step)[0] == SackTaken(0, coffee("R"), source("P1"), 77, 8)


def test_gc_20_the_first_sack_lies_on_79() -> None:
    assert told(do(Position().line("cR"), "score P1"))[0] == SackTaken(0, coffee("R"), source("P1"), 79, 8)


def test_gc_20_any_colour_also_one_that_he_does_not_grow() -> None:
    position = grown().line("cW", "cK", "cB", "cR", "cN")
    assert set(offered(position, "score")) == {"P1", "P2", "P3", "P4", "P5"}
    assert after(position, "score P4").money[0] == 23


def test_gc_20_only_a_sack_of_the_line() -> None:
    position = Position().line("wK", "road").piece("Q1", "cK")
    assert refused(position, "score P1") == reasons.NoSackThere(source("P1"))
    assert refused(position, "score P2") == reasons.NoSackThere(source("P2"))
    assert refused(position, "score P3") == reasons.NoSackThere(source("P3"))
    assert refused(position, "score Q1") == reasons.NotOnTheLine(source("Q1"))
    assert "score" not in offered(position)


def test_gc_20_the_money_is_paid_at_once_before_the_answers() -> None:
    asked = after(Position().line("cR").stock(1, "K"), "score P1")
    assert isinstance(asked.phase, Blockade)
    assert asked.money[0] == 23
    assert asked.board[source("P1")] == EMPTY
    assert asked.points == (0, 0, 0, 0)


# ── GC-21, GC-22 ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_21_every_player_who_grows_the_coffee_scores() -> None:
    position = grown().shed(2, "W", "M1").worker(2, "W", "M2 L1").shed(1, "K", "G1").worker(1, "K", "G2")
    step = do(position.points(1, 2, 3, 4), "score P1")
    assert step.state.points == (4, 2, 5, 4)
    assert Scored(coffee("W"), (3, 0, 2, 0)) in told(step)


def test_gc_21_nothing_is_scored_before_every_opponent_has_passed() -> None:
    asked = after(grown(3).stock(1, "K").stock(2, "K"), "score P1")
    one = after(asked, "pass", seat=1)
    assert one.points == (0, 0, 0)
    assert after(one, "pass", seat=2).points == (3, 0, 0)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_gc_22_a_shed_with_workers_gives_1_point_a_worker(workers: int) -> None:
    position = Position().shed(0, "W", "D6").worker(0, "W", " ".join(["E6", "F6", "C6"][:workers]))
    assert points_of(position, "W") == (workers, 0, 0, 0)


def test_gc_22_a_shed_or_workers_alone_give_none() -> None:
    assert points_of(Position().shed(0, "W", "D6").path("D6").ships(1, "W"), "W") == (0, 0, 0, 0)
    assert points_of(Position().worker(1, "W", "E6 F6").ships(1, "W"), "W") == (0, 0, 0, 0)


@pytest.mark.parametrize(("ships", "wanted"), [("", 3), ("W", 6), ("WW", 9), ("WWW", 12), ("KWW", 9), ("KBR", 3)])
def test_gc_22_ships_of_the_colour_double_triple_quadruple(ships: str, wanted: int) -> None:
    """Only their number counts, not their position."""
    assert points_of(grown().ships(1, ships), "W") == (wanted, 0, 0, 0)


def test_gc_22_ships_in_a_harbour_that_is_not_connected_do_not_count() -> None:
    assert points_of(grown().ships(2, "WWW"), "W") == (3, 0, 0, 0)


def test_gc_22_who_placed_roads_or_ships_does_not_matter() -> None:
    """Seat 1 lays the ship and the last road; seat 0 scores twice as much."""
    position = Position(4, 1).anywhere().line("sW", "road").shed(0, "W", "A8").worker(0, "W", "B8").roads("B9n C9w")
    without = after(position, "take P1 harbour1")
    assert points(without, coffee("W")) == (1, 0, 0, 0)
    assert points(after(without, "take P2 B8w"), coffee("W")) == (2, 0, 0, 0)


def test_gc_22_several_plantations_of_one_coffee_share_the_ships_of_their_harbour() -> None:
    position = grown().ships(1, "WW").shed(1, "W", "A8").worker(1, "W", "A9").path("A8")
    assert points_of(position, "W") == (9, 3, 0, 0)


# ── GC-23 ────────────────────────────────────────────────────────────────────────────────────────────────────────────

SITES: tuple[str, ...] = tuple("A8 D6 A4 D1 D8 G6 D4 G1 G8 J6 G4 J1 J8 M6 J4 M1".split())  # noqa: SIM905 (a row of the table)


@pytest.mark.parametrize("site", SITES)
def test_gc_23_every_road_from_the_entrance_to_the_harbour_is_needed(site: str) -> None:
    harbour = SITES.index(site) // 4 + 1
    beside = f"{site[0]}{int(site[1]) + 1}"
    position = Position().shed(0, "W", site).worker(0, "W", beside).ships(harbour, "W").path(site)
    assert points_of(position, "W") == (2, 0, 0, 0)
    roads = position.state.roads
    for edge in range(512):
        if roads >> edge & 1:
            position.now = replace(position.state, roads=roads ^ 1 << edge)
            assert points_of(position, "W") == (1, 0, 0, 0)


def test_gc_23_the_other_path_point_at_the_shed_s_field_connects_nothing() -> None:
    """The path passes the lower left corner of D6 before it reaches the entrance, the upper left one."""
    position = Position().shed(0, "W", "D6").worker(0, "W", "E6").ships(1, "W").roads("C7n C7w C8w C9w")
    assert points_of(position, "W") == (1, 0, 0, 0)
    assert points_of(position.roads("D6w"), "W") == (2, 0, 0, 0)


def test_gc_23_a_shed_reaches_the_harbour_of_its_own_path_only() -> None:
    """With every road of paths 2 to 4 laid, a shed of path 1 still reaches nothing."""
    position = Position().shed(0, "W", "D6").worker(0, "W", "E6").ships(1, "W").ships(2, "W")
    for site in SITES[4:]:
        position.path(site)
    assert points_of(position, "W") == (1, 0, 0, 0)


def two(*roads: str) -> Position:
    return Position(2).shed(0, "W", "B8").worker(0, "W", "B9").ships(1, "W").roads(" ".join(roads))


@pytest.mark.parametrize("road", ["B9w", "B9e"])
def test_gc_23_with_two_players_any_corner_of_the_shed_s_field_reaches_an_access_point(road: str) -> None:
    """B8 has the corners (1, 7), (2, 7), (1, 8), (2, 8); (1, 9) and (2, 9) are access points."""
    assert points_of(two(road), "W") == (2, 0)


@pytest.mark.parametrize("roads", ["", "A9w", "B8w", "B9n", "D9w"])
def test_gc_23_with_two_players_an_unconnected_shed_scores_its_workers_only(roads: str) -> None:
    assert points_of(two(roads) if roads else two(), "W") == (1, 0)


def test_gc_23_with_two_players_the_upper_corners_count_too() -> None:
    assert points_of(two("A8n", "A8w", "A9w", "A9s"), "W") == (2, 0)
    assert points_of(two("C8n", "D8w", "D9w"), "W") == (1, 0), "x = 3 is no access point"
    assert points_of(two("C8n", "D8w", "D9w", "D9s"), "W") == (2, 0), "along y = 9 to x = 4"


@pytest.mark.parametrize(
    "roads",
    [
        "A8n A8w A9w A9s",  # (1, 7) round the left rim
        "C7w C7n D7n E7w E8w E9w",  # (2, 7) up and round
        "B9w",  # (1, 8)
        "B9e",  # (2, 8)
    ],
)
def test_gc_23_with_two_players_each_corner_alone_is_enough(roads: str) -> None:
    assert points_of(two(roads), "W") == (2, 0)


def test_gc_23_with_two_players_rim_and_branches_count() -> None:
    """From (1, 7) along the left rim and along y = 9 to x = 1; a dead branch does no harm."""
    branched = two("A8n", "A8w", "A9w", "A9s", "A7w", "B7w")
    assert points_of(branched, "W") == (2, 0)


def test_gc_23_with_two_players_access_points_need_no_road_among_themselves() -> None:
    position = two("B9w").shed(1, "W", "H8").worker(1, "W", "H9").roads("H9e")
    assert points_of(position, "W") == (2, 2)


def test_gc_23_with_two_players_the_right_rim_leads_to_the_harbour() -> None:
    """From (8, 7), a corner of H8, to (9, 7), down the rim to (9, 9), along y = 9 to x = 8."""
    position = Position(2).shed(0, "W", "H8").worker(0, "W", "H9").ships(1, "W").roads("I8n I8e I9e I9s")
    assert points_of(position, "W") == (2, 0)


# ── GC-24 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_24_exactly_one_ship_leaves_the_one_in_the_cheapest_dock() -> None:
    step = do(grown().ships(1, "KWW"), "score P1")
    assert step.state.harbours[0] == (coffee("K"), coffee("W"))
    assert ShipSailed(coffee("W"), 0, 1) in told(step)


def test_gc_24_the_others_keep_their_order_and_move_up() -> None:
    step = do(grown().ships(1, "WKB"), "score P1")
    assert step.state.harbours[0] == (coffee("K"), coffee("B"))
    assert after(Position().anywhere().line("sR").ships(1, "KB"), "take P1 harbour1").money[0] == 15 - 4


def test_gc_24_the_cheapest_among_the_harbours_that_scored() -> None:
    position = grown().ships(1, "KW").shed(1, "W", "G6").worker(1, "W", "G7").path("G6").ships(2, "KBW")
    assert after(position, "score P1").harbours[:2] == ((coffee("K"),), (coffee("K"), coffee("B"), coffee("W")))


def test_gc_24_ships_that_scored_nothing_stay() -> None:
    """Of a harbour that is not connected, or connected to a shed without a worker, or of another colour."""
    position = grown().ships(1, "KKW").ships(3, "W").shed(1, "W", "G6").path("G6").ships(2, "W")
    step = do(position, "score P1")
    assert step.state.harbours == ((coffee("K"), coffee("K")), (coffee("W"),), (coffee("W"),), ())
    assert step.state.points == (6, 0, 0, 0)


def test_gc_24_no_ship_leaves_where_none_scored() -> None:
    position = Position().line("cW").ships(1, "WWW").shed(0, "W", "D6").worker(0, "W", "E6")
    step = do(position, "score P1")
    assert step.state.harbours[0] == (1, 1, 1)
    assert not any(isinstance(fact, ShipSailed) for fact in told(step))


def test_gc_24_a_ship_scored_whoever_owns_the_plantation() -> None:
    position = Position(4, 3).line("cW").shed(0, "W", "D6").worker(0, "W", "E6").path("D6").ships(1, "W")
    assert after(position, "score P1").harbours[0] == ()


def tie(seats: int = 4) -> Position:
    """White ships in the cheapest docks of harbours 1 and 2, both connected."""
    return grown(seats).ships(1, "WK").ships(2, "W").shed(1, "W", "G6").worker(1, "W", "G7").path("G6")


def test_gc_24_on_a_tie_between_harbours_the_scorer_chooses() -> None:
    asked = after(tie(), "score P1")
    assert asked.phase == Refill(0, coffee("W"), source("P1"), (0, 1), lays=False)
    assert set(offered(asked, "sail")) == {"harbour1", "harbour2"}
    step = do(asked, "sail harbour2")
    assert step.state.harbours[:2] == ((coffee("W"), coffee("K")), ())
    assert step.state.phase == Turn(1)
    assert told(step) == (ShipSailed(coffee("W"), 1, 0),)


def test_gc_24_the_same_price_in_different_places_of_the_order_is_what_ties() -> None:
    """W in docks 2 and 3: no tie. W in docks 3 and 3: a tie."""
    assert after(tie().ships(2, "KW"), "score P1").phase == Turn(1)
    assert isinstance(after(tie().ships(1, "KW").ships(2, "KW"), "score P1").phase, Refill)


def test_gc_24_then_the_scorer_lays_a_sack_of_his_choice_on_the_empty_field() -> None:
    asked = after(grown().stock(0, "KKB"), "score P1")
    assert asked.phase == Refill(0, coffee("W"), source("P1"), (), lays=True)
    assert set(offered(asked, "lay")) == {"K", "B"}
    step = do(asked, "lay B")
    assert step.state.board[source("P1")] == CODE_OF["cB"]
    assert step.state.stocks[0] == hand("KK")
    assert step.state.sacks == 2
    assert step.state.phase == Turn(1)
    assert told(step) == (SackLaid(0, coffee("B"), source("P1")),)


def test_gc_24_he_is_asked_even_if_all_his_sacks_are_of_one_colour() -> None:
    """Else the haste would tell."""
    assert isinstance(after(grown().stock(0, "KK"), "score P1").phase, Refill)


def test_gc_24_only_a_sack_that_he_holds() -> None:
    asked = after(grown().stock(0, "KK"), "score P1")
    assert refused(asked, "lay W") == reasons.NotInYourStock(coffee("W"))
    assert refused(grown().stock(0, "K"), "score P1 lay W") == reasons.NotInYourStock(coffee("W"))


def test_gc_24_with_no_stock_one_is_drawn_from_the_bag() -> None:
    step = do(grown().bag("KKR"), "score P1", chance=drawn(2))
    assert step.state.board[source("P1")] == CODE_OF["cR"]
    assert step.state.bag == hand("KK")
    assert told(step)[-1] == SackDrawn(coffee("R"), source("P1"))
    assert after(grown().bag("KKR"), "score P1", chance=drawn(1)).bag == hand("KR")
    assert step.state.sacks == 2


def test_gc_24_with_no_bag_the_field_stays_empty_to_the_end() -> None:
    step = do(grown(), "score P1")
    assert step.state.board[source("P1")] == EMPTY
    assert told(step)[-1] == FieldStaysEmpty(source("P1"))
    assert step.state.phase == Turn(1)
    assert step.state.sacks == 1


def test_gc_24_he_may_say_in_advance_which_sack_and_which_ship() -> None:
    step = do(tie().stock(0, "KB"), "score P1 lay B sail harbour2")
    assert step.state.phase == Turn(1)
    assert step.state.board[source("P1")] == CODE_OF["cB"]
    assert step.state.harbours[1] == ()
    assert told(step)[-2:] == (ShipSailed(1, 1, 0), SackLaid(0, coffee("B"), source("P1")))


def test_gc_24_what_he_did_not_say_he_is_asked_afterwards_in_any_order() -> None:
    both = after(tie().stock(0, "KB"), "score P1")
    assert set(offered(both)) == {"lay", "sail"}
    one, other = after(both, "lay K", "sail harbour1"), after(both, "sail harbour1", "lay K")
    assert one == other
    assert one.phase == Turn(1)
    assert set(offered(after(both, "lay K"))) == {"sail"}
    assert set(offered(after(both, "sail harbour1"))) == {"lay"}
    assert set(offered(after(tie().stock(0, "KB"), "score P1 lay K"))) == {"sail"}
    assert set(offered(after(tie().stock(0, "KB"), "score P1 sail harbour1"))) == {"lay"}


def test_gc_24_the_only_sack_of_a_stock_is_laid_without_a_question() -> None:
    """How many are left is public, so that nobody is asked tells nothing; two of one colour are asked about.

    Which sack it was is news to the others, so that is final.
    """
    step = do(grown().stock(0, "B"), "score P1")
    assert step.state.phase == Turn(1)
    assert step.final
    assert not do(grown().stock(0, "B"), "score P1 lay B").final
    assert told(step)[-1] == SackLaid(0, coffee("B"), source("P1"))
    assert step.state.stocks[0] == hand("")
    two = after(grown().stock(0, "BB"), "score P1")
    assert isinstance(two.phase, Refill)
    assert set(offered(two, "lay")) == {"B"}


def test_gc_24_the_only_sack_is_laid_before_a_tie_is_settled_and_after_the_answers() -> None:
    asked = after(tie().stock(0, "B").stock(2, "K"), "score P1")
    assert asked.board[source("P1")] == EMPTY
    settled = after(asked, "pass", seat=2)
    assert settled.board[source("P1")] == CODE_OF["cB"]
    assert set(offered(settled)) == {"sail"}
    assert after(settled, "sail harbour1").phase == Turn(1)


def test_gc_24_nothing_is_said_twice() -> None:
    both = after(tie().stock(0, "KB"), "score P1")
    assert refused(after(both, "lay K"), "lay B") == reasons.NothingToLay()
    assert refused(after(both, "sail harbour1"), "sail harbour2") == reasons.NoTie(1)


def test_gc_24_a_plan_without_a_stock_or_without_a_tie_is_refused() -> None:
    assert refused(grown(), "score P1 lay K") == reasons.NothingToLay()
    assert refused(grown().ships(1, "W"), "score P1 sail harbour1") == reasons.NoTie(0)
    assert refused(tie(), "score P1 sail harbour3") == reasons.NoTie(2)
    assert refused(after(tie(), "score P1"), "sail harbour4") == reasons.NoTie(3)


def test_gc_24_with_equal_dock_prices_in_one_harbour_the_first_one_leaves() -> None:
    position = Position(2).line("cW").shed(0, "W", "B8").worker(0, "W", "B9").roads("B9w").ships(1, "WKWW")
    step = do(position, "score P1")
    assert step.state.phase == Turn(1), "no tie to be asked about"
    assert step.state.harbours == ((coffee("K"), coffee("W"), coffee("W")),)
    assert step.state.points == (4, 0)


def test_gc_24_the_plan_waits_for_the_answers_and_nobody_waits_for_him() -> None:
    asked = after(tie().stock(0, "KB").stock(2, "K"), "score P1 lay B sail harbour2")
    assert asked.harbours[1] == (coffee("W"),)
    settled = after(asked, "pass", seat=2)
    assert settled.phase == Turn(1)
    assert settled.board[source("P1")] == CODE_OF["cB"]
    assert settled.harbours[1] == ()


def test_a_scoring_that_ends_the_game_sails_nothing_and_lays_nothing() -> None:
    """GC-28"""
    state = after(grown().ships(1, "W").points(74).stock(0, "K"), "score P1 lay K")
    assert isinstance(state.phase, Over)
    assert state.points[0] == 80
    assert state.harbours[0] == (coffee("W"),)
    assert state.stocks[0] == hand("K")
    assert state.board[source("P1")] == EMPTY


def test_the_sum_of_sacks_is_kept() -> None:
    position = grown().stock(0, "KB").bag("K")
    state = after(position, "score P1 lay K")
    assert len(state.track) + state.sacks + sum(counts.total(s.packed) for s in (*state.stocks, state.bag)) == 5
    assert not isinstance(state.phase, Build)
    assert RULES.outcome(state) is None
