"""In which language a person reads: the one they chose, else that of their Discord client."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Final

import discord

from bot.discord.interactions.asked import Asked
from bot.wording import Words, words_for
from storage import StorageAway, StorageFull, Store
from storage.rows import Person

KEPT: Final = 10_000
PATIENT: Final = 1.0
"""Seconds until nobody is asked any more which language a person chose: Discord waits three for the first answer."""


class Languages:
    """Remembers what people chose, so that not every press asks the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: OrderedDict[int, Person] = OrderedDict()

    async def words(self, interaction: discord.Interaction) -> Words:
        """Returns the words of a language; of their client's where the store does not answer in time."""
        chosen = ""
        with suppress(TimeoutError, StorageAway):
            async with asyncio.timeout(PATIENT):
                chosen = (await self.person(interaction.user.id)).lang
        return words_for(chosen or str(interaction.locale))

    async def asked(self, interaction: discord.Interaction) -> Asked:
        return Asked(interaction, await self.words(interaction))

    async def person(self, user: int) -> Person:
        """Returns their language and settings. Whether DMs reach them changes without notice: ask the store."""
        known = self._people.get(user)
        if known is None:
            known = self._people[user] = await self._store.person(user)
            if len(self._people) > KEPT:
                self._people.popitem(last=False)
        return known

    async def remember(self, interaction: discord.Interaction) -> None:
        """Notes a person's Discord language when they sit down: DMs are in it unless they choose another."""
        with suppress(StorageFull):  # the command itself says that there is no room
            await self._store.remember_locale(interaction.user.id, str(interaction.locale))

    def forget(self, user: int) -> None:
        """Forgets what a person chose, because they have chosen anew."""
        self._people.pop(user, None)
