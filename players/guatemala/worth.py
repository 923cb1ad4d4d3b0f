"""What a position is worth to each seat: the points it is likely to end with, and from them its chance of winning.

A plantation counts by what it would bring now and by what it could bring once its shed, its ship or its last roads are
there. Each seat that is still to choose is expected to score the coffees that bring it more than the others; how often
that will be follows from the space that is left between the leading marker and the last sack.
"""

from functools import lru_cache
from math import exp, sqrt
from typing import Final

from msgspec import Struct

from players.guatemala.ways import lacking
from rules.guatemala.board import BOARDS, sack_space, touching
from rules.guatemala.ending import outcome
from rules.guatemala.pieces import SACK, SACKS_EACH
from rules.guatemala.state import KINDS, Guatemala


class Taste(Struct, frozen=True):
    """The numbers of the evaluation; their origin is told where they are set."""

    no_shed: float = 0.35
    """What a worker without a shed counts."""
    road: float = 0.7
    """How much is left of a ship's worth for each road that is lacking."""
    hope: float = 0.6
    """How much what is not there yet counts, against what is."""
    room: float = 0.12
    """A free field beside a plantation that has a shed."""
    shed: float = 0.7
    """A shed, before it has workers."""
    money: float = 0.22
    """A centavo, as long as there is much to build."""
    purse: int = 12
    """Money beyond counts less: so many times."""
    beyond: float = 0.1
    choosy: float = 0.25
    """What makes a coffee likely to be scored by somebody whom it does not favour."""
    lean: float = 1.3
    """How much more likely one is that favours them more (a power)."""
    luck: float = 3.0
    """How many points of difference chance makes at the end …"""
    more_luck: float = 2.2
    """… and for each root of a scoring to come."""


ROOTS: Final = tuple([sqrt(sacks) for sacks in range(SACKS_EACH + 1)])
UNSEEN: Final = 0.12
"""A sack that lies nowhere yet, against the first that lies open."""

TASTE: Final = Taste()
"""Set by hand, then compared by matches against itself (tests/strength)."""


def plantation(state: Guatemala, index: int, taste: Taste) -> float:
    """What a scoring of this plantation is likely to bring, now and a little later."""
    mask, shed = state.workers[index], state.sheds[index]
    if not shed:
        return mask.bit_count() * taste.no_shed
    board = BOARDS[state.seats]
    field = shed.bit_length() - 1
    ships = state.harbours[board.sites[board.site_at[field]].harbour].count(index % KINDS)
    workers = mask.bit_count()
    missing = len(lacking(state.seats, field, state.roads)) if workers or ships else 6
    room = (touching(mask | shed) & state.free).bit_count()
    return _likely(workers, ships, missing, min(room, 4), taste)


@lru_cache(1 << 12)
def _likely(workers: int, ships: int, missing: int, room: int, taste: Taste) -> float:
    now = workers if missing else workers * (1 + ships)
    joined = taste.road**missing
    later = (workers + 0.5) * (1 + ships * joined + 0.3 * joined)
    return now + taste.hope * max(0.0, later - now) + taste.room * room + taste.shed


def available(state: Guatemala) -> list[float]:
    """How easily a sack of each coffee is found: those that lie open, and those that somebody may lay."""
    lying = [state.board.count(SACK + coffee) for coffee in range(KINDS)]
    return [
        ROOTS[open_] + UNSEEN * (SACKS_EACH - open_ - state.track.count(coffee)) for coffee, open_ in enumerate(lying)
    ]


def expected(state: Guatemala, taste: Taste) -> tuple[list[float], float]:
    """The points that each seat is likely to end with, and how many scorings are still to come."""
    seats = range(state.seats)
    each = [
        plantation(state, index, taste) if worker or shed else 0.0
        for index, (worker, shed) in enumerate(zip(state.workers, state.sheds, strict=True))
    ]
    likely = [each[seat * KINDS : seat * KINDS + KINDS] for seat in seats]
    shares = _shares(likely, available(state), taste)
    gains = [sum([share * points for share, points in zip(shares, own, strict=True)]) for own in likely]
    gap = max(0, sack_space(len(state.track)) - max(state.points))
    left = gap / (1 + max(gains))
    soon = left / (left + 3)
    return [state.points[seat] + left * gains[seat] + soon * _purse(state.money[seat], taste) for seat in seats], left


def _purse(money: int, taste: Taste) -> float:
    return taste.money * (min(money, taste.purse) + max(0, money - taste.purse) * taste.beyond)


def _shares(likely: list[list[float]], found: list[float], taste: Taste) -> list[float]:
    """How often each coffee is scored: each seat leans to those that bring it more than the others."""
    shares, choosy, lean = [0.0] * KINDS, taste.choosy, taste.lean
    second, most = zip(*[sorted(column)[-2:] for column in zip(*likely, strict=True)], strict=True)
    for own in likely:
        weights = [
            sacks * (choosy + points - other if points >= top else choosy) ** lean
            for sacks, points, other, top in zip(found, own, second, most, strict=True)
        ]
        total = (sum(weights) or 1.0) * len(likely)
        for coffee, weight in enumerate(weights):
            shares[coffee] += weight / total
    return shares


def chance_of(state: Guatemala, seat: int, taste: Taste = TASTE) -> float:
    """The estimated chance of a seat to win, 0 … 1."""
    result = outcome(state)
    if result is not None:
        first = result.ranking[0]
        return 1 / len(first) if seat in first else 0.0
    points, left = expected(state, taste)
    ahead = points[seat] - max([other for at, other in enumerate(points) if at != seat])
    return 1 / (1 + exp(-ahead / (taste.luck + taste.more_luck * sqrt(left))))
