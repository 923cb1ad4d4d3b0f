"""CM-3, CM-4, CM-16: roads, settlements, cities and production sites."""

import pytest

from rules import counts
from rules.catan import reasons
from rules.catan.facts import CityBuilt, RoadBuilt, SettlementBuilt, SiteBuilt
from rules.catan.game import RULES
from rules.catan.hexes import EDGE_NAMES, EDGES_AT, bits
from rules.catan.notation import write_cards
from rules.catan.pieces import ROADS
from rules.catan.state import Catan
from rules.contract import NotAsked
from rules.counts import pieces
from tests.rules.catan.position import (
    Position,
    after,
    announced,
    cards,
    corner,
    do,
    edge,
    hexagon,
    offered,
    refused,
)

RICH = "lumber6 brick6 wool6 grain6 ore6"


def home() -> Position:
    """Seat 0 at B2n with a road to the south-east of it."""
    return Position().settle(0, "B2n").road(0, "B2ne").hand(0, RICH)


def paid(before: Position, state: Catan, cost: str) -> bool:
    held = before.state.hands[0].packed - state.hands[0].packed
    return held == cards(cost) == state.bank - before.state.bank


def sites(state: Catan) -> tuple[tuple[int, int], ...]:
    return RULES.public(state).sites[0]


def edges(made: Position | Catan) -> set[int]:
    """Where a road is offered."""
    return {edge(name) for name in offered(made, "road")}


# ── prices ───────────────────────────────────────────────────────────────────────────────────────────────────────────

PRICES = [
    ("road B2e", "lumber1 brick1"),
    ("settlement B3s", "lumber1 brick1 wool1 grain1"),
    ("city B2n", "grain2 ore3"),
    ("site grapes B2", "lumber1 ore1"),
]


def ready(move: str) -> Position:
    made = home()
    return made.road(0, "B2e B3sw") if move.startswith("settlement") else made


@pytest.mark.parametrize(("move", "cost"), PRICES)
def test_cm_3_what_is_built_is_paid_to_the_bank(move: str, cost: str) -> None:
    made = ready(move)
    assert paid(made, after(made, move), cost)


@pytest.mark.parametrize(("move", "cost"), PRICES)
def test_cm_3_one_card_too_few_of_any_kind_is_too_few(move: str, cost: str) -> None:
    for kind in pieces(cards(cost)):
        made = ready(move).hand(0, write_cards(counts.without(cards(cost), kind)))
        assert refused(made, move) == reasons.CannotPay(counts.plus(0, kind))
        assert move.split(maxsplit=1)[0] not in offered(made)


# ── roads ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_4_a_road_joins_an_own_road_or_building() -> None:
    made = home()
    step = do(made, "road B2nw")
    assert announced(step, RoadBuilt) == [RoadBuilt(0, edge("B2nw"), free=False)]
    assert step.state.roads[0] == 1 << edge("B2ne") | 1 << edge("B2nw")
    assert refused(made, "road C3e") == reasons.NotConnected(edge("C3e"))


def test_cm_4_on_every_free_edge_at_his_network_and_no_other() -> None:
    near = EDGES_AT[corner("B2n")] | EDGES_AT[corner("B2ne")]
    assert edges(home()) == set(bits(near)) - {edge("B2ne")}


def test_cm_4_a_road_lies_on_a_free_edge() -> None:
    made = home().settle(1, "B3s").road(1, "B3sw B2e")
    assert refused(made, "road B2e") == reasons.EdgeTaken(edge("B2e"))
    assert refused(made, "road B2ne") == reasons.EdgeTaken(edge("B2ne"))
    assert refused(Position(market=False).settle(0, "A3ne").hand(0, RICH), "road A4nw") == reasons.OffTheMap("A4nw")


def test_cm_4_at_a_foreign_building_an_own_road_ends_from_whichever_side_it_comes() -> None:
    made = Position().settle(0, "C3se B2n").settle(1, "B2se").hand(0, RICH).road(0, "B2ne")
    made.settle(0, "C4s").road(0, "C3e")
    for name in ("B3sw", "B2e"):
        assert edge("B2se") not in edges(after(made, f"road {name}"))


def test_cm_4_a_road_does_not_run_on_through_another_players_building() -> None:
    made = home().settle(1, "B2se")
    state = after(made, "road B2e")
    for name in ("B2se", "B3sw"):
        assert refused(state, f"road {name}") == reasons.NotConnected(edge(name))
        assert edge(name) not in edges(state)


def test_cm_4_a_new_building_takes_the_edges_behind_it_from_others_but_for_those_joined_at_their_other_end() -> None:
    made = Position().settle(0, "B2n B3se").road(0, "B2ne B2e B3se").hand(0, RICH)
    assert {edge("B2se"), edge("B3sw")} <= edges(made)
    made.settle(1, "B2se")
    assert edge("B2se") not in edges(made)
    assert edge("B3sw") in edges(made)


def test_cm_1_fifteen_roads() -> None:
    made = home()
    while made.state.roads[0].bit_count() < ROADS:
        made.road(0, EDGE_NAMES[next(bits(made.state.ways[0]))])
    assert refused(made, f"road {EDGE_NAMES[next(bits(made.state.ways[0]))]}") == reasons.NoPiecesLeft("roads")
    assert "road" not in offered(made)


def test_only_after_the_roll_and_only_in_his_own_turn() -> None:
    """CM-5"""
    for text in ("road A2e", "settlement B3n", "city B2n", "site grapes B2", "buy", "bank wool ore", "end"):
        assert refused(home().before_the_roll(), text) == reasons.RollFirst()
        assert refused(home(), text, seat=1) == NotAsked()
        assert refused(home().moves_robber(), text) == reasons.FinishFirst("robber")


