"""The slash commands of a game as data: bot/discord/game_commands.py makes a group of them.

A command writes one move. Its pattern is the move's notation with a `{slot}` where a person fills something in:

    Slash("build", Text("Take a piece and build it"), "take {piece} {place}", (Slot("piece"), Slot("place")))

What stands in brackets is left out while a slot in it is empty: `score {sack} [lay {lay}]`. `{only}` is nobody's to
fill in: it is the first word that can stand there, such as the number of the open offer. What has been filled in before
a slot, and the pattern between, is what its suggestions follow.
"""

import re
from typing import Final

from msgspec import Struct

from bot.wording import Text

ONLY: Final = "only"
LONGEST: Final = 100

WORDS: Final = "words"
"""Suggested is the next word as it is written."""
LABELS: Final = "labels"
"""The same with what it means, as on a button."""
TURNS: Final = "turns"
"""Whole turns, the best first; for games that rank them."""

_PARTS: Final = re.compile(r"\[[^]]*\]|[^\s\[\]]+")
_SLOT: Final = re.compile(r"\{(\w+)\}")


class Slot(Struct, frozen=True):
    """A text that a person fills in."""

    name: str
    about: Text | None = None
    optional: bool = False
    several: bool = False
    """It takes more than one word; suggested is what is typed with each word that can follow."""
    longest: int = LONGEST
    """Letters of one that must be filled in; 0 where Discord is to set no limit."""
    listed: tuple[str, ...] = ()
    """All that it can be, where that does not depend on the position."""


class Number(Struct, frozen=True):
    """A number within bounds."""

    name: str
    least: int
    most: int
    about: Text | None = None


class Flag(Struct, frozen=True):
    """Something to be switched on: its name then stands in the move, or is all of it."""

    name: str
    about: Text
    alone: bool = False


AnySlot = Slot | Number | Flag


class Slash(Struct, frozen=True):
    """One command."""

    name: str
    about: Text
    pattern: str = ""
    """Its name alone where nothing else is said."""
    slots: tuple[AnySlot, ...] = ()

    @property
    def notation(self) -> str:
        return self.pattern or self.name


class Group(Struct, frozen=True):
    """All commands of a game. It has the game's name."""

    name: str
    about: Text
    commands: tuple[Slash, ...]
    suggests: str = WORDS


def filled(pattern: str, given: dict[str, str], until: str = "") -> list[str]:
    """The words of a pattern with what is filled in, as far as the slot `until`; `{only}` as it is."""
    found: list[str] = []
    for part in _PARTS.findall(pattern):
        inside = part.strip("[]").split()
        slots = _SLOT.findall(part)
        if until in slots:
            before = next(n for n, word in enumerate(inside) if until in _SLOT.findall(word))
            return [*found, *_put(inside[:before], given)]
        if not part.startswith("[") or all(given.get(slot) for slot in slots):
            found += _put(inside, given)
    return found


def _put(parts: list[str], given: dict[str, str]) -> list[str]:
    values = {ONLY: f"{{{ONLY}}}"} | given
    return [_SLOT.sub(lambda slot: values.get(slot[1], ""), part) for part in parts]


def joints(command: Slash) -> frozenset[str]:
    """The words that stand between the slots of a command: nobody fills them in."""
    flags = {slot.name for slot in command.slots if isinstance(slot, Flag)}
    plain = {word for word in re.split(r"[\s\[\]]+", command.notation) if word and not _SLOT.search(word)}
    return frozenset(plain | flags)
