"""/server board and /me stats: ratings, and what somebody has reached."""

import discord
from discord import app_commands

from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import Choices, command
from bot.discord.interactions import standings
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.games import game_text
from bot.wording.names import clean_name


def _games(context: CommandContext) -> Choices:
    return {"game": [app_commands.Choice(name=game_text.title(key), value=key) for key in context.env.games]}


@command(
    "board",
    Localized("Ratings on this server"),
    choices=_games,
    game=Localized("Which game; leave empty for all"),
    everywhere=Localized("Over all servers: of those who wish so"),
)
async def board(context: CommandContext, asked: Asked, game: str = "", *, everywhere: bool = False) -> Layout:
    return await standings.board(context.responses, asked, game, everywhere=everywhere)


@command(
    "stats",
    Localized("What you have reached, or somebody else on this server"),
    choices=_games,
    who=Localized("Somebody else; leave empty for yourself"),
    game=Localized("Which game; leave empty for all"),
)
async def stats(context: CommandContext, asked: Asked, who: discord.User | None = None, game: str = "") -> Layout:
    person, name = (0, "") if who is None else (who.id, clean_name(who.display_name))
    return await standings.reached(context.responses, asked, game, person, name)
