"""How the words of longer moves are offered: a move as one entry, its verb alone, or one word after the other."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct


class Manner(Struct, frozen=True):
    """Of one game, by verb."""

    at_once: frozenset[str]
    """Every whole move is one entry."""
    apart: frozenset[str]
    """The verb is offered alone, for too much can follow."""
    stepwise: frozenset[str]
    """What follows is said one word at a time, in menus by the last joint."""
    joints: frozenset[str]
    """The words of a stepwise move that are said together with the next."""


MANNERS: Final[Mapping[str, Manner]] = MappingProxyType(
    {
        "catan": Manner(
            at_once=frozenset({"sites", "site", "plenty", "steal", "deal"}),
            apart=frozenset({"bank", "offer", "counter"}),
            stepwise=frozenset({"offer", "counter", "discard"}),
            joints=frozenset({"for", "to"}),
        )
    }
)
"""By game; without an entry a verb is offered with the word that follows it."""
