"""Whole turns of a seat, the most promising first: how far the Buyer goes, and what is built or scored there.

Builds are found by a narrow beam: after each piece only the best states are built on. Of the places where a piece could
go those are looked at that serve a plantation; the others are as legal, and as pointless.
"""

from collections.abc import Iterator
from heapq import nlargest
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from players.guatemala.ways import lacking
from players.guatemala.worth import Taste, chance_of
from players.outcomes import Effort, after
from players.search import Turn
from rules.chance import Seeded
from rules.contract import AnyRules
from rules.guatemala import build, scoring
from rules.guatemala.board import BOARDS, bit, bits, touching
from rules.guatemala.game import RULES
from rules.guatemala.legal import held
from rules.guatemala.moves import Done, Plan, Score, Take
from rules.guatemala.pieces import COFFEE_OF, KIND_OF, MOST_PIECES, WORKER, Kind
from rules.guatemala.production import LINES
from rules.guatemala.state import KINDS, Build, Guatemala, Line
from rules.guatemala.state import Turn as TurnPhase

GAME: AnyRules = RULES
NO_LUCK = Seeded(0)
"""Stepping, taking and stopping draw none."""
STOPPING = 0.02
"""What stopping costs besides: it leaves the board to the others."""


class Scope(NamedTuple):
    """How turns are looked for."""

    beam: int
    """How many half-built turns are built on."""
    taste: Taste
    effort: Effort


class Found(NamedTuple):
    """A way to go on, what it is worth by itself, and what it leads to as far as that can be foreseen."""

    worth: float
    moves: Turn
    state: Guatemala
    foreseen: bool
    """Does the state stand after the whole turn? Not where others are asked first."""


def turns(state: Guatemala, seat: int, scope: Scope) -> list[Found]:
    """Of a seat that is to move the Buyer, or that is to do something at his line; best first.

    A budget that ends on the way leaves out what is dearer to look at; stopping is always among them.
    """
    found: list[Found] = []
    if isinstance(state.phase, TurnPhase):
        for step in RULES.moves(state, seat):
            if found and not scope.effort.left:
                break
            there = after(GAME, state, seat, (step,), NO_LUCK, scope.effort).state
            found += at_line(there, seat, (step,), scope)
    else:
        found = at_line(state, seat, (), scope)
    return sorted(found, key=lambda one: -one.worth)


def at_line(state: Guatemala, seat: int, before: Turn, scope: Scope) -> list[Found]:
    found = list(builds(state, seat, before, scope))
    if isinstance(state.phase, Line):
        found += scorings(state, seat, before, scope)
    return found


# ── building ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def builds(state: Guatemala, seat: int, before: Turn, scope: Scope) -> Iterator[Found]:
    """Nothing, and up to three pieces."""
    yield _ended(state, seat, before, scope)
    taken = len(state.phase.emptied) if isinstance(state.phase, Build) else 0
    front = [Found(0.0, before, state, foreseen=False)]
    for _ in range(MOST_PIECES - taken):
        if not scope.effort.left:
            return
        reached: dict[Guatemala, Found] = {}
        for one in front:
            for take in takes(one.state, seat):
                there = after(GAME, one.state, seat, (take,), NO_LUCK, scope.effort).state
                if there not in reached:
                    reached[there] = Found(
                        chance_of(there, seat, scope.taste), (*one.moves, take), there, foreseen=False
                    )
        front = nlargest(scope.beam, reached.values(), key=lambda one: one.worth)
        for one in front:
            yield _ended(one.state, seat, one.moves, scope)


def _ended(state: Guatemala, seat: int, before: Turn, scope: Scope) -> Found:
    there = after(GAME, state, seat, (Done(),), NO_LUCK, scope.effort).state
    stops = isinstance(state.phase, Line)
    return Found(chance_of(there, seat, scope.taste) - STOPPING * stops, (*before, Done()), there, foreseen=True)


def takes(state: Guatemala, seat: int) -> list[Take]:
    """The pieces of the line at the places that serve; a piece that lies there twice is looked at once."""
    found: list[Take] = []
    seen: set[int] = set()
    for field in LINES[state.buyer]:
        code = state.board[field]
        if code in seen or KIND_OF[code] in (Kind.EMPTY, Kind.SACK):
            continue
        seen.add(code)
        found += [Take(field, build.FIRST[KIND_OF[code]] + spot) for spot in serving(state, seat, code)]
    return found


def serving(state: Guatemala, seat: int, code: int) -> list[int]:
    mask = build.places(state, seat, code)
    if not mask:
        return []
    match KIND_OF[code]:
        case Kind.WORKER:
            return _for_a_worker(state, seat, COFFEE_OF[code], mask)
        case Kind.SHED:
            return _for_a_shed(state, COFFEE_OF[code], mask)
        case Kind.SHIP:
            return list(bits(mask))
        case _:
            return _for_a_road(state, seat, mask)


