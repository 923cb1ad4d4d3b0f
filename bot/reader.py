"""In which language somebody reads: what he chose, else that of his Discord."""

import discord

from bot.words import Words, words_for
from storage.port import Store


class Reader:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def words(self, interaction: discord.Interaction) -> Words:
        person = await self._store.person(interaction.user.id)
        return words_for(person.lang or str(interaction.locale))
