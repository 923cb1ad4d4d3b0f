"""What somebody offers to others in a game, so far as all see it: whom to call, and with which words they answer."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from rules.contract import Fact, PublicView, SeatView


class Offered(Struct, frozen=True):
    """An offer that has just been made."""

    fact: Fact
    """What everybody heard of it."""
    number: int
    seats: tuple[int, ...]
    """To whom it is made."""
    answers: tuple[str, ...]
    """The moves that answer it; the last words of one may still be open."""


class Offering(Struct, frozen=True):
    """The offers of a game."""

    made: Callable[[Sequence[Fact]], tuple[Offered, ...]]
    """By what everybody heard of a commit: what is offered by it."""
    is_open: Callable[[PublicView, int], bool]
    """By what everybody sees, and its number: can it still be answered?"""
    ended: Callable[[Sequence[Fact]], frozenset[int]]
    """By what everybody heard of a commit: the numbers of those that it has closed or let lapse."""
    countered: Callable[[SeatView], frozenset[int]]
    """By what a seat sees: the numbers of those to which its counter-offer stands."""
    answered: Callable[[SeatView], bool]
    """By what a seat sees: has it answered all that is offered to it? Each answer stands until it is changed."""
    talk: tuple[type[Fact], ...] = ()
    """The facts that tell of offers and of answers to them, of which nothing is left once they are over."""
