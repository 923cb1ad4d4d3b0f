"""What the house player of the café does in positions made by hand: each answer is one that anybody would give."""

import pytest
from msgspec.structs import replace

import players
from players.cafe.mind import chances
from players.cafe.quick import Quick
from players.player import Level, Sight, Thought
from rules.cafe.board import TABLES_AT
from rules.cafe.game import RULES
from rules.cafe.moves import Bar, CafeMove, Name, Seating
from rules.cafe.state import Cafe, Over
from rules.chance import Seeded
from rules.contract import Memory, Setup
from tests.rules.cafe.position import Position, kinds, nation, table

SEEDS = 8
ONCE = "CFf CFm CNf CNm CUf CUm FRf FRm GBf GBm INf INm RUf RUm ESf ESm TRf TRm"
"""Guests for the bar: in a position to think about nobody stands twice as often as there are of him."""


FEW = 1_500
"""Steps that show what `strong` thinks; its own budget is for what is closer."""


def thought(state: Cafe, level: Level, seed: int, budget: int | None = None) -> Thought:
    (prompt,) = RULES.prompts(state)
    if level is Level.STRONG and budget is None:
        budget = FEW
    seat = prompt.seat
    sight = Sight(seat, RULES.public(state), RULES.private(state, seat), Memory())
    return players.think(RULES, sight, prompt, level, budget, Seeded(seed))


def chosen(made: Position, level: Level) -> list[CafeMove]:
    """Of several seeds."""
    found: list[CafeMove] = []
    for seed in range(SEEDS):
        (move,) = thought(made.state, level, seed).moves
        assert isinstance(move, CafeMove)
        found.append(move)
    return found


def texts(made: Position, level: Level) -> list[str]:
    return [RULES.write(move) for move in chosen(made, level)]


def most(found: list[str]) -> str:
    return max(found, key=found.count)


def position(seats: int = 2) -> Position:
    made = Position(seats)
    for other in range(1, seats):
        made.hand(other, "CFf CFm CUf GBm GBf")
    return made


def at_bar(made: Position, number: int) -> Position:
    made.now = replace(made.now, bar=kinds(ONCE)[:number])
    return made


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", Level)
def test_it_takes_the_obvious_points(level: Level, seats: int) -> None:
    """The last American makes a table of one nation, and the next player would."""
    made = position(seats).sit("USm C66, USf C53, USm C59").holds("USf CNm TRf TRf").hand(1, "USf GBm CUf GBf CUm")
    found = texts(made, level)
    assert found.count(most(found)) >= SEEDS - 3
    assert most(found) == "seat USf C60"
    if level is Level.EVEN:
        assert found.count("seat USf C60") >= SEEDS - 1


@pytest.mark.parametrize("level", [Level.GENTLE, Level.EVEN])
def test_two_guests_who_score_are_better_than_one(level: Level) -> None:
    made = position().sit("USm C66, INf C49").holds("USf INm TRf TRf TRf")
    found = [move for move in chosen(made, level) if isinstance(move, Seating)]
    assert sum(len(move.guests) == 2 for move in found) >= SEEDS - 3


@pytest.mark.parametrize("level", Level)
def test_it_does_not_go_to_the_bar_needlessly(level: Level) -> None:
    """Six points to pay, or four to gain."""
    made = at_bar(position().sit("USm C66, USf C53, USm C59").holds("DEf CNm TRf TRf"), 7)
    found = chosen(made, level)
    assert sum(isinstance(move, Bar) for move in found) <= (2 if level is Level.GENTLE else 0)


@pytest.mark.parametrize("level", Level)
def test_it_does_not_drop_out_while_it_can_seat_somebody(level: Level) -> None:
    made = at_bar(position().scores(3, 3).sit("USm C66").holds("USf CNm TRf TRf"), 9)
    assert not any(isinstance(move, Bar) for move in chosen(made, level))


def test_even_looks_at_what_it_leaves_to_the_next() -> None:
    """Two points either way; on one of them the next player makes eight of the table."""
    made = Position(2).sit("USm C66, USf C53, INm C49, DEf C64, DEm C52").holds("USm TRf TRf TRf ESf")
    made.hand(1, "USf USf CUf GBm FRf")
    found = [move for move in chosen(made, Level.EVEN) if isinstance(move, Seating)]
    for move in found:
        tables = {at for sits in move.guests for at in TABLES_AT[sits.chair]}
        assert table("T22") not in tables


def test_even_names_a_nation_that_helps_it() -> None:
    """It holds Italians and their tables are half full; the other player holds Turks, and theirs are as well."""
    made = Position(2).names().holds("ITf ITm ITf ITm CFf").hand(1, "TRf TRm TRf TRm CFm")
    made.sit("ITf C01, ITm C02, ITf C03, TRf C44, TRm C56, TRf C63").scores(35, 33)
    found = [move.nation for move in chosen(made, Level.EVEN) if isinstance(move, Name)]
    assert len(found) == SEEDS
    assert set(found) == {nation("IT")}


def test_gentle_mostly_names_the_nation_of_which_it_holds_most() -> None:
    made = Position(2).names().holds("ITf ITm ITf CNm CFf").scores(35, 33)
    found = texts(made, Level.GENTLE)
    assert found.count("name IT") > SEEDS // 2


@pytest.mark.parametrize("level", Level)
def test_a_small_budget_still_gives_a_legal_answer_and_the_same_luck_the_same(level: Level) -> None:
    made = position().sit("USm C66, INf C49").holds("USf INm TRf TRf TRf")
    for budget in (0, 1, 7):
        one, other = (thought(made.state, level, 5, budget) for _ in range(2))
        assert one == other
        assert one.moves[0] in RULES.moves(made.state, 0)
    assert thought(made.state, level, 5).steps >= thought(made.state, level, 5, 7).steps


def test_chances_are_shared_among_those_who_can_still_win() -> None:
    made = position(4).scores(50, 40, 45, 60).dropped(1).resigned(3)
    first, out, third, gone = chances(Quick(made.state), 1.6)
    assert (out, gone) == (0.0, 0.0)
    assert first > third > 0
    assert first + third == pytest.approx(1.0)


def test_at_the_end_the_guests_in_hand_are_paid_before_chances_are_told() -> None:
    made = position(2).scores(50, 48).holds("USf").hand(1, "").phase(Over("bar", (0, 0)))
    assert chances(Quick(made.state), 1.6) == [0.0, 1.0]
    assert chances(Quick(made.scores(53, 48).state), 1.6) == [0.5, 0.5]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_with_both_variants_are_played_to_their_end(seats: int) -> None:
    """In turns by either level, with a budget that is soon spent; every answer is legal."""
    chance = Seeded(seats)
    state = RULES.setup(Setup(seats, (("birthday", "10"), ("regulars", "on"))), chance).state
    named = 0
    for turn in range(400):
        if isinstance(state.phase, Over):
            break
        (move,) = thought(state, tuple(Level)[turn % 2], turn, 30).moves
        assert isinstance(move, CafeMove)
        named += isinstance(move, Name)
        state = RULES.apply(state, RULES.prompts(state)[0].seat, move, chance).state
    assert isinstance(state.phase, Over)
    assert named == 1
