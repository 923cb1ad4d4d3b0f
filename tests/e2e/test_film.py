"""The film of a game on the real client: told how far it is, then it stands in the same message."""

import pytest

from tests.e2e.conftest import Stage


async def test_a_film_is_announced_told_of_and_shown_in_one_message(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.discord.interactions.progress.SOON", 0.0)
    monkeypatch.setattr("bot.discord.interactions.progress.PAUSE", 0.2)
    await stage.begun(2, game="cafe")
    ada = stage.people[0]
    reply = await (await ada.slash("/table film")).done()
    assert "is being made" in reply.text
    await stage.sandbox.until(lambda: "film of this game" in reply.text)
    assert [file.name for file in reply.message.files] == ["film.gif"]
    again = await (await ada.press(reply, "Replay")).done()
    assert "Move 0 of 0" in again.text
