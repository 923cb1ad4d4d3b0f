"""Luck: one door, `Chance.below(n)`, and what walks through it is written down.

Draws go over sequences in a fixed order, never over sets, so that a recorded luck means the same in every process.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from rules import counts

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Chance(Protocol):
    """The only source of luck a game ever sees."""

    def below(self, n: int, /) -> int:
        """An integer in 0 … n-1, all equally likely."""
        ...


class LuckMismatchError(Exception):
    """A record's luck does not fit the move it is said to belong to."""


class LuckWanted(Exception):  # noqa: N818 (not an error: the answer "this needs luck")
    """Raised by `Foreseen`: the step wants luck, so a draft must not look at it."""


class Foreseen:
    """The chance of a draft: there is none."""

    def below(self, n: int, /) -> int:
        raise LuckWanted(n)


class Recorder(Struct, eq=False, gc=False):
    """Passes luck on and notes it."""

    source: Chance
    drawn: tuple[int, ...] = ()

    def below(self, n: int, /) -> int:
        value = self.source.below(n)
        self.drawn += (value,)
        return value

    def __repr__(self) -> str:
        return f"Recorder({len(self.drawn)} drawn)"


class Recorded(Struct, eq=False):
    """Feeds recorded luck back; refuses too much, too little or out of range."""

    _luck: Sequence[int]
    _at: int = 0

    def below(self, n: int, /) -> int:
        if self._at >= len(self._luck):
            raise LuckMismatchError("the record holds less luck than its move draws")
        value = self._luck[self._at]
        if not 0 <= value < n:
            raise LuckMismatchError(f"recorded luck out of range: a draw below {n}")
        self._at += 1
        return value

    def close(self) -> None:
        """To be called after the move: everything recorded must have been drawn."""
        if self._at != len(self._luck):
            raise LuckMismatchError("the record holds more luck than its move draws")

    def __repr__(self) -> str:
        return f"Recorded({self._at} of {len(self._luck)})"


class Seeded:
    """Repeatable luck for tests: splitmix64, the same on every Python. Live luck is the shell's."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, n: int, /) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * n) >> 64


def d6(chance: Chance) -> int:
    """One die: 1 … 6."""
    return chance.below(6) + 1


def pick(chance: Chance, items: Sequence[T]) -> T:
    """One of a sequence."""
    return items[chance.below(len(items))]


def draw(chance: Chance, packed: int) -> tuple[int, int]:
    """One piece out of a packed multiset: its kind, and what is left.

    A bag is a multiset: it has no order that could leak or be foreseen.
    """
    kind = counts.at(packed, chance.below(counts.total(packed)))
    return kind, counts.without(packed, kind)


def shuffle(chance: Chance, items: Sequence[T]) -> tuple[T, ...]:
    """All of a sequence in random order (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = chance.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
