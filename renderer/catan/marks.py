"""What is pointed at on a picture: the last move, a plan's ghosts, the legal places of its next word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.catan.facts import (
    BarFell,
    BarRose,
    CityBuilt,
    Founded,
    MarketRolled,
    RoadBuilt,
    RobberMoved,
    Rolled,
    SettlementBuilt,
    SiteBuilt,
    SitesPut,
)
from rules.catan.hexes import CORNER_OF, EDGE_OF, HEX_OF
from rules.catan.pieces import CARD_OF, SORT_OF
from rules.contract import Choice, Fact

BOARD, MARKET = "board", "market"
"""The names of the two pictures."""
OF_THE_MARKET: Final = frozenset(
    {
        "chocolate",
        "raise",
        "bank",
        "buy",
        "plenty",
        "monopoly",
        "steal",
        "offer",
        "counter",
        "accept",
        "decline",
        "deal",
    }
)
"""Verbs for which the board says nothing."""


class Spot(Struct, frozen=True):
    """A corner, an edge or a hex, with what it is called."""

    place: int
    label: str = ""


class Shift(Struct, frozen=True):
    """A bar that moved to a row."""

    sort: int
    row: int
    up: bool


class Marks(Struct, frozen=True):
    """All are empty by default."""

    dice: tuple[int, int] | None = None
    die: int = 0
    """The market die; 0 without."""
    corners: tuple[int, ...] = ()
    """Where the last move built."""
    edges: tuple[int, ...] = ()
    sites: tuple[tuple[int, int], ...] = ()
    """Seats and hexes."""
    robbed: int = -1
    """The hex to which the robber came."""
    shifts: tuple[Shift, ...] = ()
    ghost_corners: tuple[int, ...] = ()
    """What a plan has built and nobody has committed yet."""
    ghost_edges: tuple[int, ...] = ()
    ghost_sites: tuple[tuple[int, int], ...] = ()
    ghost_robber: bool = False
    said_edges: tuple[int, ...] = ()
    """Ghosts of a move that is said whole, but that the view does not hold yet; a corner tells that by itself."""
    said_sites: tuple[tuple[int, int], ...] = ()
    legal_corners: tuple[Spot, ...] = ()
    """Where the next word may go."""
    legal_edges: tuple[Spot, ...] = ()
    legal_hexes: tuple[Spot, ...] = ()
    legal_sorts: tuple[int, ...] = ()
    legal_cards: tuple[int, ...] = ()
    legal_seats: tuple[int, ...] = ()


NONE = Marks()


def last_move(facts: Iterable[Fact]) -> Marks:
    """The marks of what happened."""
    return reduce(_after, facts, NONE)


def _after(marks: Marks, fact: Fact) -> Marks:
    match fact:
        case Rolled():
            return replace(marks, dice=(fact.first, fact.second))
        case Founded():
            return replace(marks, corners=(*marks.corners, fact.corner), edges=(*marks.edges, fact.edge))
        case RoadBuilt():
            return replace(marks, edges=(*marks.edges, fact.edge))
        case SettlementBuilt() | CityBuilt():
            return replace(marks, corners=(*marks.corners, fact.corner))
        case SiteBuilt():
            return replace(marks, sites=(*marks.sites, (fact.seat, fact.hexagon)))
        case SitesPut():
            return replace(marks, sites=(*marks.sites, *((fact.seat, hexagon) for hexagon in fact.hexes)))
        case RobberMoved():
            return replace(marks, robbed=fact.hexagon)
        case _:
            return _sold(marks, fact)


def _sold(marks: Marks, fact: Fact) -> Marks:
    """What the market tells."""
    match fact:
        case BarFell():
            return replace(marks, shifts=(*marks.shifts, Shift(fact.sort, fact.row, up=False)))
        case BarRose():
            return replace(marks, shifts=(*marks.shifts, Shift(fact.sort, fact.row, up=True)))
        case MarketRolled():
            return replace(marks, die=fact.die)
        case _:
            return marks


def drafted(facts: Iterable[Fact]) -> Marks:
    """The marks of a plan: what it builds are ghosts."""
    done = last_move(facts)
    return replace(
        done,
        corners=(),
        edges=(),
        sites=(),
        robbed=-1,
        ghost_corners=done.corners,
        ghost_edges=done.edges,
        ghost_sites=done.sites,
        ghost_robber=done.robbed >= 0,
    )


def legal(tokens: tuple[str, ...], choices: Iterable[Choice]) -> Marks:
    """The marks of the next words of a move; before its verb is said, of all places, by their verbs as groups."""
    choices = tuple(choices)
    words = tuple(choice.token for choice in choices)
    match tokens:
        case ("found",) | ("settlement",) | ("city",):
            return Marks(legal_corners=_spots(words, CORNER_OF))
        case ("found", corner):
            ghosts = _spots((corner,), CORNER_OF)
            return Marks(legal_edges=_spots(words, EDGE_OF), ghost_corners=tuple(spot.place for spot in ghosts))
        case ():
            return _everywhere(choices)
        case ("road",) | ("chocolate", _, "road"):
            return Marks(legal_edges=_spots(words, EDGE_OF))
        case ("site", _) | ("sites", _) | ("sites", _, _, _) | ("robber",):
            return Marks(legal_hexes=_spots(words, HEX_OF))
        case ("chocolate",) | ("raise",):
            return Marks(legal_sorts=_known(words, SORT_OF))
        case ("steal",):
            return Marks(legal_seats=tuple(int(word) - 1 for word in words if word.isdecimal()))
        case ("bank" | "plenty" | "monopoly", *_) | ("chocolate", _):
            return Marks(legal_cards=_known(words, CARD_OF))
        case _:
            return NONE


def _everywhere(choices: tuple[Choice, ...]) -> Marks:
    edges = [choice.token for choice in choices if choice.group == "road"]
    corners = [choice.token for choice in choices if choice.group in ("settlement", "city")]
    return Marks(legal_corners=_spots(corners, CORNER_OF), legal_edges=_spots(edges, EDGE_OF))


def _known(words: Iterable[str], names: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(names[word.upper()] for word in words if word.upper() in names)


def _spots(words: Iterable[str], known: dict[str, int]) -> tuple[Spot, ...]:
    return tuple(Spot(known[word.upper()], word) for word in words if word.upper() in known)
