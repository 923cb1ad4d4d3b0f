"""CM-14: the founding."""

import pytest
from msgspec.structs import replace

from rules.catan import build, founding, reasons
from rules.catan.facts import Founded, SitesPut, TurnBegan
from rules.catan.game import RULES
from rules.catan.hexes import CORNERS, EDGES_AT, NEAR, bits
from rules.catan.moves import PutSites
from rules.catan.state import Catan, Found, FoundSites, PreRoll
from rules.chance import Seeded
from rules.contract import NotAsked, Setup
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


def founding_of(step: int, *, market: bool = True, seats: int = 3) -> Position:
    active = founding.founder(Position(market=market, seats=seats).state, step)
    return Position(market=market, seats=seats, active=active).phase(Found(step))


def with_stock(state: Catan, sites: str) -> Catan:
    return replace(state, site_stock=cards(sites))


@pytest.mark.parametrize("market", [False, True])
def test_cm_14_forward_then_backward_and_in_the_market_forward_again(*, market: bool) -> None:
    state = replace(Position(market=market).state, starts=2)
    steps = range(12 if market else 8)
    order = [founding.founder(state, step) for step in steps]
    assert order == [2, 3, 0, 1, 1, 0, 3, 2, 2, 3, 0, 1][: len(order)]


@pytest.mark.parametrize("game", ["market", "base"])
def test_cm_14_the_start_player_has_the_first_turn(game: str) -> None:
    state = RULES.setup(Setup(3, (("game", game),)), Seeded(5)).state
    seen: list[int] = []
    while not isinstance(state.phase, PreRoll):
        if isinstance(state.phase, Found):
            seen.append(state.active)
        state = RULES.apply(state, state.active, RULES.idle(state, state.active), Seeded(1)).state
    assert len(seen) == (9 if game == "market" else 6)
    assert state.active == state.starts
    each = 3 if game == "market" else 2
    assert [own.bit_count() for own in state.settlements] == [each] * 3
    assert [own.bit_count() for own in state.roads] == [each] * 3


def test_cm_14_a_settlement_and_the_road_that_touches_it() -> None:
    step = do(founding_of(0), "found B3n B3ne")
    assert announced(step, Founded) == [Founded(0, corner("B3n"), edge("B3ne"), 0)]
    assert step.state.settlements[0] == 1 << corner("B3n")
    assert step.state.roads[0] == 1 << edge("B3ne")
    assert step.state.phase == Found(1)
    assert step.state.active == 1


def test_cm_14_the_road_touches_the_settlement() -> None:
    assert refused(founding_of(0), "found B3n B3e") == reasons.RoadApart(edge("B3e"))


def test_cm_4_while_founding_too_a_corner_stays_free_between_two_buildings() -> None:
    made = founding_of(1).settle(0, "B3n")
    assert refused(made, "found B3n B3ne") == reasons.CornerTaken(corner("B3n"))
    assert refused(made, "found B3ne B3e") == reasons.TooClose(corner("B3ne"))
    assert "B3n" not in offered(made, "found")


def test_cm_14_only_on_the_map() -> None:
    made = founding_of(0, market=False)
    assert refused(made, "found A4n A4ne") == reasons.OffTheMap("A4n")
    assert refused(made, "found A3ne A4nw") == reasons.OffTheMap("A4nw")
    assert offered(made, "found", "A3ne").keys() == {"A3ne", "A3e"}


def test_what_is_no_corner_leads_nowhere() -> None:
    assert offered(founding_of(0), "found", "B3e") == {}
    assert offered(founding_of(0), "found", "B3n", "B3ne") == {}
    assert offered(founding_of(0), "settle") == {}


def test_cm_14_only_who_is_asked() -> None:
    assert refused(founding_of(0), "found B3n B3ne", seat=1) == NotAsked()
    assert offered(founding_of(0), seat=1) == {}


@pytest.mark.parametrize(
    ("step", "gained"), [(0, ""), (2, ""), (3, "lumber1 brick1 wool1"), (5, "lumber1 brick1 wool1"), (6, "")]
)
def test_cm_14_one_resource_for_each_resource_hex_at_the_second(step: int, gained: str) -> None:
    """A3s lies at pasture, hills and forest of the beginners' map."""
    made = founding_of(step)
    seat = made.state.active
    done = do(made, "found B3ne B3e")
    assert done.state.hands[seat].packed == cards(gained)
    assert announced(done, Founded)[0].gained == done.state.hands[seat].packed
    assert done.state.bank + done.state.hands[seat].packed == made.state.bank


def test_cm_14_desert_jungle_and_sea_give_nothing() -> None:
    desert = founding_of(3)
    assert after(desert, "found C3n C3ne").hands[2].packed == cards("brick1 wool1")
    jungle = founding_of(3)
    assert after(jungle, "found A4n A4ne").hands[2].packed == 0


# ── the first production sites ───────────────────────────────────────────────────────────────────────────────────────


