"""CM-27 at the table: offers of whoever is not on turn, requests, wishes, and what to keep on a 7."""

import re
from typing import Any

import pytest

from bot.games import game_text
from bot.play import Action, Panel
from bot.play.answers import AlreadyPlayed, BadMove, BadOrder, NotYourTurn, OrderSet, Played
from bot.play.plans import planning
from bot.play.table import UNASKED
from bot.play.timed import standing_orders
from bot.wording.words import words_in
from rules.catan import reasons as r
from rules.catan.state import ACCEPTED
from rules.chance import Seeded
from tests.bot.catan_tables import hand, hands, placed, put, say
from tests.bot.house import House
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG, PEOPLE, market, plain, public, replies
from tests.rules.catan.position import rolled

ENGLISH = words_in("en")
LINK = re.compile(r"\(https:[^)]*\)")


def unlinked(texts: list[str]) -> list[str]:
    """Without addresses, which name the thread."""
    return [LINK.sub("", text) for text in texts]


async def table_of(house: House, *cards: str) -> str:
    return await placed(house, market(*(cards or ("wool3 grain1", "ore2", "ore1 milk1", "ore1"))), PEOPLE)


async def wishes(house: House, table: str, user: int, line: str) -> Any:
    return await house.do(table, house.act(user), standing_orders.amend(line))


async def panel(house: House, table: str, user: int) -> Any:
    return await house.do(table, Action(user), planning.open_panel())


async def order(house: House, table: str, seat: int) -> str:
    return next((row.rule for row in (await house.loaded(table)).orders if row.seat == seat), "")


# ── offers of whoever is not on turn ──


async def test_a_proposal_is_made_by_presses_though_nobody_is_asked(house: House):
    table = await table_of(house)
    shown: Panel = await panel(house, table, BEA)
    assert (shown.since, shown.topic) == (UNASKED, "unasked")
    assert {entry.words[0] for entry in shown.next.entries} == {"offer", "need"}
    assert "It is the turn of Ada" in game_text.ask(ENGLISH, shown.topic, shown.public, ("Ada", "Bea", "Cem", "Dag"))
    for tokens in (["offer"], ["ore2"], ["for"], ["wool1"]):
        shown = await house.do(table, house.act(BEA), planning.add(shown.since, shown.rev, tokens))
    answer = await house.do(table, house.act(BEA), planning.commit(shown.since, shown.rev, [planning.COMPOSED]))
    assert isinstance(answer, Played)
    assert "Bea offers 2 ore for 1 wool (offer 1 to Ada)" in plain((await public(house, table))[-2])
    assert [q.seat for q in (await house.position(table)).open] == [0]
    await house.check(table)


async def test_whose_turn_it_is_accepts_it_and_is_told_of_it(house: House):
    table = await table_of(house)
    await say(house, table, BEA, "offer ore2 for wool1")
    await house.courier.drain()
    assert house.ear.heard((await house.loaded(table)).table.channel)[-1].mentions == (ADA,)
    shown = await panel(house, table, ADA)
    assert "accept" in {entry.words[0] for entry in shown.next.entries}
    assert isinstance(await say(house, table, ADA, "accept 1"), Played)
    assert (await hands(house, table))[:2] == ["wool2 grain1 ore2", "wool1"]
    assert "Bea gives Ada 2 ore and gets 1 wool (offer 1)." in plain((await public(house, table))[-2]), "above its call"
    await house.check(table)


async def test_it_is_declined_and_countered_in_secret_and_its_maker_closes_the_deal(house: House):
    table = await table_of(house)
    await say(house, table, BEA, "offer ore2 for wool1")
    before = await public(house, table)
    await say(house, table, ADA, "decline 1")
    await say(house, table, ADA, "counter 1 wool1 for ore1")
    assert await public(house, table) == before
    assert any("Ada would give you 1 wool for 1 ore" in plain(game_text.beside(ENGLISH, p.private, ["Ada", "Bea"]))
               for p in [await panel(house, table, BEA)])  # fmt: skip
    assert isinstance(await say(house, table, BEA, "deal 1 1 counter1"), Played)
    assert (await hands(house, table))[:2] == ["wool2 grain1 ore1", "wool1 ore1"]


async def test_a_proposal_lapses_with_the_turn_and_an_old_panel_says_so(house: House):
    table = await table_of(house)
    old = await panel(house, table, BEA)
    await say(house, table, BEA, "offer ore2 for wool1")
    await say(house, table, ADA, "end")
    assert "Offer 1 is no longer open." in (await public(house, table))[-1]
    press = planning.add(old.since, old.rev, ["offer"])
    assert await house.do(table, house.act(BEA), press) == AlreadyPlayed()
    assert await panel(house, table, ADA) == NotYourTurn()


