"""What a position is worth to each seat: the points it is likely to end with, and from them its chance of winning.

A plantation counts by what it would bring now and by what it could bring once its shed, its ship or its last roads are
there. Of the coffees that bring it more than the others each seat is expected to score the best that it finds a sack
of; the more sacks of it the others hold, the more often they block. A further plantation never takes from what the
first is worth: it is the seat that chooses. How many turns are left follows from the space between the leading marker
and the last sack.
"""

from functools import lru_cache
from math import exp, sqrt
from typing import Final

from msgspec import Struct

from players.guatemala.sacks import Sacks, sacks
from players.guatemala.ways import lacking
from rules.guatemala.board import BOARDS, sack_space, touching
from rules.guatemala.ending import outcome
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
    money: float = 0.4
    """A centavo, as long as there is much to build."""
    purse: int = 12
    """Money beyond counts less: so many times."""
    beyond: float = 0.1
    reach: float = 0.35
    """How likely an open sack lies where whoever is next can score it."""
    blocked: float = 0.35
    """How much each sack that others hold takes off a scoring of its coffee."""
    choosy: float = 1.0
    """A coffee that leads by so much is scored by half of those who could …"""
    choosier: float = 0.2
    """… and so much more of the lead of the best."""
    luck: float = 3.0
    """How many points of difference chance makes at the end …"""
    more_luck: float = 2.2
    """… and for each root of a turn to come."""


TASTE: Final = Taste()
"""Set by hand, then compared by matches of 36 to 60 games against itself in twos: without `blocked` even won 40 %,
without a look at the reply 35 %; twice the weight of the reply, twice the worlds and more `hope` were no gain."""


class Standing(Struct, frozen=True, gc=False):
    """What the points to come depend on: many of the turns that are compared lead to the same."""

    seats: int
    points: tuple[int, ...]
    money: tuple[int, ...]
    workers: tuple[int, ...]
    sheds: tuple[int, ...]
    harbours: tuple[tuple[int, ...], ...]
    free: int
    roads: int
    laid: int
    """The sacks on the victory track."""
    sacks: Sacks


def standing(state: Guatemala, seat: int) -> Standing:
    return Standing(
        seats=state.seats,
        points=state.points,
        money=state.money,
        workers=state.workers,
        sheds=state.sheds,
        harbours=state.harbours,
        free=state.free,
        roads=state.roads,
        laid=len(state.track),
        sacks=sacks(state, seat),
    )


def plantation(state: Standing, index: int, taste: Taste) -> float:
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


@lru_cache(1 << 12)
def expected(state: Standing, taste: Taste) -> tuple[tuple[float, ...], float]:
    """The points that each seat is likely to end with, and how many turns are still to come."""
    seats = range(state.seats)
    each = [
        plantation(state, index, taste) if worker or shed else 0.0
        for index, (worker, shed) in enumerate(zip(state.workers, state.sheds, strict=True))
    ]
    likely = [each[seat * KINDS : seat * KINDS + KINDS] for seat in seats]
    shares, tried = _shares(likely, state.sacks, taste)
    gains = [sum([share * points for share, points in zip(shares, own, strict=True)]) for own in likely]
    gap = max(0, sack_space(state.laid) - max(state.points))
    left = gap / (tried + max(gains))
    soon = left / (left + 3)
    worths = [state.points[seat] + left * gains[seat] + soon * _purse(state.money[seat], taste) for seat in seats]
    return tuple(worths), left


def _purse(money: int, taste: Taste) -> float:
    return taste.money * (min(money, taste.purse) + max(0, money - taste.purse) * taste.beyond)


def _shares(likely: list[list[float]], lying: Sacks, taste: Taste) -> tuple[list[float], float]:
    """How often a turn scores each coffee, and how often it tries: a seat takes what leads most of what it finds."""
    shares, tried = [0.0] * KINDS, 0.2
    second, most = zip(*[sorted(column)[-2:] for column in zip(*likely, strict=True)], strict=True)
    seats = len(likely)
    for seat, own in enumerate(likely):
        leads = sorted([(points - second[coffee], coffee) for coffee, points in enumerate(own)
                        if points >= most[coffee] and points > second[coffee]], reverse=True)  # fmt: skip
        left = 1 / seats
        choosy = taste.choosy + taste.choosier * leads[0][0] if leads else 0.0
        for lead, coffee in leads:
            at = seat * KINDS + coffee
            found = left * lead / (lead + choosy) * (1 - (1 - taste.reach) ** lying.found[at])
            shares[coffee] += found / (1 + taste.blocked * lying.held[at])
            left -= found
        tried += 1 / seats - left
    return shares, tried


def chance_of(state: Guatemala, seat: int, taste: Taste = TASTE) -> float:
    """The estimated chance of a seat to win, 0 … 1."""
    result = outcome(state)
    if result is not None:
        first = result.ranking[0]
        return 1 / len(first) if seat in first else 0.0
    return estimated(standing(state, seat), seat, taste)


def estimated(state: Standing, seat: int, taste: Taste) -> float:
    """The same while it is not over."""
    points, left = expected(state, taste)
    ahead = points[seat] - max([other for at, other in enumerate(points) if at != seat])
    return 1 / (1 + exp(-ahead / (taste.luck + taste.more_luck * sqrt(left))))
