"""/me: one's own settings, and what is kept of one; one's tables are in the file beside."""

from functools import partial

from discord import app_commands

from bot.discord.commands import my_tables
from bot.discord.commands.clock import away, quiet
from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command, grouped
from bot.discord.commands.ratings import stats
from bot.discord.commands.settings import settings
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Attachment, Layout
from bot.games import game_text, log_text
from bot.play.people import privacy
from bot.wording import words_for
from bot.wording.export import export


@command("export", Localized("Everything the bot keeps about you, as a file"))
async def exported(context: CommandContext, asked: Asked) -> Layout:
    person = await context.store.person(asked.user)
    traces = await privacy.traces_of(context.transactions, asked.user)
    kept = export(person, traces, game_text.title, partial(log_text.lines, asked.words, say=log_text.plain))
    text = asked.words.say(
        "This is everything the bot keeps about you: settings, seats, and your games as far as you may see them."
    )
    return Layout(text, attachments=(Attachment("stammtisch.json", kept),))


@command(
    "forget",
    Localized("Be forgotten: your name, your settings, your seats in finished games"),
    sure=Localized("Type yes"),
)
async def forget(context: CommandContext, asked: Asked, sure: app_commands.Range[str, 1, 100]) -> Layout:
    if not is_yes(sure):
        return Layout(asked.words.say("Nothing has changed. To be forgotten for good, type yes."))
    answer = await privacy.forget(context.transactions, asked.user, _nameless)
    context.languages.forget(asked.user)
    return Layout(game_text.reply(asked.words, answer))


def _nameless(lang: str, number: int) -> str:
    """Names the seat of a player who asked to be forgotten."""
    return words_for(lang).say("Player {n}", n=number)


COMMANDS = (*my_tables.COMMANDS, stats, settings, away, quiet, exported, forget)


def me_group(context: CommandContext) -> app_commands.Group:
    return grouped("me", Localized("Your tables and your settings"), [made(context) for made in COMMANDS])
