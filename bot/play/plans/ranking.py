"""The whole turns of a seat from the best on, if its game ranks them (`Rules.best`)."""

from collections import OrderedDict
from typing import Any, Final, NamedTuple

from rules.contract import AnyRules, Position

MOST: Final = 10_000
"""Turns of a position; there are hardly ever more than a thousand."""
KEPT: Final = 64
"""Positions whose turns are cached."""


class Ranked(NamedTuple):
    """A turn in its notation, and what it brings."""

    text: str
    worth: int


class Ranking:
    """Ranks each position once, however many letters are typed."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int], tuple[Ranked, ...]] = OrderedDict()

    def of(self, table: str, rules: AnyRules, position: Position[Any], seat: int) -> tuple[Ranked, ...]:
        key = (table, position.version, seat)
        found = self._kept.get(key)
        if found is None:
            ranked = rules.best(position.state, seat, MOST)
            found = tuple([Ranked(rules.write(move), worth) for move, worth in ranked])
            self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found


def fits(text: str, typed: str) -> bool:
    """Does every typed word begin a word of the turn? `c53 us` finds `seat USm C53`."""
    words = text.casefold().split()
    return all(any(word.startswith(part) for word in words) for part in typed.casefold().split())
