"""Suggestions to somebody who types an option: which fit, and as many as Discord takes."""

from collections.abc import Iterable, Sequence
from typing import Final

from discord import app_commands

from bot.wording.names import plain
from bot.wording.words import folded, size

MOST: Final = 25
LONGEST: Final = 100
"""Letters of each."""

Suggestions = list[app_commands.Choice[str]]


def choices(lines: Iterable[str], typed: str = "") -> Suggestions:
    """At most 25 suggestions that Discord takes."""
    return named([(line, line) for line in lines if fits(typed, line)])


def fits(typed: str, text: str) -> bool:
    """Every word that is typed is somewhere in the text, whatever its case and its accents."""
    return all(part in folded(text) for part in folded(typed).split())


def named(lines: Sequence[tuple[str, str]]) -> Suggestions:
    """The same, with a name for each value; what is there twice is shown once."""
    values: dict[str, str] = {}
    for escaped, value in lines:
        name = plain(escaped)
        if size(name) <= LONGEST and len(value) <= LONGEST:
            values.setdefault(value, name)
    return [app_commands.Choice(name=name, value=value) for value, name in list(values.items())[:MOST]]
