"""/table, before a game: open one, join, start, close or leave it, and the language of the server's tables."""

from functools import partial

import discord
from discord import app_commands
from msgspec.structs import replace

from bot import cards, receipts
from bot.answers import Created
from bot.commands.room import Room, named
from bot.commands.told import Told
from bot.forms import Form
from bot.gathering import act
from bot.names import clean_name
from bot.places import hindrance, parent_of
from bot.receipts import options
from bot.tables import NewTable
from bot.words import ENGLISH, LANGUAGES, OWN_NAMES, Words, known
from rules import GAMES

SPOKEN = [app_commands.Choice(name=OWN_NAMES[lang], value=lang) for lang in LANGUAGES]
AS_DISCORD = "auto"
VERBS = (
    ("start", Told("Start the game; only who has opened the table can")),
    ("close", Told("Close a table that is still gathering; only who has opened it can")),
    ("leave", Told("Leave a table that is still gathering")),
)
"""At one's own table; to join one says where."""


def add_lobby(group: app_commands.Group, room: Room) -> None:
    @group.command(name="new", description=Told("Open a new table; others join by its card"))
    @app_commands.describe(
        game=Told("Which game"),
        option=Told("How it is played; empty for the usual way"),
        language=Told("Of what all read"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=cards.TITLES[key], value=key) for key in GAMES])
    @app_commands.choices(language=SPOKEN)
    async def new(interaction: discord.Interaction, game: str, option: str = "", language: str = "") -> None:
        await room.answer(interaction, lambda words: _new(room, interaction, words, (game, option, language)))

    @new.autocomplete("option")
    async def offered(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        words = await room.reader.words(interaction)
        return named(options.offered(game.options, partial(receipts.setting, words, game.key), typed))

    @group.command(name="join", description=Told("Join the table of this thread"))
    async def join(interaction: discord.Interaction) -> None:
        await room.in_thread(interaction, lambda table, words: _done(room, interaction, table, "join", words))

    for verb, description in VERBS:
        group.add_command(_verb(room, verb, description))

    @group.command(name="language", description=Told("In which language new tables of this server speak"))
    @app_commands.describe(language=Told("Of what all read"))
    @app_commands.choices(language=[app_commands.Choice(name=Told("as in Discord"), value=AS_DISCORD), *SPOKEN])
    async def language(interaction: discord.Interaction, language: str) -> None:
        await room.answer(interaction, lambda words: _language(room, interaction, words, language))


def _verb(room: Room, verb: str, description: Told) -> app_commands.Command[app_commands.Group, ..., None]:
    async def at_table(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: _done(room, interaction, table, verb, words))

    return app_commands.Command(name=verb, description=description, callback=at_table)


async def _done(room: Room, interaction: discord.Interaction, table: str, verb: str, words: Words) -> Form:
    form = await room.inbox.gathering.do(interaction, table, verb, words)
    if form is None:
        raise ValueError(verb)
    return form


async def _new(room: Room, interaction: discord.Interaction, words: Words, wish: tuple[str, str, str]) -> Form:
    game, option, lang = wish
    hindered = hindrance(words, interaction)
    if hindered:
        return Form(hindered)
    wanted = NewTable(
        guild=interaction.guild_id or 0,
        parent=parent_of(interaction),
        game=game,
        name=clean_name(interaction.user.display_name),
        lang=lang or await _spoken(room, interaction),
        options=options.read(option),
    )
    await room.reader.remember(interaction)
    answer = await room.tables.lobby.create(act(interaction), wanted)
    text = receipts.reply(words, answer)
    if isinstance(answer, Created):
        thread = await room.thread_of(answer.table)
        if thread:
            text = f"{text} <#{thread}>"
    return Form(text)


async def _spoken(room: Room, interaction: discord.Interaction) -> str:
    """What all read is in the server's language, never in that of the one person who opens the table."""
    guild = await room.tables.desk.store.guild(interaction.guild_id or 0)
    return guild.lang or known(str(interaction.guild_locale or "")) or room.lang or ENGLISH


async def _language(room: Room, interaction: discord.Interaction, words: Words, chosen: str) -> Form:
    if not interaction.permissions.manage_guild:
        return Form(
            words.say(
                "Only who may manage this server (Manage Server) chooses its language. Ask for it there, or give your "
                "own table one: /table new has the option language."
            )
        )
    store = room.tables.desk.store
    guild = await store.guild(interaction.guild_id or 0)
    await store.save_guild(replace(guild, lang="" if chosen == AS_DISCORD else chosen))
    now = OWN_NAMES[await _spoken(room, interaction)]
    return Form(words.say("Saved. New tables of this server speak this language: {language}.", language=now))
