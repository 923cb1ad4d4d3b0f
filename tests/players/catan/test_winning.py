"""The house sees a turn that wins, however many moves it takes, and pays with the help of the bank."""

import pytest
from msgspec.structs import replace

from players.catan.foresight import decides
from players.catan.outlook import Outlook
from players.catan.paying import exchanges
from players.catan.planning import Breadth, Planner
from players.catan.winning import Finisher
from players.outcomes import Effort
from players.player import Level
from rules.catan.game import RULES
from rules.catan.moves import Bank
from rules.catan.pieces import CITY_COST, RECIPES, SETTLEMENT_COST, Card, Dev
from rules.catan.state import Catan, Main, Over, with_hand
from rules.chance import Seeded
from tests.contract.player import games
from tests.contract.registry import CASES
from tests.players.catan.seated import answered
from tests.rules.catan.position import Position, cards

FAR = 40
RICH = cards("lumber4 brick4 wool4 grain4 ore4")


def found(position: Position, most: int = FAR) -> tuple[str, ...]:
    """The turn that is found, as it is written."""
    state = position.state
    turn = Finisher(Planner(Outlook(state, 0), 0, Effort(900)), state).turn(most)
    return tuple(map(RULES.write, turn or ()))


def played(state: Catan, texts: tuple[str, ...]) -> Catan:
    for text in texts:
        state = RULES.apply(state, 0, RULES.parse(text), Seeded(1)).state
    return state


def nine_moves_away() -> Position:
    """Five cards to be had from the bank, two roads, a settlement and a city."""
    position = Position(market=False, seats=3).city(0, "A1n C5ne E2s").settle(0, "D2n B2n")
    return position.hand(0, "wool13 ore11 lumber3 grain")


def wins(position: Position, turn: tuple[str, ...]) -> bool:
    end = played(position.state, turn)
    return isinstance(end.phase, Over) and end.phase.winner == 0


def test_a_win_of_nine_moves_is_seen_and_played() -> None:
    position = nine_moves_away()
    turn = found(position)
    assert len(turn) == 9
    assert sum(text.startswith("bank") for text in turn) == 5
    assert wins(position, turn)
    assert answered(position) == turn


def test_move_by_move_it_was_not_seen() -> None:
    """Why it is looked for by what lacks."""
    state = nine_moves_away().state
    plans = Planner(Outlook(state, 0), 0, Effort(900)).plans(state, Breadth(6, 7, 8))
    assert not isinstance(plans[0].state.phase, Over)


def test_the_gentle_one_sees_no_farther_than_a_person_in_their_third_game() -> None:
    assert len(answered(nine_moves_away(), level=Level.GENTLE)) < 9


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(5))
def test_no_level_slips_from_a_win_that_it_sees(level: Level, seed: int) -> None:
    position = Position(market=False, seats=3).city(0, "A1n A3n C5ne E2s").settle(0, "B2n").road(0, "B2ne B2e")
    position = position.hand(0, "lumber6 wool grain brick ore4")
    assert answered(position, level=level, seed=seed)[-1].startswith("settlement")


def test_a_road_that_joins_two_is_the_longest() -> None:
    position = Position(market=False, seats=3).city(0, "A1n C5ne E2s").settle(0, "B2n B3n")
    position = position.road(0, "B2ne B2e B3ne B3nw").hand(0, "lumber brick")
    assert max(position.state.lengths) < 4
    position = position.road(0, "B3e")
    turn = found(position.hand(0, "lumber brick"))
    assert len(turn) == 1
    assert wins(position, turn)


def test_a_card_helps() -> None:
    """A year of plenty gives what lacks; road building the roads; a knight the largest army."""
    position = Position(market=False, seats=3).city(0, "A1n C5ne E2s").settle(0, "B2n D2n E4n").hand(0, "ore2 grain")
    plenty = found(position.devs(0, {Dev.PLENTY: 1}))
    assert plenty[:1] == ("plenty grain ore",)
    assert wins(position, plenty)
    position = Position(market=False, seats=3).city(0, "A1n C5ne E2s A3n").settle(0, "B2n").road(0, "B2ne")
    roads = found(position.hand(0, "lumber brick wool grain").devs(0, {Dev.ROAD_BUILDING: 1}))
    assert roads[0] == "roads"
    assert wins(position, roads)
    position = Position(market=False, seats=3).city(0, "A1n C5ne E2s").settle(0, "B2n D2n").robber("E3")
    assert found(position.knights(2, 0, 0).devs(0, {Dev.KNIGHT: 1})) == ("knight",)


