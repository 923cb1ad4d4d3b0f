"""The numbers that are played with lie between the two fits that are logged as their origin."""

from math import isclose

from msgspec.structs import asdict

from players.guatemala.tuned import TUNED
from tests.tune.__main__ import LOG

HAND = 0.005
"""They were set to two digits."""


def logged() -> list[dict[str, float]]:
    """All that the log tells of numbers, in its order: two fits, what was taken, and fits since."""
    lines = [line.split() for line in LOG.read_text(encoding="utf-8").splitlines() if line.startswith("no_shed=")]
    return [{name: float(number) for name, _, number in (word.partition("=") for word in line)} for line in lines]


def test_every_number_lies_between_two_fits() -> None:
    one, other, taken, *_ = logged()
    for name, number in asdict(TUNED).items():
        low, high = sorted((one[name], other[name]))
        assert low - HAND <= number <= high + HAND, name
        assert isclose(taken[name], number), name
