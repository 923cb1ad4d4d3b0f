"""CM-5, CM-15: the roll and what it brings."""

import pytest

from rules.catan import reasons
from rules.catan.facts import Produced, Rolled, Shortage, TurnBegan
from rules.catan.state import Catan, Main, PreRoll
from rules.contract import NotAsked, Step
from tests.rules.catan.position import Position, after, announced, cards, do, hexagon, offered, refused, rolled


def start(*, market: bool = True, seats: int = 4) -> Position:
    return Position(market=market, seats=seats).before_the_roll()


def got(step: Step[Catan]) -> tuple[int, ...]:
    """What each has got, as it was told; all of it came from the bank."""
    gains = [fact.gains for fact in announced(step, Produced)]
    return gains[0] if gains else (0,) * step.state.seats


def gains(*texts: str) -> tuple[int, ...]:
    return tuple(cards(text) for text in texts)


# ── the turn ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_5_a_turn_is_rolled_once_and_ended() -> None:
    step = rolled(start(), 4)
    assert announced(step, Rolled) == [Rolled(0, 1, 3)]
    assert step.state.phase == Main()
    assert refused(step.state, "roll") == reasons.HasRolled()
    ended = do(step.state, "end")
    assert announced(ended, TurnBegan) == [TurnBegan(1)]
    assert (ended.state.active, ended.state.phase) == (1, PreRoll())
    assert after(Position(active=3), "end").active == 0


def test_cm_5_only_his_own_turn() -> None:
    assert refused(start(), "roll", seat=1) == NotAsked()
    assert refused(start(), "end") == reasons.RollFirst()
    assert "roll" in offered(start())
    assert offered(start(), "roll") == {}
    assert offered(start(), seat=2) == {}


def test_cm_5_a_turn_begins_with_every_card_playable_and_none_played() -> None:
    state = after(Position().played().devs(0, {}), "end")
    assert not state.played
    assert state.fresh.packed == 0


# ── production ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("market", [False, True])
def test_cm_5_one_card_a_settlement_two_a_city(*, market: bool) -> None:
    """B2 is hills with a 6; E2 fields with a 6."""
    made = start(market=market).settle(0, "B2n B2se").city(1, "B2sw").settle(2, "E2s")
    step = rolled(made, 6)
    assert got(step) == gains("brick2", "brick2", "grain1", "")
    assert [hand.packed for hand in step.state.hands] == list(got(step))
    assert step.state.bank == made.state.bank - sum(got(step))


def test_cm_5_only_hexes_of_the_number() -> None:
    step = rolled(start().settle(0, "B2n").city(1, "E2s"), 8)
    assert announced(step, Produced) == []
    assert step.state.phase == Main()


def test_cm_5_not_where_the_robber_stands() -> None:
    made = start().settle(0, "B2n").city(1, "B2se").city(2, "E2s").robber("B2")
    assert got(rolled(made, 6)) == gains("", "", "grain2", "")


def test_cm_15_one_ingredient_for_each_own_site() -> None:
    made = start().settle(0, "B2n B2se").site(0, "B2 B2").settle(1, "B2sw").site(1, "B2")
    assert got(rolled(made, 6)) == gains("brick2 grapes2", "brick1 grapes1", "", "")


def test_cm_15_a_city_at_a_site_gives_two_resources_and_one_ingredient() -> None:
    made = start().city(0, "B2n").site(0, "B2")
    assert got(rolled(made, 6)) == gains("brick2 grapes1", "", "", "")


def test_cm_15_jungle_gives_no_resource() -> None:
    """A4 is jungle with a 4, B3 pasture with a 4."""
    made = start().settle(0, "A4n").city(1, "A4se").site(1, "A4").settle(2, "B3n")
    assert got(rolled(made, 4)) == gains("", "cocoa1", "wool1", "")


def test_cm_15_the_robber_stops_resources_and_ingredients_of_his_hex() -> None:
    made = start().city(0, "B2n").site(0, "B2").robber("B2")
    assert got(rolled(made, 6)) == gains("", "", "", "")
    jungle = start().city(0, "A4n").site(0, "A4").settle(1, "B3n").robber("A4")
    assert got(rolled(jungle, 4)) == gains("", "wool1", "", "")


def test_cm_15_every_terrain_gives_what_is_its_own() -> None:
    for name, number, wanted in (
        ("A3n", 9, "lumber1 hazelnut1"),
        ("E1s", 5, "brick1 grapes1"),
        ("A2n", 2, "wool1 milk1"),
        ("C1nw", 9, "grain1 sugar1"),
        ("A4n", 4, "cocoa1"),
    ):
        hex_name = name[:2]
        made = start().settle(0, name).site(0, hex_name)
        assert made.state.numbers[hexagon(hex_name)] == number
        assert got(rolled(made, number))[0] == cards(wanted)
    assert got(rolled(start().settle(0, "A1n"), 10))[0] == cards("ore1")


# ── shortage ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_5_if_the_bank_cannot_serve_all_of_a_kind_nobody_gets_it() -> None:
    made = start().city(0, "B2n").settle(1, "B2se").settle(2, "E2s").bank("brick2 grain5")
    step = rolled(made, 6)
    assert announced(step, Shortage) == [Shortage(1, -1, 0)]
    assert got(step) == gains("", "", "grain1", "")
    assert step.state.bank == cards("brick2 grain4")


def test_cm_5_unless_only_one_player_is_concerned_he_gets_the_rest() -> None:
    """CM-15: his cards of all his hexes are counted together."""
    made = start().city(0, "B2n B2se").bank("brick3")
    step = rolled(made, 6)
    assert announced(step, Shortage) == [Shortage(1, 0, 3)]
    assert got(step) == gains("brick3", "", "", "")
    assert step.state.bank == 0


def test_cm_5_with_an_empty_bank_nothing_is_produced() -> None:
    step = rolled(start().city(0, "B2n").bank(""), 6)
    assert announced(step, Shortage) == [Shortage(1, 0, 0)]
    assert announced(step, Produced) == []
    assert step.state.phase == Main()


def test_cm_15_shortage_is_judged_for_each_resource_and_each_ingredient_by_itself() -> None:
    made = start().settle(0, "B2n").site(0, "B2").settle(1, "B2se").site(1, "B2").bank("brick9 grapes1")
    step = rolled(made, 6)
    assert announced(step, Shortage) == [Shortage(9, -1, 0)]
    assert got(step) == gains("brick1", "brick1", "", "")