def _for_a_worker(state: Guatemala, seat: int, coffee: int, mask: int) -> list[int]:
    """Cheap, and with room beside it; a plantation is begun beside a site that is cheap and near the harbour."""
    plantation = seat * KINDS + coffee
    if not state.workers[plantation] | state.sheds[plantation]:
        sites = build.shed_fields(state, seat, coffee)
        near = [(_distance(state, site), site) for site in bits(sites)]
        mask &= touching(sum(bit(site) for _, site in sorted(near)[:2]))
    ranked = [(build.price(state, WORKER + coffee, spot), -_room(state, spot), spot) for spot in bits(mask)]
    return [spot for _, _, spot in sorted(ranked)[:2]]


def _room(state: Guatemala, spot: int) -> int:
    return (touching(bit(spot)) & state.free).bit_count()


def _distance(state: Guatemala, site: int) -> float:
    """How dear and how far from the harbour a shed would be; how little room it would have."""
    board = BOARDS[state.seats]
    price = board.sites[board.site_at[site]].price
    return len(lacking(state.seats, site, state.roads)) + 0.7 * price - 0.5 * _room(state, site)


def _for_a_shed(state: Guatemala, coffee: int, mask: int) -> list[int]:
    board = BOARDS[state.seats]

    def cost(site: int) -> float:
        ships = state.harbours[board.sites[board.site_at[site]].harbour].count(coffee)
        return _distance(state, site) - 3 * ships

    return sorted(bits(mask), key=cost)[:3]


def _for_a_road(state: Guatemala, seat: int, mask: int) -> list[int]:
    """The next road of each own shed that is not joined yet."""
    found: list[int] = []
    for shed in state.sheds[seat * KINDS : seat * KINDS + KINDS]:
        if shed:
            missing = lacking(state.seats, shed.bit_length() - 1, state.roads)
            found += [edge for edge in missing[:1] if mask >> edge & 1 and edge not in found]
    return found


# ── scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def scorings(state: Guatemala, seat: int, before: Turn, scope: Scope) -> Iterator[Found]:
    """Each coffee of the line once, with the plan that serves best."""
    seen: set[int] = set()
    for field in LINES[state.buyer]:
        code = state.board[field]
        coffee = COFFEE_OF[code]
        if KIND_OF[code] != Kind.SACK or coffee in seen:
            continue
        seen.add(coffee)
        for plan in plans(state, seat, coffee):
            move = Score(field, plan)
            scope.effort.spend()
            yield Found(unblocked(state, seat, coffee, scope.taste), (*before, move), state, foreseen=False)


def unblocked(state: Guatemala, seat: int, coffee: int, taste: Taste) -> float:
    """What a scoring would be worth if nobody blocked it, roughly: the points, and the centavos."""
    gained = scoring.points(state, coffee)
    points = tuple([old + new for old, new in zip(state.points, gained, strict=True)])
    money = tuple([has + 8 * (at == seat) for at, has in enumerate(state.money)])
    return chance_of(_with(state, points, money, coffee), seat, taste)


def _with(state: Guatemala, points: tuple[int, ...], money: tuple[int, ...], coffee: int) -> Guatemala:
    return replace(state, points=points, money=money, track=(*state.track, coffee))


def plans(state: Guatemala, seat: int, coffee: int) -> list[Plan]:
    """Which sack to lay afterwards: one that the own plantations like more than those of the others."""
    lays = favourites(state, seat)[:1] or [-1]
    tied = scoring.sailing(state, coffee)
    sails = least_missed(state, seat, coffee, tied)[:1] if len(tied) > 1 else [-1]
    return [Plan(lay, sail) for lay, sail in product(lays, sails)]


def favourites(state: Guatemala, seat: int) -> list[int]:
    """The coffees in stock, first those that bring the seat more than the others."""

    def lead(coffee: int) -> int:
        gained = scoring.points(state, coffee)
        return gained[seat] - max([points for other, points in enumerate(gained) if other != seat])

    return sorted(held(state, seat), key=lambda coffee: -lead(coffee))


def least_missed(state: Guatemala, seat: int, coffee: int, tied: tuple[int, ...]) -> list[int]:
    """The harbours whose ship the seat itself needs least."""
    mine = scoring.shed_harbour(state, seat * KINDS + coffee)
    return sorted(tied, key=lambda harbour: harbour == mine)


__all__ = ["GAME", "Found", "Scope", "favourites", "least_missed", "turns"]
