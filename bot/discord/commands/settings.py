"""/me settings: what a person wishes of the bot."""

from msgspec.structs import replace

from bot.discord.commands.command_text import AS_DISCORD, SPOKEN, Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import settings_screen
from bot.play.outbox_bodies import OFFERS
from bot.play.preferences import ASKED, MOTION, PASSES, PREVIEW, QUIET, wishing
from bot.wording import LANGUAGES
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
