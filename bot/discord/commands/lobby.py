"""/table, before a game: open one, join, start, close or leave it, and the language of the server's tables."""

from functools import partial

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.discord.channels import hindrance, parent_of
from bot.discord.command_text import Localized
from bot.discord.commands.preferences import AS_DISCORD, SPOKEN
from bot.discord.components import act
from bot.discord.context import CommandContext
from bot.discord.layout import Layout
from bot.discord.lobby_screen import JOIN
from bot.discord.suggested import named
from bot.games import game_text
from bot.play.answers import Created
from bot.play.lobby import NewTable, create
from bot.wording import Words, options
from bot.wording.names import clean_name
from bot.wording.words import ENGLISH, OWN_NAMES, known

VERBS = (
    ("start", Localized("Start the game; only who has opened the table can")),
    ("close", Localized("Close a table that is still gathering; only who has opened it can")),
    ("leave", Localized("Leave a table that is still gathering")),
)
"""Commands for one's own table; a table to join has to be named."""


def add_lobby(group: app_commands.Group, context: CommandContext) -> None:
    @group.command(name="new", description=Localized("Open a new table; others join by its card"))
    @app_commands.describe(
        game=Localized("Which game"),
        option=Localized("How it is played; empty for the usual way"),
        language=Localized("Of what all read"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=game_text.title(key), value=key) for key in context.env.games])
    @app_commands.choices(language=SPOKEN)
    async def new(interaction: discord.Interaction, game: str, option: str = "", language: str = "") -> None:
        await context.answer(interaction, lambda words: _new(context, interaction, words, (game, option, language)))

    @new.autocomplete("option")
    async def offered(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = context.env.games.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        words = await context.languages.words(interaction)
        return named(options.offered(game.rules.options, partial(game_text.setting, words, game.rules.key), typed))

    @group.command(name="join", description=Localized("Join the table of this thread"))
    async def join(interaction: discord.Interaction) -> None:
        await context.in_thread(interaction, lambda words, where: context.lobbies.do(interaction, where, JOIN, words))

    for verb, description in VERBS:
        group.add_command(_verb(context, verb, description))

    @group.command(name="language", description=Localized("In which language new tables of this server speak"))
    @app_commands.describe(language=Localized("Of what all read"))
    @app_commands.choices(language=[AS_DISCORD, *SPOKEN])
    async def language(interaction: discord.Interaction, language: str) -> None:
        await context.answer(interaction, lambda words: _language(context, interaction, words, language))


def _verb(
    context: CommandContext, verb: str, description: Localized
) -> app_commands.Command[app_commands.Group, ..., None]:
    async def at_table(interaction: discord.Interaction) -> None:
        await context.at_table(interaction, lambda words, where: context.lobbies.do(interaction, where, verb, words))

    return app_commands.Command(name=verb, description=description, callback=at_table)


async def _new(
    context: CommandContext, interaction: discord.Interaction, words: Words, wish: tuple[str, str, str]
) -> Layout:
    game, option, lang = wish
    hindered = hindrance(words, interaction)
    if hindered:
        return Layout(hindered)
    wanted = NewTable(
        guild=interaction.guild_id or 0,
        parent=parent_of(interaction),
        game=game,
        name=clean_name(interaction.user.display_name),
        lang=lang or await _spoken(context, interaction),
        options=options.read(option),
    )
    await context.languages.remember(interaction)
    answer = await create(context.transactions, act(interaction), wanted)
    thread = await context.thread_of(answer.table) if isinstance(answer, Created) else 0
    return Layout(f"{game_text.reply(words, answer)} <#{thread}>" if thread else game_text.reply(words, answer))


async def _spoken(context: CommandContext, interaction: discord.Interaction) -> str:
    """Returns the server's language: texts for everybody are never in that of the person who opens the table."""
    guild = await context.store.guild(interaction.guild_id or 0)
    return guild.lang or known(str(interaction.guild_locale or "")) or context.lang or ENGLISH


async def _language(context: CommandContext, interaction: discord.Interaction, words: Words, chosen: str) -> Layout:
    if not interaction.permissions.manage_guild:
        return Layout(
            words.say(
                "Only who may manage this server (Manage Server) chooses its language. Ask for it there, or give your "
                "own table one: /table new has the option language."
            )
        )
    store = context.store
    guild = await store.guild(interaction.guild_id or 0)
    await store.save_guild(replace(guild, lang="" if chosen == AS_DISCORD.value else chosen))
    now = OWN_NAMES[await _spoken(context, interaction)]
    return Layout(words.say("Saved. New tables of this server speak this language: {language}.", language=now))
