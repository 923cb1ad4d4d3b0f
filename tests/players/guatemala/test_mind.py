"""What the house player of Guatemala Café does in positions made by hand, and what it holds them to be worth."""

from typing import cast

import pytest

import players
from players.guatemala.sacks import sacks
from players.guatemala.tuned import TUNED
from players.guatemala.turns import GAME
from players.guatemala.worth import TASTE, Taste, chance_of
from players.player import Level, Sight, Thought
from rules import engine
from rules.chance import Seeded
from rules.contract import Memory, Setup
from rules.guatemala.game import RULES
from rules.guatemala.moves import GuatemalaMove, Plan
from rules.guatemala.state import KINDS, Guatemala
from tests.rules.guatemala.position import Position, coffee

SEEDS = 6
every_level = pytest.mark.parametrize("level", Level)


FEW = 2_000
"""Steps that show what `strong` thinks; its own budget is for what is closer."""


def thought(made: Position, level: Level, seed: int, seat: int = 0, budget: int | None = None) -> Thought:
    if level is Level.STRONG and budget is None:
        budget = FEW
    (prompt,) = [asked for asked in RULES.prompts(made.state) if asked.seat == seat]
    sight = Sight(seat, RULES.public(made.state), RULES.private(made.state, seat), Memory())
    return players.think(RULES, sight, prompt, level, budget, Seeded(seed))


def answers(made: Position, level: Level, seat: int = 0) -> list[tuple[str, ...]]:
    """Of several seeds, each in words."""
    found: list[tuple[str, ...]] = []
    for seed in range(SEEDS):
        moves = cast(tuple[GuatemalaMove, ...], thought(made, level, seed, seat).moves)
        found.append(tuple([RULES.write(move) for move in moves]))
    return found


def alone() -> Position:
    """Eight white workers round a shed that roads join to two white ships; the other has nothing."""
    made = Position(2).shed(0, "W", "B2").worker(0, "W", "A1 A2 A3 B1 B3 C1 C2 C3").ships(1, "WW")
    return made.roads("B3w B4w B5w B6w B7w B8w B9w").stock(0, "KBRN").stock(1, "KKBBRRNN")


def grown() -> Position:
    """The same, and the other has as much in red."""
    made = alone().shed(1, "R", "H4").worker(1, "R", "G3 G4 G5 H3 H5 I3 I4 I5").ships(1, "WWRR")
    return made.roads("I5w I6w I7w I8w I9w")


def worth(made: Position, seat: int = 0) -> float:
    return chance_of(made.state, seat)


# ── what it holds a position to be worth ─────────────────────────────────────────────────────────────────────────────


def test_a_second_plantation_never_takes_from_what_the_first_is_worth() -> None:
    """A seat chooses what it scores: more to choose from is no worse."""
    first = grown().piece("R4", "cW").piece("S1", "cB")
    before = worth(first)
    for number in range(1, 4):
        second = grown().piece("R4", "cW").piece("S1", "cB").shed(0, "B", "E2")
        assert worth(second.worker(0, "B", " ".join(["E1", "F2", "F1"][:number]))) > before


def test_what_the_others_can_block_is_worth_less() -> None:
    """The fewer sacks lie in their stocks, and not in the bag, the fewer of them can be of its coffee."""
    safe, feared = (alone().stock(1, letters).piece("R4", "cW") for letters in ("K", "KKBBRRNN"))
    assert sacks(safe.state, 0).found[:KINDS] == sacks(feared.state, 0).found[:KINDS]
    assert worth(safe) > worth(feared)


def test_an_open_sack_of_its_coffee_is_worth_something() -> None:
    assert worth(grown().piece("R4", "cW")) > worth(grown().piece("R4", "cB"))


def test_it_knows_its_own_stock_and_of_the_others_only_how_many_sacks_they_hold() -> None:
    one, other = grown().stock(1, "WWWWRRRR").state, grown().stock(1, "KKKKNNNN").state
    assert sacks(one, 0) == sacks(other, 0)
    assert sacks(one, 1) != sacks(other, 1)
    assert sacks(grown().stock(0, "WWWB").state, 0).held[KINDS + coffee("W")] == 3


