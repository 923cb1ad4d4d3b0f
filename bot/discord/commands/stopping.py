"""/table stop: whoever manages the server ends a table that nobody plays any more, without playing or seeing a hand."""

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.components import act
from bot.discord.context import CommandContext, is_yes
from bot.discord.layout import Layout
from bot.discord.suggested import fits, named
from bot.games import game_text
from bot.play import leaving, limits
from bot.wording import Words
from storage.rows import LOBBY, RUNNING


def add_stopping(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(
        name="stop", description=Localized("End a table that nobody plays any more, as who manages the server")
    )
    @app_commands.describe(sure=Localized("Type yes"), table=Localized("Which table; empty for that of this thread"))
    async def stop(interaction: discord.Interaction, sure: app_commands.Range[str, 1, 100], table: str = "") -> None:
        await context.answer(interaction, lambda words: _stop(context, interaction, words, sure, table))

    @stop.autocomplete("table")
    async def tables(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not interaction.permissions.manage_guild:
            return []
        found: list[tuple[str, str]] = []
        for row in await context.store.tables_of(interaction.guild_id or 0, (LOBBY, RUNNING), limits.TABLES_A_GUILD):
            table = await context.transactions.glance(row.id)
            name = " · ".join((game_text.title(row.game), ", ".join(table.names))) if table else row.id
            if fits(typed, name):
                found.append((name, row.id))
        return named(found)


async def _stop(
    context: CommandContext, interaction: discord.Interaction, words: Words, sure: str, table: str
) -> Layout:
    if not interaction.permissions.manage_guild:
        return Layout(
            words.say("Only who may manage this server (Manage Server) can do that. Players vote: /table end.")
        )
    meant = table or await context.store.at_channel(interaction.channel_id or 0)
    if not meant:
        return Layout(words.say("Which table? Choose one from the list, or use this in its thread."))
    if not is_yes(sure):
        return Layout(words.say("Nothing has changed. To end this table for good, type yes."))
    return await context.responses.answered(words, meant, act(interaction), leaving.stop(interaction.guild_id or 0))
