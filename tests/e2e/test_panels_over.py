"""A panel whose question is settled without a press on it says so by itself, and no other message does."""

import pytest

from bot.games.catan import terms
from sandbox.actor import Person
from sandbox.page.shown import Shown
from sandbox.world.world import Channel
from tests.e2e.conftest import Stage
from tests.e2e.players import newest_board
from tests.e2e.test_catan_proposals import LOCALES, seated
from tests.e2e.test_here import asked, table_in, typed
from tests.rules.catan.position import cards

SETTLED = "This is settled."


def shown(person: Person, thread: Channel, message: int) -> Shown:
    (found,) = [one for one in person.messages(thread) if one.id == message]
    return found


async def opened(person: Person, thread: Channel) -> Shown:
    panel = await (await person.press(newest_board(person, thread), "My turn")).done()
    assert panel.message.ephemeral
    assert "Type it" in panel.message.buttons
    return panel.message


async def over(stage: Stage, person: Person, thread: Channel, panel: Shown) -> Shown:
    await stage.sandbox.until(lambda: shown(person, thread, panel.id).text == SETTLED, 10)
    return shown(person, thread, panel.id)


async def test_what_a_command_of_ones_own_has_settled_is_closed(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    panel = await opened(person, thread)
    await typed(person, "/play", move="buyer 3")
    closed = await over(stage, person, thread, panel)
    assert closed.buttons == []
    await stage.quiet()
    others = [one for one in person.messages(thread) if one.ephemeral and one.id != panel.id]
    assert [one.text.split(".")[0] for one in others][-1] == "Move 1 played"


async def test_what_somebody_else_has_settled_is_closed(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    panel = await opened(person, thread)
    (other,) = [one for one in stage.people[:2] if one is not person]
    await typed(other, "/table resign", sure="yes")
    await over(stage, person, thread, panel)


async def test_a_press_on_a_panel_shows_what_came_of_it(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    panel = await opened(person, thread)
    await (await person.submit(await person.press(panel, "Type it"), text="buyer 3")).done()
    await stage.quiet()
    assert [one.text for one in person.messages(thread) if SETTLED in one.text] == []


async def test_a_panel_stays_as_long_as_its_question_is_open(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    panel = await opened(person, thread)
    await typed(person, "/table log")
    await stage.quiet()
    assert "Type it" in shown(person, thread, panel.id).buttons


async def test_an_answer_to_ones_own_offer_reaches_the_panel_that_is_open(stage: Stage):
    at = await seated(stage, "en-US", "wool3", "ore2", "ore1")
    ada, bea, _ = at.players
    await ada.opens()
    assert "No answer yet: " in await ada.offers("offer", "wool1", "ore1")
    panel = ada.reply
    assert panel is not None
    buttons = panel.message.buttons
    assert not [name for name in buttons if "Close" in name]
    await bea.opens()
    await bea.press("Accept")
    await stage.sandbox.until(lambda: f"{bea.person.name} accepts your offer." in panel.message.text, 10)
    assert [name for name in panel.message.buttons if "Close the deal" in name]
    assert not [one for one in at.players[2].person.messages(at.players[2].thread) if "accepts" in one.text]


@LOCALES
@pytest.mark.parametrize("taken", [True, False])
async def test_whoever_made_a_counter_offer_reads_in_their_panel_what_became_of_it(
    stage: Stage, locale: str, *, taken: bool
):
    at = await seated(stage, locale, "wool3", "ore2", "ore1")
    (ada, bea, cem), words = at.players, at.words
    await ada.opens()
    await ada.offers("offer", "wool1", "ore1")
    await bea.opens()
    await bea.offers("counter", "ore2", "wool1")
    panel = bea.reply
    assert panel is not None
    await ada.opens()
    if taken:
        await ada.press(ada.verb("deal"))
    else:
        await ada.press(words.say_in("button", "Withdraw offer {number}", number=1))
    await ada.press(words.say("Commit"))
    named = {
        "name": at.names[0],
        "gives": terms.packed(words, cards("ore2")),
        "gets": terms.packed(words, cards("wool1")),
    }
    fates = {
        True: words.say("{name} takes your counter-offer: you give {gives} and get {gets}.", **named),
        False: words.say("{name} does not take your counter-offer: {gives} for {gets}.", **named),
    }
    said = f"{words.say('This is settled.')}\n{fates[taken]}"
    await stage.sandbox.until(lambda: panel.message.text == said, 10)
    await stage.quiet()
    assert fates[taken] in bea.letter
    for other in (ada, cem):
        assert not [text for text in fates.values() if text in other.read()]
