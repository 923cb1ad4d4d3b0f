"""Cards change hands: between a seat and the bank, or between two seats.

Hands and prices are packed ints (pieces.py). A hand never holds 255 cards, so its size is its remainder by 255.
"""

from typing import Final

from rules.catan.pieces import GUARD, KINDS, RESOURCE_BITS, RESOURCE_MASK
from rules.catan.reasons import CannotPay
from rules.catan.state import Catan
from rules.contract import IllegalMove
from rules.counts import BITS, FULL, Hidden

Hands = tuple[Hidden, ...]
WHOLE: Final = FULL
"""A hand's size is its remainder by this."""


def size(packed: int) -> int:
    """How many cards."""
    return packed % WHOLE


def resources(packed: int) -> int:
    """How many of them are resources."""
    return (packed & RESOURCE_MASK) % WHOLE


def ingredients(packed: int) -> int:
    """How many of them are ingredients."""
    return (packed >> RESOURCE_BITS) % WHOLE


def missing(have: int, want: int) -> int:
    """What is wanting, packed."""
    short = 0
    for kind in range(KINDS):
        lacking = (want >> BITS * kind & FULL) - (have >> BITS * kind & FULL)
        if lacking > 0:
            short |= lacking << BITS * kind
    return short


def spend(state: Catan, seat: int, cost: int) -> tuple[Hands, int]:
    """A seat pays the bank: the hands and the bank afterwards. Raises IllegalMove."""
    hands = [*state.hands]
    have = hands[seat].packed
    left = have - cost
    if left & GUARD:
        raise IllegalMove(CannotPay(missing(have, cost)))
    hands[seat] = Hidden(left)
    return tuple(hands), state.bank + cost


def gain(state: Catan, seat: int, cards: int) -> tuple[Hands, int]:
    """A seat gets cards that the bank has: the hands and the bank afterwards."""
    hands = [*state.hands]
    hands[seat] = Hidden(hands[seat].packed + cards)
    return tuple(hands), state.bank - cards


def hand_over(hands: Hands, giver: int, taker: int, cards: int) -> Hands:
    """Cards that the giver has go to the taker."""
    after = [*hands]
    after[giver] = Hidden(after[giver].packed - cards)
    after[taker] = Hidden(after[taker].packed + cards)
    return tuple(after)
