"""/table here: a table whose thread is gone, or closed to the bot, goes on in this channel."""

import discord
from discord import app_commands

from bot.discord.channels import hindrance, parent_of
from bot.discord.command_text import Localized
from bot.discord.components import act
from bot.discord.context import CommandContext
from bot.discord.layout import Layout
from bot.discord.suggested import fits, named
from bot.games import game_text
from bot.play import relocation
from bot.play.answers import Moved
from bot.wording import Words


def add_here(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(name="here", description=Localized("Go on in this channel with a table whose thread is lost"))
    @app_commands.describe(table=Localized("Which one; empty if you have only one in this server"))
    async def here(interaction: discord.Interaction, table: str = "") -> None:
        await context.answer(interaction, lambda words: _here(context, interaction, words, table))

    @here.autocomplete("table")
    async def mine(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = await context.languages.words(interaction)
        return named([(name, table) for table, name in await _mine(context, interaction, words) if fits(typed, name)])


async def _here(context: CommandContext, interaction: discord.Interaction, words: Words, typed: str) -> Layout:
    hindered = hindrance(words, interaction, "/table here")
    if hindered:
        return Layout(hindered)
    table = typed.strip() or await _only(context, interaction, words)
    if not table:
        return Layout(words.say("Which table? Choose it from the suggestions of the option; /me tables lists yours."))
    if await context.store.at_channel(interaction.channel_id or 0) == table:
        return Layout(words.say("This table is here already. Type it in the channel in which it is to go on."))
    guild, parent = interaction.guild_id or 0, parent_of(interaction)
    done = await context.transactions.run(table, act(interaction), relocation.go_on(guild, parent))
    text = context.responses.screens.sentence(words, done).text
    thread = await context.thread_of(table) if isinstance(done.answer, Moved) else 0
    return Layout(f"{text} <#{thread}>" if thread else text)


async def _only(context: CommandContext, interaction: discord.Interaction, words: Words) -> str:
    """Returns the person's only table of this server; empty if they have none or several."""
    mine = await _mine(context, interaction, words)
    return mine[0][0] if len(mine) == 1 else ""


async def _mine(context: CommandContext, interaction: discord.Interaction, words: Words) -> list[tuple[str, str]]:
    """Returns the person's tables of this server, each with its game and players."""
    found: list[tuple[str, str]] = []
    for duty in await context.store.duties(interaction.user.id):
        table = await context.transactions.glance(duty.table.id) if duty.table.guild == interaction.guild_id else None
        if table is not None:
            names = words.listed([row.name for row in table.seats])
            found.append((table.id, f"{game_text.title(table.row.game)} · {names}"))
    return found
