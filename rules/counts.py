"""Packed multisets: how many of each kind, eight bits a kind, in one int (hands, banks, bags).

A hidden one is wrapped in `Hidden`, which never shows what it holds in a log or an error.
"""

from collections.abc import Iterable

from msgspec import Struct

BITS = 8
FULL = (1 << BITS) - 1


class Hidden(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A multiset that somebody must not see."""

    packed: int

    def __repr__(self) -> str:
        return "Hidden(…)"


def pack(amounts: Iterable[int]) -> int:
    """`pack((2, 0, 1))`: two of kind 0, one of kind 2."""
    packed = 0
    for kind, amount in enumerate(amounts):
        packed |= amount << BITS * kind
    return packed


def unpack(packed: int, kinds: int) -> tuple[int, ...]:
    """The amounts of the first kinds."""
    return tuple([packed >> BITS * kind & FULL for kind in range(kinds)])


def amount(packed: int, kind: int) -> int:
    return packed >> BITS * kind & FULL


def total(packed: int) -> int:
    count = 0
    while packed:
        count += packed & FULL
        packed >>= BITS
    return count


def plus(packed: int, kind: int, times: int = 1) -> int:
    return packed + (times << BITS * kind)


def without(packed: int, kind: int, times: int = 1) -> int:
    """Takes pieces out; there must be enough, for a borrow would reach into the next kind."""
    if packed >> BITS * kind & FULL < times:
        raise ValueError(kind)
    return packed - (times << BITS * kind)


def at(packed: int, index: int) -> int:
    """The kind of the piece at an index, were all laid out in the order of their kinds."""
    kind = 0
    while True:
        here = packed & FULL
        if index < here:
            return kind
        if packed == 0:
            raise IndexError(index)
        index -= here
        packed >>= BITS
        kind += 1


def pieces(packed: int) -> tuple[int, ...]:
    """Every piece by its kind, in the order of the kinds."""
    kinds: list[int] = []
    kind = 0
    while packed:
        kinds += [kind] * (packed & FULL)
        packed >>= BITS
        kind += 1
    return tuple(kinds)