def test_nobody_is_expected_to_block_a_coffee_whose_sacks_all_lie_open() -> None:
    made = grown().track("WWWW").piece("R4", "cW").piece("S1", "cW").piece("X5", "cW")
    found = sacks(made.state, 0)
    assert found.held[coffee("W")] == found.held[KINDS + coffee("W")] == 0
    assert found.held[coffee("B")] > 1
    assert found.found[coffee("W")] == 3


@pytest.mark.parametrize("taste", [TASTE, TUNED])
def test_a_sack_that_is_being_scored_is_not_one_fewer_with_the_others(taste: Taste) -> None:
    """While a scoring is weighed its sack lies on the board and on the track: one more than there are."""
    made = alone().stock(0, "").stock(1, "KK").track("KKKKKBBBBBBBRRRRRRRNNNNNNNWWWWW")
    made = made.piece("R4", "cW").piece("S1", "cW").piece("X5", "cW")
    assert min(sacks(made.state, 0).held) == 0
    assert 0.5 < chance_of(made.state, 0, taste) < 1


# ── what it does ─────────────────────────────────────────────────────────────────────────────────────────────────────


@every_level
def test_it_scores_what_wins(level: Level) -> None:
    """24 points for it and no sack with which the other could block: its marker passes the last sack."""
    made = grown().stock(0, "").stock(1, "").track("B" * 5).points(60, 50).line("cW", "cB", "cK")
    found = answers(made, level)
    assert sum(moves[0].startswith("score P1") for moves in found) >= (SEEDS - 3 if level is Level.GENTLE else SEEDS)


def test_even_blocks_what_would_end_the_game_lost() -> None:
    made = grown().stock(1, "WBRN").points(60, 50).track("BBBB").blockade("W", "X5", 1, plan=Plan())
    assert answers(made, Level.EVEN, seat=1) == [("block",)] * SEEDS


def test_even_lets_a_scoring_pass_that_brings_it_the_game() -> None:
    made = grown().stock(1, "WBRN").points(50, 60).track("BBBB").blockade("R", "X5", 1, plan=Plan())
    assert answers(made, Level.EVEN, seat=1) == [("pass",)] * SEEDS


def test_even_builds_with_its_money_after_a_blockade() -> None:
    """A ship for its plantation lies on the line, which triples to quadruples it."""
    made = grown().line("sW", "wW", "wB").track("W").build(blocked=True)
    for moves in answers(made, Level.EVEN):
        assert moves[-1] == "done"
        assert any(move.startswith("take P1") for move in moves)


@every_level
def test_a_small_budget_still_gives_a_legal_answer_and_the_same_luck_the_same(level: Level) -> None:
    made = grown().turn().line("sW", "wW", "cW").piece("Q5", "wB")
    for budget in (0, 1, 7):
        one, other = (thought(made, level, 5, budget=budget) for _ in range(2))
        assert one == other
        assert one.moves[0] in RULES.moves(made.state, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_played_to_their_end_without_hoarding(seats: int) -> None:
    """By all levels in turns, every answer legal; nobody sits on money for which there is still much to build."""
    position = engine.begin(GAME, Setup(seats), Seeded(seats)).position
    luck = Seeded(seats)
    for number in range(2_000):
        if RULES.outcome(position.state) is not None:
            break
        question = next(one for one in position.open if one.required)
        state: Guatemala = position.state
        sight = Sight(question.seat, RULES.public(state), RULES.private(state, question.seat), Memory())
        (prompt,) = [one for one in RULES.prompts(state) if one.seat == question.seat]
        level = tuple(Level)[question.seat % 3]
        budget = 300 if level is Level.STRONG else None
        thoughts = players.think(RULES, sight, prompt, level, budget, Seeded(number))
        position = engine.play(GAME, position, question.seat, thoughts.moves, luck).position
    outcome = RULES.outcome(position.state)
    assert outcome is not None
    assert outcome.reason == "track"
    assert max(outcome.points) >= 40
