"""Awards: facts of a game that are told at its end, such as who was blocked most often."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from bot.wording.words import Text, Words
from rules.contract import Fact

MOST: Final = 3
"""So many are told of a game."""


class Award(Struct, frozen=True):
    """What is counted for each seat; whoever has most gets it."""

    said: Text
    """With {names} and {n}."""
    counted: Callable[[Sequence[Fact]], Counter[int]]
    """Of all that everybody was told and was not taken back, by seat."""
    least: int = 1
    """So many at least."""


def tally(pairs: Iterable[tuple[int, int]]) -> Counter[int]:
    """Adds up what is counted for seats."""
    found: Counter[int] = Counter()
    for seat, number in pairs:
        found[seat] += number
    return found


def highest(pairs: Iterable[tuple[int, int]]) -> Counter[int]:
    """Keeps the most that a seat has at once."""
    found: Counter[int] = Counter()
    for seat, number in pairs:
        found[seat] = max(found[seat], number)
    return found


def told(words: Words, awards: Sequence[Award], facts: Sequence[Fact], names: Sequence[str]) -> list[str]:
    """Returns the first few that somebody has won: all alike is nobody's."""
    lines: list[str] = []
    for award in awards:
        counted = award.counted(facts)
        most = max(counted.values(), default=0)
        best = [seat for seat in range(len(names)) if counted[seat] == most]
        if most >= award.least and len(best) < len(names):
            lines.append(words.put(award.said, names=words.listed([names[seat] for seat in best]), n=most))
    return lines[:MOST]
