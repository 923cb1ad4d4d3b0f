"""Every part of every picture that can be shown larger has a name of its own."""

import pytest

from bot.games import GAMES, game_text
from bot.wording.words import LANGUAGES, words_in
from rules import engine
from rules.chance import Seeded
from rules.contract import Setup
from tests.painted import PAINTERS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_parts_of_pictures_have_names(game: str, lang: str) -> None:
    rules = GAMES[game].rules
    words = words_in(lang)
    view = rules.public(engine.begin(rules, Setup(rules.seats[-1]), Seeded(1)).position.state)
    for picture in PAINTERS.pictures(view):
        regions = PAINTERS.regions(view, picture)
        names = [game_text.part(words, game, picture, region) for region in regions]
        assert len(set(names)) == len(names)
        assert not any(
            name.endswith(f": {region}") and len(region) < 3 for name, region in zip(names, regions, strict=True)
        )
        assert not any(name.startswith(f"{picture}:") for name in names)
