"""In which language somebody reads: what he chose, else that of his Discord."""

from collections import OrderedDict
from contextlib import suppress
from typing import Final

import discord

from bot.wording.words import Words, words_for
from storage.port import Store
from storage.problem import StorageFull

KEPT: Final = 10_000


class Languages:
    """Remembers choices, so that not every press asks the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._chosen: OrderedDict[int, str] = OrderedDict()

    async def words(self, interaction: discord.Interaction) -> Words:
        user = interaction.user.id
        if user not in self._chosen:
            self._chosen[user] = (await self._store.person(user)).lang
            if len(self._chosen) > KEPT:
                self._chosen.popitem(last=False)
        return words_for(self._chosen[user] or str(interaction.locale))

    async def remember(self, interaction: discord.Interaction) -> None:
        """Whoever sits down is written to in the language of his Discord, if he has chosen none."""
        with suppress(StorageFull):  # what he asked for says so itself
            await self._store.remember_locale(interaction.user.id, str(interaction.locale))

    def forget(self, user: int) -> None:
        """He has chosen anew."""
        self._chosen.pop(user, None)
