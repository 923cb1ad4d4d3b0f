"""Standing orders for sealed questions: what a seat answers while its player is away.

An order is a few words, read from left to right; the first that fits decides, and `pass` or `ask` at the end decides
the rest. `block K6 *12 pass`: block a scoring of black that brings its scorer 6 points or more, and any other that
brings 12 or more; pass all else. `ask` leaves the rest to the player. Anybody may give any order: it is not compared
with what they hold. A block that they cannot make is a pass.
"""

import re
from collections.abc import Callable

from msgspec import Struct

from rules.contract import PublicView

PASS, BLOCK, ASK = "pass", "block", "ask"
LONGEST = 100
ANYTHING = "*"

_LINE = re.compile(r"([A-Z]|\*)(\d{1,3})?")


class BadWord(ValueError):  # noqa: N818
    """A word, as typed, that does not belong in an order."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class Line(Struct, frozen=True):
    """Block a scoring of this coffee (or of any) from this many points on."""

    about: str
    least: int


class Order(Struct, frozen=True):
    lines: tuple[Line, ...]
    otherwise: str

    def __repr__(self) -> str:
        return "Order(…)"


class About(Struct, frozen=True):
    """What a sealed question is about, as everybody sees it: its letter, and its points for the player it serves."""

    letter: str
    points: int


def read(text: str, letters: str) -> Order:
    """Returns the order in these words. Raises BadWord."""
    words = text[:LONGEST].replace(",", " ").split()
    otherwise = ASK
    lines: list[Line] = []
    for place, typed in enumerate(words):
        word, last = typed.upper(), place == len(words) - 1
        if last and word in ("PASS", "ASK"):
            otherwise = word.lower()
        elif word == "BLOCK" and place == 0 and not last:
            continue
        elif place > 0 or word == "BLOCK":
            lines.append(_line(typed, letters))
        else:
            raise BadWord(typed)
    if not words:
        raise BadWord("")
    return Order(tuple(lines), otherwise)


def _line(typed: str, letters: str) -> Line:
    word = typed.upper()
    if word == "BLOCK":  # `block` alone: whatever is scored
        return Line(ANYTHING, 0)
    found = _LINE.fullmatch(word)
    if found is None or (found[1] != ANYTHING and found[1] not in letters):
        raise BadWord(typed)
    return Line(found[1], int(found[2] or 0))


def write(order: Order) -> str:
    """Returns the canonical words."""
    if not order.lines:
        return order.otherwise
    return " ".join([BLOCK, *(f"{line.about}{line.least or ''}" for line in order.lines), order.otherwise])


def answer(order: Order, about: About) -> str:
    """Returns block, pass or ask."""
    fits = any(line.about in (ANYTHING, about.letter) and about.points >= line.least for line in order.lines)
    return BLOCK if fits else order.otherwise


class Asking(Struct, frozen=True):
    """How standing orders answer a game's sealed question."""

    letters: str
    about: Callable[[PublicView], About | None]
