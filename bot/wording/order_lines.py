"""How a standing order is given by presses: the steps of its lines, as data of each game.

A line is a verb and words. Each word is chosen from a menu, or from buttons where they are few and the last; none is
offered twice. So nothing has to be remembered between two presses: a press carries the words that are said so far.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from bot.wording.words import Text, Words


class Step(Struct, frozen=True):
    """A word that is to be chosen."""

    ask: Text
    words: tuple[str, ...]
    """What can be said; an empty word says nothing more, and can only end a line."""
    label: Callable[[Words, str], str]
    several: bool = False
    """Words one after the other, at least one, until the line is given; only as the last step."""
    follows: Callable[[str], tuple[str, ...]] | None = None
    """What can be said after the word before it, if that depends on it."""
    joined: Callable[[Words, str, str], str] | None = None
    """Labels a word by the one before it as well, if that says more than `label`."""

    def after(self, said: Sequence[str]) -> tuple[str, ...]:
        """Returns what can be said here after these words of the line."""
        return self.follows(said[-1]) if self.follows is not None and said else self.words

    def named(self, words: Words, word: str, said: Sequence[str]) -> str:
        """Labels a word that can be said after these of the line."""
        return self.joined(words, word, said[-1]) if self.joined is not None and said else self.label(words, word)


class Line(Struct, frozen=True):
    """A kind of line of an order."""

    verb: str
    press: Text
    """Labels the button that begins it."""
    steps: tuple[Step, ...]


class Ordering(Struct, frozen=True):
    """The standing orders of a game, for a person who presses."""

    lines: Callable[[Any], Sequence[Line]]
    """By the public view: what a line can say."""
    parts: Callable[[Words, str], Sequence[tuple[str, str]]]
    """By the order's canonical words: what each part of it says, and the line that takes it away."""
    example: str
    """An order as it is typed."""
    about: Text
    """What the example says, in as few words as a form has room for."""
