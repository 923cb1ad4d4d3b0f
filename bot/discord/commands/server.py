"""/table, over the tables of a server: listed, moved into this channel, or stopped by whoever manages the server."""

from collections.abc import Sequence

from discord import app_commands

from bot.discord.commands.command_text import Localized, fits
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import list_screen
from bot.discord.screens.lobby_screen import linked
from bot.games import game_text
from bot.play import limits
from bot.play.answers import Moved
from bot.play.seating import leaving, relocation
from storage.rows import LOBBY, RUNNING, TableRow


async def _rows(context: CommandContext, asked: Asked) -> Sequence[TableRow]:
    """Returns the server's tables that are not over."""
    return await context.store.tables_of(asked.guild, (LOBBY, RUNNING), limits.TABLES_A_GUILD)


# ── list ──


@command("list", Localized("The tables of this server"), page=Localized("Which page"))
async def listed(context: CommandContext, asked: Asked, page: app_commands.Range[int, 1, 99] = 1) -> Layout:
    found = [await context.transactions.glance(row.id) for row in await _rows(context, asked) if row.channel]
    lines = [list_screen.line(asked.words, table, context.env) for table in found if table is not None]
    if not lines:
        return Layout(asked.words.say("There is no table here yet. Open one with /table new."))
    return Layout(list_screen.shown(asked.words, lines, page))


# ── here: a table whose thread is gone, or closed to the bot ──


async def _mine(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    """Returns the person's tables of this server that fit, each by its game and players."""
    found: list[tuple[str, str]] = []
    for duty in await context.store.duties(asked.user):
        table = await context.transactions.glance(duty.table.id) if duty.table.guild == asked.guild else None
        if table is not None:
            names = asked.words.listed(list(game_text.names(asked.words, table)))
            found.append((f"{game_text.title(table.row.game)} · {names}", table.id))
    return [(name, table) for name, table in found if fits(typed, name)]


@command(
    "here",
    Localized("Continue here with a table whose thread is lost"),
    suggests={"table": _mine},
    table=Localized("Which table; leave empty if you have only one on this server"),
)
async def here(context: CommandContext, asked: Asked, table: str = "") -> Layout:
    interaction, words = asked
    hindered = asked.hindrance("/table here")
    if hindered:
        return Layout(hindered)
    mine = [] if table.strip() else await _mine(context, asked, "")
    meant = table.strip() or (mine[0][1] if len(mine) == 1 else "")
    if not meant:
        return Layout(words.say("Which table? Choose it from the suggestions of the option; /me tables lists yours."))
    if await context.store.at_channel(interaction.channel_id or 0) == meant:
        return Layout(words.say("This table is here already. Use /table here in the channel where it should continue."))
    done = await context.transactions.run(meant, asked.action, relocation.go_on(asked.guild, asked.parent))
    said = context.responses.screens.sentence(words, done)
    return await linked(context.transactions, said.text, meant) if isinstance(done.answer, Moved) else Layout(said.text)


# ── stop: without playing or seeing a hand ──


async def _stoppable(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    if not asked.interaction.permissions.manage_guild:
        return []
    found: list[tuple[str, str]] = []
    for row in await _rows(context, asked):
        table = await context.transactions.glance(row.id)
        name = (
            " · ".join((game_text.title(row.game), ", ".join(game_text.names(asked.words, table)))) if table else row.id
        )
        found.append((name, row.id))
    return [(name, table) for name, table in found if fits(typed, name)]


@command(
    "stop",
    Localized("Server managers: end an abandoned table"),
    suggests={"table": _stoppable},
    sure=Localized("Type yes"),
    table=Localized("Which table; leave empty for the one in this thread"),
)
async def stop(context: CommandContext, asked: Asked, sure: app_commands.Range[str, 1, 100], table: str = "") -> Layout:
    interaction, words = asked
    if not interaction.permissions.manage_guild:
        return Layout(words.say("Only people with the Manage Server permission can do that. Players vote: /table end."))
    meant = table or await context.store.at_channel(interaction.channel_id or 0)
    if not meant:
        return Layout(words.say("Which table? Choose one from the list, or use this in its thread."))
    if not is_yes(sure):
        return Layout(words.say("Nothing has changed. To end this table for good, type yes."))
    return await context.responses.answered(asked, meant, leaving.stop(asked.guild))


COMMANDS = (listed, here, stop)
