"""How long a decision may take, by what a table has agreed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

MINUTE: Final = 60_000
DAY: Final = 24 * 60 * MINUTE
LIVE: Final = "live"
ABANDONED_MS: Final = 60 * DAY
"""Where for so long nobody plays and nobody votes, a game is over."""
BACK: Final = 2
"""Whoever comes back has a deadline divided by this."""
GIVEN_BACK: Final = 10
"""Of what a turn did not use its seat gets back one part in so many, as reserve."""


class Pace(Struct, frozen=True):
    """Milliseconds for a decision, and in reserve for the whole game."""

    due: int
    reserve: int


PACES: Final[Mapping[str, Pace]] = MappingProxyType(
    {
        "relaxed": Pace(7 * DAY, 7 * DAY),
        "steady": Pace(3 * DAY, 3 * DAY),
        "brisk": Pace(DAY, 2 * DAY),
        LIVE: Pace(15 * MINUTE, 30 * MINUTE),
    }
)
"""A table that has agreed nothing is unhurried."""
