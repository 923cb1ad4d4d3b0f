"""/me: one's own tables and settings, over all servers."""

import discord
from discord import app_commands
from msgspec.structs import replace

from bot import cards, receipts
from bot.commands.room import Room, is_yes
from bot.commands.told import Told
from bot.export import export
from bot.forms import Form, Paper
from bot.tables.letters import OFFERS
from bot.words import Words

LANGUAGES = {"auto": "", "en": "en", "de": "de", "it": "it"}


def me_group(room: Room) -> app_commands.Group:
    group = app_commands.Group(name="me", description=Told("Your tables and your settings"))

    @group.command(name="tables", description=Told("Your tables everywhere, those that wait for you first"))
    async def tables(interaction: discord.Interaction) -> None:
        await room.answer(interaction, lambda words: _tables(room, interaction, words))

    @group.command(name="settings", description=Told("How the bot speaks with you"))
    @app_commands.describe(
        language=Told("Of what you alone read"),
        dm=Told("Try direct messages again"),
        offers=Told("Whether direct messages tell you of offers that nobody waits for"),
    )
    @app_commands.choices(
        language=[
            app_commands.Choice(name=Told("as in Discord"), value="auto"),
            app_commands.Choice(name="English", value="en"),
            app_commands.Choice(name="Deutsch", value="de"),
            app_commands.Choice(name="Italiano", value="it"),
        ]
    )
    async def settings(
        interaction: discord.Interaction, language: str = "", dm: bool = False, offers: bool | None = None
    ) -> None:
        async def kept(_: Words) -> Form:
            store = room.tables.desk.store
            person = await store.person(interaction.user.id)
            if language in LANGUAGES:
                person = replace(person, lang=LANGUAGES[language])
            if dm and person.dm_state == "closed":
                person = replace(person, dm_state="")
            if offers is not None:
                others = tuple(pair for pair in person.settings if pair[0] != OFFERS[0])
                person = replace(person, settings=(*others, OFFERS) if offers else others)
            await store.save_person(person.seen(str(interaction.locale)))
            room.reader.forget(interaction.user.id)
            now = await room.reader.words(interaction)
            reached = now.say("Direct messages reach you.")
            closed = now.say("Direct messages do not reach you: allow them in the server's privacy settings.")
            return Form("\n".join((now.say("Saved."), closed if person.dm_state == "closed" else reached)))

        await room.answer(interaction, kept)

    @group.command(name="export", description=Told("Everything that is kept of you, as a file"))
    async def exported(interaction: discord.Interaction) -> None:
        await room.answer(interaction, lambda words: _export(room, interaction, words))

    @group.command(name="forget", description=Told("Be forgotten: your name, your settings, your seats of ended games"))
    @app_commands.describe(sure=Told("Type yes"))
    async def forget(interaction: discord.Interaction, sure: app_commands.Range[str, 1, 100]) -> None:
        async def forgotten(words: Words) -> Form:
            if not is_yes(sure):
                return Form(words.say("Nothing has changed. To be forgotten for good, type yes."))
            answer = await room.tables.traces.forget(interaction.user.id)
            room.reader.forget(interaction.user.id)
            return Form(receipts.reply(words, answer))

        await room.answer(interaction, forgotten)

    return group


async def _export(room: Room, interaction: discord.Interaction, words: Words) -> Form:
    person = await room.tables.desk.store.person(interaction.user.id)
    kept = export(words, person, await room.tables.traces.of(interaction.user.id))
    text = words.say("This is everything that is kept of you: settings, seats, and your games as you may know them.")
    return Form(text, papers=(Paper("stammtisch.json", kept),))


async def _tables(room: Room, interaction: discord.Interaction, words: Words) -> Form:
    lines: list[str] = []
    for duty in await room.tables.inbox.of(interaction.user.id):
        table = duty.table
        link = f"https://discord.com/channels/{table.guild}/{table.channel}" if table.channel else ""
        waits = words.say("waits for you") if duty.asked else words.say("goes on without you for now")
        lines.append(f"{'🔔' if duty.asked else '·'} [{cards.TITLES[table.game]}]({link}) – {waits}")
    return Form("\n".join(lines) or words.say("You sit at no table. Open one with /table new."))
