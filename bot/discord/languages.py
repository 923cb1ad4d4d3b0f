"""In which language somebody reads: what they chose, else that of their Discord."""

from collections import OrderedDict
from contextlib import suppress
from typing import Final

import discord

from bot.wording import Words, words_for
from storage import StorageFull, Store
from storage.rows import Person

KEPT: Final = 10_000


class Languages:
    """Remembers what people chose, so that not every press asks the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: OrderedDict[int, Person] = OrderedDict()

    async def words(self, interaction: discord.Interaction) -> Words:
        person = await self.person(interaction.user.id)
        return words_for(person.lang or str(interaction.locale))

    async def person(self, user: int) -> Person:
        """Their language and settings. Whether direct messages reach them changes without notice: ask the store."""
        known = self._people.get(user)
        if known is None:
            known = self._people[user] = await self._store.person(user)
            if len(self._people) > KEPT:
                self._people.popitem(last=False)
        return known

    async def remember(self, interaction: discord.Interaction) -> None:
        """Whoever sits down is written to in the language of their Discord, if they have chosen none."""
        with suppress(StorageFull):  # what they asked for says so itself
            await self._store.remember_locale(interaction.user.id, str(interaction.locale))

    def forget(self, user: int) -> None:
        """They have chosen anew."""
        self._people.pop(user, None)
