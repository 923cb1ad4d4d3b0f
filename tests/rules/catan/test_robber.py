"""CM-6, CM-23, CM-28: the robber moves, and steals."""

from collections import Counter

import pytest

from rules.catan import reasons
from rules.catan.facts import CardStolen, NobodyRobbed, Robbed, RobberMoved
from rules.catan.game import RULES
from rules.catan.moves import INGREDIENT_PILE, RESOURCE_PILE
from rules.catan.pieces import Card
from rules.catan.state import Catan, Main, PreRoll, Steal
from rules.chance import LuckWanted, Seeded
from rules.contract import NotAsked, Seat
from tests.rules.catan.position import (
    Position,
    after,
    cards,
    do,
    drawn,
    hexagon,
    offered,
    refused,
    told,
    whispered,
    whole,
)


def held(state: Catan, seat: int) -> int:
    return state.hands[seat].packed


def beside(*, market: bool = True) -> Position:
    """Seats 1 and 2 have a settlement at the fields B1; seat 0, who moves the robber, stands there too."""
    return alone(market=market).settle(2, "B1se")


def alone(*, market: bool = True) -> Position:
    """Seat 1 is the one opponent there."""
    return Position(market=market).settle(1, "B1n").settle(0, "B1sw").moves_robber()


# ── CM-6: the robber moves ───────────────────────────────────────────────────────────────────────────────────────────


def test_cm_6_the_robber_moves_to_another_hex_and_cannot_stay() -> None:
    made = Position().moves_robber()
    assert refused(made, "robber C3") == reasons.RobberMustMove()
    assert after(made, "robber C2").robber == hexagon("C2")
    assert "C3" not in offered(made, "robber")
    assert len(whole(made, "robber")) == 23
    assert offered(made, "robber", "C2") == {}


def test_cm_6_the_desert_and_a_jungle_will_do_too() -> None:
    assert after(Position().robber("A1").moves_robber(), "robber C3").robber == hexagon("C3")
    assert after(Position().moves_robber(), "robber A4").robber == hexagon("A4")


def test_cm_6_a_hex_of_the_market_is_none_of_the_base_game() -> None:
    made = Position(market=False).moves_robber()
    assert refused(made, "robber A4") == reasons.OffTheMap("A4")
    assert len(offered(made, "robber")) == 18


def test_cm_6_the_robber_must_move_even_if_there_is_nobody_to_rob() -> None:
    step = do(Position().moves_robber(), "robber C2")
    assert told(step) == (RobberMoved(0, hexagon("C2")), NobodyRobbed(0))
    assert step.state.phase == Main()
    assert set(offered(Position().moves_robber())) == {"robber"}


def test_cm_6_where_nobody_has_cards_nothing_is_taken_and_nobody_is_asked() -> None:
    made = beside().hand(0, "wool3")
    assert told(do(made, "robber B1")) == (RobberMoved(0, hexagon("B1")), NobodyRobbed(0))
    assert offered(made.hand(2, "ore"), "robber")["B1"].offers == ("3",)


def test_cm_6_one_opponent_with_cards_is_robbed_without_asking() -> None:
    step = do(alone().hand(1, "wool2"), "robber B1", chance=drawn(1))
    assert told(step) == (RobberMoved(0, hexagon("B1")), Robbed(0, 1, RESOURCE_PILE))
    assert (held(step.state, 0), held(step.state, 1)) == (cards("wool"), cards("wool"))
    assert step.state.phase == Main()
    assert step.final


def test_cm_6_of_two_opponents_the_thief_chooses_one() -> None:
    step = do(beside(market=False).hand(1, "wool").hand(2, "ore"), "robber B1")
    assert step.state.phase == Steal(rolled=True)
    assert not step.final
    assert whole(step.state) == set()
    assert whole(step.state, "steal") == {"2", "3", "none"}
    robbed = after(step.state, "steal 3", chance=drawn(0))
    assert held(robbed, 0) == cards("ore")
    assert robbed.phase == Main()


def test_cm_6_one_without_cards_can_be_chosen_and_nothing_is_taken() -> None:
    for market in (False, True):
        step = do(beside(market=market).hand(2, "ore"), "robber B1")
        assert step.state.phase == Steal(rolled=True)
        assert whole(step.state, "steal") == {"2", "3", "none"}
        spared = do(step.state, "steal 2")
        assert told(spared) == (NobodyRobbed(0),)
        assert spared.state.phase == Main()
        assert spared.state.hands == step.state.hands
    assert refused(step.state, "steal 2 resources") == reasons.PileIsEmpty(RESOURCE_PILE)
    assert offered(step.state, "steal", "2") == {}


def test_cm_6_or_nobody_is_chosen() -> None:
    made = beside().hand(1, "wool cocoa").hand(2, "ore").moves_robber(rolled=False)
    state = after(made, "robber B1")
    step = do(state, "steal none")
    assert told(step) == (NobodyRobbed(0),)
    assert step.state.phase == PreRoll()
    assert step.state.hands == state.hands
    assert not step.final
    assert offered(state, "steal", "none") == {}


def test_cm_6_a_city_at_the_hex_is_a_building_too() -> None:
    made = Position().city(3, "B1n").hand(3, "ore").moves_robber()
    assert held(after(made, "robber B1", chance=drawn(0)), 0) == cards("ore")


def test_cm_6_who_has_nothing_at_the_robber_s_hex_is_not_robbed() -> None:
    made = beside().settle(3, "E1s").hand(1, "wool").hand(2, "ore").hand(3, "ore").hand(0, "ore").robber("B1").steals()
    for player in (1, 4):
        assert refused(made, f"steal {player}") == reasons.NotAtTheRobber(player - 1)
    assert set(offered(made, "steal")) == {"2", "3", "none"}
    assert offered(made, "steal", "4") == {}
    assert offered(made, "robber") == {}


