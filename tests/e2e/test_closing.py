"""While the bot says its last words it begins nothing, and tells everybody so."""

import pytest

from bot.discord.client import Stammtisch
from bot.operation.settings import Settings
from tests.e2e.conftest import Stage

SENTENCE = "The bot is being restarted; nothing is lost."


async def test_who_presses_while_it_closes_is_asked_to_come_back(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    thread = await stage.begun(2)
    ada = stage.people[0]
    board = ada.messages(thread)[-1]
    monkeypatch.setattr(stage.client, "_closing", True)
    pressed = await (await ada.press(board, "My hand")).done()
    typed = await (await ada.slash("/table hand")).done()
    assert SENTENCE in pressed.text
    assert SENTENCE in typed.text
    assert pressed.message.ephemeral
    assert typed.message.ephemeral
    assert await ada.autocomplete("/play", move="") == []
    monkeypatch.setattr(stage.client, "_closing", False)
    assert SENTENCE not in (await (await ada.press(board, "My hand")).done()).text


async def test_a_bot_that_never_reached_discord_tries_to_say_nothing_at_its_end(stage: Stage):
    await stage.begun(2)
    await stage.client.close()
    newest = "UPDATE outbox SET done_at = 0 WHERE id = (SELECT max(id) FROM outbox WHERE user = 0)"
    await stage.store.writer.write(lambda connection: connection.execute(newest) and None)
    chosen = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    async with Stammtisch(chosen, stage.transactions):
        pass
    (row,) = await stage.store.waiting(stage.now() + 10_000_000, 9)
    assert (row.tries, row.sent_maybe) == (0, False)
