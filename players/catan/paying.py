"""How a price is paid: with what is held, and with what the bank takes for the cards that lack."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from rules.catan.moves import Bank
from rules.catan.pieces import KINDS, RESOURCES, enough
from rules.catan.rates import RATES
from rules.counts import BITS, FULL

_HALVES: Final = (range(RESOURCES), range(RESOURCES, KINDS))
"""The bank gives resources for resources, ingredients for ingredients."""


@lru_cache(1 << 14)
def exchanges(hand: int, price: int, ports: int, free: int = 0) -> tuple[Bank, ...] | None:
    """What is to be exchanged before so much can be paid; None where it cannot. `free`: resources of one's choice.

    The bank is believed to have what is asked of it. Given is first what it takes the fewest of, then what there is
    most of.
    """
    if enough(hand, price):
        return ()
    found: list[Bank] = []
    for half in _HALVES:
        spare = {kind: (hand >> BITS * kind & FULL) - (price >> BITS * kind & FULL) for kind in half}
        lacking = [kind for kind in half for _ in range(-spare[kind])]
        if half is _HALVES[0]:
            lacking = lacking[min(free, len(lacking)) :]
        for kind in lacking:
            giver = _giver(spare, RATES[ports])
            if giver < 0:
                return None
            spare[giver] -= RATES[ports][giver]
            found.append(Bank(giver, kind))
    return tuple(found)


def _giver(spare: dict[int, int], rates: tuple[int, ...]) -> int:
    able = [kind for kind, number in spare.items() if number >= rates[kind]]
    return min(able, key=lambda kind: (rates[kind], -spare[kind]), default=-1)


def lacking(hand: int, price: int) -> list[int]:
    """The resources that lack, each as often as it does."""
    missing = [(price >> BITS * kind & FULL) - (hand >> BITS * kind & FULL) for kind in range(RESOURCES)]
    return [kind for kind, number in enumerate(missing) for _ in range(number)]


class Means(Struct, frozen=True):
    """What there is to pay with."""

    hand: int
    ports: int
    choice: int = 0
    """Resources of one's own choice, from a year of plenty."""
    roads: int = 0
    """Roads that cost nothing."""

    def pays(self, price: int) -> bool:
        return exchanges(self.hand, price, self.ports, self.choice) is not None
