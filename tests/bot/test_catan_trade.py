"""Offers among people who are not online together: answered in any order, closed once, right whatever came between."""

import asyncio
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.discord.gallery import Gallery
from bot.discord.layout import Menu
from bot.discord.screens.plan_screen import PlanScreen
from bot.games import game_text
from bot.play import Action, Panel, queries, turns
from bot.play.answers import AlreadyPlayed, BadMove, CannotTakeBackNow, DraftMoved, NotYourTurn, Played, TookBack
from bot.play.outbox_bodies import OFFERS
from bot.play.plans import planning
from bot.wording.words import words_in
from rules import engine
from rules.catan import reasons as r
from rules.catan.facts import AcceptanceVoid, OfferReplied
from rules.catan.game import RULES as CATAN
from rules.catan.pieces import Dev
from rules.catan.state import ACCEPTED, COUNTERED, OPEN
from rules.contract import NotAsked
from tests.bot.catan_tables import hand, hands, placed, say
from tests.bot.house import House
from tests.painted import PAINTERS
from tests.rules.catan.position import Position

ENGLISH = words_in("en")
ADA, BEA, CEM, DAG = PEOPLE = (6, 1, 2, 3)


def market(*cards: str) -> Position:
    """Ada is at trade, with a knight and a monopoly; everybody holds these cards."""
    made = Position(seats=len(cards)).settle(0, "B2n").settle(1, "C3n").settle(2, "D2s")
    made.devs(0, {Dev.KNIGHT: 1, Dev.MONOPOLY: 1})
    for seat, held in enumerate(cards):
        made.hand(seat, held)
    return made


async def offered(house: House, text: str = "offer wool2 for ore1") -> str:
    table = await placed(house, market("wool3 grain1", "ore2", "ore1 milk1", "ore1"), PEOPLE)
    assert isinstance(await say(house, table, ADA, text), Played)
    return table


async def replies(house: House, table: str) -> dict[int, int]:
    offer = (await house.position(table)).state.offer
    return {} if offer is None else {seat: reply.answer for seat, reply in enumerate(offer.replies) if reply.answer}


async def public(house: House, table: str) -> list[str]:
    """What stands in the thread."""
    await house.courier.drain()
    return [letter.text for letter in house.ear.heard((await house.loaded(table)).table.channel)]


async def accepts(house: House, table: str, *users: int) -> list[Any]:
    return list(await asyncio.gather(*(say(house, table, user, "accept 1") for user in users)))


# ── several at once ──


async def test_three_accept_in_the_same_tick_and_the_offerer_chooses(house: House):
    table = await offered(house)
    before = await public(house, table)
    assert all(
        isinstance(answer, Played) and not answer.number for answer in await accepts(house, table, BEA, CEM, DAG)
    )
    assert await replies(house, table) == {1: ACCEPTED, 2: ACCEPTED, 3: ACCEPTED}
    assert await public(house, table) == before, "who has answered is nobody's business"
    await house.restart()
    assert isinstance(await say(house, table, ADA, "deal 1 3"), Played)
    assert await hands(house, table) == ["wool1 grain1 ore1", "ore2", "wool2 milk1", "ore1"]
    assert "Ada gives Cem 2 wool and gets 1 ore (offer 1)." in plain((await public(house, table))[-2]), "above its call"
    assert await say(house, table, BEA, "accept 1") == BadMove("catan", r.NoSuchOffer(1))
    await house.check(table)


async def test_of_three_who_accept_in_the_same_tick_the_first_has_it(house: House):
    table = await offered(house, "offer wool2 for ore1 first")
    answers = await accepts(house, table, BEA, CEM, DAG)
    assert [type(answer) for answer in answers].count(Played) == 1
    assert [answer for answer in answers if not isinstance(answer, Played)] == [BadMove("catan", r.NoSuchOffer(1))] * 2
    held = await hands(house, table)
    assert held[0] == "wool1 grain1 ore1"
    assert sum("wool2" in one for one in held[1:]) == 1
    await house.check(table)


async def test_a_doubled_acceptance_and_a_doubled_deal_count_once_also_after_a_restart(house: House):
    table = await offered(house)
    answer, deal = house.act(BEA), house.act(ADA)
    both = await asyncio.gather(*(house.do(table, answer, planning.submit(-1, ["accept 1"])) for _ in range(3)))
    assert both[0] == both[1] == both[2]
    await house.restart()
    assert await house.do(table, answer, planning.submit(-1, ["accept 1"])) == both[0]
    version = (await house.loaded(table)).table.version
    closed = [await house.do(table, deal, planning.submit(-1, ["deal 1 2"])) for _ in range(2)]
    await house.restart()
    closed.append(await house.do(table, deal, planning.submit(-1, ["deal 1 2"])))
    assert closed[0] == closed[1] == closed[2]
    assert (await house.loaded(table)).table.version == version + 1
    assert await hand(house, table, 1) == "wool2 ore1"
    await house.check(table)


