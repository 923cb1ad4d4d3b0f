"""A founding given beforehand: places in the order in which they are tried, and the kinds for the first sites (CM-14).

It is nobody's to know before it is played. Where a place is taken or too near by then, the next one is tried; where
none is left, the player is asked.
"""

from typing import Final

from rules.catan import founding, moves
from rules.catan.board import BOARDS
from rules.catan.facts import Founded, TurnBegan
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, EDGES_AT
from rules.catan.notation import read_corner, read_edge
from rules.catan.pieces import INGREDIENT_AT, KINDS, RESOURCES
from rules.catan.state import Catan
from rules.contract import Fact
from rules.notation import NotationError

FOUND, ALSO, SITES = "found", "also", "sites"
MOST: Final = 12
"""So many places a list can have."""
_SEVEN: Final = 7

Place = tuple[int, int]
"""A corner and the edge of its road."""
Places = tuple[Place, ...]


def read(words: list[str]) -> Places:
    """Corners, each with the edge of its road. Raises NotationError."""
    if len(words) % 2 or not words:
        raise NotationError(" ".join(words)[:40], "each corner with the edge of its road: B3n B3ne")
    places: Places = ()
    for corner, edge in zip(words[::2], words[1::2], strict=True):
        places = with_place(places, (read_corner(corner), read_edge(edge)))
        if not EDGES_AT[places[-1][0]] >> places[-1][1] & 1:
            raise NotationError(edge[:20], "an edge at this corner")
    if len(places) > MOST:
        raise NotationError(words[2 * MOST][:20], f"at most {MOST} places")
    return places


def with_place(places: Places, place: Place) -> Places:
    """The list with a place at its end; of two at one corner the later one holds."""
    return (*without(places, place[0]), place)


def without(places: Places, corner: int) -> Places:
    return tuple([each for each in places if each[0] != corner])


def write(places: Places) -> str:
    return " ".join(f"{CORNER_NAMES[corner]} {EDGE_NAMES[edge]}" for corner, edge in places)


def answer(places: Places, state: Catan) -> moves.Found | None:
    """The first place of the list that is legal now."""
    lanes = state.lanes & BOARDS[state.market].edges
    for corner, edge in places:
        if state.free >> corner & 1 and EDGES_AT[corner] & lanes & 1 << edge:
            return moves.Found(corner, edge)
    return None


def sites(order: tuple[int, ...], state: Catan, seat: int) -> moves.PutSites:
    """The hexes of the kinds that come first; of one kind those that are rolled more often."""
    ranks = {kind: rank for rank, kind in enumerate((*order, *(k for k in range(RESOURCES, KINDS) if k not in order)))}

    def rank(fit: tuple[int, ...]) -> tuple[list[int], int]:
        kinds = sorted([ranks[INGREDIENT_AT[state.terrain[hexagon]]] for hexagon in fit])
        return kinds, sum([abs(_SEVEN - state.numbers[hexagon]) for hexagon in fit])

    best = min(founding.fitting(state, seat), key=rank)
    chosen = [(INGREDIENT_AT[state.terrain[hexagon]], hexagon) for hexagon in best]
    return moves.PutSites(*chosen[0], *(chosen[1] if len(chosen) > 1 else ()))


def after(places: Places, seat: int, fact: Fact) -> Places:
    """What is left of the list: without the place that was founded; nothing once the first turn has begun."""
    if isinstance(fact, TurnBegan):
        return ()
    return without(places, fact.corner) if isinstance(fact, Founded) and fact.seat == seat else places
