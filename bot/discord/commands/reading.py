"""/table help: the chapters, of the table's game or of all."""

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext
from bot.discord.layout import Layout
from bot.discord.suggested import fits, named
from bot.games import game_text
from bot.wording import Words
from bot.wording.words import folded

HINT = "?"
"""The value of the suggestion that says how to find the others."""
Chapter = tuple[str, str, int]
"""Heading, game and number."""


def add_reading(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(name="help", description=Localized("The rules in short chapters"))
    @app_commands.describe(chapter=Localized("Which chapter"))
    async def help_(interaction: discord.Interaction, chapter: str = "") -> None:
        await context.answer(interaction, lambda words: _help(context, interaction, words, chapter))

    @help_.autocomplete("chapter")
    async def headings(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = await context.languages.words(interaction)
        found = await _chapters(context, interaction, words)
        return named(suggested(words, found, typed))


def suggested(words: Words, found: list[Chapter], typed: str) -> list[tuple[str, str]]:
    """Returns the chapters that fit. Those of all games are too many for Discord: at first only the first of each."""
    games = {game for _, game, _ in found}
    if typed.strip() or len(games) < 2:
        return [(heading, heading) for heading, _, _ in found if fits(typed, heading)]
    first = [(heading, heading) for heading, _, number in found if not number]
    return [*first, (words.say("Type the name of a game to see all of its chapters"), HINT)]


async def _help(context: CommandContext, interaction: discord.Interaction, words: Words, wanted: str) -> Layout:
    found = await _chapters(context, interaction, words)
    exact = [one for one in found if folded(one[0]) == folded(wanted)]
    fitting = exact or [one for one in found if fits(wanted, one[0])]
    _, game, number = (fitting or found)[0]
    rest = " · ".join(heading for heading, of, _ in found if of == game)
    return Layout(f"{game_text.chapter(words, game, number)}\n\n*{rest}*")


async def _chapters(context: CommandContext, interaction: discord.Interaction, words: Words) -> list[Chapter]:
    """Returns the chapters of the table's game; outside of tables those of all, each heading with its game."""
    table = await context.table_of(interaction)
    games = [table.row.game] if table else list(context.env.games)
    return [
        (heading if table else f"{game_text.title(game)}: {heading}", game, number)
        for game in games
        for number, (heading, _) in enumerate(game_text.chapters_of(words, game))
    ]
