"""Suggestions to a person who types an option: those that fit, and as many as Discord takes."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.wording.names import plain
from bot.wording.words import folded, size

MOST: Final = 25
LONGEST: Final = 100
"""The most letters of each."""

Suggestions = list[app_commands.Choice[str]]


def fits(typed: str, text: str) -> bool:
    """Is every typed word somewhere in the text, whatever its case and accents?"""
    return all(part in folded(text) for part in folded(typed).split())


def named(lines: Sequence[tuple[str, str]]) -> Suggestions:
    """Returns suggestions with a name for each value; a name that occurs twice is shown once."""
    values: dict[str, str] = {}
    for escaped, value in lines:
        name = plain(escaped)
        if size(name) <= LONGEST and len(value) <= LONGEST:
            values.setdefault(value, name)
    return [app_commands.Choice(name=name, value=value) for value, name in list(values.items())[:MOST]]
