"""Building: where a piece of the line may go, what it costs, and taking it there (GC-10 to GC-19).

Legality is a mask: `places` gives every legal and affordable place of a piece at once. When a place is not among them,
`_refusal` finds the clause that forbids it.
"""

from typing import Final

from msgspec.structs import replace

from rules.contract import IllegalMove, Reason, Step
from rules.facts import Announced
from rules.guatemala import reasons
from rules.guatemala.board import (
    BOARDS,
    EDGE,
    HARBOUR,
    WORKER_PRICES,
    bits,
    touching,
    zone,
)
from rules.guatemala.facts import BuildEnded, Placed
from rules.guatemala.moves import Take
from rules.guatemala.pieces import COFFEE_OF, EMPTY, KIND_OF, MOST_PIECES, ROAD, Kind
from rules.guatemala.production import LINES
from rules.guatemala.roads import path_harbour
from rules.guatemala.state import KINDS, Build, Guatemala, Line, swap

_DEAREST_WORKER: Final = max(WORKER_PRICES)
_DEAREST_SHED: Final = 7


# ── where ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def foreign(state: Guatemala, seat: int, coffee: int) -> int:
    """The fields of the other players' plantations of a coffee."""
    mask = 0
    for other in range(coffee, state.seats * KINDS, KINDS):
        if other != seat * KINDS + coffee:
            mask |= state.workers[other] | state.sheds[other]
    return mask


def worker_fields(state: Guatemala, seat: int, coffee: int) -> int:
    """Where a worker may stand, whatever it costs (GC-15 to GC-17)."""
    own = state.workers[seat * KINDS + coffee] | state.sheds[seat * KINDS + coffee]
    legal = state.free & ~touching(foreign(state, seat, coffee))
    return legal & touching(own) if own else legal


def shed_fields(state: Guatemala, seat: int, coffee: int) -> int:
    """Where a shed may stand, whatever it costs (GC-14 to GC-17)."""
    plantation = seat * KINDS + coffee
    if state.sheds[plantation]:
        return 0
    workers = state.workers[plantation]
    legal = state.sites & ~touching(foreign(state, seat, coffee))
    return legal & touching(workers) if workers else legal


def open_harbours(state: Guatemala, seat: int, coffee: int) -> list[int]:
    """Where a ship may lie, whatever it costs (GC-12): a free dock at the end of the own shed's path, or any."""
    docks = BOARDS[state.seats].docks
    if state.anywhere:
        return [k for k, ships in enumerate(state.harbours) if len(ships) < len(docks[k])]
    home = path_harbour(state.seats, state.sheds[seat * KINDS + coffee])
    return [home] if home >= 0 and len(state.harbours[home]) < len(docks[home]) else []


def open_edges(state: Guatemala) -> int:
    """Free segments (GC-18)."""
    return BOARDS[state.seats].edges & ~state.roads


def places(state: Guatemala, seat: int, code: int) -> int:
    """Every place where a piece may go and can be paid for, as a mask; edges count from `EDGE`, harbours `HARBOUR`.

    The mask is relative: of fields for workers and sheds, of edges for roads, of harbour numbers for ships.
    """
    board, money = BOARDS[state.seats], state.money[seat]
    kind = KIND_OF[code]
    if kind == Kind.WORKER:
        return worker_fields(state, seat, COFFEE_OF[code]) & board.worker_within[min(money, _DEAREST_WORKER)]
    if kind == Kind.SHED:
        return shed_fields(state, seat, COFFEE_OF[code]) & board.shed_within[min(money, _DEAREST_SHED)]
    if kind == Kind.SHIP:
        harbours = open_harbours(state, seat, COFFEE_OF[code])
        return sum([1 << k for k in harbours if dock_price(state, k) <= money])
    return open_edges(state) if kind == Kind.ROAD else 0


FIRST: Final = {Kind.WORKER: 0, Kind.SHED: 0, Kind.SHIP: HARBOUR, Kind.ROAD: EDGE}
"""What to add to a bit of `places` to get the place."""


# ── what it costs ────────────────────────────────────────────────────────────────────────────────────────────────────


def dock_price(state: Guatemala, harbour: int) -> int:
    """GC-12, GC-13: the cheapest free dock."""
    return BOARDS[state.seats].docks[harbour][len(state.harbours[harbour])]


def price(state: Guatemala, code: int, place: int) -> int:
    """GC-11 to GC-13: what a piece costs at a place where it may go."""
    match KIND_OF[code]:
        case Kind.WORKER:
            return WORKER_PRICES[zone(place)]
        case Kind.SHED:
            board = BOARDS[state.seats]
            return board.sites[board.site_at[place]].price
        case Kind.SHIP:
            return dock_price(state, place - HARBOUR)
        case _:
            return 0


# ── taking ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def take(state: Guatemala, seat: int, phase: Line | Build, move: Take) -> Step[Guatemala]:
    """One piece of the line is placed and paid (GC-10, GC-19)."""
    emptied = phase.emptied if isinstance(phase, Build) else ()
    if move.source not in LINES[state.buyer]:
        raise IllegalMove(reasons.NotOnTheLine(move.source))
    code = state.board[move.source]
    if len(emptied) >= MOST_PIECES:
        raise IllegalMove(reasons.ThreePieces())
    kind = KIND_OF[code]
    if kind == Kind.EMPTY:
        raise IllegalMove(reasons.NothingThere(move.source))
    if kind == Kind.SACK:
        raise IllegalMove(reasons.SacksAreScored(move.source))
    spot = move.place - FIRST[kind]
    if spot < 0 or not places(state, seat, code) >> spot & 1:
        raise IllegalMove(_refusal(state, seat, code, move.place))
    cost = price(state, code, move.place)
    blocked = isinstance(phase, Build) and phase.blocked
    placed = _placed(state, seat, code, spot)
    after = replace(
        placed,
        phase=Build(seat, (*emptied, move.source), blocked),
        walked=0,
        board=swap(state.board, move.source, EMPTY),
        money=swap(state.money, seat, state.money[seat] - cost) if cost else state.money,
    )
    return Step(after, (Announced(Placed(seat, code, move.source, move.place, cost)),))


