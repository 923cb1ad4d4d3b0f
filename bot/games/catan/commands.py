"""/catan: the moves of Catan and the Chocolate Market, each option suggested from what is legal for who types."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.discord.command_text import Localized
from bot.discord.context import CommandContext, fits, named
from bot.games import game_text

GAME = "catan"
Choices = list[app_commands.Choice[str]]
Word = app_commands.Range[str, 1, 100]
JOINTS = frozenset({"for", "to", "first"})
"""They stand between the options of one command."""
PLAIN = (
    ("roll", Localized("Roll the dice: it counts at once")),
    ("buy", Localized("Buy a development card: it counts at once")),
    ("knight", Localized("Play a knight: move the robber and take a card")),
    ("end", Localized("End your turn")),
)
"""Commands without options."""
ONE = (
    ("road", Localized("Build a road"), "place", Localized("An edge, for example B3ne")),
    ("settlement", Localized("Build a settlement"), "place", Localized("A corner, for example B3n")),
    ("city", Localized("Make a settlement a city"), "place", Localized("The corner of your settlement")),
    ("robber", Localized("Move the robber to another hex"), "hex", Localized("For example B3")),
    (
        "monopoly",
        Localized("Play monopoly: everybody hands you all cards of a resource"),
        "resource",
        Localized("Which"),
    ),
    ("raise", Localized("Choose the sort of chocolate that rises"), "sort", Localized("Which")),
    ("discard", Localized("Choose what you discard, in secret"), "cards", Localized("For example: wool2 ore1")),
    ("sites", Localized("Put your first production sites"), "sites", Localized("For example: cocoa B3 milk C2")),
)
"""Commands with one option, of one word or of several."""
SEVERAL = frozenset({"discard", "sites"})
"""Of them, those whose option has several words."""
OFFERS = (
    ("accept", Localized("Accept the open offer; only who made it is told")),
    ("decline", Localized("Decline the open offer; only who made it is told")),
    ("withdraw", Localized("Withdraw your offer, or your answer to one")),
)
"""Commands about the only offer that is open."""


class Suggested:
    """What can follow, as suggestions to one who types."""

    def __init__(self, room: CommandContext) -> None:
        self._room = room

    async def next(
        self, interaction: discord.Interaction, before: str, typed: str, *, several: bool = False
    ) -> Choices:
        """The words that can follow; of an option of several words those that are typed already with each of them."""
        table = await self._room.table_of(interaction)
        if table is None:
            return []
        *words, begun = typed.split(" ") if several and typed else [typed]
        found = await self._lines(interaction, table, (*before.split(), *words), " ".join(words), begun)
        if several and begun:
            found += await self._lines(interaction, table, (*before.split(), *typed.split()), typed, "")
        return named(found)

    async def _lines(
        self, interaction: discord.Interaction, table: str, before: tuple[str, ...], said: str, begun: str
    ) -> list[tuple[str, str]]:
        seen = await self._room.tables.planning.following(table, interaction.user.id, before)
        if seen is None:
            return []
        words = await self._room.reader.words(interaction)
        lines: list[tuple[str, str]] = []
        for choice in seen.choices:
            label = game_text.label(words, choice, GAME, before, seen.view, names=seen.names)
            if fits(begun, f"{choice.token} {label}") and choice.token not in JOINTS:
                told = label if not said else f"{said} + {label}"
                lines.append((told, f"{said} {choice.token}".strip()))
        return lines

    async def only(self, interaction: discord.Interaction, verb: str) -> str:
        """The one word that can follow, such as the number of the open offer."""
        table = await self._room.table_of(interaction)
        seen = (
            await self._room.tables.planning.following(table, interaction.user.id, tuple(verb.split()))
            if table
            else None
        )
        return seen.choices[0].token if seen is not None and seen.choices else ""


def catan_group(room: CommandContext) -> app_commands.Group:
    group = app_commands.Group(name="catan", description=Localized("The moves of Catan"), guild_only=True)
    suggested = Suggested(room)

    async def typed(interaction: discord.Interaction, text: str) -> None:
        await room.at_table(interaction, lambda table, words: room.inbox.typed(interaction, table, words, text))

    for name, description in PLAIN:
        group.add_command(_plain(name, description, typed))
    for name, description, option, about in ONE:
        group.add_command(_one(name, description, (option, about), typed, suggested))
    for name, description in OFFERS:
        group.add_command(_about_the_offer(name, description, typed, suggested))
    _building(group, typed, suggested)
    _cards(group, typed, suggested)
    _trading(group, typed, suggested)
    return group


Typed = Callable[[discord.Interaction, str], Awaitable[None]]
Command = app_commands.Command[app_commands.Group, ..., None]


def _plain(name: str, description: Localized, typed: Typed) -> Command:
    async def played(interaction: discord.Interaction) -> None:
        await typed(interaction, name)

    return app_commands.Command(name=name, description=description, callback=played)


def _one(
    name: str, description: Localized, option: tuple[str, Localized], typed: Typed, suggested: Suggested
) -> Command:
    @app_commands.rename(words=option[0])
    @app_commands.describe(words=option[1])
    async def played(interaction: discord.Interaction, words: Word) -> None:
        await typed(interaction, f"{name} {words}")

    async def following(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, name, begun, several=name in SEVERAL)

    command: Command = app_commands.Command(name=name, description=description, callback=played)
    command.autocomplete("words")(following)
    return command


def _about_the_offer(name: str, description: Localized, typed: Typed, suggested: Suggested) -> Command:
    async def played(interaction: discord.Interaction) -> None:
        await typed(interaction, f"{name} {await suggested.only(interaction, name)}")

    return app_commands.Command(name=name, description=description, callback=played)


def _given(interaction: discord.Interaction, option: str) -> str:
    """What is filled in already, while another option is typed."""
    return str(getattr(interaction.namespace, option, "") or "")


def _building(group: app_commands.Group, typed: Typed, suggested: Suggested) -> None:
    @group.command(name="found", description=Localized("Found a settlement with a road beside it"))
    @app_commands.describe(
        corner=Localized("A corner, for example B3n"), road=Localized("An edge beside it, for example B3ne")
    )
    async def found(interaction: discord.Interaction, corner: Word, road: Word) -> None:
        await typed(interaction, f"found {corner} {road}")

    @found.autocomplete("corner")
    async def corners(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "found", begun)

    @found.autocomplete("road")
    async def roads(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"found {_given(interaction, 'corner')}", begun)

    @group.command(name="site", description=Localized("Build a production site"))
    @app_commands.describe(ingredient=Localized("Which"), hex=Localized("A fitting hex beside a building of yours"))
    async def site(interaction: discord.Interaction, ingredient: Word, hex: Word) -> None:  # noqa: A002 (its name)
        await typed(interaction, f"site {ingredient} {hex}")

    @site.autocomplete("ingredient")
    async def ingredients(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "site", begun)

    @site.autocomplete("hex")
    async def hexes(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"site {_given(interaction, 'ingredient')}", begun)

    @group.command(name="chocolate", description=Localized("Make chocolate for the reward of its row"))
    @app_commands.describe(
        sort=Localized("Which"), reward=Localized("Where the row lets you choose: a resource, or an edge")
    )
    async def chocolate(interaction: discord.Interaction, sort: Word, reward: str = "") -> None:
        await typed(interaction, f"chocolate {sort} {reward}")

    @chocolate.autocomplete("sort")
    async def sorts(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "chocolate", begun)

    @chocolate.autocomplete("reward")
    async def rewards(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"chocolate {_given(interaction, 'sort')}", begun, several=True)


def _cards(group: app_commands.Group, typed: Typed, suggested: Suggested) -> None:
    @group.command(name="roads", description=Localized("Play road building; or build no more of its roads"))
    @app_commands.describe(stop=Localized("Build no more of them"))
    async def roads(interaction: discord.Interaction, stop: bool = False) -> None:
        await typed(interaction, "stop" if stop else "roads")

    @group.command(name="plenty", description=Localized("Play year of plenty: take two resources from the bank"))
    @app_commands.describe(first=Localized("Which"), second=Localized("Which; it may be the same"))
    async def plenty(interaction: discord.Interaction, first: Word, second: str = "") -> None:
        await typed(interaction, f"plenty {first} {second}")

    @plenty.autocomplete("first")
    async def firsts(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "plenty", begun)

    @plenty.autocomplete("second")
    async def seconds(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"plenty {_given(interaction, 'first')}", begun)

    @group.command(name="steal", description=Localized("Take a hidden card at the robber's hex"))
    @app_commands.describe(player=Localized("From whom"), pile=Localized("Resources or ingredients"))
    async def steal(interaction: discord.Interaction, player: Word, pile: str = "") -> None:
        await typed(interaction, f"steal {player} {pile}")

    @steal.autocomplete("player")
    async def players(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "steal", begun)

    @steal.autocomplete("pile")
    async def piles(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"steal {_given(interaction, 'player')}", begun)


def _trading(group: app_commands.Group, typed: Typed, suggested: Suggested) -> None:
    @group.command(name="bank", description=Localized("Trade with the bank, at the best rate of your harbours"))
    @app_commands.describe(give=Localized("Which kind you give"), get=Localized("Which you get"))
    async def bank(interaction: discord.Interaction, give: Word, get: Word) -> None:
        await typed(interaction, f"bank {give} {get}")

    @bank.autocomplete("give")
    async def given(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "bank", begun)

    @bank.autocomplete("get")
    async def got(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"bank {_given(interaction, 'give')}", begun)

    @group.command(name="offer", description=Localized("Offer cards for cards, to all or to some"))
    @app_commands.describe(
        give=Localized("For example: wool2 ore1"),
        get=Localized("What you want for it"),
        to=Localized("Players by number, with spaces between; empty for all"),
        first=Localized("The first to accept has it; else you choose"),
    )
    async def offer(interaction: discord.Interaction, give: Word, get: Word, to: str = "", first: bool = False) -> None:
        only = f" to {to}" if to else ""
        await typed(interaction, f"offer {give} for {get}{only}{' first' if first else ''}")

    @offer.autocomplete("give")
    async def mine(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, "offer", begun, several=True)

    @offer.autocomplete("get")
    async def wanted(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"offer {_given(interaction, 'give')} for", begun, several=True)

    @offer.autocomplete("to")
    async def whom(interaction: discord.Interaction, begun: str) -> Choices:
        before = f"offer {_given(interaction, 'give')} for {_given(interaction, 'get')} to"
        return await suggested.next(interaction, before, begun, several=True)

    _answering(group, typed, suggested)


def _answering(group: app_commands.Group, typed: Typed, suggested: Suggested) -> None:
    @group.command(
        name="counter", description=Localized("Answer the open offer with another; only who made it is told")
    )
    @app_commands.describe(give=Localized("What you would give"), get=Localized("What you want for it"))
    async def counter(interaction: discord.Interaction, give: Word, get: Word) -> None:
        number = await suggested.only(interaction, "counter")
        await typed(interaction, f"counter {number} {give} for {get}")

    @counter.autocomplete("give")
    async def mine(interaction: discord.Interaction, begun: str) -> Choices:
        number = await suggested.only(interaction, "counter")
        return await suggested.next(interaction, f"counter {number}", begun, several=True)

    @counter.autocomplete("get")
    async def wanted(interaction: discord.Interaction, begun: str) -> Choices:
        number, give = await suggested.only(interaction, "counter"), _given(interaction, "give")
        return await suggested.next(interaction, f"counter {number} {give} for", begun, several=True)

    @group.command(
        name="deal", description=Localized("Close the deal with somebody who accepted or made a counter-offer")
    )
    @app_commands.describe(player=Localized("With whom"))
    async def deal(interaction: discord.Interaction, player: Word) -> None:
        number = await suggested.only(interaction, "deal")
        made = await suggested.only(interaction, f"deal {number} {player}")
        await typed(interaction, f"deal {number} {player} {made}")

    @deal.autocomplete("player")
    async def players(interaction: discord.Interaction, begun: str) -> Choices:
        return await suggested.next(interaction, f"deal {await suggested.only(interaction, 'deal')}", begun)
