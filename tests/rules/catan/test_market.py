"""CM-17 to CM-20: chocolate, its rewards, the bars."""

from itertools import product

import pytest

from rules import counts
from rules.catan import reasons
from rules.catan.facts import (
    BarFell,
    BarRose,
    ChipsGot,
    ChocolateMade,
    DevGot,
    LongestRoad,
    MarketRolled,
    ResourceGot,
    RewardLapsed,
    RoadBuilt,
    Won,
)
from rules.catan.game import RULES
from rules.catan.pieces import FIRST_ROWS, RECIPES, SORT_NAMES, Card, Dev, Sort
from rules.catan.state import POINTS, Main, MarketRise, Over
from rules.chance import LuckWanted
from rules.contract import NotAsked, Seat
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

ALL = "cocoa5 sugar5 milk3 hazelnut3 grapes2"
EVERYTHING = cards(ALL)
ONE, TWO, THREE, FOUR, FIVE, SIX = range(6)
"""The luck of a die."""


def rich(*rows: int) -> Position:
    """Enough of every ingredient, and the bars in these rows."""
    return Position().hand(0, ALL).bars(*(rows or FIRST_ROWS))


# ── the recipes ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sort", "recipe"),
    [
        (Sort.MILK, "cocoa sugar milk"),
        (Sort.FINE_DARK, "cocoa2 sugar"),
        (Sort.MILK_NUT, "cocoa sugar milk hazelnut"),
        (Sort.DARK_NUT, "cocoa2 sugar hazelnut"),
        (Sort.GRAPE_NUT, "cocoa sugar milk hazelnut grapes"),
    ],
)
def test_cm_19_a_sort_is_made_of_its_ingredients_which_return_to_the_bank(sort: Sort, recipe: str) -> None:
    made = Position().hand(0, recipe).bars(4, 4, 4, 4, 4)
    assert SORT_NAMES[sort] in offered(made, "chocolate")
    step = do(made, f"chocolate {SORT_NAMES[sort]}", chance=drawn(SIX))
    assert step.state.hands[0].packed == 0
    assert step.state.bank == made.state.bank + cards(recipe)
    assert RECIPES[sort] == cards(recipe)


def test_cm_17_what_is_missing_is_said() -> None:
    made = Position().hand(0, "cocoa sugar2").bars(4, 4, 4, 4, 4)
    assert refused(made, "chocolate darknut") == reasons.CannotPay(cards("cocoa hazelnut"))
    assert "chocolate" not in offered(made)


def test_cm_19_where_the_bars_stand_at_the_start() -> None:
    assert Position().state.bars == (3, 3, 4, 4, 5)
    assert Position(market=False).state.bars == ()


def test_the_base_game_has_no_chocolate() -> None:
    made = Position(market=False).hand(0, "lumber")
    assert refused(made, "chocolate milk") == reasons.NotInThisGame()
    assert "chocolate" not in offered(made)


def test_cm_17_only_after_the_roll() -> None:
    assert refused(rich().before_the_roll(), "chocolate milk") == reasons.RollFirst()


# ── the rewards, row by row ──────────────────────────────────────────────────────────────────────────────────────────


def test_cm_19_the_top_row_brings_two_points() -> None:
    step = do(rich(7, 3, 3, 3, 3), "chocolate milk", chance=drawn(TWO))
    assert step.state.chips == (2, 0, 0, 0)
    fallen, rolled, risen = BarFell(Sort.MILK, 6), MarketRolled(2), BarRose(Sort.FINE_DARK, 4, chosen=False)
    assert told(step) == (ChocolateMade(0, Sort.MILK, 7), ChipsGot(0, 2), fallen, rolled, risen)
    assert whole(rich(7, 3, 3, 3, 3), "chocolate") >= {"milk"}


def test_cm_19_row_6_brings_a_point_and_a_development_card() -> None:
    step = do(rich(6, 3, 3, 3, 4), "chocolate milk", chance=drawn(0, TWO))
    assert step.state.chips == (1, 0, 0, 0)
    assert step.state.devs[0].packed == counts.plus(0, Dev.KNIGHT)
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 6), ChipsGot(0, 1))
    assert whispered(step) == {0: (DevGot(Dev.KNIGHT),)}


def test_cm_19_row_5_brings_a_point_and_a_resource_of_choice() -> None:
    made = rich()
    assert whole(made, "chocolate") == {"milk", "finedark", "milknut", "darknut"}
    assert whole(made, "chocolate", "grapenut") == {"lumber", "brick", "wool", "grain", "ore"}
    step = do(made, "chocolate grapenut ore", chance=drawn(ONE))
    assert told(step)[:3] == (ChocolateMade(0, Sort.GRAPE_NUT, 5), ChipsGot(0, 1), ResourceGot(0, Card.ORE))
    assert step.state.hands[0].packed == EVERYTHING - RECIPES[Sort.GRAPE_NUT] + cards("ore")


