"""A call is low: on a telephone it takes no room from the panel below it."""

from collections.abc import Iterator
from typing import Any, cast

import discord
import pytest

from bot.discord.gallery import Gallery
from bot.discord.interactions.presses import Presses
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.messages.messenger import Letter
from bot.games import GAMES, game_text
from bot.play.outbox_bodies import CALL
from bot.wording import table_text
from bot.wording.words import LANGUAGES, words_for
from rules import counts, engine
from rules.catan.facts import Needed, OfferMade
from rules.catan.pieces import CARD_OF, KINDS
from rules.chance import Seeded
from rules.contract import ORDINARY, Choice
from sandbox.world.world import V2
from tests import report
from tests.contract.registry import CAFE, CATAN, GUATEMALA
from tests.page.conftest import NARROW, House, Visit
from tests.painted import PAINTERS

MOST = 120
NAMES = ("Ada", "Bea", "Cem", "Dag")


def topics(lang: str) -> list[str]:
    """All that can be asked, in each game."""
    words, found = words_for(lang), list[str]()
    for case in (GUATEMALA, CAFE, CATAN):
        rules: Any = case.rules
        view = rules.public(engine.begin(rules, case.setups[0], Seeded(1)).position.state)
        found += [game_text.topic(words, topic, view) for topic in (ORDINARY, *GAMES[rules.key].wording.topics)]
    return found


def packed(**amounts: int) -> int:
    cards = {CARD_OF[kind.upper()]: n for kind, n in amounts.items()}
    return counts.pack(cards.get(kind, 0) for kind in range(KINDS))


TO = (0, 1, 2)
OFFERS = {
    "one for one": OfferMade(1, 3, packed(lumber=1), packed(brick=1), TO, first=False),
    "one for one, to the first": OfferMade(12, 3, packed(wool=2), packed(grain=1), TO, first=True),
    "two kinds": OfferMade(2, 3, packed(lumber=1, wool=1), packed(grain=2), TO, first=False),
    "a request": Needed(3, 3, packed(hazelnut=1), TO),
}


def letters(lang: str, users: tuple[int, ...], board: str, now: int) -> Iterator[tuple[str, Letter]]:
    """Every kind of call: of one person, and of all others about an offer."""
    words = words_for(lang)
    for number, what in enumerate(topics(lang)):
        text = table_text.call(words, what, now - 7_200_000, board)
        yield what, Letter(CALL, "T" * 11, lang, "", text, mentions=users[:1], number=number, since=1)
    for number, (name, fact) in enumerate(OFFERS.items(), 100):
        offer = game_text.offered(words, fact, NAMES)
        verbs = ("counter", "decline") if isinstance(fact, Needed) else ("accept", "decline", "counter")
        answers = tuple(Choice(f"{verb} {fact.number}", whole=True, group=str(fact.number)) for verb in verbs)
        text = table_text.call(words, "", 0, board, [offer])
        letter = Letter(CALL, "T" * 11, lang, "", text, mentions=users, number=number, game="catan", answers=answers)
        yield name, letter


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_call_is_at_most_120_pixels_high_on_a_telephone(house: House, visit: Visit, lang: str):
    users = tuple(house.sandbox.person(name, house.guild).id for name in NAMES[1:])
    address = f"https://discord.com/channels/{house.guild.id}/{house.general.id}/{house.guild.id}"
    speech = DiscordMessenger(cast("discord.Client", None), Gallery(PAINTERS), Presses())
    said = list[str]()
    for name, letter in letters(lang, users, address, int(house.sandbox.clock.now() * 1000)):
        form = await speech._form(letter)
        house.says("", body={"flags": V2, "components": form.view().to_components()})
        said.append(name)
    tab = await visit("Ada", size=NARROW)
    await tab.page.wait_for_selector("article.message")
    heights = await tab.page.evaluate(
        "() => [...document.querySelectorAll('article.message')].map((el) => el.getBoundingClientRect().height)"
    )
    high = dict(zip(said, heights[-len(said) :], strict=True))
    report.say(f"calls at {NARROW['width']} px, {lang}: offers {[round(high[name]) for name in OFFERS]} px high")
    assert {what: height for what, height in high.items() if height > MOST} == {}, high
