"""What a game does without a press and without an order: a turn begins that can begin in one way only, or one ends in
which nothing is possible. When that falls due is said in dues.py; unattended.py carries it out.

That a turn begins by itself follows from what everybody sees. That it ends by itself tells that its player could do
nothing with their cards; so it does for those only who have asked for it, and are told so where it is set.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rules.contract import AnyRules, PublicView


class ByItself(Struct, frozen=True):
    """A game's moves that need nobody."""

    begins: Callable[[PublicView, int], str]
    """By what everybody sees, and a seat: the one move with which its turn can begin; empty where there are others."""
    opening: str
    """The move after which a turn may turn out to hold nothing more."""
    ends: Callable[[AnyRules, Any, int], str]
    """By rules, state and a seat: the move that ends a turn in which nothing else is possible; empty where something
    is."""
