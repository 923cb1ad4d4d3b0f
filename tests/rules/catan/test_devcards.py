"""CM-7, CM-24: development cards, and the largest army."""

from collections import Counter

import pytest

from rules import counts
from rules.catan import reasons, scoring
from rules.catan.facts import (
    DevBought,
    DevGot,
    Ended,
    KnightPlayed,
    LargestArmy,
    MonopolyPlayed,
    PlentyPlayed,
    RoadBuilt,
    RoadsDeclined,
    RoadsPlayed,
    Won,
)
from rules.catan.game import RULES
from rules.catan.hexes import bits
from rules.catan.pieces import DECK, Card, Dev
from rules.catan.state import POINTS, Catan, FreeRoads, Main, MoveRobber, Over, PreRoll
from rules.chance import LuckWanted, Seeded
from rules.contract import Seat
from tests.rules.catan.position import (
    Position,
    after,
    cards,
    do,
    drawn,
    edge,
    offered,
    refused,
    told,
    whispered,
    whole,
)

PRICE = "wool grain ore"
ONE_EACH = {Dev.KNIGHT: 1, Dev.ROAD_BUILDING: 1, Dev.PLENTY: 1, Dev.MONOPOLY: 1, Dev.VICTORY_POINT: 1}
PLAYS = ("knight", "roads", "plenty ore wool", "monopoly ore")


def held(state: Catan, seat: int) -> int:
    return state.hands[seat].packed


def verb(text: str) -> str:
    return text.partition(" ")[0]


def armed(*, market: bool = True) -> Position:
    """One of each card, and a road to lay roads on from."""
    return Position(market=market).devs(0, ONE_EACH).settle(0, "B2n").road(0, "B2ne")


# ── buying ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_7_a_card_is_bought_for_wool_grain_and_ore_and_drawn_at_random() -> None:
    chance, bought = Seeded(5), Counter[int]()
    for _ in range(500):
        step = do(Position().hand(0, PRICE), "buy", chance=chance)
        (got,) = whispered(step)[0]
        assert isinstance(got, DevGot)
        bought[got.dev] += 1
        assert held(step.state, 0) == 0
        assert step.state.devs[0].packed + step.state.deck.packed == DECK
    assert 240 < bought[Dev.KNIGHT] < 320
    assert 70 < bought[Dev.VICTORY_POINT] < 130
    assert all(20 < bought[dev] < 65 for dev in (Dev.ROAD_BUILDING, Dev.PLENTY, Dev.MONOPOLY))


def test_cm_7_what_was_drawn_is_told_to_the_buyer_only() -> None:
    step = do(Position().hand(0, PRICE), "buy", chance=drawn(0))
    assert told(step) == (DevBought(0),)
    assert whispered(step) == {0: (DevGot(Dev.KNIGHT),)}
    assert repr(DevGot(Dev.KNIGHT)) == "DevGot(…)"


def test_cm_7_any_number_may_be_bought_while_they_last() -> None:
    made = Position().hand(0, "wool3 grain3 ore3").deck({Dev.KNIGHT: 2})
    assert "buy" in whole(made)
    state = after(made, "buy", "buy", chance=drawn(0, 0))
    assert counts.amount(state.devs[0].packed, Dev.KNIGHT) == 2
    assert refused(state, "buy") == reasons.NoDevLeft()
    assert "buy" not in offered(state)


def test_cm_7_who_cannot_pay_buys_nothing() -> None:
    made = Position().hand(0, "wool grain")
    assert refused(made, "buy") == reasons.CannotPay(cards("ore"))
    assert "buy" not in offered(made)


def test_cm_7_the_last_card_is_not_foreseen_either() -> None:
    with pytest.raises(LuckWanted):
        do(Position().hand(0, PRICE).deck({Dev.KNIGHT: 1}), "buy")


def test_cm_7_a_card_is_bought_after_the_roll_only() -> None:
    assert refused(Position().hand(0, PRICE).before_the_roll(), "buy") == reasons.RollFirst()


def test_cm_7_a_victory_point_card_counts_at_once_also_when_just_bought() -> None:
    made = Position(market=False).hand(0, PRICE).deck({Dev.VICTORY_POINT: 1}).chips(9, 0, 0, 0)
    step = do(made, "buy", chance=drawn(0))
    assert step.state.phase == Over(POINTS, 0)
    assert told(step)[:2] == (DevBought(0), Won(0, 10, 1))
    assert isinstance(told(step)[2], Ended)


