"""Where the points came from, at the end of a game: in every game the sources add up to what the ranking counts."""

from collections import Counter
from typing import Any

import pytest

from bot.games import GAMES, game_text
from bot.wording import awards
from bot.wording.words import LANGUAGES, size, words_for
from rules.contract import Fact
from rules.facts import Announced, Whispered
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
    known, words, counted = GAMES[rules.key], words_for("en"), 0
    assert known.wording.source is not None
    for game in games(case, EACH):
        state = game.plies[-1].commit.position.state
        outcome = rules.outcome(state)
        assert outcome is not None
        for seat, points in enumerate(outcome.points):
            found = known.brought(seat, rules.public(state), told(game))
            assert all(known.wording.source(words, key) for key, _ in found)
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
        assert len(short.splitlines()) == 1 + game.setup.seats
        assert len(text.splitlines()) - len(short.splitlines()) <= 3, "and three facts worth telling"
        assert all(line.startswith(start) for line, start in zip(text.splitlines(), short.splitlines(), strict=False))
        assert " +" in text or not any(outcome.points)
        assert size(text) <= 1200


def counted(facts: list[Fact], kind: str, of: str) -> Counter[int]:
    """How often each seat stands in a field of the facts of a kind: another way than the awards count."""
    return Counter(getattr(fact, of) for fact in facts if type(fact).__name__ == kind)


@pytest.mark.parametrize(
    ("case", "kind", "of", "said"),
    [
        (GUATEMALA, "Blocked", "scorer", "Blocked most often"),
        (CAFE, "WentToBar", "seat", "At the bar most often"),
        (CATAN, "Robbed", "victim", "Robbed most often"),
    ],
    ids=["guatemala", "cafe", "catan"],
)
def test_an_award_is_a_fact_that_was_told(case: Case, kind: str, of: str, said: str):
    rules: Any = case.rules
    told_of = 0
    for game in games(case, EACH):
        state, seats = game.plies[-1].commit.position.state, game.setup.seats
        text = game_text.ending(words_for("en"), rules.outcome(state), NAMES[:seats], rules.public(state), told(game))
        found = counted(told(game), kind, of)
        line = next((line for line in text.splitlines() if line.startswith(said)), "")
        best = [seat for seat in range(seats) if found[seat] == max(found.values(), default=0)]
        if not found or len(best) == seats:
            assert not line, "what nobody did, or all alike, is no award"
            continue
        told_of += 1
        assert f"({max(found.values())}×)" in line
        assert [name for name in NAMES[:seats] if name in line] == [NAMES[seat] for seat in best]
    assert told_of


def test_no_award_is_made_of_what_only_some_were_told():
    """They count what everybody was told: with the whispered facts as well nothing more is told."""
    for case in (GUATEMALA, CAFE, CATAN):
        rules: Any = case.rules
        for game in games(case, 3):
            seats = game.setup.seats
            commits = [game.beginning, *(ply.commit for ply in game.plies)]
            all_told = [item.fact for commit in commits for item in commit.told]
            secret = [item.fact for commit in commits for item in commit.told if isinstance(item, Whispered)]
            known, names = told(game), NAMES[:seats]
            won = [awards.told(words_for("en"), GAMES[rules.key].wording.awards, facts, names)
                   for facts in (known, all_told, secret)]  # fmt: skip
            assert won[0] == won[1]
            assert won[2] == []
