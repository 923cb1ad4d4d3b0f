"""/me settings: what a person wishes of the bot."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands
from msgspec.structs import replace

from bot.discord.commands.command_text import AS_DISCORD, SPOKEN, Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import reminder_settings, settings_screen
from bot.play.outbox_bodies import OFFERS
from bot.play.people import profile
from bot.play.people.preferences import (
    ASKED,
    BY_DM,
    DAILY,
    DIGEST,
    EVERYWHERE,
    HALF,
    MOTION,
    NAMELESS,
    NO_STATS,
    OFF,
    ONCE,
    PASSES,
    PREVIEW,
    QUIET,
    REMIND,
    THREAD,
    wishing,
)  # fmt: skip
from bot.wording import LANGUAGES
from storage.rows import CLOSED_DM, Person

REMINDED = [
    app_commands.Choice(name=Localized("once"), value=ONCE),
    app_commands.Choice(name=Localized("twice"), value=HALF),
    app_commands.Choice(name=Localized("daily"), value=DAILY),
    app_commands.Choice(name=Localized("not at all"), value=OFF),
]
BY = [
    app_commands.Choice(name=Localized("in the thread"), value=THREAD),
    app_commands.Choice(name=Localized("by direct message"), value=BY_DM[1]),
]
HOURS = [
    app_commands.Choice(name=Localized("none"), value=OFF),
    *(app_commands.Choice(name=f"{hour}:00", value=str(hour)) for hour in range(24)),
]


ABOUT_REMINDERS: dict[str, Any] = {
    "remind": Localized("How often you are reminded that a table waits for you"),
    "remind_by": Localized("Where you are reminded"),
    "digest": Localized("The hour of one direct message a day with everything that waits for you"),
}


@command(
    "settings",
    Localized("How the bot speaks with you; without options: what is set"),
    choices=lambda _: {"language": [AS_DISCORD, *SPOKEN], "remind": REMINDED, "remind_by": BY, "digest": HOURS},
    language=Localized("Language of what only you see"),
    dm=Localized("Try direct messages again"),
    offers=Localized("DM me about trade offers"),
    preview=Localized("Preview complete typed turns before they count"),
    motion=Localized("Show the last move as a short film when you open your turn"),
    nameless=Localized("Leave your name out of files of games"),
    quiet=Localized("No ping for trade offers"),
    roll=Localized("Rolls come by themselves where you could play nothing before them"),
    **ABOUT_REMINDERS,
    stats=Localized("Stand on boards of ratings, and let others see your statistics"),
    everywhere=Localized("Stand on the board over all servers, too"),
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
    nameless: bool | None = None,
    quiet: bool | None = None,
    roll: bool | None = None,
    passes: bool | None = None,
    stats: bool | None = None,
    everywhere: bool | None = None,
    remind: str = "",
    remind_by: str = "",
    digest: str = "",
) -> Layout:
    wishes = {OFFERS: offers, PREVIEW: preview, MOTION: motion, QUIET: quiet, PASSES: passes, ASKED: roll}
    given = _given(wishes | {NO_STATS: stats, NAMELESS: nameless, EVERYWHERE: everywhere})
    return await _set(context, asked, language, given, {REMIND: remind, BY_DM[0]: remind_by, DIGEST: digest}, dm=dm)


async def _set(
    context: CommandContext,
    asked: Asked,
    language: str,
    given: Mapping[tuple[str, str], bool],
    reminders: Mapping[str, str],
    *,
    dm: bool,
) -> Layout:
    """Keeps what was given; shows what is set where nothing was."""
    remind, remind_by, digest = reminders.values()
    chosen = {REMIND: remind or remind_by, DIGEST: digest}
    if not (language or dm or given or any(chosen.values())):
        return settings_screen.shown(asked.words, await context.store.person(asked.user), context.env.now())
    changed = {"language": language, "dm": dm, **chosen, **{what: True for what, _ in given}}
    times = (REMIND, remind), (REMIND, remind_by), (DIGEST, digest)

    def wanted(person: Person) -> Person:
        person = settings_screen.reminded(_wishing(person, given), *times)
        return _reached(person, language, dm=dm).seen(str(asked.interaction.locale))

    return await _kept(context, asked, wanted, changed)


def _given(wishes: Mapping[Any, bool | None]) -> dict[tuple[str, str], bool]:
    """Returns what is wished or not, of what was said; of some the opposite is kept."""
    return {wish: on != (wish in (ASKED, NO_STATS)) for wish, on in wishes.items() if on is not None}


def _wishing(person: Person, given: Mapping[tuple[str, str], bool]) -> Person:
    for wish, on in given.items():
        person = wishing(person, wish, on=on)
    return person


async def _kept(context: CommandContext, asked: Asked, wanted: profile.Wanted, changed: Mapping[str, object]) -> Layout:
    """Keeps what somebody wishes, and says what of it was changed."""
    person = await profile.change(context.transactions, asked.user, wanted)
    context.languages.forget(asked.user)
    await reminder_settings.appointed(context.transactions, asked.user)
    return settings_screen.saved(await context.languages.words(asked.interaction), person, changed)


def _reached(person: Person, language: str, *, dm: bool) -> Person:
    """Returns the person with this language, if one is given; with `dm` direct messages are tried again."""
    if language:
        person = replace(person, lang=language if language in LANGUAGES else "")
    return replace(person, dm_state="") if dm and person.dm_state == CLOSED_DM else person
