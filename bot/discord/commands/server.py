"""/server: what concerns a server and not one of its tables: a list of them, the language of new ones, an abandoned one
that whoever manages the server ends, and what the bot may do.
"""

from collections.abc import Sequence

from discord import app_commands
from msgspec.structs import replace

from bot.discord.commands import ratings
from bot.discord.commands.command_text import AS_DISCORD, SPOKEN, Localized, fits
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command, grouped
from bot.discord.commands.lobby import table_language
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.permissions import missing
from bot.discord.screens import list_screen
from bot.games import game_text
from bot.play import limits
from bot.play.seating import leaving
from bot.wording.words import OWN_NAMES
from storage.rows import LOBBY, RUNNING, TableRow


async def _rows(context: CommandContext, asked: Asked) -> Sequence[TableRow]:
    """Returns the server's tables that are not over."""
    return await context.store.tables_of(asked.guild, (LOBBY, RUNNING), limits.TABLES_A_GUILD)


# ── list ──


@command("tables", Localized("The tables of this server"), page=Localized("Which page"))
async def listed(context: CommandContext, asked: Asked, page: app_commands.Range[int, 1, 99] = 1) -> Layout:
    found = [await context.transactions.glance(row.id) for row in await _rows(context, asked) if row.channel]
    lines = [list_screen.line(asked.words, table, context.env) for table in found if table is not None]
    if not lines:
        return Layout(asked.words.say("There is no table here yet. Open one with /table new."))
    return Layout(list_screen.shown(asked.words, lines, page))


@command(
    "language",
    Localized("Language of new tables on this server"),
    choices=lambda _: {"language": [AS_DISCORD, *SPOKEN]},
    language=Localized("Language of the table's messages"),
)
async def spoken(context: CommandContext, asked: Asked, language: str) -> Layout:
    words, store = asked.words, context.store
    if not asked.interaction.permissions.manage_guild:
        return Layout(
            words.say(
                "Only people with the Manage Server permission can choose its language. Ask one of them, or give "
                "your own table one: /table new has the option language."
            )
        )
    guild = await store.guild(asked.guild)
    await store.save_guild(replace(guild, lang="" if language == AS_DISCORD.value else language))
    now = OWN_NAMES[await table_language(context, asked)]
    return Layout(words.say("Saved. Language of new tables on this server: {language}.", language=now))


@command("check", Localized("What the bot may do in this channel"))
async def check(context: CommandContext, asked: Asked) -> Layout:
    del context
    lines = missing(asked.words, asked.interaction.app_permissions)
    return Layout("\n".join(lines) or asked.words.say("Everything the bot needs here is granted."))


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


COMMANDS = (listed, ratings.board, spoken, check, stop)


def server_group(context: CommandContext) -> app_commands.Group:
    about = Localized("The bot on this server")
    return grouped("server", about, [made(context) for made in COMMANDS], guild_only=True)
