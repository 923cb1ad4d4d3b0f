"""Every command of Catan in each language: answered, to the asker alone, and suggested for who is asked alone."""

from typing import Any

import pytest

from bot.play.timed.clockwork import Clockwork
from bot.wording.words import words_for
from rules.catan.pieces import Dev
from sandbox.actor import Person
from sandbox.world.world import Channel
from tests.bot.catan_tables import put
from tests.e2e.conftest import Stage
from tests.e2e.test_commands import look_around, opened, said, who_is_asked
from tests.rules.catan.position import Position

NONSENSE: dict[str, dict[str, Any]] = {
    "found": {"corner": "B3n", "road": "Z9"},
    "sites": {"sites": "wool B3"},
    "road": {"place": "nowhere"},
    "settlement": {"place": "B3"},
    "city": {"place": "E9n"},
    "site": {"ingredient": "cocoa", "hex": "A1"},
    "card plenty": {"first": "gold"},
    "card monopoly": {"resource": "gold"},
    "discard": {"cards": "wool99"},
    "robber": {"hex": "Q1"},
    "steal": {"player": "9"},
    "chocolate": {"sort": "white"},
    "raise": {"sort": "white"},
    "bank": {"give": "wool", "get": "wool"},
    "offer": {"give": "wool1", "get": "wool1"},
    "need": {"cards": "gold"},
    "wish": {"gives": "wool", "wants": "wool"},
    "order": {"keep": "gold"},
    "counter": {"give": "wool1", "get": "ore1"},
    "deal": {"player": "7"},
    "accept": {},
    "decline": {},
    "withdraw": {},
    "card roads": {"stop": True},
    "buy": {},
    "card knight": {},
    "end": {},
    "roll": {},
}
"""What somebody types who has not understood, of every command."""


async def table_of(stage: Stage, thread: Channel) -> str:
    table = await stage.store.at_channel(thread.id)
    assert table is not None
    return table


async def person_of(stage: Stage, table: str, seat: int) -> Person:
    loaded = await stage.store.load(table)
    assert loaded is not None
    return stage.person(next(row.user for row in loaded.seats if row.seat == seat))


@pytest.mark.parametrize("locale", ["en-US", "de", "it"])
async def test_every_command_of_catan_answers(stage: Stage, locale: str):
    stage.speak(locale)
    words = words_for(locale)
    first = stage.people[0]
    offered = await first.autocomplete("/table new", {"game": "catan", "option": ""})
    assert offered[0]["value"] == "game=market map=shuffled"
    assert words.say("with the Chocolate Market") in offered[0]["name"]
    thread = await opened(stage, words.say("Join"), words.say("Start"), "catan")
    asked = await who_is_asked(stage, thread)
    for person in stage.people[:3]:
        await look_around(person)
    for other in stage.people[:3]:
        mine = [await other.autocomplete("/catan found", corner=""), await other.autocomplete("/play", move="")]
        assert all(mine) if other is asked else not any(mine)
    for verb, given in NONSENSE.items():
        reply = await said(stage.people[3], f"/catan {verb}", **given)  # who does not play is answered too
        assert words.say("Board") in reply.message.buttons or reply.text
    corner = (await asked.autocomplete("/catan found", corner=""))[0]
    road = (await asked.autocomplete("/catan found", corner=corner["value"], road=""))[0]
    assert " · " in corner["name"]
    assert (await said(asked, "/catan found", corner=corner["value"], road=road["value"])).text.startswith(
        words.say("Move {number} played.", number=1)
    )