# ── settlements ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_4_a_settlement_touches_an_own_road() -> None:
    made = home().road(0, "B2e B3sw")
    assert refused(made, "settlement E2s") == reasons.NoRoadThere(corner("E2s"))
    step = do(made, "settlement B3s")
    assert announced(step, SettlementBuilt) == [SettlementBuilt(0, corner("B3s"))]
    assert offered(made, "settlement").keys() == {"B3s", "B2se"}
    assert offered(made, "settlement")["B2se"].offers == ("hills6", "pasture4", "desert")
    assert offered(made, "settlement", "B2se") == {}


def test_cm_4_one_free_corner_between_any_two_buildings() -> None:
    made = home().settle(1, "B3s").road(0, "B2e")
    assert refused(made, "settlement B2se") == reasons.TooClose(corner("B2se"))
    assert refused(made, "settlement B3s") == reasons.CornerTaken(corner("B3s"))
    assert refused(made, "settlement B2ne") == reasons.TooClose(corner("B2ne"))
    assert "settlement" not in offered(made)


def test_cm_4_coast_corners_and_edges_count() -> None:
    made = Position().settle(0, "A1n").road(0, "A1ne A2nw").hand(0, RICH)
    assert after(made, "settlement A2n").settlements[0].bit_count() == 2


def test_cm_1_five_settlements() -> None:
    made = home().settle(0, "D1n D3n D4s E1s").road(0, "B2e B3sw")
    assert refused(made, "settlement B2se") == reasons.NoPiecesLeft("settlements")
    assert "settlement" not in offered(made)


def test_off_the_map_of_the_base_game() -> None:
    made = Position(market=False).settle(0, "A3ne").road(0, "A3ne").hand(0, RICH)
    assert refused(made, "settlement A4n") == reasons.OffTheMap("A4n")
    assert refused(made, "city A4n") == reasons.OffTheMap("A4n")
    assert refused(made, "site cocoa A4") == reasons.NotInThisGame()
    assert "site" not in offered(made)


# ── cities ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_4_a_city_replaces_an_own_settlement_which_returns_to_the_stock() -> None:
    made = home().settle(0, "D1n D3n D4s E1s").road(0, "B2e B3sw")
    step = do(made, "city B2n")
    assert announced(step, CityBuilt) == [CityBuilt(0, corner("B2n"))]
    assert step.state.settlements[0].bit_count() == 4
    assert step.state.cities[0] == 1 << corner("B2n")
    assert after(step.state, "settlement B2se").settlements[0].bit_count() == 5


def test_cm_4_only_an_own_settlement() -> None:
    made = home().settle(1, "D1n").city(0, "E1s")
    for name in ("D1n", "E1s", "C3n"):
        assert refused(made, f"city {name}") == reasons.NoSettlementThere(corner(name))
    assert offered(made, "city").keys() == {"A1se"}
    assert offered(made, "city", "A1se") == {}


def test_cm_1_four_cities() -> None:
    made = home().city(0, "D1n D3n D4s E1s")
    assert refused(made, "city B2n") == reasons.NoPiecesLeft("cities")
    assert "city" not in offered(made)


# ── production sites ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_16_a_site_goes_on_a_fitting_hex_next_to_an_own_building() -> None:
    """B2n lies at mountains, pasture and hills."""
    made = home()
    step = do(made, "site grapes B2")
    assert announced(step, SiteBuilt) == [SiteBuilt(0, 9, hexagon("B2"))]
    assert step.state.site_stock == made.state.site_stock - cards("grapes1")
    assert refused(made, "site milk B2") == reasons.WrongTerrain(7, hexagon("B2"))
    assert refused(made, "site wool B2") == reasons.WrongTerrain(2, hexagon("B2"))
    assert refused(made, "site cocoa A4") == reasons.NoBuildingForSite(hexagon("A4"))


@pytest.mark.parametrize("text", ["cocoa C3", "milk A1", "sugar D2"])
def test_cm_16_never_on_desert_or_mountains(text: str) -> None:
    made = Position().settle(0, "C3n A1n D2n").hand(0, RICH)
    kind, name = text.split()
    assert refused(made, f"site {text}") == reasons.WrongTerrain(next(iter(pieces(cards(kind)))), hexagon(name))
    assert name not in offered(made, "site", kind)


def test_cm_16_sites_on_a_hex_never_outnumber_the_own_buildings_at_it() -> None:
    made = Position().settle(0, "B2n B2se").hand(0, RICH)
    state = after(made, "site grapes B2", "site grapes B2")
    assert sites(state) == ((hexagon("B2"), 2),)
    assert refused(state, "site grapes B2") == reasons.NoBuildingForSite(hexagon("B2"))
    assert "B2" not in offered(state, "site", "grapes")


def test_cm_16_cities_count_as_buildings_and_several_players_may_have_sites_on_one_hex() -> None:
    made = Position().settle(1, "B2n").city(0, "B2se").site(1, "B2").hand(0, RICH)
    assert sites(after(made, "site grapes B2")) == ((hexagon("B2"), 1),)


def test_cm_16_none_left_of_a_kind_not_buildable() -> None:
    made = Position().settle(0, "B2n B2se B4sw").settle(1, "B4n").site(0, "B2 B2").site(1, "B4").hand(0, RICH)
    assert refused(made, "site grapes B4") == reasons.NoPiecesLeft("sites")
    assert "grapes" not in offered(made, "site")


def test_cm_16_sites_are_offered_by_kind_and_hex() -> None:
    made = Position().settle(0, "A2n A4n").hand(0, RICH)
    assert offered(made, "site").keys() == {"cocoa", "milk"}
    assert offered(made, "site", "cocoa").keys() == {"A4"}
    assert offered(made, "site", "cocoa", "A4") == {}
