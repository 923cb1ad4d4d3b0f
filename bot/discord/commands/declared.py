"""Slash commands are declared at the functions that answer them; here discord.py's commands are made of both.

Such a function is given the context and what was asked; its other parameters are the options of its command. One that
wants to know `where` is answered for the table of the thread in which it is typed, or for its person's only table.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from inspect import Parameter, Signature, signature
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Group

from bot.discord.commands.command_text import Localized, Suggestions, named
from bot.discord.commands.context import CommandContext
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout

Command: TypeAlias = app_commands.Command[Any, ..., None]
Maker: TypeAlias = Callable[[CommandContext], Command]
Choices: TypeAlias = Mapping[str, list[app_commands.Choice[str]]]
Suggesting: TypeAlias = Callable[[CommandContext, Asked, str], Awaitable[Sequence[tuple[str, str]]]]
"""Finds what fits what is typed so far: what is shown, and the value it stands for."""


def command(
    name: str,
    about: Localized,
    choices: Callable[[CommandContext], Choices] = lambda _: {},
    suggests: Mapping[str, Suggesting] | None = None,
    *,
    moves: bool = False,
    **options: Localized,
) -> Callable[[Callable[..., Awaitable[Layout]]], Maker]:
    """Declares a command and its options, some of which have fixed choices or suggest what fits.

    `moves`: it plays what is typed.
    """

    def declared(answer: Callable[..., Awaitable[Layout]]) -> Maker:
        parameters = [*signature(answer).parameters.values()][2:]
        at_table = bool(parameters) and parameters[0].name == "where"

        def made(context: CommandContext) -> Command:
            async def answered(interaction: discord.Interaction, **given: Any) -> None:
                way = partial(context.at_table, moves=moves) if at_table else context.answer
                await way(interaction, partial(answer, context, **given))

            found = slash(name, about, answered, parameters[at_table:], options, **choices(context))
            for option, suggest in (suggests or {}).items():
                found.autocomplete(option)(_autocomplete(suggest, context))
            return found

        return made

    return declared


def _autocomplete(
    suggest: Suggesting, context: CommandContext
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, Suggestions]]:
    async def suggested(interaction: discord.Interaction, typed: str) -> Suggestions:
        return named(await suggest(context, await context.languages.asked(interaction), typed))

    return suggested


def grouped(name: str, about: Localized, commands: Iterable[Command], *, guild_only: bool = False) -> Group:
    group = Group(name=name, description=about, guild_only=guild_only)
    for found in commands:
        group.add_command(found)
    return group


def slash(
    name: str,
    about: Localized,
    answered: Callable[..., Coroutine[Any, Any, None]],
    options: Iterable[Parameter],
    described: Mapping[str, Localized | str],
    **choices: list[app_commands.Choice[str]],
) -> Command:
    """Returns a command whose options discord.py reads off these parameters, not off the function."""
    interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    answered.__signature__ = Signature([interaction, *options])  # pyright: ignore[reportFunctionMemberAccess]
    callback = app_commands.choices(**choices)(app_commands.describe(**described)(answered))
    return app_commands.Command(name=name, description=about, callback=callback)
