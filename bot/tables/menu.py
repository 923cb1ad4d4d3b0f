"""What a planned turn can go on with, flattened so that one press says as much as it can.

A choice that is only a verb (`take`, `score`) is never offered by itself, but what follows it. Where a game says so,
moves of the next step are offered together with the one before them (`step 2; score S1`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from rules import engine
from rules.cafe.guests import NATIONS
from rules.contract import AnyRules, Choice, Move, Position
from rules.engine import Draft

THEN = ";"
"""The word between two moves."""

AHEAD: Mapping[str, frozenset[str]] = MappingProxyType({"guatemala": frozenset({"score"})})
"""By game: the verbs that are offered together with the move before them."""


GRAVE: Mapping[str, str] = MappingProxyType({"cafe": "out"})
"""By game: what a choice offers that ends the game for its mover."""

DEEP: Mapping[str, frozenset[str]] = MappingProxyType({"cafe": frozenset({"seat", "swap"})})
"""By game: the verbs of which the next two words are one entry: a guest and its chair."""

ALONG: Mapping[str, frozenset[str]] = MappingProxyType({"cafe": frozenset(NATIONS)})
"""By game: words that are said together with the one before them: what a joker on that chair stands for."""


PAGE: Final = 25
"""Entries of one menu."""


class Entry(Struct, frozen=True):
    """One line of a menu: the words that it adds, and the choice that the last of them is."""

    words: tuple[str, ...]
    choice: Choice
    before: tuple[str, ...]
    """The words of the same move before the last."""
    first: "Entry | None" = None
    """The move that it is said together with."""
    place: str = ""
    """The word that tells the place, where that is not the last."""


def entries(rules: AnyRules, state: Any, seat: int, tokens: tuple[str, ...]) -> tuple[Entry, ...]:
    """What can follow these words. A verb, a guest to be seated, is said together with what follows it."""
    found: list[Entry] = []
    for choice in rules.choices(state, seat, tokens):
        if choice.whole:
            found.append(Entry((choice.token,), choice, tokens))
            continue
        verb = (*tokens, choice.token)
        if not tokens and choice.token in DEEP.get(rules.key, ()):
            found += [_after(choice.token, entry) for entry in entries(rules, state, seat, verb)]
            continue
        for last in rules.choices(state, seat, verb):
            entry = Entry((choice.token, last.token), last, verb)
            found += _along(rules, state, seat, entry) or [entry]
    return tuple(found)


def _along(rules: AnyRules, state: Any, seat: int, entry: Entry) -> list[Entry]:
    """The same with each word that is said along with its last; none where no such word is wanted."""
    words = ALONG.get(rules.key, frozenset())
    if not words or entry.choice.whole or len(entry.choice.offers) < 2:
        return []
    before = (*entry.before, entry.choice.token)
    later = [choice for choice in rules.choices(state, seat, before) if choice.token in words]
    return [Entry((*entry.words, choice.token), choice, before, place=entry.choice.token) for choice in later]


def _after(verb: str, entry: Entry) -> Entry:
    return Entry((verb, *entry.words), entry.choice, entry.before, place=entry.place)


def ahead(
    rules: AnyRules, position: Position[Any], seat: int, moves: tuple[Move, ...], now: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """What can be said in the same breath with the entries that are whole moves."""
    verbs = AHEAD.get(rules.key, frozenset())
    found: list[Entry] = []
    for entry in now if verbs else ():
        if not entry.choice.whole:
            continue
        move = rules.parse(" ".join((*entry.before, entry.choice.token)))
        tried = engine.draft(rules, position, seat, (*moves, move))
        if tried.then is not None or tried.dropped:
            continue
        for later in entries(rules, tried.state, seat, ()):
            if later.before and later.before[0] in verbs:
                words = (*entry.words, THEN, *later.words)
                found.append(Entry(words, later.choice, later.before, entry))
    return tuple(found)


class Following(Struct, frozen=True):
    """How a plan can go on: the words so far that still lead somewhere, and what may follow them."""

    tokens: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    entries: tuple[Entry, ...] = ()
    ahead: tuple[Entry, ...] = ()
    whole: bool = False
    """The words so far are a move."""
    closes: bool = False
    """And with it the plan could be committed."""


def following(
    rules: AnyRules, position: Position[Any], seat: int, tried: Draft[Any, Any], tokens: tuple[str, ...]
) -> Following:
    if tried.then is not None:
        return Following(tokens)
    before = rules.choices(tried.state, seat, tokens[:-1]) if tokens else ()
    last = [choice for choice in before if choice.token == tokens[-1]]
    if not last:
        tokens = ()  # others have moved: these words lead nowhere now
    whole = bool(last) and last[0].whole
    lines = entries(rules, tried.state, seat, tokens)
    later = ahead(rules, position, seat, tried.done, lines) if not tokens else ()
    closes = False
    if whole:
        with_it = engine.draft(rules, position, seat, (*tried.done, rules.parse(" ".join(tokens))))
        closes = with_it.ready and not with_it.dropped
    return Following(tokens, rules.choices(tried.state, seat, tokens), lines, later, whole, closes)


def last_choice(rules: AnyRules, state: Any, seat: int, words: tuple[str, ...]) -> Choice | None:
    """The choice that the last of these words is: it tells what the move brings or costs."""
    found = [choice for choice in rules.choices(state, seat, words[:-1]) if choice.token == words[-1]]
    return found[0] if found else None


def is_grave(rules: AnyRules, state: Any, seat: int, move: Move) -> bool:
    """Is it a move that nobody makes without having seen the warning?"""
    choice = last_choice(rules, state, seat, tuple(rules.write(move).split()))
    return choice is not None and GRAVE.get(rules.key, "") in choice.offers
