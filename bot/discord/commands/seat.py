"""/seat: what becomes of one's own seat, or of one that keeps the others waiting.

It is a group of its own because Discord takes 25 commands in one, and /table has as many.
"""

import discord
from discord import app_commands

from bot.discord.commands.command_text import Localized, fits
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command, grouped
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import passing_screen
from bot.games import game_text
from bot.play import Where


@command(
    "hand-over",
    Localized("Offer your seat to somebody; without a name: what can become of it"),
    to=Localized("Who is to play on in your seat"),
)
async def hand_over(context: CommandContext, asked: Asked, where: Where, to: discord.Member | None = None) -> Layout:
    return await passing_screen.given(context.responses, asked, where, to)


async def _others(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    table = await context.table_of(asked.interaction)
    names = () if table is None else game_text.names(asked.words, table)
    return [(name, str(seat)) for seat, name in enumerate(names) if fits(typed, name)]


@command(
    "seek",
    Localized("Look for somebody who plays on in your seat, or vote for it where another one is late"),
    suggests={"seat": _others},
    seat=Localized("Whose seat; leave empty for your own"),
    vote=Localized("Whether you want to look for somebody"),
)
async def seek(
    context: CommandContext,
    asked: Asked,
    where: Where,
    seat: app_commands.Range[str, 0, 2] = "",
    *,
    vote: bool = True,
) -> Layout:
    if not seat.isdecimal():
        return await passing_screen.sought(context.responses, asked, where)
    return await passing_screen.voted(context.responses, asked, where, int(seat), for_it=vote)


@command("keep", Localized("Keep your seat that is offered, or open to others"))
async def keep(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await passing_screen.kept(context.responses, asked, where)


COMMANDS = (hand_over, seek, keep)


def seat_group(context: CommandContext) -> app_commands.Group:
    about = Localized("Your seat: hand it over, look for somebody, keep it")
    return grouped("seat", about, [made(context) for made in COMMANDS], guild_only=True)
