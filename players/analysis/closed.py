"""The analysis of a game whose hands stay closed: of what everybody saw and was told, and of nothing else.

What is hidden is imagined, in the same way whatever it was: so it moves nothing. Which card a draw brought, and what
else a seat could have done, nobody can say without looking into hands; told is after which moves the chances changed
most.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from players.analysis import form
from players.analysis.form import Analysis, Point, Turning
from players.chances import VERSION, Chances, Estimator, chances
from rules.chance import Seeded
from rules.contract import Fact, Memory, PublicView

WORLDS: Final = 12
NOBODY: Final = -1
"""The seat of somebody who looks on."""
MOST: Final = 5
LEAST: Final = 10


class Shown(Struct, frozen=True):
    """A public move: its number, what everybody was told of it and saw after it."""

    number: int
    view: PublicView
    facts: tuple[Fact, ...]


def analysed(of: Estimator, shown: Sequence[Shown], says: Callable[[int], None]) -> Analysis:
    memory: Memory | None = None
    curve: list[tuple[int, Chances]] = []
    for place, one in enumerate(shown):
        memory = of.rules.remember(memory, one.view, NOBODY, one.facts)
        curve.append((one.number, imagined(of, one.view, memory)))
        says(100 * (place + 1) // len(shown))
    points = tuple(Point(number, form.shares(after)) for number, after in curve)
    return Analysis(VERSION, False, points, _turning(curve), steps=WORLDS * len(curve))


def imagined(of: Estimator, view: PublicView, memory: Memory) -> Chances:
    """Returns the mean of the chances over imagined worlds."""
    luck: Any = Seeded(0)
    worlds = [chances(of, of.imagined(view, memory, luck)) for _ in range(WORLDS)]
    return tuple([sum(column) / WORLDS for column in zip(*worlds, strict=True)])


def _turning(curve: Sequence[tuple[int, Chances]]) -> tuple[Turning, ...]:
    """The moves by which most changed hands, with whom it served or hurt most."""
    found: list[Turning] = []
    for (_, before), (number, after) in pairwise(curve):
        changes = [now - was for was, now in zip(before, after, strict=True)]
        seat = max(range(len(changes)), key=lambda each: abs(changes[each]))
        amount = round(form.WHOLE * changes[seat])
        if abs(amount) >= LEAST:
            found.append(Turning(number, number, seat, amount))
    if found and found[-1].last == curve[-1][0]:
        found.pop()  # the end is none: everybody knows by then
    found.sort(key=lambda one: -abs(one.amount))
    return tuple(sorted(found[:MOST], key=lambda one: one.first))
