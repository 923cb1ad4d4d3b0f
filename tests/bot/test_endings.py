"""Where the points came from, at the end of a game: in every game the sources add up to what the ranking counts."""

from typing import Any

import pytest

from bot.games import GAMES, game_text
from bot.wording.words import LANGUAGES, size, words_for
from rules.contract import Fact
from rules.facts import Announced
from tests.contract.cases import Case
from tests.contract.player import Game, games
from tests.contract.registry import CAFE, CATAN, GUATEMALA

NAMES = ("Ada", "Bea", "Cem", "Dag")
EACH = 12


def told(game: Game) -> list[Fact]:
    """What everybody was told of it."""
    commits = [game.beginning, *(ply.commit for ply in game.plies)]
    return [item.fact for commit in commits for item in commit.told if isinstance(item, Announced)]


@pytest.mark.parametrize("case", [GUATEMALA, CAFE, CATAN], ids=lambda case: case.name)
def test_the_sources_of_every_seat_add_up_to_its_points(case: Case):
    rules: Any = case.rules
    wording, words, counted = GAMES[rules.key].wording, words_for("en"), 0
    assert wording.sources is not None
    for game in games(case, EACH):
        state = game.plies[-1].commit.position.state
        outcome = rules.outcome(state)
        assert outcome is not None
        for seat, points in enumerate(outcome.points):
            found = wording.sources(words, seat, rules.public(state), told(game))
            assert sum(n for _, n in found) == points, (game.seed, seat, found)
            counted += len([n for _, n in found if n])
    assert counted > 10


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", [GUATEMALA, CAFE, CATAN], ids=lambda case: case.name)
def test_the_end_names_them_in_words_and_fits_a_message(case: Case, lang: str):
    rules: Any = case.rules
    for game in games(case, EACH):
        state = game.plies[-1].commit.position.state
        outcome, view, names = rules.outcome(state), rules.public(state), NAMES[: game.setup.seats]
        text = game_text.ending(words_for(lang), outcome, names, view, told(game))
        short = game_text.ending(words_for(lang), outcome, names, view)
        assert len(text.splitlines()) == len(short.splitlines()) == 1 + game.setup.seats
        assert all(line.startswith(start) for line, start in zip(text.splitlines(), short.splitlines(), strict=True))
        assert " +" in text or not any(outcome.points)
        assert size(text) <= 1000