def test_cm_19_row_4_brings_a_point() -> None:
    step = do(rich(), "chocolate darknut", chance=drawn(ONE))
    assert told(step)[:3] == (ChocolateMade(0, Sort.DARK_NUT, 4), ChipsGot(0, 1), BarFell(Sort.DARK_NUT, 3))


def test_cm_19_row_3_brings_a_development_card_that_is_not_played_this_turn() -> None:
    step = do(rich(), "chocolate milk", chance=drawn(0, ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 3), BarFell(Sort.MILK, 2))
    assert refused(step.state, "knight") == reasons.DevIsFresh(Dev.KNIGHT)


def with_road() -> Position:
    return rich(2, 4, 4, 4, 5).settle(0, "B2n")


def test_cm_19_row_2_brings_a_road_at_once_and_free() -> None:
    made = with_road()
    assert not offered(made, "chocolate")["milk"].whole
    assert not offered(made, "chocolate", "milk")["road"].whole
    assert whole(made, "chocolate", "milk", "road") == {"A1e", "A1se", "A2sw", "none"}
    step = do(made, "chocolate milk road B2ne", chance=drawn(ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 2), RoadBuilt(0, edge("B2ne"), free=True))
    assert step.state.roads[0] == 1 << edge("B2ne")


def test_cm_19_row_1_brings_a_resource_of_choice() -> None:
    step = do(rich(1, 4, 4, 5, 5), "chocolate milk wool", chance=drawn(ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 1), ResourceGot(0, Card.WOOL))
    assert step.state.chips == (0, 0, 0, 0)


def test_cm_18_a_sort_in_the_bottom_row_cannot_be_made_until_it_has_risen() -> None:
    made = rich(0, 4, 5, 5, 5)
    assert refused(made, "chocolate milk") == reasons.BarAtTheBottom(Sort.MILK)
    assert "milk" not in offered(made, "chocolate")
    assert offered(made, "chocolate", "milk") == {}
    risen = after(made, "chocolate finedark", chance=drawn(ONE))
    assert risen.bars[Sort.MILK] == 1
    assert "milk" in offered(risen, "chocolate")


def test_a_menu_shows_what_a_sort_brings() -> None:
    offers = offered(rich(7, 6, 2, 3, 1), "chocolate")
    shown = {name: (choice.worth, choice.offers) for name, choice in offers.items()}
    assert shown == {
        "milk": (2, ()),
        "finedark": (1, ("dev",)),
        "milknut": (0, ("road",)),
        "darknut": (0, ("dev",)),
        "grapenut": (0, ("resource",)),
    }


# ── CM-20: the choice within the move, and what lapses ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", ["", " road A1e", " cocoa"])
def test_cm_20_a_resource_is_to_be_chosen_where_the_row_gives_one(words: str) -> None:
    assert refused(rich(), "chocolate grapenut" + words) == reasons.RewardWanted(5, "resource")


@pytest.mark.parametrize("words", [" ore", " road B2ne", " road none"])
def test_cm_20_nothing_is_to_be_chosen_where_the_row_gives_no_choice(words: str) -> None:
    assert refused(with_road(), "chocolate darknut" + words) == reasons.RewardWanted(4, "nothing")
    assert offered(with_road(), "chocolate", "darknut") == {}


@pytest.mark.parametrize("words", ["", " ore"])
def test_cm_20_a_road_is_to_be_chosen_or_declined_where_there_is_a_place(words: str) -> None:
    assert refused(with_road(), "chocolate milk" + words) == reasons.RewardWanted(2, "road")
    assert offered(with_road(), "chocolate", "milk", "B2ne") == {}


def test_cm_20_the_road_lies_by_cm_4() -> None:
    assert refused(with_road(), "chocolate milk road E2e") == reasons.NotConnected(edge("E2e"))


def test_cm_20_a_road_may_be_declined() -> None:
    step = do(with_road(), "chocolate milk road none", chance=drawn(ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 2), RewardLapsed(0, "road"))


def test_cm_20_a_road_without_a_place_lapses() -> None:
    made = rich(2, 4, 4, 4, 5)
    assert "milk" in whole(made, "chocolate")
    assert refused(made, "chocolate milk road B2ne") == reasons.RewardWanted(2, "nothing")
    step = do(made, "chocolate milk", chance=drawn(ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 2), RewardLapsed(0, "road"))


