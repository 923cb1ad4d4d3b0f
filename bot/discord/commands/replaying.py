"""/table, for looking through a game: its replay, its analysis, its film."""

from discord import app_commands

from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions import analyses, filming, replays
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens.replay_screen import Mode
from bot.play import Where


@command(
    "replay",
    Localized("Look through the game, move by move"),
    move=Localized("The number of a public move"),
    mine=Localized("Only your own moves"),
    text=Localized("As text, for a screen reader"),
    analysis=Localized("Once it is over: everybody's chances, turning points, luck and choice"),
)
async def replay(
    context: CommandContext,
    asked: Asked,
    where: Where,
    *,
    move: app_commands.Range[int, 0] | None = None,
    mine: bool = False,
    text: bool = False,
    analysis: bool = False,
) -> Layout:
    if analysis:
        return await analyses.shown(context.responses, asked, where, text=text)
    return await replays.shown(context.responses, asked, where, move, Mode(mine=mine, text=text))


@command("film", Localized("The game so far as a film"))
async def film(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await filming.shown(context.responses, asked, where)


COMMANDS = (replay, film)
