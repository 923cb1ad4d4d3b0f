"""GC-10 to GC-14: taking pieces, and what they cost."""

import pytest

from rules.guatemala import reasons
from rules.guatemala.facts import BuildEnded, Placed
from rules.guatemala.pieces import CODE_OF
from rules.guatemala.state import Build, Turn
from tests.rules.guatemala.position import Position, after, coffee, do, offered, place, refused, source, told


def too_dear(price: int, *, cheapest: int) -> reasons.TooDear:
    """Of somebody who has one centavo too few, where the cheapest place for that piece costs so much."""
    return reasons.TooDear(price, price - 1, cheaper=cheapest < price)


def test_the_rulebook_s_example_yellow_pays_9() -> None:
    """GC-11: a brown shed and a brown worker in the green area, another one in the yellow area: 4 + 2 + 3."""
    step = do(Position().line("hN", "wN", "wN"), "take P1 D6", "take P2 E6", "take P3 E7", "done")
    assert [fact.price for fact in told(step) if isinstance(fact, Placed)] == [4, 2, 3]
    assert step.state.money[0] == 15 - 9


def test_gc_10_he_takes_up_to_three_pieces() -> None:
    three = after(Position().line("wK", "wK", "wK", "wK"), "take P1 C4", "take P2 B4", "take P3 C5")
    assert refused(three, "take P4 C6") == reasons.ThreePieces()
    assert set(offered(three)) == {"done"}
    assert offered(three, "take") == {}


def test_gc_10_of_any_kind() -> None:
    built = after(
        Position().line("wK", "sW", "road").shed(0, "W", "J6"), "take P1 C4", "take P2 harbour3", "take P3 C9w", "done"
    )
    assert isinstance(built.phase, Turn)
    assert built.workers[0].bit_count() == built.roads.bit_count() == len(built.harbours[2]) == 1
    assert after(Position().line("hK", "hW", "hB"), "take P1 D6", "take P2 A8", "take P3 D1").sites.bit_count() == 13


def test_gc_10_only_from_the_line_that_the_buyer_faces() -> None:
    position = Position().buyer(1).piece("P1", "wK").piece("Q9", "wK")
    assert refused(position, "take P1 C4") == reasons.NotOnTheLine(source("P1"))
    assert offered(position, "take", "P1") == {}
    assert set(offered(position, "take")) == {"Q9"}
    assert isinstance(after(position, "take Q9 C4").phase, Build)


def test_gc_10_never_sacks() -> None:
    position = Position().line("cK", "wK")
    assert refused(position, "take P1 C4") == reasons.SacksAreScored(source("P1"))
    assert offered(position, "take", "P1") == {}


def test_gc_10_never_what_is_not_there() -> None:
    assert refused(Position().line("", "wK"), "take P1 C4") == reasons.NothingThere(source("P1"))


def test_gc_10_what_he_takes_is_placed_and_paid_at_once() -> None:
    step = do(Position().line("wK"), "take P1 C4")
    assert step.state.board[source("P1")] == 0
    assert step.state.workers[coffee("K")] == 1 << place("C4")
    assert step.state.money[0] == 13
    assert told(step) == (Placed(0, CODE_OF["wK"], source("P1"), place("C4"), 2),)


def test_gc_10_what_cannot_be_placed_cannot_be_taken() -> None:
    """No dock, no site, no segment, no money."""
    full = Position().line("sK", "wK").shed(0, "K", "G6").ships(2, "KWB")
    assert set(offered(full, "take")) == {"P2"}
    full = Position().anywhere().line("sK", "wK").ships(1, "KWB").ships(2, "KWB").ships(3, "KWB").ships(4, "KWB")
    assert set(offered(full, "take")) == {"P2"}
    no_site = Position().line("hK", "wK").worker(0, "K", "C4")
    assert set(offered(no_site, "take")) == {"P1", "P2"}, "D4 is a site beside C4"
    no_site = Position().line("hK", "wK").worker(0, "K", "C5")
    assert set(offered(no_site, "take")) == {"P2"}
    no_segment = Position(3).line("road", "wK")
    for name in ["D8", "G6", "D4", "G1", "G8", "J6", "G4", "J1", "J8", "M6", "J4", "M1"]:
        no_segment.path(name)
    assert set(offered(no_segment, "take")) == {"P2"}
    no_money = Position().line("wK", "hK", "sW", "road").shed(0, "W", "G6").money(0)
    assert set(offered(no_money, "take")) == {"P4"}
    assert set(offered(Position().line("wK", "cK").money(0))) == {"score", "done"}
    assert set(offered(Position().line("wK").money(0))) == {"done"}


