"""While the bot says its last words it begins nothing, and tells everybody so."""

import pytest

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
