"""What a game must be able to say: one value for each game, like its rules."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from bot.wording.awards import Award
from bot.wording.order_lines import Ordering
from bot.wording.words import Text, Words
from rules.contract import Choice, Fact, Reason

Names = Sequence[str]
Tokens = tuple[str, ...]


def _nothing(_words: Words, _view: Any, _names: Names) -> list[str]:
    return []


class Phrases(Struct, frozen=True):
    """The words of one game. Views are typed as the game's own."""

    options: Mapping[str, Text]
    values: Mapping[tuple[str, str], Text]
    pictures: Mapping[str, Text]
    """The names of its pictures."""
    regions: Mapping[str, Text]
    """The names of the parts of its pictures that can be looked at closer."""
    tell: Callable[[Words, Sequence[Fact], Names], list[str]]
    """Tells what happened, from facts that the reader may know."""
    explain: Callable[[Words, Reason, Names], str]
    ask: Callable[[Words, str, Any, Names], str]
    """Puts the question of a topic, from the public view."""
    status: Callable[[Words, Any, Names], str]
    result: Callable[[Words, int, Names, Any], str]
    """Says what a seat has come to, as a line of the ranking."""
    label: Callable[[Words, Choice, Tokens, Any], str]
    """Names a choice after some tokens, with the public view or None."""
    detail: Callable[[Words, Choice, Tokens, Names, Any], str]
    """Says more of a choice after some tokens, with the public view or None."""
    group: Callable[[Words, str], str]
    planned: Callable[[Words, str, Any, Names], str]
    """Describes a move in its notation, with the public view before it or None, and the names if they are known."""
    alt: Callable[[Words, Any, Names, Sequence[Fact]], str]
    text_board: Callable[[Words, Any, Names], list[str]]
    hand: Callable[[Words, Any], str]
    topics: Mapping[str, Text] = {}
    """What is asked besides an ordinary turn, by topic, in as few words as a call has room for."""
    order: Callable[[Words, str], str] | None = None
    """Describes a standing order in its canonical words; None if the game takes none."""
    turn: Callable[[Words, str, int, Any], str] | None = None
    """Describes a whole turn in its notation, by what it brings and the public view before it; if `Rules.best` ranks
    turns."""
    source: Callable[[Words, str], str] | None = None
    """Names where points came from, by the key that `Game.brought` gives it; if the game counts any."""
    standing: Callable[[Words, Any, Names], str] | None = None
    """Says who has how much, by the seats' signs on the picture, in one line under each move; if the game wants it."""
    person: Callable[[Words, Choice, Tokens, Names], str] | None = None
    """Names a choice of a player, by their name; empty for all others."""
    press: Callable[[Words, Choice, Tokens], str] | None = None
    """Labels a button whose verb says more than `label`, or means one thing for an offer and another for an answer;
    empty for all others."""
    heading: Callable[[Words, str, Tokens, Any], str] | None = None
    """Heads a menu by its group or verb, the words before it and the public view; if there is more to say than the
    group."""
    ranked: Callable[[Any, Tokens, str], tuple[int, str] | None] | None = None
    """Says how good a place is, by the public view and the words before it, and how that is written: menus begin with
    the best. None for what has no such order.
    """
    in_pages: frozenset[str] = frozenset()
    """The verbs whose choices stand in the pages of one menu, however many they are."""
    held: Callable[[Words, Any, Names], list[str]] = _nothing
    """Says at the end what each seat still held, by the public view: a line each."""
    awards: Sequence[Award] = ()
    """What is worth telling at the end, in the order in which it is."""
    alts: Mapping[str, Callable[[Words, Any, Names], str]] = {}
    """Describes pictures after the first that show something else; `alt` is not repeated for them."""
    commit: Callable[[Words, Tokens, Choice | None, Any], str] | None = None
    """Says on its button what committing this move does, with the choice that is made by it and the public view; empty
    for moves of which *Commit* says enough."""
    legend: Callable[[Words], str] | None = None
    """Says what is written on the pieces, where pictures stand with little text."""
    asks: Callable[[Tokens, Any], bool] | None = None
    """Does this move, by its words and the public view, ask others something at once and for good? Its commit asks once
    more."""
    at_stake: Callable[[Words, Tokens, Any], str] | None = None
    """Warns of what this move costs its player for good, by its words and the public view, as long as it is planned."""
    leaves: Mapping[str, frozenset[str]] = {}
    """By a verb that ends a turn, the verbs that it could leave undone: before the first of them it asks once more."""
    declines: frozenset[str] = frozenset()
    """The verbs that answer a question by doing nothing; their buttons are grey."""
    plan: Callable[[Words, Sequence[str], Sequence[Fact], Names], list[str]] | None = None
    """Describes several moves in their notation, with what they do; if there is more to say than each by itself."""
    ordering: Ordering | None = None
    """How a standing order is given by presses; None where it is typed."""
    listed: Callable[[Words, str, str], list[str]] | None = None
    """Describes what of a standing order everybody may see, by the name of its giver and its canonical words."""
    offered: Callable[[Words, Fact, Names], tuple[str, str]] | None = None
    """Names an offer, and says what it is, in as few words as a call has room for, where its answers are buttons."""
    fates: Callable[[Words, int, Sequence[Fact], Sequence[Fact], Names], list[str]] | None = None
    """Says to a seat what became of its counter-offers, by all that it was told before and what it is told now."""
    beside: Callable[[Words, Any, Names], str] | None = None
    """Describes what only a seat sees, with names; if its panel shows that too."""
    in_short: Callable[[Words, Any, Names], str] | None = None
    """The same in fewer words, for a panel that is higher than a telephone; by default the same."""
    when_asked: Callable[[Words, Any], str] | None = None
    """Says what a sealed question means to its seat, where the picture shows the hand; by default all of the hand."""


CORNERS: Final[Mapping[str, Text]] = MappingProxyType(
    {"nw": Text("top left"), "ne": Text("top right"), "sw": Text("bottom left"), "se": Text("bottom right")}
)
"""Names of parts that pictures of several games have."""
