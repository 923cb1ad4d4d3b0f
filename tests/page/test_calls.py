"""A call is low: on a telephone it takes no room from the panel below it."""

from typing import Any

import pytest

from bot.discord.discord_messenger import call_rows
from bot.discord.layout import Layout
from bot.games import GAMES, game_text
from bot.wording import table_text
from bot.wording.words import LANGUAGES, words_for
from rules import engine
from rules.chance import Seeded
from rules.contract import ORDINARY
from sandbox.world import V2
from tests.contract.registry import CAFE, CATAN, GUATEMALA
from tests.page.conftest import NARROW, House, Visit

MOST = 120


def topics(lang: str) -> list[str]:
    """All that can be asked, in each game."""
    words, found = words_for(lang), list[str]()
    for case in (GUATEMALA, CAFE, CATAN):
        rules: Any = case.rules
        view = rules.public(engine.begin(rules, case.setups[0], Seeded(1)).position.state)
        found += [game_text.topic(words, topic, view) for topic in (ORDINARY, *GAMES[rules.key].wording.topics)]
    return found


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_call_is_at_most_120_pixels_high_on_a_telephone(house: House, visit: Visit, lang: str):
    words, user = words_for(lang), house.ada.id
    address = f"https://discord.com/channels/{house.guild.id}/{house.general.id}/{house.guild.id}"
    said = {}
    for number, what in enumerate(topics(lang)):
        text = table_text.call(words, what, int(house.sandbox.clock.now() * 1000) - 7_200_000, address)
        form = Layout(f"<@{user}> {text}", (), call_rows(words, "T" * 11, number), bare=True)
        body = {"flags": V2, "components": form.view().to_components()}
        said[what] = house.says("", body=body)
    tab = await visit("Ada", size=NARROW)
    await tab.page.wait_for_selector("article.message")
    heights = await tab.page.evaluate(
        "() => [...document.querySelectorAll('article.message')].map((el) => el.getBoundingClientRect().height)"
    )
    assert len(heights) >= len(said)
    high = dict(zip(said, heights[-len(said) :], strict=True))
    assert {what: height for what, height in high.items() if height > MOST} == {}, high
