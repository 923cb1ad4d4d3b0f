"""The search finds the best way in spite of luck, whatever its budget gives a legal answer, and a slip is rare."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import players
from players import plain
from players.outcomes import Effort
from players.player import Level, Sight
from players.search import Habits, Searcher, Turn, slip
from rules.chance import Chance, Seeded
from rules.contract import AnyRules, Prompt, Setup
from tests.contract.toy import Toy
from tests.contract.toy_pieces import Lay

TOY: AnyRules = Toy()
WAYS = 12


def seen() -> tuple[Sight, Prompt]:
    state = TOY.setup(Setup(2), Seeded(1)).state
    prompt = TOY.prompts(state)[0]
    public = TOY.public(state)
    return Sight(
        prompt.seat, public, TOY.private(state, prompt.seat), TOY.remember(None, public, prompt.seat, ())
    ), prompt


class Bandit:
    """Way n wins n + 1 times of 16."""

    rules = TOY

    def turns(self, _state: Any, _prompt: Prompt, _effort: Effort, /) -> Sequence[Turn]:
        return [(Lay(edge),) for edge in range(WAYS)]

    def value(self, _state: Any, _seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        effort.spend()
        (move,) = turn
        assert isinstance(move, Lay)
        return float(chance.below(16) <= move.edge)


def chosen(habits: Habits, budget: int, times: int = 200) -> Counter[int]:
    player, (sight, prompt) = Searcher(Bandit(), habits), seen()
    found = Counter[int]()
    for seed in range(times):
        thought = player.think(sight, prompt, budget, Seeded(seed))
        (move,) = thought.moves
        assert isinstance(move, Lay)
        assert thought.moves in [way.moves for way in thought.weighed]
        found[move.edge] += 1
    return found


def test_more_budget_finds_better_ways() -> None:
    few, many = (chosen(Habits(WAYS, 1000), budget) for budget in (24, 1200))
    assert sum(edge * times for edge, times in few.items()) < sum(edge * times for edge, times in many.items())
    assert many[WAYS - 1] + many[WAYS - 2] > 180


def test_the_budget_is_kept_to_a_round_and_without_one_the_first_way_is_taken() -> None:
    player, (sight, prompt) = Searcher(Bandit(), Habits(WAYS, 1000)), seen()
    for budget in (30, 300, 3000):
        assert player.think(sight, prompt, budget, Seeded(1)).steps <= budget + WAYS
    assert player.think(sight, prompt, 0, Seeded(1)).moves == (Lay(0),)


def test_what_is_told_best_first_is_never_worth_more_further_down() -> None:
    player, (sight, prompt) = Searcher(Bandit(), Habits(WAYS, 1000)), seen()
    for seed in range(40):
        worths = [way.worth for way in player.think(sight, prompt, 60, Seeded(seed)).weighed]
        assert worths == sorted(worths, reverse=True)
        assert max(worths) > 0


def test_the_same_luck_gives_the_same_thought_and_other_luck_another() -> None:
    player, (sight, prompt) = Searcher(Bandit(), Habits(WAYS, 20)), seen()
    assert player.think(sight, prompt, 90, Seeded(4)) == player.think(sight, prompt, 90, Seeded(4))
    assert len({player.think(sight, prompt, 90, Seeded(seed)).moves for seed in range(20)}) > 1


def test_a_slip_is_as_rare_as_its_level_says_and_mostly_small() -> None:
    firm, slipping = (chosen(Habits(WAYS, 200, slips=slips, warmth=0.1), 1200, 300) for slips in (0, 400))
    assert firm[WAYS - 1] > slipping[WAYS - 1]
    luck = Seeded(3)
    came = Counter(slip([0.6, 0.55, 0.1], 0.05, luck) for _ in range(4000))
    assert came[0] > came[1] > came[2]
    assert came[0] / came[1] == pytest.approx(2.718, rel=0.15)


def test_a_game_without_players_of_its_own_is_played_all_the_same() -> None:
    sight, prompt = seen()
    assert TOY.key not in players.PLAYERS
    for level in Level:
        thought = players.think(TOY, sight, prompt, level, None, Seeded(1))
        assert thought.moves[0] in TOY.moves(
            TOY.imagine(sight.public, sight.private, sight.memory, Seeded(2)), prompt.seat
        )
        assert thought.steps <= plain.LEVELS[level][1] + plain.LEVELS[level][0].width * plain.AHEAD


def test_a_sight_and_a_memory_show_nothing_in_a_log() -> None:
    sight, _ = seen()
    assert repr(sight) == f"Sight(seat={sight.seat}, …)"
    assert "lacks" not in repr(sight.memory)
