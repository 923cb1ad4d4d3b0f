"""The whole truth of a game, its phases and endings.

    Turn → (next) Turn
      └→ NameBirthday → (next) Turn
    any → Over

Who sits where is masks of chairs (board.py): by nation, by sex, and the jokers. A joker stands in the mask of the
nation for which it counts. Hands lie open, only the bag is hidden.
"""

from typing import Final

from msgspec import Struct

from rules.cafe.guests import HAND
from rules.contract import State
from rules.counts import Hidden

BAR, CHAIRS, BAG, HANDS, LAST, PASSED, RESIGNED = "bar", "chairs", "bag", "hand", "last", "passed", "resigned"
"""The endings (CI-18, CI-14, CI-17, CI-22): the bar is full; all chairs are taken; four guests left in the bag; a hand
is empty for good; all others have dropped out; all have passed; one player left after a resignation."""
ENDINGS: Final = (BAR, CHAIRS, BAG, HANDS, LAST, PASSED, RESIGNED)


class Turn(Struct, frozen=True, array_like=True, tag="turn", forbid_unknown_fields=True):
    """Seat guests, go to the bar, or swap a joker."""

    seat: int


class NameBirthday(Struct, frozen=True, array_like=True, tag="birthday", forbid_unknown_fields=True):
    """Who first has reached the score names the nation whose tables count double (CI-20)."""

    seat: int


class Over(Struct, frozen=True, array_like=True, tag="over", forbid_unknown_fields=True):
    ending: str
    costs: tuple[int, ...]
    """What each seat paid for the guests it still held (CI-19)."""


Phase = Turn | NameBirthday | Over


class Cafe(State, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game of Café International."""

    seats: int
    phase: Phase
    opening: bool
    """Nobody has had a turn: one guest may sit alone (CI-7)."""
    nations: tuple[int, ...]
    """The chairs on which each nation sits, jokers as what they count for."""
    women: int
    men: int
    jokers: int
    bar: tuple[int, ...]
    """The kinds of the guests on its fields, in their order."""
    hands: tuple[int, ...]
    bag: Hidden
    left: int
    """The guests that left the game with those who dropped out (CI-14)."""
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    """How many one-nation tables each seat has completed (CI-11)."""
    threshold: int
    """The score at which a birthday is named; 0 without that variant."""
    birthday: int
    """The nation whose tables count double; -1 while none is named."""
    regulars: bool
    """Is there the variant of the regulars' table (CI-21)?"""
    dropped: tuple[int, ...]
    """Who has dropped out, in that order."""
    resigned: int
    """A mask of seats."""


def limit(state: Cafe, seat: int) -> int:
    """CI-11: how many guests a seat draws up to."""
    return max(0, HAND - state.completed[seat])


def swap(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The values with one exchanged."""
    return (*values[:index], value, *values[index + 1 :])
