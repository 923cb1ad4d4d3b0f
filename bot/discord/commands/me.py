"""/me: one's own tables and settings, over all servers."""

from functools import partial

from discord import app_commands
from msgspec.structs import replace

from bot.discord.commands.command_text import AS_DISCORD, SPOKEN, Localized
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command, grouped
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Attachment, Layout
from bot.discord.screens import settings_screen
from bot.games import game_text, log_text
from bot.play import privacy, queries
from bot.play.outbox_bodies import OFFERS
from bot.play.preferences import ASKED, MOTION, PASSES, PREVIEW, QUIET, wishing
from bot.wording import LANGUAGES, Words, words_for
from bot.wording.export import export
from storage.rows import CLOSED_DM, LOBBY, Person


@command("tables", Localized("Your tables on all servers, those waiting for you first"))
async def tables(context: CommandContext, asked: Asked) -> Layout:
    words, lines = asked.words, list[str]()
    for duty in await queries.duties(asked.user, context.env):
        table = duty.table
        found = await context.transactions.glance(table.id)
        names = words.listed(list(game_text.names(words, found))) if found else ""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        title = f"[{game_text.title(table.game)}]({link})" if table.channel else game_text.title(table.game)
        lines.append(f"{'🔔' if duty.asked else '·'} {title} · {names} – {_waits(words, duty)}")
    return Layout("\n".join(lines) or words.say("You sit at no table. Open one with /table new."))


def _waits(words: Words, duty: queries.Duty) -> str:
    if duty.asked:
        return words.say("waits for you")
    return words.say("waiting for the start") if duty.table.status == LOBBY else words.say("waiting for others")


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


COMMANDS = (tables, settings, exported, forget)


def me_group(context: CommandContext) -> app_commands.Group:
    return grouped("me", Localized("Your tables and your settings"), [made(context) for made in COMMANDS])
