"""A press on what all see: acknowledged, answered apart, and for a while the way to change that message."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.discord.interactions.turnstile import PRESSED, Bucket
from bot.play import ANY, Action, turns
from bot.play.answers import Played
from sandbox.actor import Person, Unanswered
from sandbox.api.interactions import DEFER_EDIT, PATIENCE, SAY, TOKEN_LIFE, Interaction
from sandbox.faults import Fault
from sandbox.page.shown import Shown
from sandbox.world.world import Channel
from tests.e2e.conftest import Stage
from tests.e2e.players import newest_board
from tests.e2e.test_discord_faults import ANSWERS, CALLBACK
from tests.e2e.test_here import asked, table_in

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
FOLLOW_UP = "POST /webhooks/*/*"


async def pressed(stage: Stage) -> tuple[Channel, Person, Shown]:
    """Somebody has opened their panel by the newest board."""
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    board = newest_board(person, thread)
    opened = await (await person.press(board, "My turn")).done()
    assert opened.begun.answer == DEFER_EDIT
    assert opened.message.ephemeral
    assert opened.message.id > board.id
    stage.sandbox.counted.clear()
    return thread, person, board


async def moves(stage: Stage, person: Person) -> None:
    table = await table_in(stage, person.here)
    assert isinstance(await stage.do(table, Action(person.id), turns.play(ANY, ["buyer 3"])), Played)
    await stage.quiet()


async def test_what_was_pressed_lately_loses_its_buttons_without_the_bots_token(stage: Stage):
    _, person, board = await pressed(stage)
    text = board.text
    await moves(stage, person)
    assert board.buttons == []
    assert board.text == text
    assert board.files
    assert stage.sandbox.counted.requests[EDIT] == 0


async def test_after_a_quarter_of_an_hour_the_bots_token_does_it(stage: Stage):
    _, person, board = await pressed(stage)
    stage.sandbox.clock.advance(TOKEN_LIFE + 1)
    await moves(stage, person)
    assert board.buttons == []
    assert stage.sandbox.counted.requests[EDIT] == 1


async def test_a_press_that_discord_does_not_take_any_more_is_none(stage: Stage):
    _, person, board = await pressed(stage)
    stage.sandbox.faults.plan(Fault("PATCH /webhooks/*/@original", status=401, code=50027))
    await moves(stage, person)
    assert board.buttons == []
    assert stage.sandbox.counted.requests[EDIT] == 1


TAKEN = [fault for fault in ANSWERS.values() if fault.code not in (10062, 40060)]
"""Discord itself does not let the bot answer what it does not know any more, or takes for answered."""


@pytest.mark.parametrize("fault", [
    *TAKEN, Fault(CALLBACK, status=404, code=10008), Fault(CALLBACK, status=400, code=50035, times=2),
    Fault(FOLLOW_UP, status=503), Fault(FOLLOW_UP, lost=True), Fault(FOLLOW_UP, lost=True, after=True),
    Fault(FOLLOW_UP, status=400, code=50035),
])  # fmt: skip
async def test_what_all_see_never_shows_what_one_is_answered(stage: Stage, fault: Fault):
    thread = await stage.begun(2, "side=fixed")
    person = await asked(stage, await table_in(stage, thread))
    board = newest_board(person, thread)
    before = board.text, board.buttons, [file.name for file in board.files]
    stage.sandbox.faults.plan(fault)
    begun = (await person.press(board, "My turn")).begun
    await stage.quiet()
    assert begun.answer in (DEFER_EDIT, SAY)
    assert (board.text, board.buttons, [file.name for file in board.files]) == before
    assert "Put the Buyer on any" in [shown for shown in person.messages(thread) if shown.ephemeral][-1].text
    (other,) = [other for other in stage.people[:2] if other is not person]
    assert not [shown for shown in other.messages(thread) if "Put the Buyer on any" in shown.text]


async def test_what_others_did_and_a_press_shows_on_what_all_see_is_no_answer_to_it(stage: Stage):
    """Whoever waits for their own answer must not take for it that the card names who has joined before them."""
    thread = await stage.gathered(1)
    ada, bea, cem = stage.people[:3]
    card = ada.messages(thread)[-1]
    goes_on = {bea.id: asyncio.Event(), cem.id: asyncio.Event()}
    turn = stage.client.components._turnstile.turn

    @asynccontextmanager
    async def held(interaction: discord.Interaction) -> AsyncGenerator[None]:
        await goes_on[interaction.user.id].wait()
        async with turn(interaction):
            yield

    async def joins(person: Person) -> str:
        return (await (await person.go(thread).press(card, "Join")).done()).text

    stage.client.components._turnstile.turn = held
    joining = list[asyncio.Task[str]]()
    for person in (bea, cem):
        joining.append(asyncio.create_task(joins(person)))
        await stage.sandbox.until(lambda: len(begun_on(stage, card)) == len(joining))
    goes_on[bea.id].set()
    await joining[0]
    await stage.sandbox.until(lambda: begun_on(stage, card)[-1].edited)
    assert bea.name in card.text
    assert cem.name not in card.text
    goes_on[cem.id].set()
    assert "3 players in all" in await joining[1]
    await stage.quiet()
    assert cem.name in card.text


def begun_on(stage: Stage, card: Shown) -> list[Interaction]:
    """The presses on a card that are acknowledged, in their order."""
    known = stage.sandbox.house.interactions.known.values()
    return [begun for begun in known if begun.message_id == card.id and begun.answer == DEFER_EDIT]


async def test_whoever_asks_too_much_while_others_wait_is_refused_before_it_is_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    thread = await stage.begun(2, "side=fixed")
    person, board = stage.people[0], newest_board(stage.people[0], thread)
    turnstile, received = stage.client.turnstile, list[int]()
    receive = stage.client.components.receive

    async def noted(interaction: discord.Interaction) -> None:
        received.append(interaction.id)
        await receive(interaction)

    monkeypatch.setattr(stage.client.components, "receive", noted)
    monkeypatch.setattr(turnstile.turns, "asked", PRESSED)
    turnstile._buckets[person.id] = Bucket(-1000.0, 1.0, time.monotonic())
    refused = await person.press(board, "Board")
    assert "That was a lot at once" in refused.text
    turnstile._buckets[person.id] = Bucket(-1000.0, -1000.0, time.monotonic())
    stage.sandbox.house.interactions.patience = 0.3
    with pytest.raises(Unanswered):
        await person.press(board, "Board")
    assert received == []
    monkeypatch.setattr(turnstile.turns, "asked", 0)
    stage.sandbox.house.interactions.patience = PATIENCE
    stage.sandbox.house.interactions.unanswered.clear()
    assert (await (await person.press(board, "Board")).done()).message.files
    assert len(received) == 1
