"""What became of a counter-offer is told to its maker, and to nobody else (CM-27)."""

from typing import Any

import pytest

from bot.games import game_text
from bot.play.answers import Played
from bot.wording.words import words_in
from tests.bot.catan_tables import placed, say
from tests.bot.house import House
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG, PEOPLE, market

ENGLISH = words_in("en")
TAKEN = "Ada takes your counter-offer: you give 2\N{NO-BREAK SPACE}ore and get 1\N{NO-BREAK SPACE}wool."
LOST = "Ada does not take your counter-offer: 2\N{NO-BREAK SPACE}ore for 1\N{NO-BREAK SPACE}wool."


async def countered(house: House) -> str:
    """Ada has offered, Bea would give more, Cem accepts."""
    table = await placed(house, market("wool3 grain1", "ore2", "ore1 milk1", "brick1"), PEOPLE)
    await say(house, table, ADA, "offer wool1 for ore1")
    assert isinstance(await say(house, table, BEA, "counter 1 ore2 for wool1"), Played)
    await say(house, table, CEM, "accept 1")
    await house.quiet()
    return table


def letters(house: House, user: int) -> list[str]:
    return [letter.text for letter in house.ear.dms(user)]


async def told(house: House, table: str, *texts: str) -> dict[int, list[str]]:
    """What each is told by direct message of what Ada says."""
    before = {user: len(letters(house, user)) for user in PEOPLE}
    assert isinstance(await say(house, table, ADA, *texts), Played)
    await house.quiet()
    return {user: letters(house, user)[before[user] :] for user in PEOPLE}


async def test_who_made_it_hears_that_it_is_taken(house: House):
    table = await countered(house)
    after = await told(house, table, "deal 1 2 counter1")
    (letter,) = after[BEA]
    assert TAKEN in letter
    assert after[ADA] == after[CEM] == after[DAG] == []


@pytest.mark.parametrize("end", ["withdraw 1", "end", "deal 1 3"])
async def test_who_made_it_hears_that_it_came_to_nothing(house: House, end: str):
    table = await countered(house)
    after = await told(house, table, end)
    (letter,) = after[BEA]
    assert LOST in letter
    assert after[CEM] == after[DAG] == []


@pytest.mark.parametrize("answer", ["withdraw 1", "decline 1", "accept 1"])
async def test_of_one_that_does_not_stand_any_more_nothing_is_told(house: House, answer: str):
    table = await countered(house)
    await say(house, table, BEA, answer)
    await house.quiet()
    assert (await told(house, table, "withdraw 1"))[BEA] == []


async def test_nobody_else_ever_reads_of_it(house: House):
    table = await countered(house)
    await told(house, table, "end")
    channel = (await house.loaded(table)).table.channel
    public = [letter.text for letter in house.ear.heard(channel)]
    assert not [text for text in (*public, *letters(house, CEM), *letters(house, DAG)) if "counter-offer" in text]


async def test_it_is_told_once(house: House):
    """The next offer ends, too: what became of the first one is no news."""
    table = await countered(house)
    assert LOST in "".join((await told(house, table, "withdraw 1"))[BEA])
    await say(house, table, ADA, "offer wool1 for ore1")
    await say(house, table, BEA, "counter 2 ore1 for wool2")
    await house.quiet()
    (letter,) = (await told(house, table, "withdraw 2"))[BEA]
    assert letter.count("counter-offer") == 1
    assert LOST not in letter


async def test_whoever_ends_their_own_turn_needs_no_message_about_it(house: House):
    """Ada answers what Bea proposes, and ends the turn over it: her answer tells her."""
    table = await placed(house, market("wool3", "ore2", "", ""), PEOPLE)
    await say(house, table, BEA, "offer ore1 for wool1")
    await say(house, table, ADA, "counter 1 wool1 for ore2")
    await house.quiet()
    after = await told(house, table, "end")
    assert after[ADA] == []


@pytest.mark.parametrize("lang", ["en", "de", "it"])
async def test_an_offer_that_all_declined_says_what_can_be_done(house: House, lang: str):
    table = await placed(house, market("wool3", "ore2", "ore1", ""), PEOPLE)
    words = words_in(lang)
    said = words.say(
        "Everybody has declined. Withdraw it to make another offer; else it stays open until the turn ends."
    )
    await say(house, table, ADA, "offer wool1 for ore1 to 2 3")

    async def seen(seat: int) -> str:
        found = await house.loaded(table)
        state: Any = (await house.position(table)).state
        rules = house.env.games["catan"].rules
        names = [row.name for row in found.seats]
        return game_text.beside(words, rules.private(state, seat), names)

    await say(house, table, BEA, "decline 1")
    assert said not in await seen(0)
    await say(house, table, CEM, "decline 1")
    assert said in await seen(0)
    assert [said in await seen(seat) for seat in (1, 2, 3)] == [False] * 3
    await say(house, table, CEM, "accept 1")
    assert said not in await seen(0)
