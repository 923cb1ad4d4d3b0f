"""Playing on in thought: a round of quick play by everybody, with what is drawn on the way."""

import pytest

from players.catan.ahead import NOW, Ahead
from players.catan.outlook import Outlook
from players.outcomes import Effort
from players.player import Level
from rules.catan.moves import City, End, Settlement
from rules.catan.state import Catan
from rules.chance import Seeded
from tests.players.catan.seated import FEW, sees_all, thought
from tests.rules.catan.position import Position, corner

BUDGET = 10_000


def value(state: Catan, *turn: City | End | Settlement, seed: int = 1) -> float:
    return Ahead(Outlook(state, 0)).value(state, 0, turn, Seeded(seed), Effort(BUDGET))


def ready() -> Position:
    """It can pay a city; a second player has nearly won."""
    return Position(market=False, seats=3).settle(0, "B2n D3n").road(0, "B2ne D3ne").hand(0, "grain2 ore3")


def one_settlement_away(position: Position, seat: int) -> Position:
    position = position.city(seat, "A1n A3n C5ne E2s").settle(seat, "D1sw").road(seat, "A1ne A2nw A2ne")
    return position.hand(seat, "lumber brick wool grain")


def about_to_win() -> Catan:
    """The next one needs a settlement, and has the cards and a place."""
    return one_settlement_away(ready().settle(2, "E3s"), 1).state


def test_the_same_luck_gives_the_same_worth_and_leaves_the_world_alone() -> None:
    state = ready().settle(1, "E2s").settle(2, "A1n").state
    before = hash(state)
    worths = [value(state, End(), seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert worths[0] == worths[1]
    assert len(set(worths)) > 1
    assert hash(state) == before
    assert all(0 <= worth <= 1 for worth in worths)


def test_what_the_others_will_do_counts() -> None:
    """Right away there is still hope; a round later the other one has won, and what is left is that from before."""
    state = about_to_win()
    hope = Outlook(state, 0).chance(state, 0)
    assert hope > 0
    assert value(state, End()) == pytest.approx(NOW * hope)


def test_a_turn_that_wins_is_worth_everything() -> None:
    position = one_settlement_away(Position(market=False, seats=3), 0)
    assert value(position.state, Settlement(corner("A2n"))) == 1.0


def test_a_city_now_is_better_than_cards_kept() -> None:
    state = ready().settle(1, "E2s").settle(2, "A1n").state
    built = sum(value(state, City(corner("B2n")), End(), seed=seed) for seed in range(6))
    assert built > sum(value(state, End(), seed=seed) for seed in range(6))


@pytest.mark.parametrize("market", [True, False], ids=["Market", "base"])
def test_strong_plays_on_with_the_market_alone(market: bool) -> None:
    """Whoever plays on uses all the steps there are; two ways of building are weighed without in a few."""
    position = Position(market=market, seats=3).settle(0, "B2n D3n").road(0, "B2ne D3ne").hand(0, "lumber brick wool")
    state = position.settle(1, "E2s").settle(2, "A1n").state
    spent = thought(state, level=Level.STRONG, memory=sees_all(state, offered=((1, 1), (1, 1)))).steps
    assert (spent >= FEW) == market
