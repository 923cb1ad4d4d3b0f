"""Every move that a seat could legally make, quickly, for those who think ahead.

As in the menus a victim's only pile may be named or not; all else stands here in one way alone. Free offers and
counter-offers are left out: there is no end of them.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from rules.catan import state
from rules.catan.board import BOARDS
from rules.catan.discard import is_asked
from rules.catan.hexes import BASE_HEXES, CORNERS, EDGES_AT, HEXES, bits
from rules.catan.legal_market import first_sites, raises
from rules.catan.legal_offers import answers
from rules.catan.legal_turn import PLAYABLE, Moves, cards, in_the_turn, road_moves
from rules.catan.moves import (
    NONE,
    PILES,
    CatanMove,
    Discard,
    Found,
    Robber,
    Roll,
    Steal,
    Stop,
)
from rules.catan.pieces import PLAYERS, RESOURCE_MASK
from rules.catan.robber import full, neighbours
from rules.counts import BITS, FULL

_FOUNDINGS: Final = tuple(
    [tuple([[Found(c, e) for e in bits(EDGES_AT[c] & board.edges)] for c in range(CORNERS)]) for board in BOARDS]
)
_BYTES: Final = -(-CORNERS // 8)
_ROBBERS: Final = {
    hexes: tuple([tuple([Robber(h) for h in range(hexes) if h != own]) for own in range(hexes)])
    for hexes in (BASE_HEXES, HEXES)
}
"""By the number of hexes and where the robber is."""
_STEALS: Final = tuple([Steal(victim) for victim in range(PLAYERS)])
_STEAL_NONE, _ROLL, _STOP = Steal(NONE), Roll(), Stop()
_ONLY_ROLL: Final = (_ROLL,)


def moves(now: state.Catan, seat: int) -> Moves:
    if seat == now.active:
        return _OF_THE_ACTIVE[type(now.phase)](now, seat)
    return _OF_OTHERS[type(now.phase)](now, seat)


def _nothing(_now: state.Catan, _seat: int) -> Moves:
    return ()


def _before_the_roll(now: state.Catan, seat: int) -> Moves:
    held = now.devs[seat].packed
    return (_ROLL, *cards(now, seat)) if held and held & PLAYABLE else _ONLY_ROLL


def _founding(now: state.Catan, _seat: int) -> Moves:
    free = enumerate(now.free.to_bytes(_BYTES, "little"))
    return tuple(chain.from_iterable([_founding_in(now.market, at, corners) for at, corners in free if corners]))


@lru_cache(1 << 10)
def _founding_in(market: bool, at: int, corners: int) -> list[Found]:
    """At eight corners in a row, most of which stay as they were from one founding to the next."""
    places = _FOUNDINGS[market]
    return [*chain.from_iterable([places[8 * at + corner] for corner in bits(corners)])]


def _robber(now: state.Catan, _seat: int) -> Moves:
    return _ROBBERS[len(now.terrain)][now.robber]


def _steal(now: state.Catan, seat: int) -> Moves:
    found: list[CatanMove] = []
    for victim in neighbours(now, seat, now.robber):
        piles = full(now, victim)
        found += [_STEALS[victim]] if len(piles) < len(PILES) else []
        found += [Steal(victim, pile) for pile in piles] if now.market else []
    return (*found, _STEAL_NONE)


def _free_roads(now: state.Catan, seat: int) -> Moves:
    roads = road_moves(now.ways[seat])
    return (_STOP, *roads) if isinstance(now.phase, state.FreeRoads) and now.phase.left == 1 else roads


# ── discards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _discards(now: state.Catan, seat: int) -> Moves:
    phase = now.phase
    if not isinstance(phase, state.Discard) or not is_asked(now, phase, seat):
        return ()
    hand = now.hands[seat].packed
    resources = selections(hand & RESOURCE_MASK, phase.resources[seat])
    ingredients = selections(hand & ~RESOURCE_MASK, phase.ingredients[seat])
    return tuple([Discard(some + more) for some in resources for more in ingredients])


@lru_cache(1 << 6)
def selections(pile: int, number: int) -> tuple[int, ...]:
    """Every way to take so many cards out of a pile, packed."""
    found, shift, later = {0: [0]}, 0, sum(_amounts(pile))
    for held in _amounts(pile):
        later -= held
        more: dict[int, list[int]] = {}
        for taken, ways in found.items():
            for some in range(max(0, number - taken - later), min(held, number - taken) + 1):
                more.setdefault(taken + some, []).extend([way + (some << shift) for way in ways])
        found, shift = more, shift + BITS
    return tuple(found[number])


def _amounts(pile: int) -> list[int]:
    return [pile >> shift & FULL for shift in range(0, pile.bit_length(), BITS)]


_Lister = Callable[[state.Catan, int], Moves]
_OF_THE_ACTIVE: Final[dict[type[Any], _Lister]] = {
    state.Main: in_the_turn,
    state.PreRoll: _before_the_roll,
    state.MoveRobber: _robber,
    state.Steal: _steal,
    state.FreeRoads: _free_roads,
    state.Discard: _discards,
    state.Found: _founding,
    state.FoundSites: first_sites,
    state.MarketRise: raises,
    state.Over: _nothing,
}
"""By phase."""
_OF_OTHERS: Final[dict[type[Any], _Lister]] = {
    **dict.fromkeys(_OF_THE_ACTIVE, _nothing),
    state.Discard: _discards,
    state.Main: answers,
}
