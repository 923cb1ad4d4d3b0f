"""What an analysis says: numbers, seats and moves in notation; names and sentences are the reader's."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from players.chances import Chances

WHOLE: Final = 1000
"""Chances are kept in thousandths."""
Shares = tuple[int, ...]
"""By seat, in thousandths."""


class Point(Struct, frozen=True, array_like=True):
    """Everybody's chances after a public move."""

    number: int
    chances: Shares


class Turning(Struct, frozen=True):
    """Moves after which the game stood otherwise than it could have."""

    first: int
    """The numbers of its first public move and of its last."""
    last: int
    seat: int
    """Who chose; -1 where nobody can tell choice from luck."""
    amount: int
    """What it cost the seat against the best way that was found, in thousandths; without one, what changed hands."""
    played: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    """In notation; nothing where hands stay closed."""


class Lucky(Struct, frozen=True):
    """The draw that did most for a seat, for better or worse."""

    number: int
    amount: int


class Analysis(Struct, frozen=True):
    version: int
    """Of what estimates (players/chances.py)."""
    whole: bool
    """Made of everything; else of what everybody could see."""
    curve: tuple[Point, ...]
    turning: tuple[Turning, ...]
    """In the order in which they came."""
    luck: Shares = ()
    """What draws did to each seat, the mean over their outcomes taken off; nothing where that cannot be told."""
    choice: Shares = ()
    """What everybody's choices did to it. With the chances at the beginning both make those at the end."""
    drawn: tuple[Lucky, ...] = ()
    """By seat; with number -1 where it drew nothing that mattered."""
    steps: int = 0


def shares(chances: Chances) -> Shares:
    """Returns chances in thousandths that add up to a whole: what rounding leaves goes to where most is missing."""
    found = [int(WHOLE * chance) for chance in chances]
    missing = sorted(range(len(found)), key=lambda seat: found[seat] - WHOLE * chances[seat])
    for seat in missing[: max(0, round(WHOLE * sum(chances)) - sum(found))]:
        found[seat] += 1
    return tuple(found)


def thousandths(amounts: Sequence[float]) -> Shares:
    return tuple([round(WHOLE * amount) for amount in amounts])
