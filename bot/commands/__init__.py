"""The slash commands: /table, /me, /about, /play, and one group a game named after it."""

from discord import app_commands

from bot.commands.about import about_command
from bot.commands.cafe import cafe_group
from bot.commands.catan import catan_group
from bot.commands.guatemala import guatemala_group
from bot.commands.me import me_group
from bot.commands.play import play_command
from bot.commands.room import Room
from bot.commands.table import table_group


def add_commands(tree: app_commands.CommandTree, room: Room) -> None:
    """All of them, for guilds."""
    tree.add_command(table_group(room))
    tree.add_command(me_group(room))
    tree.add_command(about_command(room))
    tree.add_command(play_command(room))
    tree.add_command(guatemala_group(room))
    tree.add_command(cafe_group(room))
    tree.add_command(catan_group(room))


__all__ = ["Room", "add_commands"]
