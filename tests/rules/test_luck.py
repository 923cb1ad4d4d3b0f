"""Luck is even: exactly where the bytes are fixed, and as even as chance allows where they are live."""

import random
import secrets
from collections import Counter
from collections.abc import Callable
from itertools import cycle, permutations
from math import sqrt
from statistics import NormalDist

import pytest

from bot.play.luck import Live
from rules.chance import Chance, Seeded, shuffle
from tests.report import say

ALPHA = 1e-6
"""A fair source fails one of these tests once in a million runs."""
RANGES = (2, 5, 6, 9, 25, 60, 100)
"""Bits that divide evenly, and those that a cut-off remainder would favour."""


def likely(found: Counter[int], n: int) -> float:
    """How likely so uneven a count is, or a worse one, if all n values are equally likely.

    Pearson's sum, and Wilson's and Hilferty's cube root of it, which is near enough also this far out.
    """
    expected, free = found.total() / n, n - 1
    squares = sum((found[value] - expected) ** 2 for value in range(n)) / expected
    deviation = ((squares / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return 1 - NormalDist().cdf(deviation)


def counted(chance: Chance, n: int, each: int) -> Counter[int]:
    return Counter(chance.below(n) for _ in range(n * each))


class Remainder:
    """The usual mistake: some bits, divided by n, and the remainder taken."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def below(self, n: int, /) -> int:
        return secrets.randbits(self.bits) % n


@pytest.fixture
def bytes_in_turn(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The operating system gives 0, 1, 2, … 255 and again from 0, so that every source of bits is exactly even."""

    def start() -> None:
        turn = cycle(range(256))
        monkeypatch.setattr(random, "_urandom", lambda size: bytes(next(turn) for _ in range(size)))

    return start


@pytest.mark.parametrize("n", range(2, 129))
def test_from_all_bytes_in_turn_live_luck_makes_every_number_equally_often(
    n: int, bytes_in_turn: Callable[[], None]
) -> None:
    bytes_in_turn()
    bits = n.bit_length()
    found = counted(Live(), n, 256 >> bits)
    assert found == Counter(dict.fromkeys(range(n), 256 >> bits))


def test_from_all_bytes_in_turn_a_remainder_does_not(bytes_in_turn: Callable[[], None]) -> None:
    bytes_in_turn()
    luck = Remainder(8)
    found = Counter(luck.below(6) for _ in range(256))
    assert (found[0], found[5]) == (43, 42)


@pytest.mark.parametrize("n", RANGES)
def test_live_luck_is_even(n: int) -> None:
    found = counted(Live(), n, 2000)
    assert set(found) == set(range(n))
    assert likely(found, n) > ALPHA / len(RANGES)


@pytest.mark.parametrize("n", RANGES)
def test_seeded_luck_is_even_too(n: int) -> None:
    assert likely(counted(Seeded(n), n, 2000), n) > ALPHA


@pytest.mark.parametrize(("n", "bits"), [(6, 4), (25, 8), (60, 8), (100, 8), (5, 6), (6, 6)])
def test_a_planted_remainder_is_caught(n: int, bits: int) -> None:
    found = counted(Remainder(bits), n, 200_000 // n)
    odds = likely(found, n)
    say(f"luck: {bits} bits % {n}, {found.total()} draws: as uneven by chance once in {1 / max(odds, 1e-16):.0e}")
    assert odds < ALPHA


def test_of_fair_counts_as_many_look_uneven_as_the_measure_says() -> None:
    """The measure itself: of 1,000 fair counts about so many per cent are as unlikely as so many per cent, or more."""
    odds = sorted(likely(counted(Seeded(seed), 6, 100), 6) for seed in range(1000))
    assert all(abs(odds[10 * cent] - cent / 100) < 0.06 for cent in range(100))


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    orders = {order: number for number, order in enumerate(permutations(range(4)))}
    luck = Seeded(4)
    found = Counter(orders[shuffle(luck, range(4))] for _ in range(24 * 1000))
    assert likely(found, len(orders)) > ALPHA
