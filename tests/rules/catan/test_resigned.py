"""CM-29: a seat whose player has resigned goes on by the least it can do."""

import pytest

from rules import engine
from rules.catan.facts import Discarded, Ended, Resigned
from rules.catan.game import RULES
from rules.catan.hexes import bits
from rules.catan.moves import End, Found, Raise, Road, Robber, Roll, Stop
from rules.catan.state import RESIGNED, Discard, MarketRise, Over
from rules.catan.state import Found as Founding
from rules.chance import Seeded
from rules.contract import GameIsOver, IllegalMove, NotAsked, Outcome, Setup
from rules.counts import Hidden
from tests.rules.catan.position import Position, announced, cards, edge, hexagon

RICH = "lumber6 brick6 wool6 grain6 ore6"


def test_cm_29_founding_on_the_first_legal_place() -> None:
    made = Position().settle(1, "A1n").phase(Founding(1))
    move = RULES.idle(made.state, 0)
    assert isinstance(move, Found)
    assert move.corner == next(bits(made.state.free))
    assert RULES.apply(made.state, 0, move, Seeded(1)).state.settlements[0] == 1 << move.corner


def test_cm_29_roll_and_end_of_turn() -> None:
    assert RULES.idle(Position().before_the_roll().state, 0) == Roll()
    assert RULES.idle(Position().hand(0, RICH).state, 0) == End()


def test_cm_29_discard_from_the_largest_holdings() -> None:
    made = Position().hand(0, "wool5 ore4 cocoa8 milk1")
    state = made.phase(Discard((4, 0, 0, 0), (4, 0, 0, 0), (Hidden(0),) * 4)).state
    step = RULES.apply(state, 0, RULES.idle(state, 0), Seeded(1))
    assert announced(step, Discarded) == [Discarded((cards("wool3 ore1 cocoa4"), 0, 0, 0))]


def test_cm_29_robber_to_the_first_hex_without_a_building_else_to_the_first_other() -> None:
    made = Position().settle(0, "A1n").moves_robber()
    assert RULES.idle(made.state, 0) == Robber(hexagon("A2"))
    full = made.settle(
        1, "A2n A3n B1nw B2n B3n B4ne C1nw C2n C3n C4n C5ne D1n D2n D3n D4n E1n E2n E3n A4n B5ne C6ne D5s"
    )
    full.settle(2, "E4s")
    assert RULES.idle(full.state, 0) == Robber(hexagon("A1"))


def test_cm_29_one_free_road_and_the_first_sort_that_may_rise() -> None:
    made = Position().settle(0, "A1n")
    first = next(bits(made.state.ways[0]))
    assert RULES.idle(made.free_roads(2).state, 0) == Road(first)
    assert RULES.idle(made.road(0, "A1ne").free_roads(1).state, 0) == Stop()
    assert edge("A1ne") in bits(made.state.roads[0])
    assert RULES.idle(made.bars(7, 2, 3, 3, 3).phase(MarketRise()).state, 0) == Raise(1)


def test_cm_29_resigning_is_told_and_final() -> None:
    state = Position().state
    step = RULES.resign(state, 2)
    assert announced(step, Resigned) == [Resigned(2)]
    assert RULES.resigned(step.state) == (2,)
    with pytest.raises(IllegalMove) as again:
        RULES.resign(step.state, 2)
    assert again.value.reason == NotAsked()


def test_cm_29_with_one_seat_left_the_game_ends_and_who_resigned_ranks_last() -> None:
    made = Position(seats=3).chips(1, 9, 2)
    state = RULES.resign(made.state, 1).state
    step = RULES.resign(state, 0)
    assert step.state.phase == Over(RESIGNED, -1)
    assert announced(step, Ended) == [Ended(RESIGNED, (1, 9, 2), (0, 0, 0))]
    assert RULES.outcome(step.state) == Outcome(((2,), (1,), (0,)), RESIGNED, (1, 9, 2))
    with pytest.raises(IllegalMove) as over:
        RULES.resign(step.state, 2)
    assert over.value.reason == GameIsOver()
    assert RULES.idle(step.state, 2) == End()


@pytest.mark.parametrize("game", ["market", "base"])
def test_cm_29_nobody_waits_for_who_has_resigned(game: str) -> None:
    luck = Seeded(7)
    position = engine.begin(RULES, Setup(3, (("game", game),)), luck).position
    position = engine.resign(RULES, position, 0, luck).position
    for _ in range(300):
        asked = [question.seat for question in position.open if question.required]
        assert asked
        assert 0 not in asked
        move = RULES.idle(position.state, asked[0])
        position = engine.play(RULES, position, asked[0], (move,), luck).position
    assert RULES.outcome(position.state) is None
