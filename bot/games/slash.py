"""The slash commands of a game as data: bot/discord/commands/game_commands.py makes a group of them.

A command writes one move. Its pattern is the move's notation with a `{slot}` where a person fills something in:

    Slash("build", Text("Take a piece and build it"), "take {piece} {place}", (Slot("piece"), Slot("place")))

Words in brackets are left out while a slot in them is empty: `score {sack} [lay {lay}]`. Nobody fills in `{only}`: it
stands for the first word that is possible there, such as the number of the open offer. The suggestions for a slot
follow the slots that are filled in before it and the pattern between them.
"""

import re
from typing import Final

from msgspec import Struct

from bot.wording import Text

ONLY: Final = "only"
LONGEST: Final = 100

WORDS: Final = "words"
"""The next word is suggested as it is written."""
LABELS: Final = "labels"
"""The next word is suggested with its meaning, as on a button."""
TURNS: Final = "turns"
"""Whole turns are suggested, the best first; for games that rank them."""

_PARTS: Final = re.compile(r"\[[^]]*\]|[^\s\[\]]+")
_SLOT: Final = re.compile(r"\{(\w+)\}")


class Slot(Struct, frozen=True):
    """A text that a person fills in."""

    name: str
    about: Text | None = None
    optional: bool = False
    several: bool = False
    """The slot takes more than one word; each suggestion is what was typed, with one more word."""
    longest: int = LONGEST
    """The most letters of a required slot; 0 if Discord is to set no limit."""
    listed: tuple[str, ...] = ()
    """All values that it can have, if they do not depend on the position."""
    only: bool = False
    """Left empty it stands for the first word that is possible there, like `{only}`."""


class Number(Struct, frozen=True):
    """A number within bounds."""

    name: str
    least: int
    most: int
    about: Text | None = None


class Flag(Struct, frozen=True):
    """A switch: its name is then part of the move, or all of it."""

    name: str
    about: Text
    alone: bool = False


AnySlot = Slot | Number | Flag


class Slash(Struct, frozen=True):
    """One command."""

    name: str
    about: Text
    pattern: str = ""
    """Empty if the command's name is the whole move."""
    slots: tuple[AnySlot, ...] = ()
    bare: str = ""
    """The move that is written where nothing is filled in, if the pattern has none then."""
    orders: bool = False
    """It writes a line of the standing order of whoever types it, and no move."""

    @property
    def notation(self) -> str:
        return self.pattern or self.name


def one(name: str, about: Text, slot: AnySlot) -> Slash:
    """Returns the command of a move that is its name and one slot."""
    return Slash(name, about, f"{name} {{{slot.name}}}", (slot,))


class Group(Struct, frozen=True):
    """All commands of a game, under the game's name."""

    name: str
    about: Text
    commands: tuple[Slash, ...]
    suggests: str = WORDS
    inner: tuple["Group", ...] = ()
    """Groups within it, for a game with more commands than Discord takes in one."""

    @property
    def every(self) -> tuple[Slash, ...]:
        """All its commands, those of inner groups too."""
        return (*self.commands, *(command for group in self.inner for command in group.commands))


def filled(pattern: str, given: dict[str, str], until: str = "") -> list[str]:
    """Returns the words of a pattern with its slots filled in, up to the slot `until`; `{only}` stays as it is."""
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
    """Returns the words between the slots of a command, which nobody fills in."""
    flags = {slot.name for slot in command.slots if isinstance(slot, Flag)}
    plain = {word for word in re.split(r"[\s\[\]]+", command.notation) if word and not _SLOT.search(word)}
    return frozenset(plain | flags)