async def test_a_request_without_a_price_is_answered_by_an_offer(house: House):
    table = await table_of(house)
    await say(house, table, CEM, "need wool1")
    assert "Cem needs 1 wool" in plain((await public(house, table))[-1])
    assert await say(house, table, ADA, "accept 1") == BadMove("catan", r.NoPriceYet(1))
    await say(house, table, ADA, "counter 1 wool1 for ore1")
    assert isinstance(await say(house, table, CEM, "deal 1 1 counter1"), Played)
    assert await hand(house, table, 2) == "wool1 milk1"


# ── wishes ──


async def test_a_wish_accepts_an_offer_at_once_and_the_offerer_picks(house: House):
    table = await table_of(house)
    assert await wishes(house, table, BEA, "wish ore wool 2") == OrderSet("wish ore wool 2")
    await say(house, table, ADA, "offer wool1 for ore1")
    assert await house.clockwork.tick() == 1
    await say(house, table, CEM, "accept 1")
    assert await replies(house, table) == {1: ACCEPTED, 2: ACCEPTED}
    assert isinstance(await say(house, table, ADA, "deal 1 3"), Played)
    assert await order(house, table, 1) == "wish ore wool 2"
    await house.check(table)


async def test_a_wish_is_taken_partly_then_whole(house: House):
    table = await table_of(house)
    await wishes(house, table, BEA, "wish ore wool 2 shown")
    for number, left in ((1, "wish ore wool 1 shown"), (2, "")):
        await say(house, table, ADA, "offer wool1 for ore1")
        await house.clockwork.tick()
        assert isinstance(await say(house, table, ADA, f"deal {number} 2"), Played)
        assert await order(house, table, 1) == left
    assert await hand(house, table, 1) == "wool2"
    await house.check(table)


async def test_of_an_offer_to_the_first_a_wish_closes_the_deal(house: House):
    table = await table_of(house)
    await wishes(house, table, DAG, "wish ore wool")
    await say(house, table, ADA, "offer wool1 for ore1 first")
    await house.clockwork.tick()
    assert "Ada gives Dag 1 wool and gets 1 ore (offer 1)." in plain((await public(house, table))[-1])
    assert await order(house, table, 3) == ""


async def test_a_shown_wish_is_listed_for_whoever_is_on_turn_and_a_private_one_for_nobody(house: House):
    table = await table_of(house)
    await wishes(house, table, BEA, "wish ore wool 2 shown")
    await wishes(house, table, CEM, "wish milk grain 1")
    names = ("Ada", "Bea", "Cem", "Dag")
    listed = game_text.listed(ENGLISH, "catan", (await panel(house, table, ADA)).listed, names)
    assert listed == [
        (
            "Bea would give ore for wool, card for card, up to 2. Offer that: as long as the card is there, "
            "it is accepted at once."
        )
    ]
    assert (await panel(house, table, CEM)).listed == ()