def test_cm_20_a_development_card_lapses_where_none_is_left() -> None:
    step = do(rich().deck({}), "chocolate milk", chance=drawn(ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.MILK, 3), RewardLapsed(0, "dev"))


def test_cm_20_a_resource_is_of_a_kind_that_the_bank_has() -> None:
    made = rich().bank("wool cocoa")
    assert refused(made, "chocolate grapenut ore") == reasons.BankHasNot(Card.ORE)
    assert set(offered(made, "chocolate", "grapenut")) == {"wool"}


def test_cm_20_a_resource_lapses_where_the_bank_has_none() -> None:
    made = rich().bank("cocoa3")
    assert "grapenut" in whole(made, "chocolate")
    assert refused(made, "chocolate grapenut ore") == reasons.RewardWanted(5, "nothing")
    step = do(made, "chocolate grapenut", chance=drawn(ONE))
    assert told(step)[:3] == (ChocolateMade(0, Sort.GRAPE_NUT, 5), ChipsGot(0, 1), RewardLapsed(0, "resource"))


@pytest.mark.parametrize(("others", "got"), [((9, 9, 8), 2), ((9, 9, 9), 1)])
def test_cm_20_of_the_28_chips_as_many_as_are_left(others: tuple[int, int, int], got: int) -> None:
    step = do(rich(7, 3, 3, 3, 3).chips(0, *others), "chocolate milk", chance=drawn(ONE))
    assert told(step)[1] == ChipsGot(0, got)
    assert sum(step.state.chips) == 28


def test_cm_20_chips_lapse_where_none_is_left_and_the_chocolate_is_made_all_the_same() -> None:
    step = do(rich().chips(0, 10, 9, 9), "chocolate darknut", chance=drawn(ONE))
    assert told(step)[:2] == (ChocolateMade(0, Sort.DARK_NUT, 4), RewardLapsed(0, "chips"))
    assert step.state.bars[Sort.DARK_NUT] == 3


# ── the win before the die ───────────────────────────────────────────────────────────────────────────────────────────


def test_cm_17_the_reward_is_completed_first_and_may_win_before_the_die() -> None:
    step = do(rich().chips(12, 0, 0, 0), "chocolate grapenut ore")
    assert told(step)[:4] == (
        ChocolateMade(0, Sort.GRAPE_NUT, 5),
        ChipsGot(0, 1),
        ResourceGot(0, Card.ORE),
        Won(0, 13, 0),
    )
    assert step.state.phase == Over(POINTS, 0)
    assert step.state.bars == FIRST_ROWS


def test_cm_20_a_victory_point_card_of_a_reward_counts_at_once() -> None:
    made = rich().chips(12, 0, 0, 0).deck({Dev.VICTORY_POINT: 1})
    assert after(made, "chocolate milk", chance=drawn(0)).phase == Over(POINTS, 0)


def test_cm_10_a_reward_road_may_win_by_the_longest_road() -> None:
    made = with_road().road(0, "B2ne B2e B2se B2sw").chips(10, 0, 0, 0)
    step = do(made, "chocolate milk road B2w")
    assert LongestRoad(0, -1, 5) in told(step)
    assert step.state.phase == Over(POINTS, 0)


def test_cm_25_with_the_market_ten_points_do_not_win() -> None:
    assert after(rich().chips(9, 0, 0, 0), "chocolate darknut", chance=drawn(ONE)).phase == Main()


# ── the bars ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("die", [ONE, TWO, THREE, FOUR, FIVE])
def test_cm_17_a_die_of_one_to_five_raises_the_sort_of_that_number(die: int) -> None:
    bars = [3, 3, 4, 3, 5]
    bars[die] += 1
    step = do(rich(), "chocolate darknut", chance=drawn(die))
    assert step.state.bars == tuple(bars)
    assert told(step)[-2:] == (MarketRolled(die + 1), BarRose(die, bars[die], chosen=False))


def test_cm_17_it_may_be_the_sort_just_made() -> None:
    assert after(rich(), "chocolate darknut", chance=drawn(FOUR)).bars == FIRST_ROWS


def test_cm_17_a_six_lets_the_player_choose_any_sort_not_in_the_top_row() -> None:
    step = do(rich(1, 7, 4, 4, 3), "chocolate darknut", chance=drawn(SIX))
    assert step.state.phase == MarketRise()
    assert [prompt.topic for prompt in RULES.prompts(step.state)] == ["raise"]
    assert set(offered(step.state)) == {"raise"}
    assert whole(step.state, "raise") == {"milk", "milknut", "darknut", "grapenut"}
    assert offered(step.state, "raise", "milk") == {}
    assert refused(step.state, "raise finedark") == reasons.BarAtTheTop(Sort.FINE_DARK)
    assert refused(step.state, "raise milk", seat=1) == NotAsked()
    assert after(after(rich(1, 6, 4, 5, 3), "chocolate darknut ore", chance=drawn(SIX)), "raise finedark").bars[1] == 7
    risen = do(step.state, "raise darknut")
    assert risen.state.bars == (1, 7, 4, 4, 3)
    assert told(risen) == (BarRose(Sort.DARK_NUT, 4, chosen=True),)
    assert risen.state.phase == Main()


