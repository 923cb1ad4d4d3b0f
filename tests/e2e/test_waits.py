"""Fewer waits on the sandbox, by presses alone and by slash alone, in three languages."""

import pytest

from bot.games import game_text
from bot.games.catan import labels
from bot.play import limits
from bot.play.people.preferences import ASKED, PASSES, QUIET
from bot.play.timed.clockwork import Clockwork
from bot.wording.words import words_for
from rules.catan.state import Found
from sandbox.actor import Reply
from sandbox.page.shown import Shown
from tests.bot.catan_tables import put
from tests.e2e.conftest import Stage
from tests.e2e.test_catan_commands import person_of, table_of
from tests.e2e.test_catan_proposals import LOCALES, seated
from tests.e2e.test_commands import opened
from tests.rules.catan.position import Position

WAIT = limits.TAKE_BACK_MS


async def elapsed(stage: Stage, ahead: int = WAIT) -> None:
    """Time goes on, and what has come by then is done and said."""
    real = stage.env.now
    stage.env.now = lambda: real() + ahead
    while await Clockwork(stage.transactions).tick():
        pass
    await stage.quiet()


@LOCALES
async def test_a_roll_comes_by_itself_in_the_post_that_calls(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore1 milk1")
    ada, bea, _ = at.players
    await ada.opens()
    await ada.press(ada.verb("end"))
    await stage.quiet()
    said = len(bea.posts())
    assert bea.person.id not in _pinged(bea.posts()[-1])
    await elapsed(stage)
    (post,) = bea.posts()[said:]
    assert bea.person.id in _pinged(post)
    assert at.names[1] in post.text
    assert words_for(locale).say("My turn") in post.buttons
    await elapsed(stage)
    assert len(bea.posts()) == said + 1, "once"


@LOCALES
async def test_the_first_press_rolls_at_once(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore1 milk1")
    ada, bea, _ = at.players
    await ada.opens()
    await ada.press(ada.verb("end"))
    await stage.quiet()
    text = await bea.opens()
    assert at.names[1] in text
    assert bea.verb("roll") not in bea.buttons()
    position = (await stage.table(at.table)).position
    assert type(position.state.phase).__name__ != "PreRoll"


def _pinged(post: Shown) -> list[int]:
    return post.message.mentions


@LOCALES
async def test_an_offer_is_accepted_by_one_press_on_its_call(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore1 milk1")
    ada, bea, cem = at.players
    words = at.words
    await ada.opens()
    await ada.offers("offer", "wool1", "ore1")
    call = bea.posts()[-1]
    assert {bea.person.id, cem.person.id} <= set(_pinged(call))
    answers = (("button", "Accept"), ("call", "No"), ("button", "Counter"))
    assert [words.say_in(*answer) for answer in answers] == call.buttons
    await (await bea.person.press(call, bea.verb("accept"))).done()
    await (await cem.person.press(call, words.say_in("call", "No"))).done()
    await stage.quiet()
    await ada.opens()
    await ada.press(ada.verb("deal"))
    offer = (await stage.table(at.table)).position.state.offer
    assert offer is None or [reply.answer for reply in offer.replies] == [0, 1, 2]
    assert words.say("My turn") not in call.buttons


@LOCALES
async def test_a_founding_is_left_by_slash_and_played_without_its_player(stage: Stage, locale: str):
    stage.speak(locale)
    words = words_for(locale)
    thread = await opened(stage, words.say("Join"), words.say("Start"), "catan")
    table = await table_of(stage, thread)
    people = [await person_of(stage, table, seat) for seat in range(3)]
    places = ("B2n B2ne C1n C1ne D2n D2ne", "E2n E2ne B4n B4ne D4n D4ne", "A1n A1ne C3n C3ne E4n E4ne")
    for person, founding in zip(people, places, strict=True):
        text = (await (await person.slash("/catan order", {"founding": founding, "sites": "milk cocoa"})).done()).text
        rule = next(row.rule for row in (await stage.table(table)).orders if row.seat == people.index(person))
        assert game_text.order(words, "catan", rule) in text
    for _ in range(14):
        await elapsed(stage)
    state = (await stage.table(table)).position.state
    assert not isinstance(state.phase, Found)
    assert [mask.bit_count() for mask in state.settlements] == [3, 3, 3]
    assert (await stage.table(table)).orders == ()


@LOCALES
async def test_settings_are_turned_by_presses_and_by_slash(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore1 milk1")
    bea, words = at.players[1], at.words
    await bea.opens("My hand")
    await bea.press(words.say("Settings"), words.say("Roll yourself"))
    assert ASKED in (await stage.store.person(bea.person.id)).settings
    text = await bea.press(words.say("No ping for trade offers"))
    assert words.say("Trade offers: in the thread, without a ping.") in text
    assert QUIET in (await stage.store.person(bea.person.id)).settings
    reply: Reply = await (await bea.person.slash("/me settings", {"roll": True, "passes": True, "quiet": False})).done()
    assert words.say("Turns in which nothing is possible: you end them yourself.") not in reply.text
    settings = (await stage.store.person(bea.person.id)).settings
    assert PASSES in settings
    assert ASKED not in settings
    assert QUIET not in settings


@pytest.mark.parametrize("wished", [False, True])
async def test_a_turn_without_anything_to_do_ends_by_itself_where_that_is_set(stage: Stage, *, wished: bool):
    at = await seated(stage, "en-US", "wool3", "", "ore1 milk1")
    ada, bea, cem = at.players
    if wished:
        await (await bea.person.slash("/me settings", {"passes": True})).done()
    made = Position(seats=3).settle(0, "B2n").settle(2, "D1s").hand(0, "wool3")
    await put(stage.env, at.table, made.state)
    await ada.opens()
    await ada.press(labels.VERBS["end"].text)
    await stage.quiet()
    stage.env.chance = Two()
    await elapsed(stage)
    active = (await stage.table(at.table)).position.state.active
    assert active == (2 if wished else 1)
    assert (bea.person.id in _pinged(cem.posts()[-1])) is not wished


class Two:
    """The least roll."""

    def below(self, _n: int, /) -> int:
        return 0
