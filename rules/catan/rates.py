"""What the bank takes for a card, with harbours (CM-9, CM-21)."""

from typing import Final

from rules.catan.board import ANY
from rules.catan.pieces import KINDS, RESOURCES
from rules.catan.state import Catan


def _rates(ports: int) -> tuple[int, ...]:
    common = 3 if ports >> ANY & 1 else 4
    return tuple([2 if kind < RESOURCES and ports >> kind & 1 else common for kind in range(KINDS)])


RATES: Final = tuple([_rates(ports) for ports in range(1 << ANY + 1)])
"""By `Catan.ports` of a seat: the rate of every kind."""


def rates(state: Catan, seat: int) -> tuple[int, ...]:
    """Of every kind: for ingredients there is no 2:1 (CM-21)."""
    return RATES[state.ports[seat]]
