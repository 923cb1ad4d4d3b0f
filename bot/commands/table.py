"""/table: what is done at a table; what goes before and what is only looked at stands beside."""

import discord
from discord import app_commands

from bot import receipts
from bot.commands.here import add_here
from bot.commands.listing import add_listing
from bot.commands.lobby import add_lobby
from bot.commands.looking import add_looking
from bot.commands.reading import add_reading
from bot.commands.room import Room, is_yes
from bot.commands.stopping import add_stopping
from bot.commands.told import Told
from bot.forms import Form
from bot.gathering import act
from bot.permissions import missing
from bot.words import Words

Text = app_commands.Range[str, 1, 100]
PLANNED = [
    app_commands.Choice(name=Told("Commit"), value="commit"),
    app_commands.Choice(name=Told("Step back"), value="back"),
    app_commands.Choice(name=Told("Start over"), value="over"),
]


def table_group(room: Room) -> app_commands.Group:  # noqa: C901 (one small function a command)
    group = app_commands.Group(
        name="table", description=Told("Tables: open one, look at one, leave one"), guild_only=True
    )

    add_lobby(group, room)
    add_here(group, room)
    add_listing(group, room)
    add_looking(group, room)
    add_reading(group, room)
    add_stopping(group, room)

    @group.command(name="turn", description=Told("Your turn: plan it, see it, commit it"))
    async def turn(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.turn(table, interaction.user.id, words))

    @group.command(name="plan", description=Told("What the buttons under your planned turn do"))
    @app_commands.describe(do=Told("What to do with the plan"))
    @app_commands.choices(do=PLANNED)
    async def plan(interaction: discord.Interaction, do: str) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.planned(interaction, table, words, do))

    @group.command(name="hand", description=Told("What only you may see"))
    async def hand(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.hand(table, interaction.user.id, words))

    @group.command(name="back", description=Told("Take your last move back, while nobody has noticed it"))
    async def back(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.taken_back(interaction, table, words))

    @group.command(name="again", description=Told("The same game with the same people, once this one is over"))
    async def again(interaction: discord.Interaction) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.gathering.again(interaction, table, words))

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

    return group