# ── counter-offers ──


async def test_a_counter_offer_is_closed_as_it_stood_when_it_was_seen(house: House):
    table = await offered(house)
    assert isinstance(await say(house, table, BEA, "counter 1 ore1 for wool3"), Played)
    assert isinstance(await say(house, table, BEA, "counter 1 ore2 for wool3"), Played)
    assert await replies(house, table) == {1: COUNTERED}
    gone = await say(house, table, ADA, "deal 1 2 counter1")
    assert gone == BadMove("catan", r.NoSuchReply(1))
    assert await say(house, table, ADA, "deal 1 2") == BadMove("catan", r.NoSuchReply(1))
    await house.restart()
    assert isinstance(await say(house, table, ADA, "deal 1 2 counter2"), Played)
    assert await hands(house, table) == ["grain1 ore2", "wool3", "ore1 milk1", "ore1"]
    await house.check(table)


async def test_an_answer_can_be_changed_and_taken_back_while_the_offer_is_open(house: House):
    table = await offered(house)
    for text, answer in (("decline 1", 2), ("accept 1", ACCEPTED), ("counter 1 ore1 for grain1", COUNTERED)):
        assert isinstance(await say(house, table, BEA, text), Played)
        assert (await replies(house, table))[1] == answer
    assert isinstance(await say(house, table, BEA, "withdraw 1"), Played)
    assert await replies(house, table) == {}
    assert await say(house, table, ADA, "deal 1 2") == BadMove("catan", r.NoSuchReply(1))


# ── what came between ──


async def test_who_accepted_and_was_robbed_of_the_card_drops_out_and_only_the_two_learn_of_it(house: House):
    table = await offered(house)
    await accepts(house, table, DAG, CEM)
    assert isinstance(await say(house, table, ADA, "knight", "robber D2", "steal 3 resources"), Played)
    assert await hand(house, table, 2) == "milk1"
    before = await public(house, table)
    letters = {user: len(house.ear.dms(user)) for user in PEOPLE}
    await house.restart()
    closed = await say(house, table, ADA, "deal 1 3")
    assert isinstance(closed, Played)
    assert not closed.number, "nobody else may learn which card was stolen"
    heard = turns.told(await house.table(table), closed)
    assert heard == (AcceptanceVoid(1, 2),)
    assert await replies(house, table) == {3: ACCEPTED}
    assert await public(house, table) == before
    await house.courier.drain()
    assert [user for user in PEOPLE if len(house.ear.dms(user)) > letters[user]] == [CEM]
    assert "can no longer pay" in house.ear.dms(CEM)[-1].text
    assert isinstance(await say(house, table, ADA, "deal 1 4"), Played), "the others still can"
    assert await hand(house, table, 3) == "wool2"
    await house.check(table)


async def test_monopoly_takes_what_had_been_promised(house: House):
    table = await offered(house)
    await accepts(house, table, BEA, CEM)
    assert isinstance(await say(house, table, BEA, "counter 1 ore1 for grain1"), Played)
    assert isinstance(await say(house, table, ADA, "monopoly ore"), Played)
    assert await hands(house, table) == ["wool3 grain1 ore4", "", "milk1", ""]
    await house.restart()
    for text in ("deal 1 2 counter1", "deal 1 3"):
        closed = await say(house, table, ADA, text)
        assert isinstance(closed, Played)
        assert not closed.number
    assert await replies(house, table) == {}
    assert await hands(house, table) == ["wool3 grain1 ore4", "", "milk1", ""]
    assert await say(house, table, BEA, "accept 1") == BadMove("catan", r.CannotPay(1 << 32))
    await house.check(table)


@pytest.mark.parametrize("first", [False, True])
async def test_an_offer_that_its_maker_can_no_longer_pay_lapses(house: House, first: bool):
    table = await placed(house, market("wool2 grain1 ore1", "ore2", "ore1"), PEOPLE[:3])
    await say(house, table, ADA, "offer wool2 for ore1" + (" first" if first else ""))
    if not first:
        await accepts(house, table, BEA)
    assert isinstance(await say(house, table, ADA, "buy"), Played)
    await house.restart()
    before = await hands(house, table)
    closed = await (say(house, table, BEA, "accept 1") if first else say(house, table, ADA, "deal 1 2"))
    assert isinstance(closed, Played)
    assert closed.number
    assert await hands(house, table) == before
    assert (await house.position(table)).state.offer is None
    assert "Offer 1 is no longer open." in (await public(house, table))[-1]
    await house.check(table)


