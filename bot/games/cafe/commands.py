"""/cafe: the turns of Café International, each suggested from what is legal, the best first."""

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext, fits, named
from bot.games import game_text
from rules.cafe.guests import NATIONS

GAME = "cafe"
Choices = list[app_commands.Choice[str]]
Turn = app_commands.Range[str, 1, 100]


def cafe_group(room: CommandContext) -> app_commands.Group:
    group = app_commands.Group(name="cafe", description=Localized("The turns of Café International"), guild_only=True)

    async def played(interaction: discord.Interaction, verb: str, text: str) -> None:
        """Somebody may type the verb along; who chooses a suggestion does."""
        whole = text if text.split()[:1] == [verb] else f"{verb} {text}"
        await room.at_table(interaction, lambda table, words: room.inbox.typed(interaction, table, words, whole))

    async def offered(interaction: discord.Interaction, verb: str, typed: str) -> Choices:
        table = await room.table_of(interaction)
        if table is None:
            return []
        begun = typed.removeprefix(verb).strip()
        return named(await room.best(interaction, table, f"{verb} {begun}"))

    @group.command(
        name="seat", description=Localized("Seat one or two guests: a whole turn, the best are suggested first")
    )
    @app_commands.describe(guests=Localized("For example: USm C53 USf C60; type a guest or a chair to find its turns"))
    async def seat(interaction: discord.Interaction, guests: Turn) -> None:
        await played(interaction, "seat", guests)

    @seat.autocomplete("guests")
    async def seatings(interaction: discord.Interaction, typed: str) -> Choices:
        return await offered(interaction, "seat", typed)

    @group.command(name="bar", description=Localized("Send a guest to the next field of the bar"))
    @app_commands.describe(guest=Localized("Which guest, for example: INf"))
    async def bar(interaction: discord.Interaction, guest: Turn) -> None:
        await played(interaction, "bar", guest)

    @bar.autocomplete("guest")
    async def guests(interaction: discord.Interaction, typed: str) -> Choices:
        return await offered(interaction, "bar", typed)

    @group.command(name="swap", description=Localized("Take a joker; a fitting guest takes its place"))
    @app_commands.describe(guest=Localized("Which guest, and the joker's chair, for example: INf C62"))
    async def swap(interaction: discord.Interaction, guest: Turn) -> None:
        await played(interaction, "swap", guest)

    @swap.autocomplete("guest")
    async def swaps(interaction: discord.Interaction, typed: str) -> Choices:
        return await offered(interaction, "swap", typed)

    @group.command(name="name", description=Localized("Name the nation of the birthday"))
    @app_commands.describe(nation=Localized("Its two tables count double from then on"))
    async def name(interaction: discord.Interaction, nation: Turn) -> None:
        await played(interaction, "name", nation)

    @name.autocomplete("nation")
    async def nations(interaction: discord.Interaction, typed: str) -> Choices:
        words = await room.reader.words(interaction)
        lines = [(f"{game_text.group(words, token, GAME)} ({token})", token) for token in NATIONS]
        return named([line for line in lines if fits(typed, line[0])])

    return group
