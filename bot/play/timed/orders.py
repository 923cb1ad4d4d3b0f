"""Standing orders: what a seat answers while its player is away. Each game brings the words of its own (`Orders`).

Those about blockades are a few words, read from left to right; the first that fits decides, and `pass` or `ask` at the
end decides the rest. `block K6 *12 pass`: block a scoring of black that brings its scorer 6 points or more, and any
other that brings 12 or more; pass all else. `ask` leaves the rest to the player. Anybody may give any order: it is not
compared with what they hold. A block that they cannot make is a pass.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from bot.play.answer_kinds import Veiled
from rules.contract import AnyRules, Fact, PublicView, Seat
from rules.notation import NotationError

PASS, BLOCK, ASK = "pass", "block", "ask"
NOT, REST = "not", "rest"
"""Verbs that change a line of an order: take one away, decide what is left."""
LONGEST = 100
ANYTHING = "*"

_WANTED = "a word of an order"
_LINE = re.compile(r"([A-Z]|\*)(\d{1,3})?")


class Line(Struct, frozen=True):
    """Block a scoring of this coffee (or of any) from this many points on."""

    about: str
    least: int


class Order(Veiled, frozen=True):
    lines: tuple[Line, ...]
    otherwise: str


class About(Struct, frozen=True):
    """What a sealed question is about, as everybody sees it: its letter, and its points for the player it serves."""

    letter: str
    points: int


def read(text: str, letters: str) -> Order:
    """Returns the order in these words. Raises NotationError."""
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
            raise NotationError(typed, _WANTED)
    if not words:
        raise NotationError("", _WANTED)
    return Order(tuple(lines), otherwise)


def _line(typed: str, letters: str) -> Line:
    word = typed.upper()
    if word == "BLOCK":  # `block` alone: whatever is scored
        return Line(ANYTHING, 0)
    found = _LINE.fullmatch(word)
    if found is None or (found[1] != ANYTHING and found[1] not in letters):
        raise NotationError(typed, _WANTED)
    return Line(found[1], int(found[2] or 0))


def write(order: Order) -> str:
    """Returns the canonical words."""
    if not order.lines:
        return order.otherwise
    return " ".join([BLOCK, *(f"{line.about}{line.least or ''}" for line in order.lines), order.otherwise])


def amended(order: Order, line: str, letters: str) -> Order | None:
    """Returns the order with one line changed: `block K 6`, `not K`, `rest pass`; None if nothing is left of it."""
    match line[:LONGEST].split():
        case [verb, about, least] if verb.lower() == BLOCK:
            fresh = _line(f"{about}{least}", letters)
            lines = (*(old for old in order.lines if old.about != fresh.about), fresh)
            order = Order(lines, order.otherwise)
        case [verb, about] if verb.lower() == NOT:
            order = Order(tuple(old for old in order.lines if old.about != about.upper()), order.otherwise)
        case [verb, otherwise] if verb.lower() == REST and otherwise.lower() in (PASS, ASK):
            order = Order(order.lines, otherwise.lower())
        case _:
            raise NotationError(line[:20], _WANTED)
    return order if order.lines or order.otherwise == PASS else None


def answer(order: Order, about: About) -> str:
    """Returns block, pass or ask."""
    fits = any(line.about in (ANYTHING, about.letter) and about.points >= line.least for line in order.lines)
    return BLOCK if fits else order.otherwise


class Orders(Struct, frozen=True):
    """The standing orders of a game: their words, and what they answer."""

    read: Callable[[str], str]
    """Returns the canonical words of an order. Raises NotationError."""
    answer: Callable[[AnyRules, Any, int, str], str]
    """By rules, state, seat and order: the move with which it answers what the seat is asked; empty for the player."""
    amended: Callable[[str, str], str] = lambda _rule, line: line
    """By order and a line: the order with this line changed, in canonical words. Raises NotationError.

    An order of one line is replaced by another.
    """
    at_once: frozenset[str] = frozenset()
    """The topics of optional questions that it answers without a delay; a sealed one it answers after one."""
    ahead: Callable[[str, PublicView, int], bool] = lambda _rule, _view, _seat: False
    """By order, what everybody sees, and a seat: does it speak of what its seat is asked in its own turn now?

    That it speaks of it follows from the order and from what everybody sees; whether it finds an answer may not.
    """
    after: Callable[[str, Any, int, Sequence[Fact]], str] = lambda rule, _state, _seat, _facts: rule
    """By order, state before, seat and what everybody heard: what is left of the order."""
    listed: Callable[[str], str] = lambda _rule: ""
    """The part of an order that everybody may see."""
    about: Callable[[PublicView], About | None] | None = None
    """Of orders about blockades: what is to be answered."""
    letters: str = ""


def blockades(letters: str, about: Callable[[PublicView], About | None]) -> Orders:
    """Returns orders that block or pass."""

    def said(rules: AnyRules, state: Any, seat: int, rule: str) -> str:
        asked = about(rules.public(state))
        word = ASK if asked is None else answer(read(rule, letters), asked)
        legal = {choice.token for choice in rules.choices(state, Seat(seat), ())}
        return "" if word == ASK else word if word in legal else PASS

    def changed(rule: str, line: str) -> str:
        left = amended(read(rule or ASK, letters), line, letters)
        return "" if left is None else write(left)

    return Orders(lambda text: write(read(text, letters)), said, changed, about=about, letters=letters)