async def test_an_offer_lapses_with_the_turn_and_a_late_press_is_told_so(house: House):
    table = await offered(house)
    (since,) = {q.since for q in (await house.position(table)).open if q.seat == 1}
    assert isinstance(await say(house, table, ADA, "end"), Played)
    assert await house.do(table, house.act(CEM), turns.play(since, ["accept 1"])) == AlreadyPlayed()
    assert await say(house, table, CEM, "accept 1") == NotYourTurn()
    assert await hands(house, table) == ["wool3 grain1", "ore2", "ore1 milk1", "ore1"]


async def test_an_offer_to_some_asks_only_them(house: House):
    table = await offered(house, "offer wool2 for ore1 to 2 4")
    position = await house.position(table)
    assert [q.seat for q in position.open if q.topic == "offer"] == [1, 3]
    assert await say(house, table, CEM, "accept 1") == BadMove("catan", NotAsked())
    assert "offer 1 to Bea and Dag" in (await public(house, table))[-2]


# ── who is told ──


async def test_answers_are_told_to_the_offerer_alone(house: House):
    table = await offered(house)
    await house.courier.drain()
    said = {user: len(house.ear.dms(user)) for user in PEOPLE}
    await say(house, table, BEA, "counter 1 ore1 for grain1")
    await house.courier.drain()
    await say(house, table, DAG, "decline 1")
    await house.courier.drain()
    fresh = {user: [letter.text for letter in house.ear.dms(user)[said[user] :]] for user in PEOPLE}
    assert [len(texts) for texts in fresh.values()] == [2, 0, 0, 0]
    assert "Bea makes a counter-offer to offer 1: 1 ore for 1 grain." in plain(fresh[ADA][0])
    assert "Dag declines offer 1." in plain(fresh[ADA][1])
    assert house.ear.dms(ADA)[-1].silent
    records = await house.store.records(table)
    assert sum("counter" in record.text for record in records) == 1
    log: Any = await queries.log(await house.table(table), CEM, house.env)
    assert not [fact for entry in log for fact in entry.facts if isinstance(fact, OfferReplied)]


async def test_nobody_gets_a_direct_message_of_an_offer_unless_he_wishes_it(house: House):
    person = await house.store.person(CEM)
    await house.store.save_person(replace(person, settings=(OFFERS,)))
    await offered(house)
    await house.courier.drain()
    assert [len(house.ear.dms(user)) for user in PEOPLE] == [0, 0, 1, 0]
    (letter,) = house.ear.dms(CEM)
    assert letter.panel is not None
    assert letter.panel.question.topic == "offer"
    said = [" ".join(entry.words) for entry in letter.panel.next.entries]
    assert said == ["accept 1", "decline 1", "counter 1", "offer", "need"]
    await house.quiet()
    assert not await house.store.waiting(house.clock.now + 10**9, 10)


async def test_who_cannot_pay_sees_no_accept(house: House):
    table = await placed(house, market("wool3", "grain1", "ore1"), PEOPLE[:3])
    await say(house, table, ADA, "offer wool2 for ore1")
    panels: dict[int, Any] = {user: await house.do(table, Action(user), planning.open_panel()) for user in (BEA, CEM)}
    verbs = {user: {entry.words[0] for entry in panel.next.entries} for user, panel in panels.items()}
    own = {"offer", "need"}
    assert verbs == {BEA: {"decline", "counter"} | own, CEM: {"accept", "decline", "counter"} | own}
    assert {panel.question.topic for panel in panels.values()} == {"offer"}


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


assert OPEN == 0, "an answer that was taken back is none"


async def test_why_an_answer_stands_tells_nobody_what_another_has_answered(house: House):
    reasons = list[Any]()
    for another_answers in (False, True):
        table = await offered(house)
        await say(house, table, BEA, "decline 1")
        if another_answers:
            await say(house, table, CEM, "accept 1")
        reasons.append(await house.do(table, house.act(BEA), turns.take_back()))
    assert reasons == [CannotTakeBackNow("told")] * 2


async def test_a_build_is_taken_back_though_somebody_has_looked_at_an_older_offer(house: House):
    for looked in (False, True):
        made = market("lumber1 brick1 wool1", "ore2", "ore1", "ore1")
        made.road(0, "B2ne")
        table = await placed(house, made, PEOPLE)
        await say(house, table, ADA, "offer wool1 for ore1")
        if looked:
            assert isinstance(await house.do(table, Action(BEA), planning.open_panel()), Panel)
        road = first_road(await house.position(table))
        assert isinstance(await say(house, table, ADA, f"road {road}"), Played)
        assert isinstance(await house.do(table, house.act(ADA), turns.take_back()), TookBack)
        await house.check(table)


# ── plans that others overtake ──


