"""Where the points came from, and the place of each seat: by what everybody was told and sees, in every game."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rules.cafe import views as cafe
from rules.catan import views as catan
from rules.contract import Fact
from rules.facts import Announced
from rules.guatemala import views as guatemala
from tests.contract.cases import Case
from tests.contract.player import Game, play_one
from tests.contract.registry import CAFE, CATAN, GUATEMALA

Placed = Callable[[Any], tuple[int, ...]]
Sources = Callable[[Any, int, Sequence[Fact]], tuple[tuple[str, int], ...]]
GAMES: list[tuple[Case, Sources, Placed]] = [
    (GUATEMALA, guatemala.sources, guatemala.ranked),
    (CAFE, lambda _, seat, told: cafe.sources(seat, told), cafe.places),
    (CATAN, lambda view, seat, _: catan.sources(view, seat), catan.ranked),
]
EACH = 8

every_game = pytest.mark.parametrize(("case", "sources", "placed"), GAMES, ids=[case.name for case, _, _ in GAMES])


def told(game: Game) -> list[Fact]:
    commits = [game.beginning, *(ply.commit for ply in game.plies)]
    return [item.fact for commit in commits for item in commit.told if isinstance(item, Announced)]


@every_game
def test_sources_add_up_and_places_are_those_of_the_outcome(
    case: Case, sources: Sources, placed: Callable[[Any], tuple[int, ...]]
) -> None:
    """GC-29, GC-31; CI-14 to CI-21; CM-10, CM-29: over random games, some of which somebody leaves."""
    rules: Any = case.rules
    for seed in range(EACH):
        game = play_one(case, seed)
        begun, ended = game.beginning.position.state, game.last.state
        assert placed(rules.public(begun)) == (), "no places before the end"
        outcome, view = rules.outcome(ended), rules.public(ended)
        for seat, points in enumerate(outcome.points):
            assert sum(number for _, number in sources(view, seat, told(game))) == points, (seed, seat)
        places = placed(view)
        for number, group in enumerate(outcome.ranking):
            before = sum(len(better) for better in outcome.ranking[:number])
            assert {places[seat] for seat in group} == {1 + before}, (seed, outcome.ranking, places)
