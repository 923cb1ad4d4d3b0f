"""Where another process may have edited a message since, it is looked at before its buttons go."""

from contextlib import nullcontext
from typing import Any

from bot.discord.interactions.presses import Presses
from bot.discord.layout import Layout, Picture
from bot.discord.messages import discord_messenger
from bot.discord.messages.discord_messenger import DiscordMessenger, board_rows
from bot.wording import words_for
from tests.e2e.conftest import Stage


async def test_a_message_that_was_edited_elsewhere_loses_its_buttons_and_nothing_else(stage: Stage):
    """Its picture has another name by then: what this process has remembered names one that is not there."""
    thread = await stage.begun(2)
    ada = stage.people[0]
    board = next(shown for shown in reversed(ada.messages(thread)) if "My turn" in shown.buttons)
    own: Any = stage.client.courier._messenger
    assert own._shown[board.id][0] == 0
    said = Layout(
        "Said elsewhere.", (Picture("x-55-board.png", b"\x89PNG", "Seen elsewhere."),), board_rows(words_for("en"), "x")
    )
    elsewhere = DiscordMessenger(stage.client, stage.client.gallery, Presses())
    await elsewhere._change(
        thread.id, board.id, lambda: {**discord_messenger._shown(said), "attachments": said.files()}
    )
    own._entitled = lambda: nullcontext(1)
    await own.close(thread.id, board.id)
    closed = ada.look(thread.id, board.id)
    assert (closed.buttons, "Said elsewhere." in closed.text) == ([], True)
    assert [(file.name, file.alt) for file in closed.files] == [("x-55-board.png", "Seen elsewhere.")]
