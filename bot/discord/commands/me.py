"""/me: one's own tables and settings, over all servers."""

from functools import partial

from discord import app_commands
from msgspec.structs import replace

from bot.discord.asked import Asked
from bot.discord.command_text import AS_DISCORD, SPOKEN, Localized
from bot.discord.context import CommandContext, is_yes
from bot.discord.declared import command, grouped
from bot.discord.layout import Attachment, Layout
from bot.games import game_text
from bot.play import privacy, queries
from bot.play.outbox_bodies import OFFERS
from bot.play.preferences import PREVIEW, wishing
from bot.wording import LANGUAGES, Words, words_for
from bot.wording.export import export
from bot.wording.words import OWN_NAMES
from storage.rows import CLOSED_DM, LOBBY, Duty, Person


@command("tables", Localized("Your tables on all servers, those waiting for you first"))
async def tables(context: CommandContext, asked: Asked) -> Layout:
    words, lines = asked.words, list[str]()
    for duty in await queries.duties(asked.user, context.env):
        table = duty.table
        found = await context.transactions.glance(table.id)
        names = words.listed(list(found.names)) if found else ""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        title = f"[{game_text.title(table.game)}]({link})" if table.channel else game_text.title(table.game)
        lines.append(f"{'🔔' if duty.asked else '·'} {title} · {names} – {_waits(words, duty)}")
    return Layout("\n".join(lines) or words.say("You sit at no table. Open one with /table new."))


def _waits(words: Words, duty: Duty) -> str:
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
)
async def settings(
    context: CommandContext,
    asked: Asked,
    *,
    language: str = "",
    dm: bool = False,
    offers: bool | None = None,
    preview: bool | None = None,
) -> Layout:
    interaction, words = asked
    before = await context.store.person(asked.user)
    given = (bool(language), offers is not None, preview is not None, dm)
    if not any(given):
        return Layout("\n".join(_lines(words, before)))
    person = wishing(wishing(before, OFFERS, on=offers), PREVIEW, on=preview)
    if language:
        person = replace(person, lang=language if language in LANGUAGES else "")
    if dm and person.dm_state == CLOSED_DM:
        person = replace(person, dm_state="")
    await context.store.save_person(person.seen(str(interaction.locale)))
    context.languages.forget(asked.user)
    new_words = await context.languages.words(interaction)
    lines = [line for line, wanted in zip(_lines(new_words, person), given, strict=True) if wanted]
    return Layout("\n".join((new_words.say("Saved."), *lines)))


def _lines(words: Words, person: Person) -> tuple[str, str, str, str]:
    """Returns what is set: language, offers, preview, direct messages."""
    name = OWN_NAMES[words.lang]
    return (
        words.say("Language: {language}.", language=name)
        if person.lang
        else words.say("Language: {language}, as in Discord.", language=name),
        words.say("Trade offers: in the thread and by direct message.")
        if OFFERS in person.settings
        else words.say("Trade offers: in the thread only."),
        words.say("Complete typed turns: you see them first, then you commit them.")
        if PREVIEW in person.settings
        else words.say("Complete typed turns: they count at once."),
        _reached(words, person),
    )


def _reached(words: Words, person: Person) -> str:
    if person.dm_state == CLOSED_DM:
        return words.say("Direct messages do not reach you: allow them in the server's privacy settings.")
    if not person.dm_state:
        return words.say("Direct messages: the next one will show whether they reach you.")
    return words.say("Direct messages reach you.")


@command("export", Localized("Everything the bot keeps about you, as a file"))
async def exported(context: CommandContext, asked: Asked) -> Layout:
    person = await context.store.person(asked.user)
    traces = await privacy.traces_of(context.transactions, asked.user)
    kept = export(person, traces, game_text.title, partial(game_text.log_line, asked.words))
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
