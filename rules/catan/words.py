"""The first word of a move in a menu: when it is offered, and what may follow it."""

from collections.abc import Callable
from typing import NamedTuple

from rules.catan.state import Catan
from rules.contract import Choice

Words = tuple[str, ...]
Choices = tuple[Choice, ...]


def _nothing(_state: Catan, _seat: int, _words: Words) -> Choices:
    return ()


def always(_state: Catan, _seat: int) -> bool:
    return True


class Word(NamedTuple):
    """A verb of moves.py within a phase."""

    verb: str
    possible: Callable[[Catan, int], bool]
    """Is there a legal move of it?"""
    rest: Callable[[Catan, int, Words], Choices] = _nothing
    """The legal next words after the verb and these; asked only where it is possible."""
    whole: bool = False
    """The verb alone is a move."""
