"""The slash commands: /table, /seat, /clock, /me, /server, /about, /play, and one group a game named after it."""

from collections.abc import Mapping

from discord import app_commands

from bot.discord.commands.about import about_command
from bot.discord.commands.clock import clock_group
from bot.discord.commands.context import CommandContext
from bot.discord.commands.game_commands import game_group, play_command
from bot.discord.commands.me import me_group
from bot.discord.commands.seat import seat_group
from bot.discord.commands.server import server_group
from bot.discord.commands.table import table_group
from bot.games.game import Game


def add_commands(tree: app_commands.CommandTree, context: CommandContext, games: Mapping[str, Game]) -> None:
    """Adds all commands, for guilds."""
    for made in (table_group, seat_group, clock_group, me_group, server_group, about_command, play_command):
        tree.add_command(made(context))
    for game in games.values():
        tree.add_command(game_group(game.commands, context))


__all__ = ["CommandContext", "add_commands"]
