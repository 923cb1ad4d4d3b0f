"""/table list: the tables of a server, who sits at them, and which have room."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext
from bot.discord.layout import Layout
from bot.games import game_text
from bot.play import Table, limits
from bot.wording import Words
from bot.wording.paging import pages
from storage.rows import LOBBY, RUNNING

A_PAGE = 25
FULL = 3_600
"""Letters of a page, which leave room for a last line below."""


def add_listing(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(name="list", description=Localized("The tables of this server"))
    @app_commands.describe(page=Localized("Which page"))
    async def listed(interaction: discord.Interaction, page: app_commands.Range[int, 1, 99] = 1) -> None:
        await context.answer(interaction, lambda words: _list(context, interaction, words, page))


async def _list(context: CommandContext, interaction: discord.Interaction, words: Words, page: int) -> Layout:
    store = context.store
    tables = await store.tables_of(interaction.guild_id or 0, (LOBBY, RUNNING), limits.TABLES_A_GUILD)
    found = [await context.transactions.glance(table.id) for table in tables if table.channel]
    lines = [line(words, table) for table in found if table is not None]
    if not lines:
        return Layout(words.say("There is no table here yet. Open one with /table new."))
    return Layout(shown(words, lines, page))


def line(words: Words, table: Table) -> str:
    names = words.listed([row.name for row in table.seats])
    return f"{game_text.title(table.row.game)} · <#{table.row.channel}> · {names} · {_state(words, table)}"


def _state(words: Words, table: Table) -> str:
    if table.status == RUNNING:
        return words.say("being played")
    free = max(table.rules.seats) - len(table.seats)
    if free > 0:
        return words.many("gathering, {n} seat is free", "gathering, {n} seats are free", free)
    return words.say("gathering, all seats are taken")


def shown(words: Words, lines: Sequence[str], page: int) -> str:
    """Returns at most 25 lines, fewer if they are long; a number beyond the last page shows the last page."""
    heaps = [lines[place : place + A_PAGE] for place in range(0, len(lines), A_PAGE)]
    found = [text for heap in heaps for text in pages([heap], FULL)]
    page = min(page, len(found))
    if len(found) < 2:
        return found[0]
    where = words.say("Page {page} of {pages}: /table list has the option page.", page=page, pages=len(found))
    return f"{found[page - 1]}\n\n*{where}*"
