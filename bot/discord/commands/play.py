"""/play: any move in the game's notation, suggested while it is typed."""

from typing import Any

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext
from bot.discord.suggested import named

BEST = 15
"""Suggested whole turns, if the game ranks them, before what can be typed word by word."""


def play_command(context: CommandContext) -> "app_commands.Command[Any, ..., None]":
    @app_commands.command(
        name="play", description=Localized("Type your moves, with ; between them; a whole turn counts at once")
    )
    @app_commands.describe(move=Localized("For example: step 2; take S5 B1; done (or: seat USm C53 USf C60)"))
    @app_commands.guild_only()
    async def play(interaction: discord.Interaction, move: app_commands.Range[str, 1, 200]) -> None:
        await context.typed(interaction, move)

    @play.autocomplete("move")
    async def suggested(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        lines = [(line, line) for line in await context.suggested(interaction, typed)]
        best = await context.best(interaction, typed)
        return named([*best[:BEST], *lines, *best[BEST:]])

    return play  # pyright: ignore[reportUnknownVariableType]  (discord.py leaves the group of a command open)