def test_cm_18_if_the_rolled_sort_stands_in_the_top_row_the_player_raises_any_other() -> None:
    step = do(rich(1, 7, 4, 4, 3), "chocolate darknut", chance=drawn(TWO))
    assert step.state.phase == MarketRise()
    assert told(step)[-1] == MarketRolled(2)
    assert after(step.state, "raise milk").bars == (2, 7, 4, 3, 3)


def test_cm_18_a_sort_made_in_the_top_row_has_fallen_before_the_die_raises_it_again() -> None:
    assert after(rich(7, 3, 3, 3, 3), "chocolate milk", chance=drawn(ONE)).bars == (7, 3, 3, 3, 3)


def test_cm_17_while_a_sort_is_to_be_raised_nothing_else_is_done() -> None:
    state = after(rich(), "chocolate darknut", chance=drawn(SIX))
    for text in ("chocolate milk", "end", "bank cocoa milk", "offer cocoa1 for milk1"):
        assert refused(state, text) == reasons.FinishFirst("rise")


def test_cm_17_any_number_of_chocolates_a_turn_one_after_the_other() -> None:
    made = Position().hand(0, "cocoa6 sugar3 hazelnut2")
    three = ("chocolate darknut", "chocolate finedark", "chocolate darknut")
    state = after(made, *three, chance=drawn(FIVE, 0, ONE, 0, ONE))
    assert state.bars == (5, 2, 4, 2, 6)
    assert state.chips == (1, 0, 0, 0)
    assert counts.total(state.devs[0].packed) == 2
    assert state.hands[0].packed == 0


def test_cm_18_the_five_rows_always_add_up_to_19() -> None:
    """Whatever is made and rolled, over three chocolates of any sorts and dice."""
    for sorts in product(range(5), repeat=2):
        for dice in product(range(6), repeat=2):
            state = rich().deck({}).bank("cocoa").state
            for sort, die in zip(sorts, dice, strict=True):
                state = after(state, f"chocolate {SORT_NAMES[sort]}", chance=drawn(die))
                if state.phase == MarketRise():
                    state = after(state, RULES.write(RULES.idle(state, Seat(0))))
            assert sum(state.bars) == 19


def test_a_chocolate_is_not_foreseen() -> None:
    with pytest.raises(LuckWanted):
        do(rich(), "chocolate darknut")


def test_cm_29_a_seat_whose_player_has_resigned_raises_the_first_sort_that_can_rise() -> None:
    state = after(rich(7, 3, 3, 3, 3), "chocolate finedark", chance=drawn(0, SIX))
    assert RULES.write(RULES.idle(state, Seat(0))) == "raise finedark"


# ── the example of the rulebook ──────────────────────────────────────────────────────────────────────────────────────


def test_cm_20_the_example_of_the_rulebook() -> None:
    """2 cocoa, 1 sugar, 1 hazelnut; Fine Dark or Dark Whole Nut; Fine Dark is made, and a 4 is rolled."""
    made = Position().hand(0, "cocoa2 sugar hazelnut").settle(0, "B2n")
    assert set(offered(made, "chocolate")) == {"finedark", "darknut"}
    assert {name: (choice.worth, choice.offers) for name, choice in offered(made, "chocolate").items()} == {
        "finedark": (0, ("dev",)),
        "darknut": (1, ()),
    }
    step = do(made, "chocolate finedark", chance=drawn(0, FOUR))
    assert whispered(step) == {0: (DevGot(Dev.KNIGHT),)}
    assert step.state.hands[0].packed == cards("hazelnut")
    assert told(step) == (
        ChocolateMade(0, Sort.FINE_DARK, 3),
        BarFell(Sort.FINE_DARK, 2),
        MarketRolled(4),
        BarRose(Sort.DARK_NUT, 5, chosen=False),
    )
    following = Position().hand(0, ALL).bars(*step.state.bars).settle(0, "B2n")
    brings = offered(following, "chocolate")
    assert (brings["finedark"].worth, brings["finedark"].offers) == (0, ("road",))
    assert (brings["darknut"].worth, brings["darknut"].offers) == (1, ("resource",))
