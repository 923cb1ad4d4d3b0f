"""How a game ended, in words: what the picture of the end shows stands in its alt text and on the text board."""

import pytest

from bot.games import GAMES, game_text
from bot.games.game_text import END
from bot.wording import paging
from bot.wording.words import LANGUAGES, words_in
from tests.renderer.test_ending import ENDED, IDS, Game

NAMES = ("Ada", "Bo", "Cy", "Di")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ENDED, ids=IDS)
def test_alt_text_and_text_board_say_what_the_picture_of_the_end_shows(game: Game, lang: str) -> None:
    """Places, points, where they came from, every hand; the alt text as much of it as it may hold."""
    words, names = words_in(lang), NAMES[: game.view.seats]
    outcome = GAMES[game.key].rules.outcome(game.state)
    assert outcome is not None
    alt = game_text.alts(words, game.view, names, outcome, game.told)[END]
    assert len(alt) <= paging.ALT
    first = game_text.text_board(words, game.view, names, outcome, game.told)[0]
    whole = " ".join(first.split("\n"))
    ranked = game_text.ending(words, outcome, names, game.view, game.told)
    held = GAMES[game.key].wording.held(words, game.view, names)
    assert len(held) == game.view.seats
    for line in (*ranked.split("\n"), *held):
        assert line in first
        assert line in alt or len(alt) > paging.ALT - 200, "what does not fit is left out as whole sentences"
    for place, tied in enumerate(outcome.ranking, 1):
        assert all(f"{names[seat]}: " in whole for seat in tied), place
    assert END not in game_text.alts(words, game.view, names)
    assert game_text.text_board(words, game.view, names)[0] != first