def test_what_others_are_believed_to_hold_a_monopoly_brings() -> None:
    position = Position(market=False, seats=3).city(0, "A1n C5ne E2s").settle(0, "B2n D2n E4n").hand(0, "grain2")
    position = position.hand(1, "ore2").hand(2, "ore").devs(0, {Dev.MONOPOLY: 1})
    assert found(position)[:1] == ("monopoly ore",)
    assert not found(position.hand(2, "wool"))


def test_in_the_market_chips_win() -> None:
    position = Position(seats=3).settle(0, "B2n D3n").chips(9, 0, 0).bars(3, 3, 4, 4, 5)
    turn = found(position.hand(0, "cocoa2 sugar hazelnut lumber brick wool grain"))
    assert turn == ()  # one point of two: the settlement has no place
    turn = found(position.hand(0, "cocoa2 sugar hazelnut ore3 grain2"))
    assert [text.split()[0] for text in turn] in (["chocolate", "city"], ["city", "chocolate"])


def test_what_the_bank_has_not_is_no_win() -> None:
    assert not found(nine_moves_away().bank("ore5 lumber5 wool5 grain5"))


def test_what_the_bank_makes_possible_is_one_step_of_a_plan() -> None:
    """Twelve grain are no hoard: two exchanges and a city, where a plan has but two steps."""
    state = Position(market=False, seats=3).settle(0, "B2n D3n").hand(0, "grain12 ore").state
    best = Planner(Outlook(state, 0), 0, Effort(200)).plans(state, Breadth(2, 2, 2))[0]
    assert [RULES.write(move).split()[0] for move in best.turn] == ["bank", "bank", "city"]


def test_a_bank_with_one_card_is_not_asked_for_two() -> None:
    position = Position(market=False, seats=3).settle(0, "B2n D3n").hand(0, "grain12 ore").bank("ore wool19 lumber19")
    plans = Planner(Outlook(position.state, 0), 0, Effort(200)).plans(position.state, Breadth(2, 2, 2))
    assert plans
    assert not any(RULES.write(move).startswith("city") for plan in plans for move in plan.turn)


def test_wherever_it_is_looked_for_the_rules_take_what_is_found() -> None:
    """At positions of random games, with hands that are rich: stocks run out, and roads end."""
    case = next(case for case in CASES if case.rules is RULES)
    tried = won = 0
    for game in games(case, 6):
        for position in game.positions[::7]:
            state: Catan = position.state
            if isinstance(state.phase, Main):
                seat = state.active
                rich = replace(state, hands=with_hand(state.hands, seat, state.hands[seat].packed + RICH))
                planner = Planner(Outlook(rich, seat), seat, Effort(900))
                turn = Finisher(planner, rich).turn(FAR)
                tried += 1
                if turn is not None:
                    won += 1
                    assert decides(rich, seat, turn)
    assert tried > 100
    assert won > 10


def test_far_from_the_goal_nothing_is_looked_for() -> None:
    position = Position(market=False, seats=3).settle(0, "B2n").hand(0, "ore9 grain9")
    planner = Planner(Outlook(position.state, 0), 0, Effort(900))
    assert Finisher(planner, position.state).turn(FAR) is None
    assert planner.effort.spent == 0


@pytest.mark.parametrize(
    ("hand", "price", "ports", "wanted"),
    [
        ("lumber brick wool grain", SETTLEMENT_COST, 0, ()),
        ("wool5 lumber brick", SETTLEMENT_COST, 0, (Bank(Card.WOOL, Card.GRAIN),)),
        ("wool4 lumber brick", SETTLEMENT_COST, 0, None),
        ("wool3 lumber brick ore3", SETTLEMENT_COST, 1 << Card.WOOL, (Bank(Card.WOOL, Card.GRAIN),)),
        ("ore3 cocoa8", CITY_COST, 0, None),
        ("cocoa5 milk sugar5", RECIPES[3], 0, (Bank(Card.SUGAR, Card.HAZELNUT),)),
    ],
)
def test_a_price_is_paid_with_the_help_of_the_bank(
    hand: str, price: int, ports: int, wanted: tuple[Bank, ...] | None
) -> None:
    assert exchanges(cards(hand), price, ports) == wanted


def test_cards_of_ones_own_choice_lack_no_more() -> None:
    assert exchanges(cards("ore2 grain"), CITY_COST, 0, 2) == ()
    assert exchanges(cards("ore2"), CITY_COST, 0, 2) is None
