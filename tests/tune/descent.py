"""Numbers that make what was foreseen likelier: one after the other a little up or down, for as long as it helps."""

from collections.abc import Callable, Sequence
from math import log
from typing import Final

from msgspec.structs import asdict, replace

from players.guatemala.worth import Taste, estimated
from tests.tune.played import Position

STEP: Final = 0.3
"""The first step, as a part of the number; halved whenever neither direction helps."""
LEAST_GAIN: Final = 1e-5
SURE: Final = 0.001
"""Nobody is ever surer than that."""
KEPT: Final = ("purse",)
"""Whole numbers are left alone."""

Says = Callable[[str], None]


def loss(taste: Taste, positions: Sequence[Position]) -> float:
    """How surprising the winners were, on the average (the log loss)."""
    whole = 0.0
    for position in positions:
        chance = min(1 - SURE, max(SURE, estimated(position.standing, position.seat, taste)))
        whole -= position.won * log(chance) + (1 - position.won) * log(1 - chance)
    return whole / len(positions)


def fitted(taste: Taste, learnt: Sequence[Position], held_back: Sequence[Position], sweeps: int, says: Says) -> Taste:
    """The numbers of the sweep that foresaw best what it had not learnt from."""
    best, names = loss(taste, learnt), [name for name in asdict(taste) if name not in KEPT]
    steps = dict.fromkeys(names, STEP)
    kept, least = taste, loss(taste, held_back)
    says(f"as it was: {best:.4f}, held back {least:.4f}")
    for sweep in range(1, sweeps + 1):
        for name in names:
            taste, best = _nudged(taste, name, steps, best, learnt)
        back = loss(taste, held_back)
        says(f"sweep {sweep}: {best:.4f}, held back {back:.4f}")
        if back < least:
            kept, least = taste, back
    return kept


def _nudged(
    taste: Taste, name: str, steps: dict[str, float], best: float, learnt: Sequence[Position]
) -> tuple[Taste, float]:
    for factor in (1 + steps[name], 1 - steps[name]):
        tried = replace(taste, **{name: getattr(taste, name) * factor})
        surprise = loss(tried, learnt)
        if surprise < best - LEAST_GAIN:
            return tried, surprise
    steps[name] /= 2
    return taste, best
