"""/table stop: whoever manages the server ends a table that nobody plays any more. He never plays and never looks."""

import discord
from discord import app_commands

from bot import cards, limits, receipts
from bot.commands.room import Room, fits, is_yes, named
from bot.commands.told import Told
from bot.composer import names_of
from bot.forms import Form
from bot.gathering import act
from bot.words import Words
from storage.rows import LOBBY, RUNNING


def add_stopping(group: app_commands.Group, room: Room) -> None:
    @group.command(name="stop", description=Told("End a table that nobody plays any more, as who manages the server"))
    @app_commands.describe(sure=Told("Type yes"), table=Told("Which table; empty for that of this thread"))
    async def stop(interaction: discord.Interaction, sure: app_commands.Range[str, 1, 100], table: str = "") -> None:
        await room.answer(interaction, lambda words: _stop(room, interaction, words, sure, table))

    @stop.autocomplete("table")
    async def tables(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not interaction.permissions.manage_guild:
            return []
        store, found = room.tables.desk.store, list[tuple[str, str]]()
        for row in await store.tables_of(interaction.guild_id or 0, (LOBBY, RUNNING), limits.TABLES_A_GUILD):
            loaded = await store.load(row.id)
            name = " · ".join((cards.TITLES[row.game], ", ".join(names_of(loaded)))) if loaded else row.id
            if fits(typed, name):
                found.append((name, row.id))
        return named(found)


async def _stop(room: Room, interaction: discord.Interaction, words: Words, sure: str, table: str) -> Form:
    if not interaction.permissions.manage_guild:
        return Form(words.say("Only who may manage this server (Manage Server) can do that. Players vote: /table end."))
    meant = table or await room.tables.desk.store.at_channel(interaction.channel_id or 0)
    if not meant:
        return Form(words.say("Which table? Choose one from the list, or use this in its thread."))
    if not is_yes(sure):
        return Form(words.say("Nothing has changed. To end this table for good, type yes."))
    answer = await room.tables.leaving.stop(meant, act(interaction), interaction.guild_id or 0)
    return Form(receipts.reply(words, answer))
