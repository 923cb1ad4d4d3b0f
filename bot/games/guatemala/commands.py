"""/guatemala: the moves of Guatemala Café, each option suggested from what is legal."""

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext, choices
from bot.wording.words import folded


def guatemala_group(room: CommandContext) -> app_commands.Group:  # noqa: C901 (one small function a command)
    group = app_commands.Group(name="guatemala", description=Localized("The moves of Guatemala Café"), guild_only=True)

    async def typed(interaction: discord.Interaction, text: str) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.typed(interaction, table, words, text))

    async def following(interaction: discord.Interaction, before: str, begun: str) -> list[app_commands.Choice[str]]:
        """The words that can follow."""
        table = await room.table_of(interaction)
        if table is None:
            return []
        lines = await room.tables.planning.suggest(table, interaction.user.id, f"{before} {begun}".strip())
        fitting = [line for line in lines if folded(line).startswith(f"{folded(before)} ")]
        words = dict.fromkeys(line.split()[len(before.split())] for line in fitting)
        return choices(tuple(words), begun)

    @group.command(name="buyer", description=Localized("Put the Buyer on a space of his track"))
    async def buyer(interaction: discord.Interaction, space: app_commands.Range[int, 0, 35]) -> None:
        await typed(interaction, f"buyer {space}")

    @group.command(name="step", description=Localized("Move the Buyer 1 to 3 spaces, or 4 for 2 centavos"))
    async def step(interaction: discord.Interaction, spaces: app_commands.Range[int, 1, 4]) -> None:
        await typed(interaction, f"step {spaces}")

    @group.command(name="build", description=Localized("Take a piece of the line and build it"))
    @app_commands.describe(
        piece=Localized("The field of the production board"), place=Localized("Field, harbour or border")
    )
    async def build(interaction: discord.Interaction, piece: str, place: str) -> None:
        await typed(interaction, f"take {piece} {place}")

    @build.autocomplete("piece")
    async def pieces(interaction: discord.Interaction, begun: str) -> list[app_commands.Choice[str]]:
        return await following(interaction, "take", begun)

    @build.autocomplete("place")
    async def places(interaction: discord.Interaction, begun: str) -> list[app_commands.Choice[str]]:
        piece = str(getattr(interaction.namespace, "piece", ""))
        return await following(interaction, f"take {piece}", begun)

    @group.command(name="score", description=Localized("Score a sack of the line"))
    @app_commands.describe(
        sack=Localized("The field of the sack"), lay=Localized("The sack you will lay, told to nobody")
    )
    async def score(interaction: discord.Interaction, sack: str, lay: str = "") -> None:
        await typed(interaction, f"score {sack} lay {lay}" if lay else f"score {sack}")

    @score.autocomplete("sack")
    async def sacks(interaction: discord.Interaction, begun: str) -> list[app_commands.Choice[str]]:
        return await following(interaction, "score", begun)

    @score.autocomplete("lay")
    async def lays(interaction: discord.Interaction, begun: str) -> list[app_commands.Choice[str]]:
        sack = str(getattr(interaction.namespace, "sack", ""))
        return await following(interaction, f"score {sack} lay", begun)

    @group.command(name="done", description=Localized("Finish building, or stop"))
    async def done(interaction: discord.Interaction) -> None:
        await typed(interaction, "done")

    @group.command(name="block", description=Localized("Block the scoring that is asked about, in secret"))
    async def block(interaction: discord.Interaction) -> None:
        await typed(interaction, "block")

    @group.command(name="pass", description=Localized("Let the scoring pass, in secret"))
    async def pass_(interaction: discord.Interaction) -> None:
        await typed(interaction, "pass")

    @group.command(name="lay", description=Localized("Lay a sack on the empty field"))
    async def lay(interaction: discord.Interaction, sack: str) -> None:
        await typed(interaction, f"lay {sack}")

    @lay.autocomplete("sack")
    async def own(interaction: discord.Interaction, begun: str) -> list[app_commands.Choice[str]]:
        return await following(interaction, "lay", begun)

    @group.command(name="sail", description=Localized("Choose the harbour whose ship sails"))
    async def sail(interaction: discord.Interaction, harbour: app_commands.Range[int, 1, 4]) -> None:
        await typed(interaction, f"sail harbour{harbour}")

    return group
