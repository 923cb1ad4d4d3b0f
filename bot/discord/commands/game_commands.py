"""The commands that move: a game's own, made from their description (bot/games/slash.py), and /play, for any move."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from inspect import Parameter
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands

from bot.discord.commands.command_text import Localized, Suggestions, fits, named
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import Command, command, grouped, slash
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.games import game_text
from bot.games.slash import LABELS, ONLY, TURNS, WORDS, AnySlot, Flag, Group, Number, Slash, Slot, filled, joints
from bot.play import Where
from bot.play.plans.menu import Next
from bot.wording import Words
from bot.wording.words import folded

NOTHING: Final = "…"
"""Discord's description of an option whose name says it all."""
BEST: Final = 15
"""Suggested whole turns, if the game ranks them, before what can be typed word by word."""
Suggest = Callable[..., Coroutine[Any, Any, Suggestions]]


async def _turns(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    lines = [(line, line) for line in await context.suggested(asked.interaction, typed)]
    best = await context.best(asked.interaction, typed)
    return [*best[:BEST], *lines, *best[BEST:]]


@command(
    "play",
    Localized("Type moves separated by semicolons; a complete turn counts at once"),
    suggests={"move": _turns},
    moves=True,
    move=Localized("For example: step 2; take S5 B1; done (or: seat USm C53 USf C60)"),
)
async def _play(context: CommandContext, asked: Asked, where: Where, move: app_commands.Range[str, 1, 200]) -> Layout:
    return await context.responses.typed(asked, where, move)


def play_command(context: CommandContext) -> Command:
    return app_commands.guild_only(_play(context))


def game_group(game: Group, context: CommandContext) -> app_commands.Group:
    commands = [_command(game, command, context) for command in game.commands]
    group = grouped(game.name, Localized(game.about.text), commands, guild_only=True)
    for inner in game.inner:
        within = [_command(game, command, context) for command in inner.commands]
        group.add_command(grouped(inner.name, Localized(inner.about.text), within))
    return group


def _command(game: Group, command: Slash, context: CommandContext) -> Command:
    async def played(interaction: discord.Interaction, **values: str | int | bool) -> None:
        said = await _move(command, values, interaction, context)
        if command.orders:
            await context.ordered(interaction, said)
        else:
            await context.typed(interaction, said, game.name)

    about = {slot.name: Localized(slot.about.text) if slot.about else NOTHING for slot in command.slots}
    made = slash(command.name, Localized(command.about.text), played, map(_parameter, command.slots), about)
    for slot in command.slots:
        if isinstance(slot, Slot):
            made.autocomplete(slot.name)(_autocomplete(game, command, slot, context))
    return made


def _parameter(slot: Slot | Number | Flag) -> Parameter:
    """Returns an option in the form in which discord.py reads it off a function."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    match slot:
        case Number():
            return Parameter(slot.name, kind, annotation=app_commands.Range[int, slot.least, slot.most])
        case Flag():
            return Parameter(slot.name, kind, annotation=bool, default=False)
        case Slot(optional=True):
            return Parameter(slot.name, kind, annotation=str, default="")
        case Slot():
            annotation: Any = app_commands.Range[str, 1, slot.longest] if slot.longest else str
            return Parameter(slot.name, kind, annotation=annotation)


async def _move(
    command: Slash, values: dict[str, str | int | bool], interaction: discord.Interaction, context: CommandContext
) -> str:
    """Returns the move that the command writes. Its verb may be typed along; a chosen suggestion contains it."""
    given: dict[str, str] = {}
    for slot in command.slots:
        value = values.get(slot.name, "")
        if isinstance(slot, Flag):
            given[slot.name] = slot.name if value else ""
            if value and slot.alone:
                return slot.name
        else:
            given[slot.name] = _filled_in(slot, str(value))
    verb, *rest = filled(command.notation, given) or [command.bare]
    rest = " ".join(rest).split()
    return " ".join(await _settled([verb, *(rest[1:] if rest[:1] == [verb] else rest)], interaction, context))


def _filled_in(slot: AnySlot, value: str) -> str:
    return f"{{{ONLY}}}" if isinstance(slot, Slot) and slot.only and not value else value


async def _settled(parts: list[str], interaction: discord.Interaction, context: CommandContext) -> tuple[str, ...]:
    """Puts the only possible word into `{only}`, such as the number of the open offer."""
    found: tuple[str, ...] = ()
    for part in parts:
        if part == f"{{{ONLY}}}":
            seen = await context.following(interaction, found)
            found += (seen.choices[0].token,) if seen is not None and seen.choices else ()
        else:
            found += (part,)
    return found


# ── suggestions ──


def _autocomplete(game: Group, command: Slash, slot: Slot, context: CommandContext) -> Suggest:
    async def suggested(interaction: discord.Interaction, begun: str) -> Suggestions:
        words = await context.languages.words(interaction)
        if slot.listed:
            lines = [(f"{game_text.group(words, token, game.name)} ({token})", token) for token in slot.listed]
            return named([line for line in lines if fits(begun, line[0])])
        if game.suggests == TURNS:
            return named(await context.best(interaction, f"{command.name} {begun.removeprefix(command.name).strip()}"))
        typed = interaction.namespace
        said = {one: str(getattr(typed, one.name, "") or "") for one in command.slots}
        given = {one.name: _filled_in(one, text) for one, text in said.items()}
        parts = filled(command.notation, given, slot.name)
        if "" in parts and game.suggests == WORDS:  # the word that it would follow is not filled in
            return []
        before = await _settled(" ".join(parts).split(), interaction, context)
        if game.suggests == LABELS:
            following = partial(context.following, interaction)
            return named(await _Labels(words, game.name, command, before, following).fitting(slot, begun))
        lines = await context.suggested(interaction, " ".join((*before, begun)).strip())
        return named([(word, word) for word in _next_words(" ".join(before), lines) if fits(begun, word)])

    return suggested


def _next_words(before: str, lines: Iterable[str]) -> dict[str, None]:
    """Returns the words that can follow."""
    at = len(before.split())
    return dict.fromkeys(line.split()[at] for line in lines if folded(line).startswith(f"{folded(before)} "))


class _Labels(NamedTuple):
    """The words that can follow, each with its meaning."""

    words: Words
    game: str
    command: Slash
    before: tuple[str, ...]
    following: Callable[[tuple[str, ...]], Awaitable[Next | None]]

    async def fitting(self, slot: Slot, typed: str) -> list[tuple[str, str]]:
        """Returns suggestions; a slot of several words is continued after those already typed."""
        *said, begun = typed.split(" ") if slot.several and typed else [typed]
        found = await self._after(" ".join(said), begun)
        return found + await self._after(typed, "") if slot.several and begun else found

    async def _after(self, said: str, begun: str) -> list[tuple[str, str]]:
        tokens = (*self.before, *said.split())
        seen = await self.following(tokens)
        found: list[tuple[str, str]] = []
        if seen is None:
            return found
        for choice in seen.choices:
            label = game_text.label(self.words, choice, self.game, tokens, seen.view, names=seen.names)
            if fits(begun, f"{choice.token} {label}") and choice.token not in joints(self.command):
                found.append((f"{said} + {label}" if said else label, f"{said} {choice.token}".strip()))
        return found
