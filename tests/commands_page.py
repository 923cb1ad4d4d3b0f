"""`python -m tests.commands_page` (make docs): docs/commands.md, made of the commands as Discord is sent them.

tests/test_docs.py fails while the page is not up to date.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.discord.commands import CommandContext, add_commands
from bot.discord.commands.game_commands import NOTHING
from bot.games import GAMES
from bot.games.game import Game

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
GROUP, SUBGROUP = 1, 2
"""Kinds of what looks like an option and is a command, or a group of them (discord.AppCommandOptionType)."""
BEGIN = """\
# Commands

Every command of the bot, as Discord offers it, with its options; those in brackets may be left out. Whatever can be
pressed can be typed too. Descriptions are shown in the language of your Discord; names are the same in every language.
Suggestions appear while an option is typed.

This page is made of the code: `make docs`.
"""
HEADINGS = {
    "table": "A table: opening it, playing, looking",
    "seat": "A seat that passes on to somebody else",
    "clock": "Time at a table",
    "me": "What concerns you alone",
    "server": "The bot on a server",
    "about": "The bot",
    "play": "A whole turn, typed",
}


class NoRoom:
    """In the place of all that commands need when they are used: here none is. Only the games are looked at."""

    games = GAMES

    def __getattr__(self, name: str) -> Any:
        return self


def tree() -> app_commands.CommandTree[discord.Client]:
    made = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    room: Any = NoRoom()
    context: CommandContext = room
    add_commands(made, context, GAMES)
    return made


def page() -> str:
    made = tree()
    parts = [BEGIN]
    for command in made.get_commands():
        payload: dict[str, Any] = command.to_dict(made)
        game = GAMES.get(payload["name"])
        parts.append("\n".join([f"## {_heading(payload, game)}", "", *_table(payload)]) + "\n")
    return "\n".join(parts)


def _heading(payload: dict[str, Any], game: Game | None) -> str:
    return game.title if game is not None else HEADINGS[payload["name"]]


def _table(payload: dict[str, Any]) -> Iterator[str]:
    yield "| Command | What it does | Options |"
    yield "|---|---|---|"
    for name, command in _commands(f"/{payload['name']}", payload):
        options = "<br>".join(map(_option, command.get("options", ())))
        yield f"| `{name}` | {_cell(command['description'])} | {options} |"


def _commands(name: str, payload: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A command, or those of a group, with their full names."""
    inside: Iterable[dict[str, Any]] = [o for o in payload.get("options", ()) if o["type"] in (GROUP, SUBGROUP)]
    if not inside:
        yield name, payload
    for part in inside:
        yield from _commands(f"{name} {part['name']}", part)


def _option(option: dict[str, Any]) -> str:
    name = f"`{option['name']}`" if option.get("required") else f"[`{option['name']}`]"
    about = "" if option["description"] == NOTHING else option["description"]
    chosen = ", ".join(str(choice["name"]) for choice in option.get("choices", ()))
    bounds = (
        f"{option['min_value']} to {option['max_value']}" if "min_value" in option and "max_value" in option else ""
    )
    more = "; ".join(filter(None, (about, chosen, bounds)))
    return f"{name} {_cell(more)}".strip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
