"""A table before its game: joined, left, started and closed, by its card's buttons and by commands alike."""

import discord

from bot.discord.channels import hindrance, parent_of
from bot.discord.languages import Languages
from bot.discord.layout import Layout
from bot.discord.teller import Teller
from bot.play import Action, Tables
from bot.play.answers import Answer, Joined
from bot.wording import table_text
from bot.wording.names import clean_name
from bot.wording.words import Words
from storage.rows import CLOSED_DM


class LobbyScreen:
    def __init__(self, tables: Tables, reader: Languages, teller: Teller) -> None:
        self._tables = tables
        self._reader = reader
        self._teller = teller

    async def do(self, interaction: discord.Interaction, table: str, verb: str, words: Words) -> Layout | None:
        """`verb`: join, leave, start or close; None for any other."""
        answer = await self._done(interaction, table, verb)
        if answer is None:
            return None
        text = await self._teller.said(words, answer, table)
        person = await self._tables.desk.store.person(interaction.user.id)
        if isinstance(answer, Joined) and person.dm_state == CLOSED_DM:
            text = f"{text}\n{table_text.unreachable(words)}"
        return Layout(text)

    async def _done(self, interaction: discord.Interaction, table: str, verb: str) -> Answer | None:
        lobby, action = self._tables.lobby, act(interaction)
        match verb:
            case "join":
                await self._reader.remember(interaction)
                return await lobby.join(table, action, clean_name(interaction.user.display_name))
            case "leave":
                return await lobby.leave(table, action)
            case "start":
                return await lobby.start(table, action)
            case "close":
                return await lobby.close(table, action)
            case _:
                return None

    async def again(self, interaction: discord.Interaction, table: str, words: Words) -> Layout:
        """The same people at a new table."""
        hindered = hindrance(words, interaction)
        if hindered:
            return Layout(hindered)
        name = clean_name(interaction.user.display_name)
        await self._reader.remember(interaction)
        answer = await self._tables.lobby.again(table, act(interaction), name, parent_of(interaction))
        return Layout(await self._teller.said(words, answer, table))


def act(interaction: discord.Interaction) -> Action:
    return Action(interaction.user.id, interaction.id)
