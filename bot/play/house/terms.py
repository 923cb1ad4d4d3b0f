"""House players at a table: what they are called; and what a table can agree about them, and about its pace.

A house player sits in a seat without a user. It is asked nothing by a message, counts against nobody's limits, and is
answered for by the house (bot/play/house/turns.py).
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from players import Level
from storage.rows import HOUSE, NOBODY, SeatRow

NAMES: Final = ("Flora", "Bruno", "Greta", "Emil", "Ida", "Otto", "Paula", "Hugo")
"""Given names; in texts the word for the house in the reader's language follows, in pictures a sign."""
LEVELS: Final = tuple(level.value for level in Level)
USUAL: Final = Level.EVEN.value
"""Of a house player for whom nobody chose a level."""

RESIGNED, HINTS = "resigned", "hints"
STAYS, TO_HOUSE = "stays", "house"
PACE, LATE, AWAY = "pace", "late", "away"
UNHURRIED, STEADY = "unhurried", "steady"
WAIT, VOTE, AT_ONCE = "wait", "vote", "house"
ALLOWED, NOT_ALLOWED = "allowed", "not"
HANDS, HANDS_OPEN, HANDS_CLOSED = "hands", "open", "closed"
"""Whether everybody may see, once the game is over, what each seat has seen in it."""
TERMS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        RESIGNED: (STAYS, TO_HOUSE),
        HINTS: ("off", "on"),
        PACE: (UNHURRIED, "relaxed", STEADY, "brisk", "live"),
        LATE: (WAIT, VOTE, AT_ONCE),
        AWAY: (ALLOWED, NOT_ALLOWED),
        HANDS: (HANDS_OPEN, HANDS_CLOSED),
    }
)
"""What a table's people can agree, with that first which holds where they have agreed nothing."""


class NoThoughtError(Exception):
    """Nothing came of thinking: it took too long, too much memory, or whoever thought died."""


def chosen(terms: Sequence[tuple[str, str]], key: str) -> str:
    return dict(terms).get(key, TERMS[key][0])


def kept(**wanted: str) -> tuple[tuple[str, str], ...]:
    """Returns terms as they are kept: what is usual is left out."""
    return tuple((key, value) for key, value in wanted.items() if value and value != TERMS[key][0])


SLOWEST, FASTEST = "slowest", "fastest"


def bounds(settings: Mapping[str, str]) -> tuple[str, str]:
    """Returns the slowest and the fastest pace that a server allows."""
    return settings.get(SLOWEST, TERMS[PACE][0]), settings.get(FASTEST, TERMS[PACE][-1])


def within(settings: Mapping[str, str], pace: str) -> str:
    """Returns a pace within what a server allows: paces stand from the slowest to the fastest."""
    paces = TERMS[PACE]
    low, high = bounds(settings)
    place = paces.index(pace) if pace in paces else paces.index(STEADY)
    return paces[max(paces.index(low), min(place, paces.index(high)))] if low in paces and high in paces else pace


def player(seat: int, level: str, taken: Collection[str], *, nth: int = 0, from_version: int = 0) -> SeatRow:
    """Returns a house player with a name that nobody at the table has."""
    name = next((name for name in NAMES if name not in taken), NAMES[seat % len(NAMES)])
    return SeatRow(seat, NOBODY, name, from_version=from_version, how=HOUSE, nth=nth, house=level)