def test_cm_7_it_stays_hidden_until_it_wins() -> None:
    state = after(Position().hand(0, PRICE).deck({Dev.VICTORY_POINT: 1}), "buy", chance=drawn(0))
    assert RULES.public(state).points == (0, 0, 0, 0)
    assert RULES.public(state).devs == (1, 0, 0, 0)
    assert RULES.private(state, Seat(0)).points == 1


# ── one a turn, none got this turn ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", PLAYS)
def test_cm_7_at_most_one_a_turn_is_played(text: str) -> None:
    assert refused(armed().played(), text) == reasons.OneDevATurn()
    assert not {verb(play) for play in PLAYS} & set(offered(armed().played()))
    assert after(armed(), text).played


@pytest.mark.parametrize("text", PLAYS)
def test_cm_7_none_that_was_got_this_turn(text: str) -> None:
    made = armed().devs(0, ONE_EACH, fresh=ONE_EACH)
    assert isinstance(refused(made, text), reasons.DevIsFresh)
    assert verb(text) not in offered(made)


def test_cm_7_an_older_card_of_the_same_kind_may_be_played() -> None:
    made = Position().devs(0, {Dev.KNIGHT: 2}, fresh={Dev.KNIGHT: 1})
    assert "knight" in whole(made)
    state = after(made, "knight")
    assert counts.amount(state.devs[0].packed, Dev.KNIGHT) == 1


@pytest.mark.parametrize(("text", "dev"), [*zip(PLAYS, (0, 2, 3, 4), strict=True)])
def test_cm_7_none_that_one_does_not_hold(text: str, dev: int) -> None:
    made = Position().devs(1, ONE_EACH)
    assert refused(made, text) == reasons.NoSuchDev(dev)
    assert verb(text) not in offered(made)


def test_cm_7_a_card_bought_this_turn_is_played_in_the_next() -> None:
    state = after(Position().hand(0, PRICE).deck({Dev.KNIGHT: 1}), "buy", chance=drawn(0))
    assert refused(state, "knight") == reasons.DevIsFresh(Dev.KNIGHT)
    state = after(state, "end")
    for roller in (1, 2, 3):
        state = after(state, "roll", "end", seat=roller, chance=drawn(0))
    assert "knight" in offered(state)


@pytest.mark.parametrize("text", ["plenty ore wool", "monopoly ore"])
def test_cm_7_before_or_after_the_roll(text: str) -> None:
    before = after(armed().before_the_roll(), text)
    assert before.phase == PreRoll()
    assert refused(after(before, "roll", chance=drawn(0)), "knight") == reasons.OneDevATurn()
    assert after(armed(), text).phase == Main()


def test_cm_7_used_cards_never_return() -> None:
    state = after(armed(), "monopoly ore")
    assert counts.amount(state.used, Dev.MONOPOLY) == 1
    assert state.deck == armed().state.deck
    knighted = after(armed(), "knight")
    assert (knighted.knights, knighted.used, knighted.deck) == ((1, 0, 0, 0), 0, armed().state.deck)


# ── the knight ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_7_a_knight_moves_the_robber_without_discards() -> None:
    made = armed().hand(1, "wool20")
    step = do(made, "knight")
    assert offered(made, "knight", "C2") == {}
    assert told(step) == (KnightPlayed(0, 1),)
    assert step.state.phase == MoveRobber(rolled=True)
    assert after(armed().before_the_roll(), "knight").phase == MoveRobber(rolled=False)
    assert after(armed().before_the_roll(), "knight", "robber A4").phase == PreRoll()


def test_cm_7_the_largest_army_is_that_of_the_first_with_three_knights() -> None:
    assert told(do(armed().knights(1, 0, 0, 0), "knight")) == (KnightPlayed(0, 2),)
    step = do(armed().knights(2, 2, 0, 0), "knight")
    assert told(step) == (KnightPlayed(0, 3), LargestArmy(0, -1, 3))
    assert step.state.army == 0
    assert scoring.public_points(step.state, 0) == 1 + 2


@pytest.mark.parametrize(("other", "army"), [(2, 0), (3, 1), (4, 1)])
def test_cm_7_it_passes_on_to_strictly_more(other: int, army: int) -> None:
    step = do(armed().knights(2, other, 0, 0, army=1 if other > 2 else -1), "knight")
    assert step.state.army == army


def test_cm_7_its_points_are_taken_from_who_had_it() -> None:
    step = do(armed().knights(3, 3, 0, 0, army=1), "knight")
    assert told(step) == (KnightPlayed(0, 4), LargestArmy(0, 1, 4))
    assert scoring.public_points(step.state, 1) == 0


