"""CM-27: an offer is a call to those who are asked, with its answers as buttons."""

from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.discord.messages.composer import Composer
from bot.discord.messages.discord_messenger import offer_buttons
from bot.play.answers import BadMove, NotAtTable, Played
from bot.play.outbox_bodies import CALL, OFFERS
from bot.play.people.preferences import QUIET
from bot.play.plans import planning
from bot.wording.words import words_in
from rules.catan import reasons as r
from rules.catan.state import ACCEPTED, DECLINED, MoveRobber
from rules.contract import NotAsked
from storage.rows import Person
from tests.bot.catan_tables import hands, placed, say
from tests.bot.house import House
from tests.bot.presser import Hands, Sketches
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG, PEOPLE, market, replies
from tests.bot.test_order_screen import Presses

ENGLISH = words_in("en")


async def table_of(house: House) -> str:
    return await placed(house, market("wool3 grain1", "ore2", "ore1 milk1", "brick1"), PEOPLE)


async def calls(house: House, table: str) -> list[Any]:
    await house.quiet()
    channel = (await house.loaded(table)).table.channel
    return [letter for letter in house.ear.heard(channel) if letter.kind == "call"]


async def answer(house: House, table: str, user: int, words: str) -> Any:
    return await house.do(table, house.act(user), planning.answer(words))


def labels(call: Any) -> list[str]:
    return [button.label for button in offer_buttons(ENGLISH, call)]


async def test_an_offer_calls_those_to_whom_it_is_made_with_its_answers(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1 to 2 4")
    (call,) = await calls(house, table)
    assert call.mentions == (BEA, DAG)
    assert call.text.startswith("offer 1 · ")
    assert call.text.endswith("\nAda offers 1\N{NO-BREAK SPACE}wool for 1\N{NO-BREAK SPACE}ore")
    assert labels(call) == ["Accept", "No", "Counter"]
    assert not house.ear.dms(BEA), "by direct message only if that is wished"


async def test_who_wants_it_quiet_is_not_pinged_and_who_wants_a_message_gets_one(house: House):
    await house.store.save_person(Person(BEA, settings=(QUIET,)))
    await house.store.save_person(Person(CEM, settings=(QUIET, OFFERS)))
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    (call,) = await calls(house, table)
    assert call.mentions == (DAG,)
    assert [len(house.ear.dms(user)) for user in (BEA, CEM, DAG)] == [0, 1, 0]


async def test_an_acceptance_is_one_press_and_can_be_changed_by_another(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    assert isinstance(await answer(house, table, BEA, "accept 1"), Played)
    assert await replies(house, table) == {1: ACCEPTED}
    assert isinstance(await answer(house, table, BEA, "decline 1"), Played)
    assert await replies(house, table) == {1: DECLINED}
    assert len(await calls(house, table)) == 1, "nobody is called twice"


async def test_a_press_that_cannot_be_is_told_to_who_presses_alone(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1 to 2 4")
    before = [letter.text for letter in await calls(house, table)]
    assert isinstance(await answer(house, table, DAG, "accept 1"), BadMove), "she has no ore"
    assert await answer(house, table, CEM, "accept 1") == BadMove("catan", NotAsked())
    assert await answer(house, table, ADA, "accept 1") == BadMove("catan", NotAsked())
    assert await answer(house, table, 99, "accept 1") == NotAtTable()
    assert [letter.text for letter in await calls(house, table)] == before
    await say(house, table, ADA, "withdraw 1")
    assert await answer(house, table, BEA, "accept 1") == BadMove("catan", r.NoSuchOffer(1))


async def test_a_counter_offer_goes_on_in_the_panel(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    panel = await answer(house, table, BEA, "counter 1")
    assert panel.next.tokens == ("counter", "1")
    for tokens in (["ore2"], ["for"], ["wool1"]):
        panel = await house.do(table, house.act(BEA), planning.add(panel.since, panel.rev, tokens))
    await house.do(table, house.act(BEA), planning.commit(panel.since, panel.rev, [planning.COMPOSED]))
    assert isinstance(await say(house, table, ADA, "deal 1 2 counter1"), Played)
    assert (await hands(house, table))[1] == "wool1"


async def test_a_press_leaves_what_is_planned_as_it_is(house: House):
    table = await table_of(house)
    panel = await house.do(table, house.act(ADA), planning.open_panel())
    panel = await house.do(table, house.act(ADA), planning.add(panel.since, panel.rev, ["offer", "wool1"]))
    await say(house, table, BEA, "offer ore1 for wool1")
    assert isinstance(await answer(house, table, ADA, "decline 1"), Played)
    again = await house.do(table, house.act(ADA), planning.open_panel())
    assert again.next.tokens == ("offer", "wool1")
    await house.check(table)


async def test_an_offer_of_who_is_not_on_turn_calls_who_is(house: House):
    table = await table_of(house)
    await say(house, table, BEA, "offer ore1 for wool1")
    (call,) = await calls(house, table)
    assert call.mentions == (ADA,)
    assert isinstance(await answer(house, table, ADA, "accept 1"), Played)
    assert (await hands(house, table))[:2] == ["wool2 grain1 ore1", "wool1 ore1"]


async def test_a_request_is_answered_by_an_offer_and_never_accepted(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "need ore1")
    (call,) = await calls(house, table)
    assert labels(call) == ["Counter", "No"]


async def test_two_offers_in_one_call_are_told_apart(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    await say(house, table, BEA, "offer ore2 for grain1")
    rows = [waiting.row for waiting in await house.store.waiting(house.clock.now, 100) if waiting.row.kind == CALL]
    call = await Composer(house.env).public(await house.table(table), rows)
    assert call is not None
    assert "Accept: offer 1" in labels(call)
    assert "Accept: offer 2" in labels(call)
    assert call.mentions == tuple(sorted(PEOPLE))


@pytest.mark.parametrize("end", ["withdraw 1", "deal 1 2", "end"])
async def test_a_call_loses_its_buttons_when_its_offer_is_over_and_not_before(house: House, end: str):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    await answer(house, table, BEA, "accept 1")
    await house.quiet()
    live = [one.kind for one in await house.store.live(table)]
    assert "call" in live
    await say(house, table, ADA, end)
    await house.quiet()
    assert [one.kind for one in await house.store.live(table)].count("call") == 0


async def test_an_offer_that_rests_while_the_robber_moves_keeps_its_call(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    await house.quiet()
    await house.play(table, "knight")
    await house.quiet()
    assert (await house.position(table)).state.phase == MoveRobber(rolled=True)
    assert "call" in [one.kind for one in await house.store.live(table)]


@pytest.mark.parametrize("locale", ["en-GB", "de", "it"])
async def test_by_presses_on_the_call(house: House, locale: str):
    table, gallery = await table_of(house), Sketches(1000)
    try:
        await say(house, table, ADA, "offer wool1 for ore1 first")
        bea = Presses(Hands(house, gallery, locale), table, BEA)
        dag = Presses(Hands(house, gallery, locale), table, DAG)
        (call,) = await calls(house, table)
        refused = await dag.go(custom_ids.answering(table, "accept 1", call.number))
        assert refused.text
        counter = await dag.go(custom_ids.answering(table, "counter 1", call.number))
        assert counter.rows, "a panel that goes on"
        await bea.go(custom_ids.answering(table, "accept 1", call.number))
        assert (await hands(house, table))[:2] == ["wool2 grain1 ore1", "wool1 ore1"]
        assert len((await bea.go(custom_ids.answering(table, "accept 1", call.number))).text) > 10
    finally:
        gallery.close()
    await house.check(table)
