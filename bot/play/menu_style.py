"""How the words of longer moves are offered: a move as one entry, its verb alone, or one word after the other."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from rules.cafe.guests import NATIONS


class MenuStyle(Struct, frozen=True):
    """Of one game. Where it says nothing of a verb, the verb is offered with the word that follows it."""

    ahead: frozenset[str] = frozenset()
    """Verbs that are offered together with the move before them."""
    deep: frozenset[str] = frozenset()
    """Verbs of which the next two words are one entry: a guest and its chair."""
    along: frozenset[str] = frozenset()
    """Words that are said together with the one before them: what a joker on a chair stands for."""
    grave: str = ""
    """What a choice offers that ends the game for its mover."""
    several: bool = False
    """A turn is several moves, of which any may be committed alone; each verb is a menu of its own."""
    at_once: frozenset[str] = frozenset()
    """Verbs of which every whole move is one entry."""
    pairs: frozenset[str] = frozenset()
    """Of them, those whose words mean the same in any order: they are offered in one."""
    apart: frozenset[str] = frozenset()
    """Verbs that are offered alone, for too much can follow."""
    stepwise: frozenset[str] = frozenset()
    """Verbs after which one word at a time is said, in menus by the last joint."""
    joints: frozenset[str] = frozenset()
    """The words of a stepwise move that are said together with the next."""


PLAIN: Final = MenuStyle()
STYLES: Final[Mapping[str, MenuStyle]] = MappingProxyType(
    {
        "guatemala": MenuStyle(ahead=frozenset({"score"})),
        "cafe": MenuStyle(deep=frozenset({"seat", "swap"}), along=frozenset(NATIONS), grave="out"),
        "catan": MenuStyle(
            several=True,
            at_once=frozenset({"sites", "site", "plenty", "steal", "deal"}),
            pairs=frozenset({"plenty"}),
            apart=frozenset({"bank", "offer", "counter"}),
            stepwise=frozenset({"offer", "counter", "discard"}),
            joints=frozenset({"for", "to"}),
        ),
    }
)
"""By game."""


def style_of(game: str) -> MenuStyle:
    return STYLES.get(game, PLAIN)
