"""/table, over the tables of a server: listed, moved into this channel, or stopped by whoever manages the server."""

from collections.abc import Sequence

from discord import app_commands

from bot.discord.commands.command_text import Localized, fits
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens.lobby_screen import linked
from bot.games import game_text
from bot.play import Table, limits
from bot.play.answers import Moved
from bot.play.seating import leaving, relocation
from bot.wording import Words
from bot.wording.paging import pages
from storage.rows import LATE, LOBBY, RUNNING, TableRow

A_PAGE = 25
FULL = 3_600
"""Letters of a page, which leave room for a last line below."""


async def _rows(context: CommandContext, asked: Asked) -> Sequence[TableRow]:
    """Returns the server's tables that are not over."""
    return await context.store.tables_of(asked.guild, (LOBBY, RUNNING), limits.TABLES_A_GUILD)


# ── list ──


@command("list", Localized("The tables of this server"), page=Localized("Which page"))
async def listed(context: CommandContext, asked: Asked, page: app_commands.Range[int, 1, 99] = 1) -> Layout:
    found = [await context.transactions.glance(row.id) for row in await _rows(context, asked) if row.channel]
    lines = [line(asked.words, table) for table in found if table is not None]
    if not lines:
        return Layout(asked.words.say("There is no table here yet. Open one with /table new."))
    return Layout(shown(asked.words, lines, page))


def line(words: Words, table: Table) -> str:
    names = words.listed(list(game_text.names(words, table)))
    return f"{game_text.title(table.row.game)} · <#{table.row.channel}> · {names} · {_state(words, table)}"


def _state(words: Words, table: Table) -> str:
    if table.status == RUNNING:
        return _awaited(words, table)
    free = max(table.rules.seats) - len(table.seats)
    if free > 0:
        return words.many("waiting for players, {n} seat free", "waiting for players, {n} seats free", free)
    return words.say("waiting for the start, all seats taken")


def _awaited(words: Words, table: Table) -> str:
    """Says whom a table waits for, as everybody may know it, since when and until when."""
    open_ = [question for question in table.questions if question.required or question.sealed]
    if not open_:
        return words.say("being played")
    names = game_text.names(words, table)
    seats = sorted({question.seat for question in open_})
    waits = words.say(
        "waiting for {names}, asked {when}",
        names=words.listed([names[seat] for seat in seats]),
        when=words.soon(min(question.asked_at for question in open_)),
    )
    late = min((due.at for due in table.dues if due.kind == LATE), default=0)
    return f"{waits} · {words.say('until {when}', when=words.moment(late))}" if late else waits


def shown(words: Words, lines: Sequence[str], page: int) -> str:
    """Returns at most 25 lines, fewer if they are long; a number beyond the last page shows the last page."""
    heaps = [lines[place : place + A_PAGE] for place in range(0, len(lines), A_PAGE)]
    found = [text for heap in heaps for text in pages([heap], FULL)]
    page = min(page, len(found))
    if len(found) < 2:
        return found[0]
    where = words.say("Page {page} of {pages}: /table list has the option page.", page=page, pages=len(found))
    return f"{found[page - 1]}\n\n*{where}*"


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
