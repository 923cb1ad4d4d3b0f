"""/me settings: how the bot treats one person; without options it shows what is set."""

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext
from bot.discord.layout import Layout
from bot.play.outbox_bodies import OFFERS
from bot.play.preferences import PREVIEW, wishing
from bot.wording import LANGUAGES, Words
from bot.wording.words import OWN_NAMES
from storage.rows import CLOSED_DM, Person

AS_DISCORD = app_commands.Choice(name=Localized("as in Discord"), value="auto")
SPOKEN = [app_commands.Choice(name=OWN_NAMES[lang], value=lang) for lang in LANGUAGES]


def add_settings(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(name="settings", description=Localized("How the bot speaks with you; without options: what is set"))
    @app_commands.describe(
        language=Localized("Of what you alone read"),
        dm=Localized("Try direct messages again"),
        offers=Localized("Whether direct messages tell you of offers that nobody waits for"),
        preview=Localized("Whether whole turns that you type are shown to you before they count"),
    )
    @app_commands.choices(language=[AS_DISCORD, *SPOKEN])
    async def settings(
        interaction: discord.Interaction,
        language: str = "",
        dm: bool = False,
        offers: bool | None = None,
        preview: bool | None = None,
    ) -> None:
        async def kept(words: Words) -> Layout:
            store = context.store
            before = await store.person(interaction.user.id)
            given = (bool(language), offers is not None, preview is not None, dm)
            if not any(given):
                return Layout("\n".join(_lines(words, before)))
            person = wishing(wishing(before, OFFERS, on=offers), PREVIEW, on=preview)
            if language:
                person = replace(person, lang=language if language in LANGUAGES else "")
            if dm and person.dm_state == CLOSED_DM:
                person = replace(person, dm_state="")
            await store.save_person(person.seen(str(interaction.locale)))
            context.languages.forget(interaction.user.id)
            new_words = await context.languages.words(interaction)
            lines = [line for line, wanted in zip(_lines(new_words, person), given, strict=True) if wanted]
            return Layout("\n".join((new_words.say("Saved."), *lines)))

        await context.answer(interaction, kept)


def _lines(words: Words, person: Person) -> tuple[str, str, str, str]:
    """Returns what is set: language, offers, preview, direct messages."""
    name = OWN_NAMES[words.lang]
    return (
        words.say("Language: {language}.", language=name)
        if person.lang
        else words.say("Language: {language}, as in Discord.", language=name),
        words.say("Offers that nobody waits for: you are told by direct message.")
        if OFFERS in person.settings
        else words.say("Offers that nobody waits for: the thread alone tells of them."),
        words.say("Whole turns that you type: shown to you first, then you commit them.")
        if PREVIEW in person.settings
        else words.say("Whole turns that you type: they count at once."),
        _reached(words, person),
    )


def _reached(words: Words, person: Person) -> str:
    if person.dm_state == CLOSED_DM:
        return words.say("Direct messages do not reach you: allow them in the server's privacy settings.")
    if not person.dm_state:
        return words.say("Direct messages: the next one will show whether they reach you.")
    return words.say("Direct messages reach you.")
