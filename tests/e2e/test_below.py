"""An own act brings a post; its answer stands below that, with *Take back*, and once."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
import pytest

from bot.discord.interactions import below, board_verbs, replies
from bot.discord.interactions.below import Below
from bot.play import Env
from rules.catan.pieces import Dev
from sandbox.actor import Person, Reply
from sandbox.api.interactions import SAY
from sandbox.page.shown import Shown
from sandbox.world.world import Channel
from storage.rows import OutRow
from tests.bot.catan_tables import put
from tests.e2e.conftest import Stage
from tests.e2e.players import newest_board
from tests.e2e.test_here import asked, table_in, typed
from tests.rules.catan.position import Position


def own(person: Person, thread: Channel) -> list[Shown]:
    """Answers about a move that this person alone sees."""
    return [shown for shown in person.messages(thread) if shown.ephemeral and "ove 1" in shown.text]


async def test_what_was_answered_stands_below_the_post_that_tells_of_it(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    opened = await person.press(newest_board(person, thread), "My turn")
    typed_into = await person.submit(await person.press(opened, "Type it"), text="buyer 3")
    await stage.quiet()
    (answer,) = own(person, thread)
    assert answer.text.startswith("Move 1 played.")
    assert answer.id == person.messages(thread)[-1].id > newest_board(person, thread).id
    assert typed_into.message.id == answer.id
    assert "/table back" in answer.text
    back = await (await person.press(answer, "Take back")).done()
    await stage.quiet()
    assert "Move 1 is taken back." in back.text
    assert [shown.id for shown in own(person, thread)] == [person.messages(thread)[-1].id]


async def test_no_message_is_made_of_what_discord_says_to_an_answer_of_its_own(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    made: list[object] = []
    monkeypatch.setattr(discord.WebhookMessage, "__init__", lambda *given, **_: made.append(given))
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    opened = await person.press(newest_board(person, thread), "My turn")
    await typed(person, "/play", move="buyer 3")
    await stage.quiet()
    assert (opened.message.ephemeral, len(own(person, thread)), made) == (True, 1, [])


async def test_an_answer_to_a_command_stands_below_the_post_too(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    await typed(person, "/play", move="buyer 3")
    await stage.quiet()
    (answer,) = own(person, thread)
    assert answer.id == person.messages(thread)[-1].id
    assert "Take back" in answer.buttons


async def moves(person: Person) -> Reply:
    """Puts the Buyer; returns before the answer is said anew below what that has posted."""
    return await (await person.slash("/play", {"move": "buyer 3"})).done()


async def test_a_press_on_an_answer_that_is_said_anew_meanwhile_gets_one_of_its_own(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    lowered, pressed = asyncio.Event(), asyncio.Event()
    say, take_back = replies._below, board_verbs.PLAIN["undo"]

    async def said(*given: Any) -> None:
        await say(*given)
        lowered.set()
        await pressed.wait()

    async def gone(*given: Any) -> Any:
        """The press has been heard; what it was made on goes before it is answered."""
        pressed.set()
        await stage.sandbox.until(lambda: first.id not in [shown.id for shown in person.messages(thread)])
        return await take_back(*given)

    monkeypatch.setattr(replies, "_below", said)
    monkeypatch.setitem(board_verbs.PLAIN, "undo", gone)  # pyright: ignore[reportArgumentType]
    first = (await moves(person)).message
    await lowered.wait()
    monkeypatch.setattr(replies, "_below", say)
    back = await (await person.press(first, "Take back")).done()
    await stage.quiet()
    assert "Move 1 is taken back." in back.text
    assert back.begun.answer == SAY, "an answer of its own: there is nothing to edit"
    assert first.id not in [shown.id for shown in person.messages(thread)]
    assert back.message.id in [shown.id for shown in own(person, thread)]


async def test_an_answer_on_which_its_person_pressed_meanwhile_is_not_said_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    person = await asked(stage, await table_in(stage, await stage.begun(2, "side=fixed")))
    told, pressed = asyncio.Event(), asyncio.Event()
    wait, take_back = Below.told, board_verbs.PLAIN["undo"]

    async def late(self: Below, form: Any) -> Any:
        heard = await wait(self, form)
        if not told.is_set():
            told.set()
            await pressed.wait()
        return heard

    async def heard(*given: Any) -> Any:
        pressed.set()
        return await take_back(*given)

    monkeypatch.setattr(Below, "told", late)
    monkeypatch.setitem(board_verbs.PLAIN, "undo", heard)  # pyright: ignore[reportArgumentType]
    answer = await moves(person)
    await told.wait()
    back = await (await person.press(answer, "Take back")).done()
    await stage.quiet()
    assert "Move 1 is taken back." in back.text
    assert answer.begun.said == [answer.begun.original], "the first answer was changed by the press, not said again"


async def test_what_posts_nothing_stays_where_it_is(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    opened = await person.press(newest_board(person, thread), "My turn")
    before = opened.message.id
    reply = await person.submit(await person.press(opened, "Type it"), text="asdf")
    await stage.quiet()
    assert reply.message.id == before


async def test_a_command_of_another_game_is_told_which_game_this_is(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    told = await typed(person, "/cafe bar", guest="FRf")
    assert "Another game is played at this table. Use /guatemala" in told.text


async def test_the_log_says_when_and_what_came_since_ones_last_turn(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    table = await table_in(stage, thread)
    first = await asked(stage, table)
    await typed(first, "/play", move="buyer 3")
    second = await asked(stage, table)
    await typed(second, "/play", move="step 1; done")
    lines = (await typed(first, "/table log")).text.split("\n")
    assert [line.startswith("<t:") for line in lines] == [True, True, False, True]
    assert lines[2] == "**Since your last turn:**"
    assert " · 2 · " in lines[3]
    assert "Since" not in (await typed(second, "/table log")).text, "nothing has come since"


async def test_what_is_posted_while_it_is_looked_at_is_no_edit(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    """A roll begins a post that grows: to ask once it is posted whether the roll grows one would say yes."""
    thread = await stage.begun(3, "game=base map=beginners", "catan")
    table = await table_in(stage, thread)
    made = Position(market=False, seats=3).settle(0, "B2n").settle(1, "C1n").settle(2, "D1s")
    await put(stage.env, table, made.devs(0, {Dev.KNIGHT: 1}).before_the_roll().state)
    person = await asked(stage, table)
    opened = await (await person.press(newest_board(person, thread), "My turn")).done()
    grows = below.grows

    async def late(env: Env, key: str, rows: Sequence[OutRow]) -> bool:
        await stage.sandbox.until(lambda: "rolls" in newest_board(person, thread).text)
        while await stage.store.unsaid(key):  # noqa: ASYNC110 (the store sets no event)
            await asyncio.sleep(0.01)
        return await grows(env, key, rows)

    monkeypatch.setattr(below, "grows", late)
    await (await person.press(opened, "Roll")).done()
    await stage.quiet()
    shown = person.messages(thread)
    assert shown[-1].ephemeral
    assert "rolls" in shown[-1].text
    assert len([one for one in shown if one.text.startswith("Move 2 played.")]) == 1