def third(*settlements: str) -> Position:
    """Seat 0 founds his third settlement."""
    return founding_of(6).settle(0, " ".join(settlements))


def test_cm_14_right_after_the_third_the_player_is_asked_for_two_sites() -> None:
    step = do(third("A4n", "B2n"), "found C2s C2se")
    assert step.state.phase == FoundSites(6)
    assert step.state.active == 0
    done = do(step.state, "sites cocoa A4 grapes B2")
    assert announced(done, SitesPut) == [SitesPut(0, (9, 5), (hexagon("B2"), hexagon("A4")))]
    assert done.state.site_stock == step.state.site_stock - cards("cocoa1 grapes1")
    assert done.state.active == 1
    assert done.state.phase == Found(7)


def sites_position() -> Catan:
    return after(third("A4n", "B2n"), "found D2s D2se")


def test_cm_14_they_are_offered_in_the_order_of_the_hexes() -> None:
    state = sites_position()
    seen: set[str] = set()
    for first in offered(state, "sites"):
        for place in offered(state, "sites", first):
            for second in offered(state, "sites", first, place):
                for other in offered(state, "sites", first, place, second):
                    text = f"sites {first} {place} {second} {other}"
                    assert RULES.write(RULES.parse(text)) == text
                    assert do(state, text).state.phase == Found(7)
                    seen.add(text)
    assert len(seen) == len(founding.fitting(state, 0)) > 3
    assert offered(state, "sites", "cocoa", "A1", "milk") == {}


def test_cm_14_on_two_hexes_of_the_fitting_terrain_at_his_settlements() -> None:
    state = sites_position()
    assert refused(state, "sites milk A4 grapes B2") == reasons.WrongTerrain(7, hexagon("A4"))
    assert refused(state, "sites cocoa A4 cocoa C6") == reasons.NoBuildingForSite(hexagon("C6"))
    assert refused(state, "sites cocoa A4") == reasons.TwoSites()


def test_cm_14_a_kind_that_is_gone_cannot_be_taken() -> None:
    made = with_stock(third("A4n", "B2n").state, "cocoa9 milk5 sugar7 hazelnut5")
    state = after(made, "found D2s D2se")
    assert refused(state, "sites cocoa A4 grapes B2") == reasons.NoPiecesLeft("sites")
    assert "grapes" not in offered(state, "sites")


def test_cm_14_with_one_fitting_hex_one_is_placed_with_none_none() -> None:
    one = do(with_stock(third("A4n", "A1n").state, "cocoa1"), "found C3n C3ne")
    assert announced(one, SitesPut) == [SitesPut(0, (5,), (hexagon("A4"),))]
    assert one.state.phase == Found(7)
    none = do(with_stock(third("A4n", "A1n").state, ""), "found C3n C3ne")
    assert announced(none, SitesPut) == [SitesPut(0, (), ())]
    assert none.state.phase == Found(7)


def test_cm_14_two_hexes_and_one_site_left_he_chooses_the_hex() -> None:
    state = after(with_stock(third("A4n", "C6ne").state, "cocoa1"), "found C3n C3ne")
    assert state.phase == FoundSites(6)
    assert offered(state, "sites", "cocoa").keys() == {"A4", "C6"}
    assert refused(state, "sites cocoa A4 cocoa C6") == reasons.NoPiecesLeft("sites")
    done = do(state, "sites cocoa C6")
    assert announced(done, SitesPut) == [SitesPut(0, (5,), (hexagon("C6"),))]
    assert RULES.idle(state, 0) == PutSites(5, hexagon("A4"))


def test_cm_14_not_both_on_one_hex() -> None:
    """With two settlements at it too."""
    state = after(with_stock(third("A4n", "A4se").state, "cocoa9"), "found C6ne C6e")
    assert refused(state, "sites cocoa A4 cocoa A4") == reasons.SameHex()
    assert offered(state, "sites", "cocoa", "A4", "cocoa").keys() == {"B5", "C6"}


def test_cm_14_the_last_founding_opens_the_first_turn() -> None:
    step = do(with_stock(founding_of(8).state, ""), "found B3n B3ne")
    assert step.state.phase == PreRoll()
    assert step.state.active == 0
    assert announced(step, TurnBegan) == [TurnBegan(0)]


def test_cm_14_there_is_always_room() -> None:
    """Eleven settlements close at most 44 of 66 corners, and every edge at a free corner is free."""
    assert max(near.bit_count() for near in NEAR) == 4
    assert CORNERS - 11 * 4 == 22
    state = founding_of(0).state
    for number, place in enumerate(("B3n", "C3n", "D3n", "A1n", "E1s")):
        first = EDGES_AT[corner(place)]
        state = build.put_settlement(state, number % 3, corner(place))
        state = replace(state, lanes=state.lanes & ~first)
        for free in bits(state.free):
            assert state.lanes & EDGES_AT[free] == EDGES_AT[free]
