"""Every deal of a few hidden pieces, each with the number of ways it comes about; and chi-square."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod, sqrt

from rules import counts

Hands = tuple[int, ...]
"""A packed multiset for each place where pieces lie hidden."""


def deals(pool: Sequence[int], sizes: Sequence[int]) -> dict[Hands, int]:
    """Of a pool, given by kind, to places of these sizes; what is left over lies at the last one, whatever its size."""
    found: dict[Hands, int] = {}
    for hands, ways in _deals(tuple(pool), tuple(sizes)):
        found[tuple(counts.pack(hand) for hand in hands)] = ways
    return found


def _deals(pool: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    if len(sizes) == 1:
        yield (pool,), 1
        return
    for hand in product(*(range(amount + 1) for amount in pool)):
        if sum(hand) == sizes[0]:
            ways = prod(comb(amount, taken) for amount, taken in zip(pool, hand, strict=True))
            left = tuple(amount - taken for amount, taken in zip(pool, hand, strict=True))
            for hands, more in _deals(left, sizes[1:]):
                yield (hand, *hands), ways * more


def odd(draw: Callable[[], Hands], wanted: Mapping[Hands, int], times: int) -> str:
    """What is wrong with so many draws, held against the number of ways of each; empty where nothing is.

    The bound lies four standard deviations above what chance makes of it.
    """
    came = Counter(draw() for _ in range(times))
    strange = set(came) - set(wanted)
    if strange:
        return f"impossible: {strange}"
    total = sum(wanted.values())
    chi = sum((came[one] - times * ways / total) ** 2 / (times * ways / total) for one, ways in wanted.items())
    free = len(wanted) - 1
    bound = free + 4 * sqrt(2 * free) + 4
    return "" if chi <= bound else f"chi-square {chi:.1f} with {free} degrees of freedom, bound {bound:.1f}"
