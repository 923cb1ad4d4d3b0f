"""What a game must be able to say; one value a game, like its rules."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from bot.wording.words import Text, Words
from rules.contract import Choice, Fact, Outcome, Reason

Names = Sequence[str]
Tokens = tuple[str, ...]


class Phrases(Struct, frozen=True):
    """The words of one game. Views are typed as the game's own."""

    options: Mapping[str, Text]
    values: Mapping[tuple[str, str], Text]
    pictures: Mapping[str, Text]
    """The names of its pictures."""
    regions: Mapping[str, Text]
    """The names of the parts of its pictures that can be looked at closer."""
    tell: Callable[[Words, Sequence[Fact], Names], list[str]]
    """What happened, from facts that the reader may know."""
    explain: Callable[[Words, Reason, Names], str]
    ask: Callable[[Words, str, Any, Names], str]
    """The question of a topic, from the public view."""
    status: Callable[[Words, Any, Names], str]
    ending: Callable[[Words, Outcome, Names, Any], str]
    label: Callable[[Words, Choice, Tokens, Any], str]
    """A choice after some tokens, with the public view or None."""
    detail: Callable[[Words, Choice, Tokens, Names], str]
    group: Callable[[Words, str], str]
    planned: Callable[[Words, str, Any, Names], str]
    """A move in its notation, with the public view before it or None, and the names where they are known."""
    order: Callable[[Words, str], str]
    """A standing order in its canonical words."""
    alt: Callable[[Words, Any, Names, Sequence[Fact]], str]
    text_board: Callable[[Words, Any, Names], list[str]]
    hand: Callable[[Words, Any], str]
    turn: Callable[[Words, str, int, Any], str] | None = None
    """A whole turn in its notation, what it brings and the public view before it, for lists of turns; where
    `Rules.best` ranks them.
    """
    standing: Callable[[Words, Any, Names], str] | None = None
    """Who has how much, by the signs of the seats on the picture, in one line under each move; where it is wanted."""
    example: str = ""
    """What could be typed."""
    asks_others: bool = True
    """Is anybody asked out of turn?"""
    person: Callable[[Words, Choice, Tokens, Names], str] | None = None
    """A choice that names a player, with his name; empty for all others."""
    press: Callable[[Words, Choice, Tokens, bool], str] | None = None
    """A button of its own, where its verb means another thing to who has the turn (True) than to who answers him."""
    heading: Callable[[Words, str, Tokens, Any], str] | None = None
    """Of a menu: its group or verb, the words before it, the public view; where that says more than the group."""
    alts: Mapping[str, Callable[[Words, Any, Names], str]] = {}
    """Of pictures beside the first that show something else, what they show; `alt` is not said again."""
    declines: frozenset[str] = frozenset()
    """The verbs that answer a question by doing nothing: their buttons invite nobody."""
    plan: Callable[[Words, Sequence[str], Sequence[Fact], Names], list[str]] | None = None
    """Several moves in their notation, with what they do; where that says more than each move by itself."""
    beside: Callable[[Words, Any, Names], str] | None = None
    """What a seat sees besides, with names, where it stands in its panel too."""


CORNERS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "nw": Text("top left"),
        "ne": Text("top right"),
        "sw": Text("bottom left"),
        "se": Text("bottom right"),
    }
)
"""Parts that pictures of several games have."""
