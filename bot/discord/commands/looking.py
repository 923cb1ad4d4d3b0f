"""/table, for looking: the board, a part of it, earlier moves, the log, and the chapters of help."""

from discord import app_commands

from bot.discord.commands import replaying
from bot.discord.commands.command_text import Localized, fits
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions import tallies
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.games import game_text, log_text, news_text
from bot.play import Table, Where, queries
from bot.play.answers import NoSuchTable
from bot.play.queries import Seen
from bot.wording import Words
from bot.wording.words import folded

LOG_PAGE = 12
HINT = "?"
"""The value of the suggestion that says how to find the others."""
Chapter = tuple[str, str, int]
"""Heading, game and number."""


async def parts(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    table = await context.table_of(asked.interaction)
    seen = None if table is None else queries.board(table)
    if not isinstance(seen, Seen):
        return []
    found = context.responses.screens.parts(asked.words, seen)
    return [(name, value) for name, value in found if fits(typed, f"{name} {value}")]


@command(
    "board",
    Localized("The board, now or after a move"),
    suggests={"part": parts},
    move=Localized("The number of a public move"),
    text=Localized("As text, for a screen reader"),
    page=Localized("Which page of the text"),
    part=Localized("Zoom in on a part"),
    stats=Localized("Moves, how long the game lasts, dice beside what was to be expected"),
)
async def board(
    context: CommandContext,
    asked: Asked,
    where: Where,
    *,
    move: app_commands.Range[int, 0] | None = None,
    text: bool = False,
    page: app_commands.Range[int, 1, 99] = 1,
    part: str = "",
    stats: bool = False,
) -> Layout:
    responses = context.responses
    if stats:
        return await tallies.shown(responses, asked, where)
    if text:
        return await responses.text_board(asked, where, move, page - 1)
    if part:
        return await responses.zoom(asked, where, part, move)
    return await responses.board(asked, where, move)


@command(
    "since",
    Localized("What has happened since your last turn, or since a move"),
    move=Localized("The number of a public move"),
)
async def since(
    context: CommandContext, asked: Asked, where: Where, *, move: app_commands.Range[int, 0] | None = None
) -> Layout:
    return await context.responses.since(asked, where, move)


@command("log", Localized("The log, as far as you may see it"), page=Localized("Page; 1 is the newest"))
async def log(context: CommandContext, asked: Asked, where: Where, page: app_commands.Range[int, 1, 999] = 1) -> Layout:
    words = asked.words
    table = await context.responses.load(where)
    if table is None:
        return Layout(game_text.reply(words, NoSuchTable()))
    log = await queries.told(table, asked.user, context.env)
    if not isinstance(log, tuple):
        return Layout(game_text.reply(words, log))
    lines = log_text.lines(words, table, log)
    own = max((place for place, line in enumerate(log) if line.own), default=len(log))
    if own < len(log) - 1:
        passed_on = any(row.user == asked.user and row.nth for row in table.seats)
        lines[own] += f"\n**{news_text.since_own(words, passed_on=passed_on)}**"
    newest = lines[max(0, len(lines) - page * LOG_PAGE) : max(0, len(lines) - (page - 1) * LOG_PAGE)]
    return Layout("\n".join(newest) or words.say("The log does not go back that far."))


# ── chapters ──


async def headings(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    return suggested(asked.words, _chapters(context, asked.words, await context.table_of(asked.interaction)), typed)


def suggested(words: Words, found: list[Chapter], typed: str) -> list[tuple[str, str]]:
    """Returns the chapters that fit. Those of all games are too many for Discord: at first only the first of each."""
    games = {game for _, game, _ in found}
    if typed.strip() or len(games) < 2:
        return [(heading, heading) for heading, _, _ in found if fits(typed, heading)]
    first = [(heading, heading) for heading, _, number in found if not number]
    return [*first, (words.say("Type the name of a game to see all of its chapters"), HINT)]


@command(
    "help", Localized("The rules in short chapters"), suggests={"chapter": headings}, chapter=Localized("Which chapter")
)
async def help_(context: CommandContext, asked: Asked, chapter: str = "") -> Layout:
    table = await context.table_of(asked.interaction)
    found = _chapters(context, asked.words, table)
    exact = [one for one in found if folded(one[0]) == folded(chapter)]
    fitting = exact or [one for one in found if fits(chapter, one[0])]
    _, game, number = (fitting or found)[0]
    return context.responses.screens.help(asked.words, table, game, number)


def _chapters(context: CommandContext, words: Words, table: Table | None) -> list[Chapter]:
    """Returns the chapters of the table's game; outside of tables those of all, each heading with its game."""
    games = [table.row.game] if table else list(context.env.games)
    return [
        (heading if table else f"{game_text.title(game)}: {heading}", game, number)
        for game in games
        for number, (heading, _) in enumerate(game_text.chapters_of(words, game))
    ]


COMMANDS = (board, *replaying.COMMANDS, since, log, help_)