@pytest.mark.parametrize("locale", ["en-US", "de", "it"])
async def test_a_turn_by_commands(stage: Stage, locale: str):
    stage.speak(locale)
    words = words_for(locale)
    thread = await opened(stage, words.say("Join"), words.say("Start"), "catan")
    table = await table_of(stage, thread)
    made = Position(seats=3).settle(0, "B2n D3n").settle(1, "C1n").settle(2, "D1s").road(0, "A1e A1ne")
    made.hand(0, "lumber5 brick5 wool5 grain5 ore5 cocoa3 sugar3 milk3").hand(1, "ore2").hand(2, "ore1")
    made.devs(0, {Dev.KNIGHT: 1, Dev.PLENTY: 1})
    await put(stage.env, table, made.state)
    ada, bea, cem = [await person_of(stage, table, seat) for seat in range(3)]
    for verb, given in NONSENSE.items():
        if verb not in ("buy", "card knight", "end", "card roads"):
            await said(ada, f"/catan {verb}", **given)
    gets = await ada.autocomplete("/catan bank", give="wool", get="")
    assert len(gets) == 4
    await said(ada, "/catan bank", give="wool", get="ore")
    (give, *_) = await ada.autocomplete("/catan offer", give="wool")
    assert give["value"] == "wool1"
    assert not [c for c in await ada.autocomplete("/catan offer", give="wool1", get="") if "wool" in c["value"]]
    await said(ada, "/catan offer", give="wool1", get="ore1", to="2")
    assert [c["value"] for c in await bea.autocomplete("/catan counter", give="")] == ["ore1", "ore2"]
    await said(bea, "/catan counter", give="ore1", get="milk1")
    await said(bea, "/catan decline")
    await said(bea, "/catan accept")
    assert not await cem.autocomplete("/catan counter", give="")
    (partner,) = await ada.autocomplete("/catan deal", player="")
    assert partner["name"] == bea.name
    closed = await said(ada, "/catan deal", player=partner["value"])
    assert words.say("Move {number} played.", number=4) in closed.text
    await said(ada, "/catan card knight")
    (hex_, *_) = [c for c in await ada.autocomplete("/catan robber", hex="C1") if c["value"] == "C1"]
    await said(ada, "/catan robber", hex=hex_["value"])
    made_ = await ada.autocomplete("/catan chocolate", sort="")
    assert len(made_) == 2
    await said(ada, "/catan chocolate", sort="milk")
    for sort in (await ada.autocomplete("/catan raise", sort=""))[:1]:  # where the die left the choice
        await said(ada, "/catan raise", sort=sort["value"])
    place = (await ada.autocomplete("/catan road", place=""))[0]["value"]
    built = (await said(ada, "/catan road", place=place)).text  # move 7, or 8 where the die left the choice
    assert any(words.say("Move {number} played.", number=number) in built for number in (7, 8))
    await said(ada, "/catan end")
    await stage.quiet()
    assert await who_is_asked(stage, thread) is bea
    refused = await said(bea, "/table order", order="pass")
    assert "pass" in refused.text.lower()
    await said(bea, "/me settings", offers=True)
    person = await stage.store.person(bea.id)
    assert ("offers", "on") in person.settings
    await said(bea, "/me settings", offers=False)
    assert ("offers", "on") not in (await stage.store.person(bea.id)).settings


@pytest.mark.parametrize("locale", ["en-US", "de", "it"])
async def test_a_proposal_a_request_and_a_wish_by_commands(stage: Stage, locale: str):
    """CM-27: who is not on turn proposes; a wish accepts at once; nobody but the two is told of an answer."""
    stage.speak(locale)
    words = words_for(locale)
    thread = await opened(stage, words.say("Join"), words.say("Start"), "catan")
    table = await table_of(stage, thread)
    made = Position(seats=3).settle(0, "B2n").settle(1, "C1n").settle(2, "D1s")
    await put(stage.env, table, made.hand(0, "wool3").hand(1, "ore2").hand(2, "ore1 milk1").state)
    ada, bea, cem = [await person_of(stage, table, seat) for seat in range(3)]
    (give, *_) = await bea.autocomplete("/catan offer", give="")
    assert give["value"] == "ore1"
    await said(bea, "/catan offer", give="Erz1", get="lana1")
    await said(cem, "/catan need", cards="wool1")
    numbers = await ada.autocomplete("/catan decline", offer="")
    assert [number["value"] for number in numbers] == ["1", "2"]
    await said(ada, "/catan decline", offer="2")
    await said(ada, "/catan counter", give="wool1", get="ore1", offer="2")
    await said(cem, "/catan deal", player="1")
    await said(ada, "/catan accept")
    wanted = Position(seats=3).hand(0, "wool1 ore2").hand(1, "ore1 wool1").hand(2, "wool1 milk1")
    assert (await stage.table(table)).position.state.hands == wanted.state.hands
    (wool, *_) = await bea.autocomplete("/catan wish", gives="ore")
    assert wool["value"] == "ore"
    wished = await said(bea, "/catan wish", gives="ore", wants="wool", times="2", shown=True)
    assert words.say("everybody sees it") in wished.text
    await said(ada, "/catan offer", give="wool1", get="ore1")
    await Clockwork(stage.transactions).tick()
    await said(ada, "/catan deal", player="2")
    assert [(order.seat, order.rule) for order in (await stage.table(table)).orders] == [(1, "wish ore wool 1 shown")]
    kept = await said(cem, "/catan order", keep="ore grain")
    assert words.say("You have no standing order: you are asked each time.") not in kept.text
