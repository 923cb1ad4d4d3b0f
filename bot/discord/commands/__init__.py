"""The slash commands: /table, /me, /about, /play, and one group a game named after it."""

from discord import app_commands

from bot.discord.commands.about import about_command
from bot.discord.commands.me import me_group
from bot.discord.commands.play import play_command
from bot.discord.commands.table import table_group
from bot.discord.context import CommandContext
from bot.games.cafe.commands import cafe_group
from bot.games.catan.commands import catan_group
from bot.games.guatemala.commands import guatemala_group


def add_commands(tree: app_commands.CommandTree, room: CommandContext) -> None:
    """All of them, for guilds."""
    tree.add_command(table_group(room))
    tree.add_command(me_group(room))
    tree.add_command(about_command(room))
    tree.add_command(play_command(room))
    tree.add_command(guatemala_group(room))
    tree.add_command(cafe_group(room))
    tree.add_command(catan_group(room))


__all__ = ["CommandContext", "add_commands"]
