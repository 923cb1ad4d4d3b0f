"""How a game ended, in words: the ranking with where the points came from, awards, how the points came about."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from bot.play.history.reel import Course
from bot.wording import Phrases, Words, awards, or_else
from bot.wording.narrator import ranking
from bot.wording.phrases import Names
from rules.contract import Fact, Outcome, PublicView

Brought: TypeAlias = Callable[[int, Any, Sequence[Fact]], Sequence[tuple[str, int]]]
PARTS: Final = 4
"""The course of a game is told after each quarter of its moves."""


def ending(
    words: Words,
    game: Phrases,
    outcome: Outcome,
    names: Names,
    view: PublicView,
    *,
    told: Sequence[Fact],
    brought: Brought,
) -> str:
    """`told`: all that everybody was told; without it neither sources nor awards."""

    def result(seat: int) -> str:
        line = game.result(words, seat, names, view)
        source = game.source if told else None
        sources = [] if source is None else [(source(words, key), n) for key, n in brought(seat, view, told) if n]
        parts = [f"{name} {words.signed(points)}" for name, points in sources]
        return f"{line} – {', '.join(parts)}" if parts else line

    won = or_else(lambda: awards.told(words, game.awards, told, names) if told else [], [])
    return "\n".join([ranking(words, outcome, names, result), *won])


def course(words: Words, points: Course, names: Names) -> str:
    """Says how the points came about: after each quarter of the moves that can be replayed, by name."""
    first, last = points[0][0], points[-1][0]
    found: list[str] = []
    for part in range(1, PARTS + 1):
        number = round(first + (last - first) * part / PARTS)
        now = next(after for move, after in reversed(points) if move <= number)
        each = ", ".join(f"{name} {_number(value)}" for name, value in zip(names, now, strict=True))
        found.append(words.say("After move {n}: {points}.", n=number, points=each))
    return " ".join([words.say("Points over time."), *found])


def _number(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)
