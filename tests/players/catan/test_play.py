"""What a house player of Catan does where anybody can see what is right."""

import pytest

from players.catan.land import Land
from players.player import Level
from rules import counts
from rules.catan.game import RULES
from rules.catan.hexes import HEX_MASK, HEXES_AT
from rules.catan.moves import Discard, Found, Knight, Robber
from rules.catan.pieces import KINDS, Card, Dev
from rules.catan.state import Catan
from rules.catan.state import Discard as Discarding
from rules.catan.state import Found as Founding
from rules.chance import Seeded
from rules.contract import Setup
from rules.counts import Hidden
from tests.players.catan.seated import answered, thought, ways
from tests.rules.catan.position import Position, cards, hexagon

every_level = pytest.mark.parametrize("level", Level)


def pips(state: Catan, corner: int) -> int:
    numbers = state.numbers
    return sum(6 - abs(7 - numbers[place]) for place in HEXES_AT[corner] if place < len(numbers) and numbers[place])


@pytest.mark.parametrize("game", ["base", "market"])
def test_it_founds_on_corners_that_bring_much(game: str) -> None:
    for seed in range(6):
        state = RULES.setup(Setup(4, (("game", game),)), Seeded(seed)).state
        (move,) = thought(state, state.active).moves
        assert isinstance(move, Found)
        every = sorted((pips(state, corner) for corner in range(54)), reverse=True)
        assert pips(state, move.corner) >= every[9]


def test_its_second_settlement_brings_other_resources_than_the_first() -> None:
    kinds: list[int] = []
    for seed in range(8):
        state = RULES.setup(Setup(3, (("game", "base"),)), Seeded(seed)).state
        while isinstance(state.phase, Founding):
            moves = ways(thought(state, state.active).moves)
            state = RULES.apply(state, state.active, moves[0], Seeded(1)).state
        for seat in range(3):
            corners = [c for c in range(54) if state.settlements[seat] >> c & 1]
            kinds.append(len({state.terrain[h] for c in corners for h in HEXES_AT[c] if h < 19} - {5}))
    assert sum(kinds) / len(kinds) >= 4


def test_two_kinds_bring_more_than_twice_as_much_of_one() -> None:
    land = Land(Position(market=False).state)
    one, two = [0.0] * KINDS, [0.0] * KINDS
    one[Card.WOOL], two[Card.WOOL], two[Card.LUMBER] = 10 / 36, 5 / 36, 5 / 36
    assert land.worth(tuple(two), 0) > 1.2 * land.worth(tuple(one), 0)
    assert land.worth(tuple(one), 1 << Card.WOOL) > 1.1 * land.worth(tuple(one), 0)  # its harbour


@every_level
def test_it_builds_the_settlement_that_wins(level: Level) -> None:
    position = Position(market=False, seats=3).city(0, "A1n A3n C5ne E2s").road(0, "A1ne A2nw").settle(0, "D1sw")
    position = position.road(0, "A2ne").hand(0, "lumber brick wool grain3 ore3")
    assert answered(position, level=level)[-1].startswith("settlement")


@every_level
def test_it_plays_a_knight_off_its_own_best_hex_before_the_roll(level: Level) -> None:
    position = Position(market=False, seats=3).settle(0, "B2n").road(0, "B2ne").settle(1, "D3n").hand(1, "ore")
    position = position.devs(0, {Dev.KNIGHT: 1}).robber("B2").before_the_roll()
    moves = ways(thought(position, level=level).moves)
    assert RULES.write(moves[0]) == "knight"
    assert isinstance(moves[1], Robber)
    assert not HEX_MASK[moves[1].hexagon] & position.state.settlements[0]


@every_level
def test_after_the_roll_it_plays_a_knight_for_the_card_that_it_steals(level: Level) -> None:
    """Between the knight and the robber nothing is won yet: they are judged together."""
    position = Position(market=False, seats=3).settle(0, "B2n").road(0, "B2ne").city(1, "D3n").hand(1, "ore5")
    position = position.hand(0, "ore4 grain4").devs(0, {Dev.KNIGHT: 1}).robber("E3")
    moves = ways(thought(position, level=level).moves)
    assert [type(move) for move in moves[:2]] == [Knight, Robber]


def test_without_need_the_knight_waits() -> None:
    position = Position(market=False, seats=3).settle(0, "B2n").road(0, "B2ne").settle(1, "D3n").hand(1, "ore")
    position = position.devs(0, {Dev.KNIGHT: 1}).robber("E3").before_the_roll()
    assert answered(position) == ("roll",)


@every_level
def test_the_robber_goes_where_the_others_live_and_not_home(level: Level) -> None:
    position = Position(market=False, seats=3).settle(0, "B2n").city(1, "D3n").moves_robber()
    (move, *_) = thought(position, level=level).moves
    assert isinstance(move, Robber)
    assert HEX_MASK[move.hexagon] & position.state.cities[1]
    assert move.hexagon != hexagon("B2")


@every_level
def test_it_discards_what_it_needs_least(level: Level) -> None:
    """Four sheep and what a city costs: the city's cards stay."""
    position = Position(market=False, seats=3).settle(0, "B2n D3n").hand(0, "wool4 ore3 grain2")
    owed = Discarding((4, 0, 0), (0, 0, 0), (Hidden(0),) * 3)
    (move,) = thought(position.phase(owed), level=level).moves
    assert isinstance(move, Discard)
    assert move.cards == cards("wool4")


def test_in_the_market_it_discards_of_both_piles_what_is_owed() -> None:
    position = Position(seats=3).settle(0, "B2n D3n").hand(0, "wool8 ore cocoa4 sugar3 grapes2")
    (move,) = thought(position.phase(Discarding((4, 0, 0), (4, 0, 0), (Hidden(0),) * 3))).moves
    assert isinstance(move, Discard)
    assert counts.total(move.cards) == 8
    assert counts.amount(move.cards, Card.ORE) == 0


@every_level
def test_it_makes_the_chocolate_that_wins(level: Level) -> None:
    position = Position(seats=3).settle(0, "B2n D3n").chips(10, 0, 0).hand(0, "cocoa2 sugar hazelnut lumber")
    position = position.bars(3, 3, 4, 4, 5)
    assert answered(position, level=level)[-1].startswith("chocolate darknut")


def test_it_ends_its_turn_where_nothing_can_be_done() -> None:
    assert answered(Position(market=False, seats=3).settle(0, "B2n").road(0, "B2ne")) == ("end",)