def test_cm_7_who_has_it_keeps_it_on_a_tie() -> None:
    made = Position(active=1).devs(1, {Dev.KNIGHT: 1}).knights(3, 2, 0, 0, army=0)
    assert told(do(made, "knight")) == (KnightPlayed(1, 3),)


def test_cm_7_a_further_knight_of_its_holder_changes_nothing() -> None:
    assert told(do(armed().knights(3, 0, 0, 0, army=0), "knight")) == (KnightPlayed(0, 4),)


def test_cm_10_the_largest_army_wins_before_the_robber_moves() -> None:
    made = Position(market=False).devs(0, {Dev.KNIGHT: 1}).knights(2, 0, 0, 0).chips(8, 0, 0, 0)
    step = do(made.before_the_roll(), "knight")
    assert step.state.phase == Over(POINTS, 0)
    assert told(step)[:3] == (KnightPlayed(0, 3), LargestArmy(0, -1, 3), Won(0, 10, 0))


# ── road building ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_7_road_building_gives_two_free_roads_one_after_the_other() -> None:
    assert {"knight", "roads"} <= whole(armed())
    step = do(armed(), "roads")
    assert told(step) == (RoadsPlayed(0, 2),)
    assert set(offered(step.state)) == {"road"}
    step = do(step.state, "road B2nw")
    assert step.state.phase == FreeRoads(rolled=True, left=1)
    assert told(step) == (RoadBuilt(0, edge("B2nw"), free=True),)
    assert set(offered(step.state)) == {"road", "stop"}
    assert whole(step.state) == {"stop"}
    assert whole(step.state, "road") == set(offered(step.state, "road"))
    assert step.state.hands == armed().state.hands
    step = do(step.state, "road B1ne")
    assert step.state.phase == Main()


def test_cm_7_they_lie_by_cm_4() -> None:
    made = after(armed(), "roads")
    assert refused(made, "road B2ne") == reasons.EdgeTaken(edge("B2ne"))
    assert refused(made, "road E2e") == reasons.NotConnected(edge("E2e"))
    places = {edge(name) for name in offered(made, "road")}
    assert places == set(bits(made.ways[0]))
    assert offered(made, "road", "B2nw") == {}


def test_cm_7_the_second_may_be_declined_the_first_may_not() -> None:
    made = after(armed(), "roads")
    assert refused(made, "stop") == reasons.FirstRoadFirst()
    step = do(made, "road B2nw", "stop")
    assert told(step)[-1] == RoadsDeclined(0)
    assert step.state.phase == Main()


def test_cm_7_before_the_roll_it_leads_back_before_the_roll() -> None:
    made = after(armed().before_the_roll(), "roads", "road B2nw")
    assert made.phase == FreeRoads(rolled=False, left=1)
    assert after(made, "stop").phase == PreRoll()
    assert after(made, "road B1ne").phase == PreRoll()


def fourteen() -> Position:
    """All roads but one are built."""
    made = armed()
    while made.now.roads[0].bit_count() < 14:
        (first, *_) = offered(made.free_roads(), "road")
        made.road(0, first)
    return made.phase(Main())


def test_cm_7_with_one_piece_left_it_is_one_road() -> None:
    step = do(fourteen(), "roads")
    assert told(step) == (RoadsPlayed(0, 1),)
    assert refused(step.state, "stop") == reasons.FirstRoadFirst()
    (first, *_) = offered(step.state, "road")
    assert after(step.state, f"road {first}").phase == Main()


def test_cm_7_with_one_place_left_it_is_one_road() -> None:
    """The roads of others lie around his only free edge."""
    made = Position().devs(0, ONE_EACH).settle(0, "A1nw").settle(1, "A1ne").road(1, "A1ne").settle(2, "B1nw")
    state = after(made.road(2, "B1nw A1w"), "roads")
    assert set(offered(state, "road")) == {"A1nw"}
    assert after(state, "road A1nw").phase == Main()
    assert after(state, "road A1nw").ways[0] == 0


def test_cm_7_without_a_piece_or_a_place_it_is_not_playable() -> None:
    placeless = Position().devs(0, ONE_EACH)
    assert refused(placeless, "roads") == reasons.NoRoadPossible()
    assert "roads" not in offered(placeless)
    (first, *_) = offered(fourteen().free_roads(), "road")
    pieceless = fourteen().road(0, first)
    assert refused(pieceless, "roads") == reasons.NoRoadPossible()


