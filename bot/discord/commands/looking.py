"""/table, for looking: the board, a part of it, and the log."""

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext
from bot.discord.layout import Layout
from bot.discord.suggested import fits, named
from bot.games import game_text
from bot.play import Where, queries
from bot.play.answers import NoSuchTable
from bot.play.queries import Seen
from bot.wording import Words

LOG_PAGE = 12


def add_looking(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(name="board", description=Localized("The board, now or after a move"))
    @app_commands.describe(
        move=Localized("The number of a public move"),
        text=Localized("As text, for a screen reader"),
        page=Localized("Which page of the text"),
        part=Localized("A part of it, larger"),
    )
    async def board(
        interaction: discord.Interaction,
        move: app_commands.Range[int, 0] | None = None,
        text: bool = False,
        page: app_commands.Range[int, 1, 99] = 1,
        part: str = "",
    ) -> None:
        async def shown(words: Words, where: Where) -> Layout:
            if text:
                return await context.responses.text_board(words, where, move, page - 1)
            if part:
                return await context.responses.zoom(words, where, part, move)
            return await context.responses.board(words, where, move)

        await context.at_table(interaction, shown)

    @board.autocomplete("part")
    async def larger(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        table = await context.table_of(interaction)
        seen = None if table is None else queries.board(table)
        if not isinstance(seen, Seen):
            return []
        found = context.responses.screens.parts(await context.languages.words(interaction), seen)
        return named([(name, value) for name, value in found if fits(typed, f"{name} {value}")])

    @group.command(name="log", description=Localized("What has happened, as you may know it"))
    @app_commands.describe(page=Localized("1 is the newest"))
    async def log(interaction: discord.Interaction, page: app_commands.Range[int, 1, 999] = 1) -> None:
        await context.at_table(interaction, lambda words, where: _log(context, interaction, words, where, page))


async def _log(
    context: CommandContext, interaction: discord.Interaction, words: Words, where: Where, page: int
) -> Layout:
    table = await context.responses.load(where)
    if table is None:
        return Layout(game_text.reply(words, NoSuchTable()))
    log = await queries.log(table, interaction.user.id, context.env)
    if not isinstance(log, tuple):
        return Layout(game_text.reply(words, log))
    newest = list(reversed(log))[(page - 1) * LOG_PAGE : page * LOG_PAGE]
    lines = [game_text.log_line(words, entry, table.names) for entry in reversed(newest)]
    return Layout("\n".join(lines) or words.say("The log does not go back that far."))
