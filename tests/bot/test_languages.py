"""In which language a person is answered, also where nobody says in time which one they chose."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord import languages
from bot.discord.languages import Languages
from storage.problem import StorageAway
from storage.rows import Person


class Asked:
    """Stands for the store."""

    def __init__(self) -> None:
        self.takes = 0.0
        self.away = False

    async def person(self, user: int) -> Person:
        await asyncio.sleep(self.takes)
        if self.away:
            raise StorageAway
        return Person(user, lang="it")


def of(locale: str) -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=7), locale=locale)


@pytest.mark.parametrize(("takes", "away"), [(0.0, True), (30.0, False)], ids=["away", "slow"])
async def test_where_the_store_does_not_answer_in_time_a_person_is_answered_in_their_clients_language(
    monkeypatch: pytest.MonkeyPatch, takes: float, away: bool
):
    monkeypatch.setattr(languages, "PATIENT", 0.05)
    asked = Asked()
    found = Languages(asked)  # pyright: ignore[reportArgumentType]
    asked.takes, asked.away = takes, away
    began = time.monotonic()
    assert (await found.words(of("de"))).lang == "de"
    assert time.monotonic() - began < 5
    asked.takes, asked.away = 0.0, False
    assert (await found.words(of("de"))).lang == "it", "what was answered instead is not kept"


async def test_what_they_chose_is_asked_for_once():
    asked = Asked()
    found = Languages(asked)  # pyright: ignore[reportArgumentType]
    assert (await found.words(of("de"))).lang == "it"
    asked.away = True
    assert (await found.words(of("de"))).lang == "it"
    found.forget(7)
    assert (await found.words(of("de"))).lang == "de"
