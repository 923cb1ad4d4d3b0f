"""/server: what concerns a server and not one of its tables.

It is a group of its own because Discord takes 25 commands in one, and /table has as many.
"""

from discord import app_commands

from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command, grouped
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.permissions import missing


@command("check", Localized("What the bot may do in this channel"))
async def check(context: CommandContext, asked: Asked) -> Layout:
    del context
    lines = missing(asked.words, asked.interaction.app_permissions)
    return Layout("\n".join(lines) or asked.words.say("Everything the bot needs here is granted."))


COMMANDS = (check,)


def server_group(context: CommandContext) -> app_commands.Group:
    about = Localized("The bot on this server")
    return grouped("server", about, [made(context) for made in COMMANDS], guild_only=True)
