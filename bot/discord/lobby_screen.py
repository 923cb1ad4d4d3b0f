"""A table before its game: joined, left, started and closed, by the buttons of its card and by commands."""

from collections.abc import Callable, Mapping

import discord

from bot.discord.channels import hindrance, parent_of
from bot.discord.languages import Languages
from bot.discord.layout import Layout
from bot.discord.responses import Responses
from bot.games import game_text
from bot.play import Action, Transactions, UseCase, Where, lobby
from bot.play.answers import Joined
from bot.wording import Words, table_text
from bot.wording.names import clean_name
from storage.rows import CLOSED_DM

JOIN = "join"
DOES: Mapping[str, Callable[[], UseCase]] = {"leave": lobby.leave, "start": lobby.start, "close": lobby.close}
VERBS = (JOIN, *DOES)


class LobbyScreen:
    def __init__(self, transactions: Transactions, responses: Responses, languages: Languages) -> None:
        self._transactions = transactions
        self._responses = responses
        self._languages = languages

    async def do(self, interaction: discord.Interaction, where: Where, verb: str, words: Words) -> Layout:
        """Does what one of VERBS says."""
        if verb == JOIN:
            await self._languages.remember(interaction)
            use_case = lobby.join(clean_name(interaction.user.display_name))
        else:
            use_case = DOES[verb]()
        done = await self._responses.run(where, Action(interaction.user.id, interaction.id), use_case)
        shown = self._responses.screens.sentence(words, done)
        person = await self._transactions.env.store.person(interaction.user.id)
        if isinstance(done.answer, Joined) and person.dm_state == CLOSED_DM:
            return Layout(f"{shown.text}\n{table_text.unreachable(words)}", heading=shown.heading)
        return shown

    async def again(self, interaction: discord.Interaction, table: str, words: Words) -> Layout:
        """Sets up a new table for the same people."""
        hindered = hindrance(words, interaction)
        if hindered:
            return Layout(hindered)
        name = clean_name(interaction.user.display_name)
        await self._languages.remember(interaction)
        action = Action(interaction.user.id, interaction.id)
        answer = await lobby.again(self._transactions, table, action, name, parent_of(interaction))
        return Layout(game_text.answer_text(words, answer, await self._transactions.load(table)))
