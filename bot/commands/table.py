"""/table: open, find, look at, leave."""

from functools import partial

import discord
from discord import app_commands

from bot import cards, chapters, receipts
from bot.answers import Created
from bot.commands.room import Room, choices, is_yes, named
from bot.commands.told import Told
from bot.composer import names_of
from bot.forms import Form
from bot.inbox import act, parent_of
from bot.names import clean_name
from bot.permissions import missing
from bot.receipts import options
from bot.tables import NewTable
from bot.tables.past import Log
from bot.words import Words
from rules import GAMES
from storage.rows import LOBBY, RUNNING

LOG_PAGE = 12
LANGUAGES = [
    app_commands.Choice(name=name, value=lang)
    for name, lang in (("English", "en"), ("Deutsch", "de"), ("Italiano", "it"))
]
Text = app_commands.Range[str, 1, 100]


def table_group(room: Room) -> app_commands.Group:  # noqa: C901 (one small function a command)
    group = app_commands.Group(
        name="table", description=Told("Tables: open one, look at one, leave one"), guild_only=True
    )

    @group.command(name="new", description=Told("Open a new table; others join by its card"))
    @app_commands.describe(
        game=Told("Which game"),
        option=Told("How it is played; empty for the usual way"),
        language=Told("Of what all read"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=cards.TITLES[key], value=key) for key in GAMES])
    @app_commands.choices(language=LANGUAGES)
    async def new(interaction: discord.Interaction, game: str, option: str = "", language: str = "") -> None:
        await room.answer(interaction, lambda words: _new(room, interaction, words, (game, option, language)))

    @new.autocomplete("option")
    async def offered(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        words = await room.reader.words(interaction)
        return named(options.offered(game.options, partial(receipts.setting, words, game.key), typed))

    @group.command(name="list", description=Told("The tables of this server"))
    async def listed(interaction: discord.Interaction) -> None:
        await room.answer(interaction, lambda words: _list(room, interaction, words))

    @group.command(name="board", description=Told("The board, now or after a move"))
    @app_commands.describe(move=Told("The number of a public move"), text=Told("As text, for a screen reader"))
    async def board(
        interaction: discord.Interaction, move: app_commands.Range[int, 0] | None = None, text: bool = False
    ) -> None:
        async def shown(table: str, words: Words) -> Form:
            if text:
                return await room.inbox.text_board(table, words, move)
            return await room.inbox.board(table, words, move)

        await room.at_table(interaction, shown)

    @group.command(name="turn", description=Told("Your turn: plan it, see it, commit it"))
    async def turn(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.turn(table, interaction.user.id, words))

    @group.command(name="hand", description=Told("What only you may see"))
    async def hand(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.hand(table, interaction.user.id, words))

    @group.command(name="log", description=Told("What has happened, as you may know it"))
    @app_commands.describe(page=Told("1 is the newest"))
    async def log(interaction: discord.Interaction, page: app_commands.Range[int, 1, 999] = 1) -> None:
        await room.at_table(interaction, lambda table, words: _log(room, interaction, words, table, page))

    @group.command(name="back", description=Told("Take your last move back, while nobody has noticed it"))
    async def back(interaction: discord.Interaction) -> None:
        async def taken(table: str, words: Words) -> Form:
            return Form(receipts.reply(words, await room.tables.turns.take_back(table, act(interaction))))

        await room.at_table(interaction, taken)

    @group.command(name="leave", description=Told("Leave a table that is still gathering"))
    async def leave(interaction: discord.Interaction) -> None:
        async def left(table: str, words: Words) -> Form:
            return Form(receipts.reply(words, await room.tables.lobby.leave(table, act(interaction))))

        await room.at_table(interaction, left)

    @group.command(name="again", description=Told("The same game with the same people, once this one is over"))
    async def again(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.again(interaction, table, words))

    @group.command(name="resign", description=Told("Leave a running game for good; your seat goes on by itself"))
    @app_commands.describe(sure=Told("Type yes"))
    async def resign(interaction: discord.Interaction, sure: Text) -> None:
        async def resigned(table: str, words: Words) -> Form:
            if not is_yes(sure):
                return Form(words.say("Nothing has changed. To resign for good, type yes."))
            return Form(receipts.reply(words, await room.tables.leaving.resign(table, act(interaction))))

        await room.at_table(interaction, resigned)

    @group.command(name="end", description=Told("Vote to give the game up; more than half end it"))
    @app_commands.describe(vote=Told("Whether you want to end it"))
    async def end(interaction: discord.Interaction, vote: bool) -> None:
        async def voted(table: str, words: Words) -> Form:
            return Form(receipts.reply(words, await room.tables.leaving.vote(table, act(interaction), for_end=vote)))

        await room.at_table(interaction, voted)

    @group.command(name="order", description=Told("Answer sealed questions by a standing order; empty takes it away"))
    @app_commands.describe(order=Told("For example: block K6 *12 pass"))
    async def order(interaction: discord.Interaction, order: str = "") -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.order(interaction, table, words, order))

    @group.command(name="check", description=Told("What the bot may do in this channel"))
    async def check(interaction: discord.Interaction) -> None:
        async def checked(words: Words) -> Form:
            lines = missing(words, interaction.app_permissions)
            return Form("\n".join(lines) or words.say("Everything the bot needs here is granted."))

        await room.answer(interaction, checked)

    @group.command(name="help", description=Told("The rules in short chapters"))
    @app_commands.describe(chapter=Told("Which chapter"))
    async def help_(interaction: discord.Interaction, chapter: str = "") -> None:
        await room.answer(interaction, lambda words: _help(room, interaction, words, chapter))

    @help_.autocomplete("chapter")
    async def headings(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = await room.reader.words(interaction)
        return choices(tuple(heading for heading, _, _ in await _chapters(room, interaction, words)), typed)

    return group


async def _new(room: Room, interaction: discord.Interaction, words: Words, wish: tuple[str, str, str]) -> Form:
    game, option, lang = wish
    lacking = missing(words, interaction.app_permissions)
    if lacking:
        return Form("\n".join(lacking))
    guild = await room.tables.desk.store.guild(interaction.guild_id or 0)
    wanted = NewTable(
        guild=interaction.guild_id or 0,
        parent=parent_of(interaction),
        game=game,
        name=clean_name(interaction.user.display_name),
        lang=lang or guild.lang or words.lang,
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


async def _list(room: Room, interaction: discord.Interaction, words: Words) -> Form:
    tables = await room.tables.desk.store.tables_of(interaction.guild_id or 0, (LOBBY, RUNNING), 25)
    lines = [f"{cards.TITLES[table.game]} · <#{table.channel}>" for table in tables if table.channel]
    return Form("\n".join(lines) or words.say("There is no table here yet. Open one with /table new."))


async def _log(room: Room, interaction: discord.Interaction, words: Words, table: str, page: int) -> Form:
    log = await room.tables.past.log(table, interaction.user.id)
    if not isinstance(log, Log):
        return Form(receipts.reply(words, log))
    newest = list(reversed(log.entries))[(page - 1) * LOG_PAGE : page * LOG_PAGE]
    lines = [receipts.log_line(words, entry, names_of(log.loaded)) for entry in reversed(newest)]
    return Form("\n".join(lines) or words.say("The log does not go back that far."))


async def _help(room: Room, interaction: discord.Interaction, words: Words, wanted: str) -> Form:
    found = await _chapters(room, interaction, words)
    fitting = [one for one in found if one[0].casefold() == wanted.casefold()]
    _, game, number = (fitting or found)[0]
    rest = " · ".join(heading for heading, of, _ in found if of == game)
    return Form(f"{chapters.chapter(words.lang, game, number)}\n\n*{rest}*")


async def _chapters(room: Room, interaction: discord.Interaction, words: Words) -> list[tuple[str, str, int]]:
    """Heading, game and number: of the table's game, elsewhere of all, each heading with its game."""
    table = await room.table_of(interaction)
    loaded = await room.tables.desk.store.load(table) if table else None
    games = [loaded.table.game] if loaded else list(GAMES)
    return [
        (heading if loaded else f"{cards.TITLES[game]}: {heading}", game, number)
        for game in games
        for number, (heading, _) in enumerate(chapters.chapters(words.lang, game))
    ]
