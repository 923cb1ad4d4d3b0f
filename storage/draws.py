"""Luck that can be proved: the secret of a table, the post that salts each turn, and what each commit drew."""

from typing import Final

from msgspec import Struct

GATHERING: Final = -2
FIXED: Final = -1
"""The `opening` of a table that people join and leave; and of one whose seats are fixed and not dealt to yet. Turns
count from 0.
"""
START: Final = "start"
"""The kind of the post that fixes the seats."""
DEAL: Final = "deal"
"""The kind of a due row by which such a table is dealt to, where that has not followed its post."""


class Luck(Struct, frozen=True):
    """What the draws of a table follow from."""

    seed: str = ""
    """Its secret; empty where luck is live."""
    salt: int = 0
    """The post that salts this turn; 0 while it does not stand."""

    def __repr__(self) -> str:
        return f"Luck(salt={self.salt})"


LIVE: Final = Luck()


class DrawRow(Struct, frozen=True):
    """What one commit drew, or before version 0 the order of the seats."""

    first: int
    """The number of its first draw in the game."""
    version: int
    salt: int
    bounds: tuple[int, ...]
    luck: tuple[int, ...]

    def __repr__(self) -> str:
        return f"DrawRow(first={self.first}, version={self.version}, …)"