async def test_a_wish_given_while_an_offer_is_open_meets_it(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    await wishes(house, table, BEA, "wish ore wool")
    await house.clockwork.tick()
    assert await replies(house, table) == {1: ACCEPTED}


async def test_who_has_answered_by_hand_is_not_answered_for(house: House):
    table = await table_of(house)
    await say(house, table, ADA, "offer wool1 for ore1")
    await wishes(house, table, BEA, "wish ore wool")
    await say(house, table, BEA, "decline 1")
    await house.clockwork.tick()
    offer = (await house.position(table)).state.offer
    assert offer.replies[1].answer != ACCEPTED


async def test_an_acceptance_of_a_wish_whose_card_was_stolen_is_void_for_the_two_alone(house: House):
    table = await placed(house, market("wool3 grain1", "ore1", "ore1", "grain1"), PEOPLE)
    await wishes(house, table, BEA, "wish ore wool")
    await say(house, table, ADA, "offer wool1 for ore1")
    await house.clockwork.tick()
    await say(house, table, ADA, "knight")
    await say(house, table, ADA, "robber B2")
    before = await public(house, table)
    await say(house, table, ADA, "deal 1 2")
    assert await public(house, table) == before
    assert await order(house, table, 1) == "wish ore wool 1"
    await house.check(table)


@pytest.mark.parametrize("line", ["wish ore wool", "wish ore wool 5", "wish milk wool 2"])
async def test_nothing_tells_of_a_private_wish_that_does_not_answer(house: House, line: str):
    """Two worlds: in one Bea has left a wish that she cannot pay, in the other nothing."""
    seen: list[object] = []
    for wish in ("", line):
        table = await table_of(house, "wool3 grain1", "grain2", "brick1", "grain1")
        if wish:
            await wishes(house, table, BEA, wish)
        await say(house, table, ADA, "offer wool1 for grain1")
        await house.clockwork.tick()
        shown = await panel(house, table, ADA)
        others = [(await panel(house, table, user)).private for user in (ADA, BEA, CEM, DAG)]
        loaded = await house.loaded(table)
        questions = [(q.seat, q.topic, q.since) for q in loaded.questions]
        told, number = unlinked(await public(house, table))[2:], loaded.table.public_no
        seen.append((told, shown.listed, shown.public, others, questions, number))
    assert seen[0] == seen[1]


async def test_an_acceptance_by_a_wish_is_seen_by_the_offerer_and_its_owner_alone(house: House):
    """Two worlds: in one a wish of Bea answers, in the other nobody."""
    seen: list[object] = []
    for wish in ("", "wish ore wool 2"):
        table = await table_of(house)
        if wish:
            await wishes(house, table, BEA, wish)
        await say(house, table, ADA, "offer wool1 for ore1")
        await house.clockwork.tick()
        assert await replies(house, table) == ({1: ACCEPTED} if wish else {})
        strangers = [(await panel(house, table, user)) for user in (CEM, DAG)]
        shown = [(one.private, one.public, one.since, one.listed) for one in strangers]
        seen.append((unlinked(await public(house, table))[2:], shown, (await house.loaded(table)).table.public_no))
    assert seen[0] == seen[1]


async def test_a_private_wish_does_not_keep_anybody_from_taking_back(house: House):
    table = await table_of(house, "lumber1 brick1", "ore1", "ore1", "ore1")
    before = (await house.loaded(table)).table.version
    await wishes(house, table, BEA, "wish ore wool")
    assert (await house.loaded(table)).table.version == before


# ── what to keep ──


async def test_an_order_of_what_to_keep_discards_after_a_drawn_time(house: House):
    made = market("wool3 grain1", "ore5 grain4", "ore1", "ore1")
    table = await placed(house, made, PEOPLE)
    await wishes(house, table, BEA, "keep ore")
    await wishes(house, table, BEA, "wish ore wool")
    seven = rolled(made.before_the_roll(), 7).state
    await put(house.env, table, seven)
    await wishes(house, table, BEA, "keep grain ore")
    assert await order(house, table, 1) == "keep grain ore; wish ore wool 1"
    await house.clockwork.tick()
    assert await hand(house, table, 1) == "grain4 ore1"


@pytest.mark.parametrize(("line", "word"), [("keep gold", "GOLD"), ("wish wool wool", "WOOL"), ("hoard", "HOARD")])
async def test_what_is_no_order_is_refused_by_its_word(house: House, line: str, word: str):
    table = await table_of(house)
    assert await wishes(house, table, BEA, line) == BadOrder(word)
    assert await house.do(table, house.act(BEA), standing_orders.give(line)) == BadOrder(word)


def test_orders_are_said_in_three_languages():
    rule = "keep ore grain; wish wool ore 2 shown; wish brick ore 1"
    said = {lang: game_text.order(words_in(lang), "catan", rule) for lang in ("en", "de", "it")}
    assert said["en"] == (
        "On a 7 you keep, from the dearest on: ore, grain. Your wish: wool for ore, card for card, up to 2; everybody "
        "sees it. Your wish: brick for ore, 1 card; nobody sees it."
    )
    assert len(set(said.values())) == 3


async def test_of_two_wishes_that_meet_an_offer_to_the_first_lots_decide(house: House):
    won: set[int] = set()
    for seed in range(12):
        house.env.chance = Seeded(seed)
        table = await table_of(house)
        await wishes(house, table, BEA, "wish ore wool")
        await wishes(house, table, DAG, "wish ore wool")
        await say(house, table, ADA, "offer wool1 for ore1 first")
        await house.clockwork.tick()
        taken = [seat for seat in (1, 3) if not await order(house, table, seat)]
        assert len(taken) == 1
        assert await hand(house, table, taken[0]) != await hand(house, table, 4 - taken[0])
        won |= {*taken}
    assert won == {1, 3}