def test_cm_10_a_free_road_may_win_and_the_second_falls_away() -> None:
    made = Position(market=False).devs(0, ONE_EACH).settle(0, "B2n").road(0, "B2ne B2e B2se B2sw").chips(6, 0, 0, 0)
    step = do(made, "roads", "road B2w")
    assert step.state.phase == Over(POINTS, 0)


def test_cm_29_a_seat_whose_player_has_resigned_builds_one_road_and_stops() -> None:
    first = RULES.idle(after(armed(), "roads"), Seat(0))
    state = after(armed(), "roads", RULES.write(first))
    assert RULES.write(RULES.idle(state, Seat(0))) == "stop"


# ── year of plenty ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("text", "gained"), [("plenty ore wool", "wool ore"), ("plenty ore ore", "ore2")])
def test_cm_7_year_of_plenty_brings_two_cards_of_the_bank_equal_or_not(text: str, gained: str) -> None:
    step = do(armed(), text)
    assert held(step.state, 0) == cards(gained)
    assert step.state.bank == armed().state.bank - cards(gained)
    assert told(step) == (PlentyPlayed(0, cards(gained)),)


def test_cm_7_it_is_two_where_the_bank_has_two() -> None:
    assert refused(armed(), "plenty ore") == reasons.PlentyIsTwo()
    assert refused(armed().bank("ore wool"), "plenty ore") == reasons.PlentyIsTwo()
    assert whole(armed(), "plenty") == set()
    assert whole(armed(), "plenty", "ore") == {"lumber", "brick", "wool", "grain", "ore"}
    assert offered(armed(), "plenty", "ore", "ore") == {}


def test_cm_7_what_the_bank_has_not_cannot_be_taken() -> None:
    made = armed().bank("ore wool")
    assert refused(made, "plenty ore ore") == reasons.BankHasNot(Card.ORE)
    assert refused(made, "plenty brick ore") == reasons.BankHasNot(Card.BRICK)
    assert refused(made, "plenty ore grain") == reasons.BankHasNot(Card.GRAIN)
    assert set(offered(made, "plenty")) == {"ore", "wool"}
    assert set(offered(made, "plenty", "ore")) == {"wool"}
    assert offered(made, "plenty", "brick") == {}


def test_cm_7_it_is_what_the_bank_has_if_fewer() -> None:
    made = armed().bank("ore cocoa5")
    assert whole(made, "plenty") == {"ore"}
    assert offered(made, "plenty", "ore") == {}
    assert held(after(made, "plenty ore"), 0) == cards("ore")
    empty = armed().bank("cocoa5")
    assert refused(empty, "plenty ore") == reasons.BankHasNot(Card.ORE)
    assert "plenty" not in offered(empty)


@pytest.mark.parametrize("text", ["plenty cocoa ore", "plenty ore cocoa", "plenty cocoa milk", "plenty cocoa"])
def test_cm_24_year_of_plenty_concerns_resources_only(text: str) -> None:
    assert isinstance(refused(armed(), text), reasons.ResourcesOnly)
    assert offered(armed(), "plenty", "cocoa") == {}


# ── monopoly ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_7_all_opponents_hand_over_all_cards_of_one_resource() -> None:
    made = armed().hand(0, "ore wool").hand(1, "ore3 wool2").hand(2, "wool").hand(3, "ore cocoa4")
    step = do(made, "monopoly ore")
    assert [hand.packed for hand in step.state.hands] == [*map(cards, ("ore5 wool", "wool2", "wool", "cocoa4"))]
    assert told(step) == (MonopolyPlayed(0, Card.ORE, (0, 3, 0, 1)),)
    assert step.final


def test_cm_7_whoever_plays_it_gives_nothing() -> None:
    step = do(armed().hand(0, "lumber2").hand(1, "lumber"), "monopoly lumber")
    assert told(step) == (MonopolyPlayed(0, Card.LUMBER, (0, 1, 0, 0)),)
    assert held(step.state, 0) == cards("lumber3")


def test_cm_7_perhaps_none() -> None:
    assert told(do(armed(), "monopoly ore")) == (MonopolyPlayed(0, Card.ORE, (0, 0, 0, 0)),)


def test_cm_24_monopoly_concerns_resources_only() -> None:
    assert refused(armed(), "monopoly cocoa") == reasons.ResourcesOnly(Card.COCOA)
    assert whole(armed(), "monopoly") == {"lumber", "brick", "wool", "grain", "ore"}
    assert offered(armed(), "monopoly", "ore") == {}
