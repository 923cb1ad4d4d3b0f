"""/table: what players do at a running table; commands for lobbies and for looking are in the files beside."""

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.commands.here import add_here
from bot.discord.commands.listing import add_listing
from bot.discord.commands.lobby import add_lobby
from bot.discord.commands.looking import add_looking
from bot.discord.commands.reading import add_reading
from bot.discord.commands.stopping import add_stopping
from bot.discord.components import act
from bot.discord.context import CommandContext, is_yes
from bot.discord.layout import Layout
from bot.discord.permissions import missing
from bot.play import Where, leaving
from bot.wording import Words

Text = app_commands.Range[str, 1, 100]
PLANNED = [
    app_commands.Choice(name=Localized("Commit"), value="commit"),
    app_commands.Choice(name=Localized("Step back"), value="back"),
    app_commands.Choice(name=Localized("Start over"), value="over"),
]


def table_group(context: CommandContext) -> app_commands.Group:  # noqa: C901 (one small function a command)
    group = app_commands.Group(
        name="table", description=Localized("Tables: open one, look at one, leave one"), guild_only=True
    )

    for add in (add_lobby, add_here, add_listing, add_looking, add_reading, add_stopping):
        add(group, context)
    responses = context.responses

    @group.command(name="turn", description=Localized("Your turn: plan it, see it, commit it"))
    async def turn(interaction: discord.Interaction) -> None:
        await context.at_table(interaction, lambda words, where: responses.turn(words, where, interaction.user.id))

    @group.command(name="plan", description=Localized("What the buttons under your planned turn do"))
    @app_commands.describe(do=Localized("What to do with the plan"))
    @app_commands.choices(do=PLANNED)
    async def plan(interaction: discord.Interaction, do: str) -> None:
        await context.at_table(interaction, lambda words, where: responses.planned(words, where, act(interaction), do))

    @group.command(name="hand", description=Localized("What only you may see"))
    async def hand(interaction: discord.Interaction) -> None:
        await context.at_table(interaction, lambda words, where: responses.hand(words, where, interaction.user.id))

    @group.command(name="back", description=Localized("Take your last move back, while nobody has noticed it"))
    async def back(interaction: discord.Interaction) -> None:
        await context.at_table(interaction, lambda words, where: responses.taken_back(words, where, act(interaction)))

    @group.command(name="again", description=Localized("The same game with the same people, once this one is over"))
    async def again(interaction: discord.Interaction) -> None:
        await context.at_table(interaction, lambda words, where: _again(context, interaction, words, where))

    @group.command(name="resign", description=Localized("Leave a running game for good; your seat goes on by itself"))
    @app_commands.describe(sure=Localized("Type yes"))
    async def resign(interaction: discord.Interaction, sure: Text) -> None:
        async def resigned(words: Words, where: Where) -> Layout:
            if not is_yes(sure):
                return Layout(words.say("Nothing has changed. To resign for good, type yes."))
            return await responses.answered(words, where, act(interaction), leaving.resign())

        await context.at_table(interaction, resigned)

    @group.command(name="end", description=Localized("Vote to give the game up; more than half end it"))
    @app_commands.describe(vote=Localized("Whether you want to end it"))
    async def end(interaction: discord.Interaction, vote: bool) -> None:
        use_case = leaving.vote(for_end=vote)
        await context.at_table(
            interaction, lambda words, where: responses.answered(words, where, act(interaction), use_case)
        )

    @group.command(
        name="order", description=Localized("Answer sealed questions by a standing order; empty takes it away")
    )
    @app_commands.describe(order=Localized("For example: block K6 *12 pass"))
    async def order(interaction: discord.Interaction, order: str = "") -> None:
        await context.at_table(interaction, lambda words, where: responses.order(words, where, act(interaction), order))

    @group.command(name="check", description=Localized("What the bot may do in this channel"))
    async def check(interaction: discord.Interaction) -> None:
        async def checked(words: Words) -> Layout:
            lines = missing(words, interaction.app_permissions)
            return Layout("\n".join(lines) or words.say("Everything the bot needs here is granted."))

        await context.answer(interaction, checked)

    return group


async def _again(context: CommandContext, interaction: discord.Interaction, words: Words, where: Where) -> Layout:
    table = await context.responses.load(where)
    return await context.lobbies.again(interaction, table.id if table is not None else "", words)
