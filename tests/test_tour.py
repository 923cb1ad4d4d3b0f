"""`make tour` stays alive: a few commits of each game, one in each language, show every kind of message."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.wording.words import LANGUAGES, words_in
from tests.contract.registry import CASES
from tests.tour import NAMES, toured

KINDS = {
    *("help", "answer", "thread, lobby", "thread, board", "thread, reminder", "thread, notice"),
    *("panel", "typed", "hand", "turn", "log", "board as text"),
}
"""Where every game says something in its first moves."""
PLACEHOLDER = re.compile(r"\{\w*\}")


@pytest.mark.parametrize(("game", "lang"), [*zip(GAMES, LANGUAGES, strict=True)])
def test_a_tour_shows_every_kind_of_message_in_its_language(tmp_path: Path, game: str, lang: str):
    (case,) = [case for case in CASES if case.rules.key == game]
    told = asyncio.run(toured(tmp_path, case, lang, most=14))
    assert {where for where, _ in told} >= KINDS
    assert {re.sub(" of “.*| taking.*|,.*", "", where) for where, _ in told} >= {"refusal", "close-up"}
    texts = [text for _, text in told]
    assert len(set(texts)) == len(texts)
    whole = "\n".join(texts)
    assert not PLACEHOLDER.search(whole)
    words = words_in(lang)
    assert "🖼" in whole
    assert [said for said in ("My turn", "Commit", "Look closer") if words.say(said) not in whole] == []
    assert all(name in whole for name in NAMES)