@pytest.mark.parametrize(("field", "price"), [("C3", 1), ("C4", 2), ("C6", 2), ("C7", 3), ("C9", 3), ("A1", 1)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gc_11_a_worker_costs_1_2_3_by_zone(seats: int, field: str, price: int) -> None:
    """GC-13: with two players as well."""
    position = Position(seats).line("wB")
    assert after(position, f"take P1 {field}").money[0] == 15 - price
    assert offered(position, "take", "P1")[field].worth == price
    assert refused(position.money(price - 1), f"take P1 {field}") == too_dear(price, cheapest=1)
    assert field not in offered(position, "take", "P1")
    assert after(position.money(price), f"take P1 {field}").money[0] == 0


@pytest.mark.parametrize(("field", "price"), [("G1", 2), ("G6", 4), ("G4", 4), ("D8", 6)])
@pytest.mark.parametrize("seats", [3, 4])
def test_gc_11_a_shed_costs_2_4_6_by_zone(seats: int, field: str, price: int) -> None:
    position = Position(seats).line("hB")
    assert after(position, f"take P1 {field}").money[0] == 15 - price
    assert offered(position, "take", "P1")[field].worth == price
    assert refused(position.money(price - 1), f"take P1 {field}") == too_dear(price, cheapest=2)
    assert after(position.money(price), f"take P1 {field}").money[0] == 0


def test_gc_11_roads_are_free() -> None:
    assert after(Position().money(0).line("road"), "take P1 C9w").money[0] == 0
    assert offered(Position().line("road"), "take", "P1")["C9w"].worth == 0


def test_gc_12_a_ship_pays_the_cheapest_free_dock_2_then_3_then_4_and_three_at_most() -> None:
    position = Position().money(9).shed(0, "K", "G6").line("sK", "sK", "sK", "sK")
    prices = [
        fact.price
        for fact in told(do(position, *(f"take P{n} harbour2" for n in (1, 2, 3))))
        if isinstance(fact, Placed)
    ]
    assert prices == [2, 3, 4]
    assert refused(position.ships(2, "KKK"), "take P1 harbour2") == reasons.HarbourFull(1, elsewhere=False)
    assert offered(position, "take", "P1") == {}


@pytest.mark.parametrize(("ships", "price"), [("", 2), ("W", 3), ("WW", 4)])
def test_gc_12_who_cannot_pay_the_cheapest_free_dock_cannot_lay_the_ship(ships: str, price: int) -> None:
    position = Position().line("sK").shed(0, "K", "J6").ships(3, ships).money(price - 1)
    assert refused(position, "take P1 harbour3") == too_dear(price, cheapest=price)
    assert after(position.money(price), "take P1 harbour3").harbours[2][-1] == coffee("K")
    elsewhere = Position().anywhere().line("sK").ships(3, ships).money(price - 1)
    assert refused(elsewhere, "take P1 harbour3") == too_dear(price, cheapest=2)


@pytest.mark.parametrize("seats", [3, 4])
def test_gc_12_only_the_harbour_that_the_printed_path_joins_to_the_own_shed_of_that_coffee(seats: int) -> None:
    """Roads need not lie there, but may."""
    for site, home in (("G6", 2), ("D4", 2), ("J6", 3), ("J1", 3), ("M6", 4), ("J8", 4)):
        position = Position(seats).line("sK").shed(0, "K", site)
        assert set(offered(position, "take", "P1")) == {f"harbour{home}"}
        assert after(position, f"take P1 harbour{home}").harbours[home - 1] == (coffee("K"),)
        assert after(position.path(site), f"take P1 harbour{home}").harbours[home - 1] == (coffee("K"),)
        for other in {2, 3, 4} - {home}:
            assert refused(position, f"take P1 harbour{other}") == reasons.PathElsewhere(coffee("K"), home - 1)


def test_gc_12_not_without_a_shed_of_that_coffee_whatever_else_he_or_others_have() -> None:
    position = Position().line("sK").shed(0, "W", "D6").worker(0, "K", "A1").shed(1, "K", "G6").path("G6").path("D6")
    for harbour in (1, 2, 3, 4):
        assert refused(position, f"take P1 harbour{harbour}") == reasons.NoShedForShip(coffee("K"))
    assert "take" not in offered(position)
    assert set(offered(position.piece("P2", "sW"), "take")) == {"P2"}


def test_gc_12_a_shed_that_was_placed_earlier_in_the_same_turn_counts() -> None:
    position = Position().line("hK", "sK")
    assert set(offered(position, "take")) == {"P1"}
    built = after(position, "take P1 J6")
    assert set(offered(built, "take", "P2")) == {"harbour3"}
    assert after(built, "take P2 harbour3").harbours[2] == (coffee("K"),)


def test_gc_12_where_that_harbour_is_full_or_too_dear_no_other_will_do() -> None:
    """Whichever he names, he hears of the one that counts."""
    full = Position().line("sK").shed(0, "K", "G6").ships(2, "KWB")
    poor = Position().line("sK").shed(0, "K", "G6").ships(2, "KW").money(3)
    for harbour in (1, 2, 3, 4):
        assert refused(full, f"take P1 harbour{harbour}") == reasons.HarbourFull(1, elsewhere=False)
        assert refused(poor, f"take P1 harbour{harbour}") == reasons.TooDear(4, 3, cheaper=False)


def test_gc_12_with_two_players_any_coffee_for_which_he_has_a_shed() -> None:
    position = Position(2).line("sK", "sW").shed(0, "K", "B2").shed(1, "W", "E4")
    assert set(offered(position, "take")) == {"P1"}
    assert after(position, "take P1 harbour1").harbours == ((coffee("K"),),)
    assert refused(position, "take P2 harbour1") == reasons.NoShedForShip(coffee("W"))
    assert set(offered(position.anywhere(), "take")) == {"P1", "P2"}


def test_gc_12_by_the_option_any_harbour_and_also_a_coffee_he_does_not_grow() -> None:
    position = Position().anywhere().line("sK").shed(0, "W", "A8")
    assert set(offered(position, "take", "P1")) == {f"harbour{n}" for n in (1, 2, 3, 4)}
    full = position.ships(2, "KKK")
    assert refused(full, "take P1 harbour2") == reasons.HarbourFull(1, elsewhere=True)
    assert set(offered(full, "take", "P1")) == {"harbour1", "harbour3", "harbour4"}


@pytest.mark.parametrize("harbour", [1, 2, 3, 4])
def test_gc_12_a_ship_changes_its_own_harbour_only(harbour: int) -> None:
    position = Position().anywhere().line("sN").ships(1, "K").ships(2, "W").ships(3, "B").ships(4, "R")
    before = list(position.state.harbours)
    before[harbour - 1] += (coffee("N"),)
    assert after(position, f"take P1 harbour{harbour}").harbours == tuple(before)


def test_gc_12_ships_take_the_docks_in_the_order_in_which_they_come() -> None:
    position = Position().line("sK", "sW").shed(0, "K", "M6").shed(0, "W", "J8")
    assert after(position, "take P1 harbour4", "take P2 harbour4").harbours[3] == (coffee("K"), coffee("W"))


def test_gc_12_with_three_players_the_harbour_of_the_closed_path_is_closed() -> None:
    position = Position(3).anywhere().line("sK")
    assert refused(position, "take P1 harbour1") == reasons.Closed(place("harbour1"))
    assert set(offered(position, "take", "P1")) == {"harbour2", "harbour3", "harbour4"}


@pytest.mark.parametrize(("field", "price"), [("B2", 1), ("E4", 3), ("H6", 5), ("B8", 7)])
def test_gc_13_with_two_players_a_shed_costs_the_price_printed_at_its_site(field: str, price: int) -> None:
    position = Position(2).line("hR")
    assert after(position, f"take P1 {field}").money[0] == 15 - price
    assert offered(position, "take", "P1")[field].worth == price
    assert refused(position.money(price - 1), f"take P1 {field}") == too_dear(price, cheapest=1)
    assert after(position.money(price), f"take P1 {field}").money[0] == 0


@pytest.mark.parametrize(("lying", "price"), [("", 2), ("K", 2), ("KK", 3), ("KKK", 3), ("KKKW", 4), ("KKKWW", 4)])
def test_gc_13_with_two_players_six_docks_at_2_2_3_3_4_4(lying: str, price: int) -> None:
    position = Position(2).line("sK").shed(0, "K", "B8").ships(1, lying)
    assert after(position, "take P1 harbour1").money[0] == 15 - price
    assert refused(position.money(price - 1), "take P1 harbour1") == too_dear(price, cheapest=price)


def test_gc_13_with_two_players_one_harbour_of_six() -> None:
    position = Position(2).line("sK").shed(0, "K", "B8")
    assert refused(position, "take P1 harbour2") == reasons.OffTheBoard(place("harbour2"))
    assert refused(position.ships(1, "KKKWWW"), "take P1 harbour1") == reasons.HarbourFull(0, elsewhere=False)


def test_gc_14_at_most_one_shed_a_plantation() -> None:
    position = Position().line("hK", "hW").shed(0, "K", "D6")
    assert refused(position, "take P1 D4") == reasons.SecondShed(coffee("K"))
    assert set(offered(position, "take")) == {"P2"}
    assert after(position, "take P2 D4").sheds[coffee("W")] == 1 << place("D4")


def test_gc_14_each_plantation_counts_its_own_sheds() -> None:
    """Of all players and coffees."""
    for seat in range(3):
        for letter in "KWBRN":
            position = Position(3, seat).line(f"h{letter}").shed(seat, letter, "G6")
            assert refused(position, "take P1 J8") == reasons.SecondShed(coffee(letter))
            other = Position(3, (seat + 1) % 3).line(f"h{letter}").shed(seat, letter, "G6")
            assert after(other, "take P1 J8").sheds.count(0) == 13


def test_gc_14_each_coffee_at_most_once_so_a_second_plantation_apart_from_the_first_cannot_begin() -> None:
    position = Position().line("wK", "hK").worker(0, "K", "A1")
    assert refused(position, "take P1 M9") == reasons.Apart(coffee("K"), place("M9"))
    assert refused(position, "take P2 J8") == reasons.Apart(coffee("K"), place("J8"))


def test_gc_14_a_piece_belongs_to_who_placed_it_and_joins_his_plantation() -> None:
    state = after(Position(3, 1).line("wK", "hK"), "take P1 C4", "take P2 D4")
    assert state.workers == tuple((1 << place("C4")) * (n == 5) for n in range(15))
    assert state.sheds == tuple((1 << place("D4")) * (n == 5) for n in range(15))


def test_gc_14_nobody_can_build_on_another_s_plantation() -> None:
    position = Position(3, 1).line("wK").worker(0, "K", "C4")
    assert refused(position, "take P1 C5") == reasons.TouchesAnother(0, place("C5"))
    assert refused(position, "take P1 C4") == reasons.Taken(place("C4"))


def test_gc_14_players_may_grow_the_same_coffee_and_one_player_all_five() -> None:
    state = after(Position(2, 1).line("wK").worker(0, "K", "A1"), "take P1 I9")
    assert state.workers[0]
    assert state.workers[5]
    five = Position(2)
    for letter, field in zip("KWBRN", ["A1", "B1", "C1", "D1", "E1"], strict=True):
        five.worker(0, letter, field)
    assert len([mask for mask in five.state.workers if mask]) == 5


def test_gc_14_nothing_is_moved_or_removed_by_a_later_build() -> None:
    before = Position().line("wK", "wW", "road").worker(0, "K", "C4").shed(1, "K", "J8").roads("C9w")
    state = after(before, "take P1 C5", "take P2 A1", "take P3 C8w", "done")
    for old, new in zip(before.state.workers + before.state.sheds, state.workers + state.sheds, strict=True):
        assert old & new == old
    assert before.state.roads & state.roads == before.state.roads


def test_a_piece_goes_to_a_place_of_its_kind() -> None:
    position = Position().line("wB", "hW", "sK", "road").shed(0, "K", "J6")
    first = {"P1": "A1", "P2": "D1", "P3": "harbour3", "P4": "D1w"}
    for source_, wrong in (("P1", "harbour1 C9w"), ("P2", "harbour1 C9w"), ("P3", "C4 C9w"), ("P4", "C4 harbour1")):
        for where in wrong.split():
            reason = refused(position, f"take {source_} {where}")
            assert reason == reasons.WrongPlace(position.state.board[source(source_)], place(first[source_]))
            assert first[source_] in offered(position, "take", source_), "what it names as an example is legal"


def test_a_build_tells_every_piece_and_its_end() -> None:
    step = do(Position(4, 2).line("wK"), "take P1 C4", "done")
    assert told(step)[-1] == BuildEnded(2, 1, (source("P1"),))