def _placed(state: Guatemala, seat: int, code: int, spot: int) -> Guatemala:
    kind, plantation = KIND_OF[code], seat * KINDS + COFFEE_OF[code]
    if kind == Kind.WORKER:
        workers = swap(state.workers, plantation, state.workers[plantation] | 1 << spot)
        begins = not state.workers[plantation] | state.sheds[plantation]
        tiles = swap(state.tiles, plantation, spot) if begins else state.tiles
        return replace(state, workers=workers, tiles=tiles, free=state.free ^ 1 << spot)
    if kind == Kind.SHED:
        return replace(state, sheds=swap(state.sheds, plantation, 1 << spot), sites=state.sites ^ 1 << spot)
    if kind == Kind.SHIP:
        ships = (*state.harbours[spot], COFFEE_OF[code])
        return replace(state, harbours=(*state.harbours[:spot], ships, *state.harbours[spot + 1 :]))
    return replace(state, roads=state.roads | 1 << spot)


def finish(state: Guatemala, phase: Build) -> Step[Guatemala]:
    """GC-19: the emptied fields get roads while the stock lasts. The turn ends after it."""
    roads = phase.emptied[: state.road_stock]
    board = list(state.board)
    for field in roads:
        board[field] = ROAD
    after = replace(state, board=tuple(board), road_stock=state.road_stock - len(roads))
    return Step(after, (Announced(BuildEnded(phase.seat, len(phase.emptied), roads)),))


# ── why not ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _refusal(state: Guatemala, seat: int, code: int, place: int) -> Reason:
    match KIND_OF[code]:
        case Kind.SHIP:
            return _no_ship(state, seat, code, place)
        case Kind.ROAD:
            return _no_road(state, seat, code, place)
        case _:
            return _no_field(state, seat, code, place)


def _no_ship(state: Guatemala, seat: int, code: int, place: int) -> Reason:
    harbour = place - HARBOUR
    docks = BOARDS[state.seats].docks
    if not HARBOUR <= place < EDGE:
        return _wrong_place(state, seat, code)
    if harbour >= len(docks):
        return reasons.OffTheBoard(place)
    if not docks[harbour]:
        return reasons.Closed(place)
    coffee = COFFEE_OF[code]
    home = harbour if state.anywhere else path_harbour(state.seats, state.sheds[seat * KINDS + coffee])
    if home < 0:
        return reasons.NoShedForShip(coffee)
    if len(state.harbours[home]) == len(docks[home]):
        return reasons.HarbourFull(home, elsewhere=bool(open_harbours(state, seat, coffee)))
    cost, money = dock_price(state, home), state.money[seat]
    if cost > money:
        return reasons.TooDear(cost, money, cheaper=bool(places(state, seat, code)))
    return reasons.PathElsewhere(coffee, home)


def _wrong_place(state: Guatemala, seat: int, code: int) -> Reason:
    spot = next(bits(places(state, seat, code)), None)
    return reasons.WrongPlace(code, -1 if spot is None else FIRST[KIND_OF[code]] + spot)


def _no_road(state: Guatemala, seat: int, code: int, place: int) -> Reason:
    if place < EDGE:
        return _wrong_place(state, seat, code)
    if not BOARDS[state.seats].edges >> (place - EDGE) & 1:
        return reasons.NoPathThere(place)
    return reasons.Taken(place)


def _no_field(state: Guatemala, seat: int, code: int, place: int) -> Reason:
    """For workers and sheds."""
    board = BOARDS[state.seats]
    if place >= HARBOUR:
        return _wrong_place(state, seat, code)
    if not board.fields >> place & 1:
        return reasons.OffTheBoard(place)
    if place in board.closed_sites:
        return reasons.Closed(place)
    is_site = board.site_at[place] >= 0
    shed = KIND_OF[code] == Kind.SHED
    if is_site != shed:
        return reasons.NoShedSite(place) if shed else reasons.OnlyAShed(place)
    if not (state.sites if shed else state.free) >> place & 1:
        return reasons.Taken(place)
    return _no_plantation(state, seat, code, place)


def _no_plantation(state: Guatemala, seat: int, code: int, place: int) -> Reason:
    coffee = COFFEE_OF[code]
    own = seat * KINDS + coffee
    shed = KIND_OF[code] == Kind.SHED
    if shed and state.sheds[own]:
        return reasons.SecondShed(coffee)
    beside = touching(1 << place)
    for other in range(state.seats):
        if other != seat and (state.workers[other * KINDS + coffee] | state.sheds[other * KINDS + coffee]) & beside:
            return reasons.TouchesAnother(other, place)
    legal = shed_fields(state, seat, coffee) if shed else worker_fields(state, seat, coffee)
    if not legal >> place & 1:
        return reasons.Apart(coffee, place)
    return reasons.TooDear(price(state, code, place), state.money[seat], cheaper=bool(places(state, seat, code)))


__all__ = [
    "FIRST",
    "dock_price",
    "finish",
    "open_edges",
    "open_harbours",
    "places",
    "price",
    "shed_fields",
    "take",
    "worker_fields",
]