def first_road(position: Any, *before: str) -> str:
    state = engine.draft(CATAN, position, 0, [CATAN.parse(text) for text in before]).state
    return CATAN.choices(state, 0, ("road",))[0].token


async def overtaken(house: House) -> tuple[str, Panel]:
    """Ada plans two roads; Bea takes her up on an older offer, so that the second cannot be paid any more."""
    made = market("lumber2 brick2 wool1", "ore2", "ore1", "ore1")
    made.road(0, "B2ne")
    table = await placed(house, made, PEOPLE)
    await say(house, table, ADA, "offer lumber1 for ore1 first")
    one = f"road {first_road(await house.position(table))}"
    await house.do(table, Action(ADA), planning.add_move(one))
    two = f"road {first_road(await house.position(table), one)}"
    planned = await house.do(table, Action(ADA), planning.add_move(two))
    assert isinstance(planned, Panel)
    assert planned.moves == (one, two)
    assert isinstance(await say(house, table, BEA, "accept 1"), Played)
    return table, planned


async def test_what_no_longer_fits_is_said_once_and_the_rest_can_be_committed(house: House):
    table, planned = await overtaken(house)
    stale = await house.do(table, house.act(ADA), planning.commit(planned.since, planned.rev))
    assert isinstance(stale, BadMove)
    panel = await house.do(table, Action(ADA), planning.open_panel())
    assert isinstance(panel, Panel)
    assert (panel.moves, panel.dropped, panel.ready) == (planned.moves[:1], planned.moves[1:], True)
    again = await house.do(table, Action(ADA), planning.open_panel())
    assert isinstance(again, Panel)
    assert (again.moves, again.dropped) == (planned.moves[:1], ())
    assert isinstance(await house.do(table, house.act(ADA), planning.commit(panel.since, panel.rev)), Played)
    await house.check(table)


async def test_stepping_back_takes_what_no_longer_fits_first(house: House):
    table, planned = await overtaken(house)
    panel = await house.do(table, Action(ADA), planning.step_back(planned.since, planned.rev))
    assert isinstance(panel, Panel)
    assert (panel.moves, panel.dropped) == (planned.moves[:1], planned.moves[1:])
    panel = await house.do(table, Action(ADA), planning.step_back(panel.since, panel.rev))
    assert isinstance(panel, Panel)
    assert (panel.moves, panel.dropped) == ((), ())


async def test_what_was_typed_beside_an_older_plan_does_not_commit_a_newer_one(house: House):
    made = market("lumber1 brick1", "ore2", "ore1", "ore1")
    made.road(0, "B2ne")
    table = await placed(house, made, PEOPLE)
    shown = await house.do(table, Action(ADA), planning.open_panel())
    assert isinstance(shown, Panel)
    await house.do(table, Action(ADA), planning.add_move(f"road {first_road(await house.position(table))}"))
    assert await house.do(table, house.act(ADA), planning.submit(shown.since, ["end"], rev=shown.rev)) == DraftMoved()
    assert isinstance(
        await house.do(table, house.act(ADA), planning.submit(shown.since, ["end"], rev=shown.rev + 1)), Played
    )


async def test_who_answers_an_offer_takes_his_answer_back_and_who_made_it_withdraws_it(house: House):
    table = await offered(house)
    await say(house, table, BEA, "accept 1")
    gallery = Gallery(PAINTERS)
    shown = dict[int, str]()
    for user in (ADA, BEA):
        panel = await house.do(table, Action(user), planning.open_panel())
        assert isinstance(panel, Panel)
        rows = PlanScreen(ENGLISH, "catan", ("Ada", "Bea", "Cem", "Dag"), gallery).rows(panel)
        presses = [press for row in rows if not isinstance(row, Menu) for press in row]
        (press,) = [press for press in presses if "Withdraw" in press.label or "back" in press.label]
        assert press.style is discord.ButtonStyle.secondary
        shown[user] = press.label
    gallery.close()
    assert shown == {ADA: "Withdraw offer 1", BEA: "Take back my answer"}


async def test_whose_offer_is_taken_up_is_called_back_to_his_turn_and_who_took_it_up_sees_what_came_of_it(house: House):
    table = await offered(house, "offer wool2 for ore1 first")
    await public(house, table)
    answer = await say(house, table, CEM, "accept 1")
    for _ in ("the edit", "its call"):
        await house.courier.drain()
    told = house.ear.heard((await house.loaded(table)).table.channel)[-1]
    assert told.mentions == (ADA,)
    assert isinstance(answer, Played)
    heard = turns.told(await house.table(table), answer)
    said = game_text.reply(ENGLISH, answer, ("Ada", "Bea", "Cem", "Dag"), "catan", heard)
    assert "Ada gives Cem 2 wool" in plain(said)
