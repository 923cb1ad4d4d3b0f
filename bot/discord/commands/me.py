"""/me: one's own settings, and what is kept of one; one's tables are in the file beside."""

from functools import partial

from discord import app_commands
from msgspec.structs import replace

from bot.discord.commands import my_tables
from bot.discord.commands.command_text import AS_DISCORD, SPOKEN, Localized
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command, grouped
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Attachment, Layout
from bot.discord.screens import settings_screen
from bot.games import game_text, log_text
from bot.play import privacy
from bot.play.outbox_bodies import OFFERS
from bot.play.preferences import ASKED, MOTION, PASSES, PREVIEW, QUIET, wishing
from bot.wording import LANGUAGES, words_for
from bot.wording.export import export
from storage.rows import CLOSED_DM, Person


@command(
    "settings",
    Localized("How the bot speaks with you; without options: what is set"),
    choices=lambda _: {"language": [AS_DISCORD, *SPOKEN]},
    language=Localized("Language of what only you see"),
    dm=Localized("Try direct messages again"),
    offers=Localized("DM me about trade offers"),
    preview=Localized("Preview complete typed turns before they count"),
    motion=Localized("Show the last move as a short film when you open your turn"),
    quiet=Localized("No ping for trade offers"),
    roll=Localized("Rolls come by themselves where you could play nothing before them"),
    passes=Localized("Turns in which nothing is possible end by themselves: it tells others that nothing was"),
)
async def settings(
    context: CommandContext,
    asked: Asked,
    *,
    language: str = "",
    dm: bool = False,
    offers: bool | None = None,
    preview: bool | None = None,
    motion: bool | None = None,
    quiet: bool | None = None,
    roll: bool | None = None,
    passes: bool | None = None,
) -> Layout:
    wishes = {OFFERS: offers, PREVIEW: preview, MOTION: motion, QUIET: quiet, PASSES: passes}
    given = {wish: on for wish, on in (wishes | {ASKED: None if roll is None else not roll}).items() if on is not None}
    person = await context.store.person(asked.user)
    if not language and not dm and not given:
        return settings_screen.shown(asked.words, person)
    for wish, on in given.items():
        person = wishing(person, wish, on=on)
    person = _reached(person, language, dm=dm)
    await context.store.save_person(person.seen(str(asked.interaction.locale)))
    context.languages.forget(asked.user)
    changed = {"language": language, "dm": dm} | {what: True for what, _ in given}
    return settings_screen.saved(await context.languages.words(asked.interaction), person, changed)


def _reached(person: Person, language: str, *, dm: bool) -> Person:
    """Returns the person with this language, if one is given; with `dm` direct messages are tried again."""
    if language:
        person = replace(person, lang=language if language in LANGUAGES else "")
    return replace(person, dm_state="") if dm and person.dm_state == CLOSED_DM else person


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


COMMANDS = (*my_tables.COMMANDS, settings, exported, forget)


def me_group(context: CommandContext) -> app_commands.Group:
    return grouped("me", Localized("Your tables and your settings"), [made(context) for made in COMMANDS])
