"""How a level trades: what it offers, to whom, and what it takes."""

from typing import Final

from msgspec import Struct


class Haggling(Struct, frozen=True):
    """The numbers of trade. Those that stand here are *even*'s."""

    amounts: tuple[tuple[int, int], ...] = ((1, 1), (2, 1), (1, 2))
    """Given and got, each of one kind."""
    least: float = 0.004
    """The own chance must grow by so much at least."""
    accepts: float = 1.0
    """… and by so much of what that of the other does; more of it, where the other leads."""
    looked_at: int = 10
    """So many offers are looked at more closely."""
    asks: float = 0.006
    """An offer must make the turn better by so much."""
    planned: int = 0
    """With so many offers the turn is planned as if they were taken; without, only with the one that brings most."""
    leaves: float = 1.0
    """What leaves the other so much of what the own chance grows by is thought to be taken."""
    reads: bool = False
    """Is that, too, which somebody takes who judges by the numbers set by hand?"""
    keeps: float = 0.0
    """What is offered must bring oneself so much of what it brings the other."""


COMMON: Final = Haggling()
