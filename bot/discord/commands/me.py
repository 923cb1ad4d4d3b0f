"""/me: one's own tables and settings, over all servers."""

from functools import partial

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.commands.preferences import add_settings
from bot.discord.context import CommandContext, is_yes
from bot.discord.layout import Attachment, Layout
from bot.games import game_text
from bot.play import privacy, queries
from bot.wording import Words, words_for
from bot.wording.export import export
from storage.rows import LOBBY, Duty


def me_group(context: CommandContext) -> app_commands.Group:
    group = app_commands.Group(name="me", description=Localized("Your tables and your settings"))

    @group.command(name="tables", description=Localized("Your tables everywhere, those that wait for you first"))
    async def tables(interaction: discord.Interaction) -> None:
        await context.answer(interaction, lambda words: _tables(context, interaction, words))

    add_settings(group, context)

    @group.command(name="export", description=Localized("Everything that is kept of you, as a file"))
    async def exported(interaction: discord.Interaction) -> None:
        await context.answer(interaction, lambda words: _export(context, interaction, words))

    @group.command(
        name="forget", description=Localized("Be forgotten: your name, your settings, your seats of ended games")
    )
    @app_commands.describe(sure=Localized("Type yes"))
    async def forget(interaction: discord.Interaction, sure: app_commands.Range[str, 1, 100]) -> None:
        async def forgotten(words: Words) -> Layout:
            if not is_yes(sure):
                return Layout(words.say("Nothing has changed. To be forgotten for good, type yes."))
            answer = await privacy.forget(context.transactions, interaction.user.id, _nameless)
            context.languages.forget(interaction.user.id)
            return Layout(game_text.reply(words, answer))

        await context.answer(interaction, forgotten)

    return group


async def _export(context: CommandContext, interaction: discord.Interaction, words: Words) -> Layout:
    person = await context.store.person(interaction.user.id)
    kept = export(
        person,
        await privacy.traces_of(context.transactions, interaction.user.id),
        game_text.title,
        partial(game_text.log_line, words),
    )
    text = words.say("This is everything that is kept of you: settings, seats, and your games as you may know them.")
    return Layout(text, attachments=(Attachment("stammtisch.json", kept),))


async def _tables(context: CommandContext, interaction: discord.Interaction, words: Words) -> Layout:
    lines: list[str] = []
    for duty in await queries.duties(interaction.user.id, context.env):
        table = duty.table
        found = await context.transactions.glance(table.id)
        names = words.listed(list(found.names)) if found else ""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        title = f"[{game_text.title(table.game)}]({link})" if table.channel else game_text.title(table.game)
        lines.append(f"{'🔔' if duty.asked else '·'} {title} · {names} – {_waits(words, duty)}")
    return Layout("\n".join(lines) or words.say("You sit at no table. Open one with /table new."))


def _nameless(lang: str, number: int) -> str:
    """Names the seat of a player who asked to be forgotten."""
    return words_for(lang).say("Player {n}", n=number)


def _waits(words: Words, duty: Duty) -> str:
    if duty.asked:
        return words.say("waits for you")
    return words.say("gathering") if duty.table.status == LOBBY else words.say("others are asked")