def test_cm_6_a_knight_before_the_roll_leads_back_before_the_roll() -> None:
    made = beside().hand(1, "wool").hand(2, "ore").moves_robber(rolled=False)
    step = do(made, "robber B1")
    assert step.state.phase == Steal(rolled=False)
    assert after(step.state, "steal 2", chance=drawn(0)).phase == PreRoll()
    assert after(made, "robber E1").phase == PreRoll()
    assert after(made.hand(1, "").hand(2, ""), "robber B1").phase == PreRoll()
    assert after(alone().hand(1, "ore").moves_robber(rolled=False), "robber B1", chance=drawn(0)).phase == PreRoll()


def test_cm_6_only_the_seat_whose_turn_it_is_moves_the_robber() -> None:
    made = beside().hand(1, "wool").hand(2, "ore")
    assert refused(made, "robber B1", seat=1) == NotAsked()
    assert refused(made.robber("B1").steals(), "steal 3", seat=1) == NotAsked()


def test_cm_6_one_who_has_resigned_is_robbed_like_any_other() -> None:
    step = do(alone().hand(1, "wool2").resigned(1), "robber B1", chance=drawn(1))
    assert held(step.state, 0) == cards("wool")


# ── CM-23: the pile ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_23_the_thief_chooses_the_pile_also_of_a_single_victim() -> None:
    made = alone().hand(1, "wool2 cocoa milk3")
    step = do(made, "robber B1")
    assert step.state.phase == Steal(rolled=True)
    assert whole(step.state, "steal") == {"none"}
    piles = offered(step.state, "steal", "2")
    assert {name: pile.worth for name, pile in piles.items()} == {"resources": 2, "ingredients": 4}
    assert whole(step.state, "steal", "2") == {"resources", "ingredients"}
    assert offered(step.state, "steal", "2", "resources") == {}
    assert refused(step.state, "steal 2") == reasons.PileWanted(1)


def test_cm_23_the_card_is_drawn_at_random_from_that_pile_alone() -> None:
    made = beside().hand(1, "wool2 ore cocoa milk3").robber("B1").steals()
    chance, taken = Seeded(3), Counter[int]()
    for _ in range(300):
        for pile in ("resources", "ingredients"):
            (stolen,) = whispered(do(made, f"steal 2 {pile}", chance=chance))[0]
            assert isinstance(stolen, CardStolen)
            taken[stolen.card] += 1
    assert set(taken) == {Card.WOOL, Card.ORE, Card.COCOA, Card.MILK}
    assert 170 < taken[Card.WOOL] < 230
    assert 190 < taken[Card.MILK] < 260


@pytest.mark.parametrize(("hand", "pile"), [("wool2", RESOURCE_PILE), ("grapes2", INGREDIENT_PILE)])
def test_cm_23_where_one_pile_is_empty_the_other_is_taken_without_asking(hand: str, pile: int) -> None:
    forced = do(alone().hand(1, hand), "robber B1", chance=drawn(1))
    assert told(forced)[-1] == Robbed(0, 1, pile)
    chosen = beside().hand(1, hand).hand(2, "ore cocoa").robber("B1").steals()
    assert whole(chosen, "steal") == {"2", "none"}
    assert told(do(chosen, "steal 2", chance=drawn(0))) == (Robbed(0, 1, pile),)


def test_cm_23_an_empty_pile_cannot_be_chosen() -> None:
    made = beside().hand(1, "wool2").hand(2, "ore cocoa").robber("B1").steals()
    assert refused(made, "steal 2 ingredients") == reasons.PileIsEmpty(INGREDIENT_PILE)
    assert set(offered(made, "steal", "2")) == {"resources"}
    assert told(do(made, "steal 2 resources", chance=drawn(0))) == (Robbed(0, 1, RESOURCE_PILE),)


def test_cm_23_the_base_game_knows_no_piles() -> None:
    made = beside(market=False).hand(1, "wool").hand(2, "ore").robber("B1").steals()
    assert refused(made, "steal 2 resources") == reasons.NotInThisGame()
    assert offered(made, "steal", "2") == {}


# ── CM-28: who knows what ────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_28_the_stolen_card_is_known_to_thief_and_victim_only() -> None:
    step = do(beside().hand(1, "wool ore").hand(2, "milk").robber("B1").steals(), "steal 2", chance=drawn(1))
    assert told(step) == (Robbed(0, 1, RESOURCE_PILE),)
    stolen = CardStolen(0, 1, Card.ORE)
    assert whispered(step) == {0: (stolen,), 1: (stolen,)}
    assert repr(stolen) == "CardStolen(…)"


def test_cm_28_a_robbery_is_not_foreseen_not_even_of_the_last_card() -> None:
    with pytest.raises(LuckWanted):
        do(alone().hand(1, "wool"), "robber B1")


# ── CM-29 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_29_a_seat_whose_player_has_resigned_moves_the_robber_to_the_first_hex_without_a_building() -> None:
    made = Position().settle(1, "A1se").moves_robber()
    move = RULES.idle(made.state, Seat(0))
    assert RULES.write(move) == "robber A3"


def test_cm_29_with_buildings_at_every_hex_it_goes_to_the_first_legal_one() -> None:
    made = Position(market=False).settle(1, "A1se A3s B1s C3se D1se C4se D3s").robber("A1").moves_robber()
    assert RULES.write(RULES.idle(made.state, Seat(0))) == "robber A2"


def test_cm_29_it_steals_from_nobody() -> None:
    for market in (False, True):
        state = beside(market=market).hand(1, "wool").hand(2, "ore").robber("B1").steals().state
        assert RULES.write(RULES.idle(state, Seat(0))) == "steal none"
