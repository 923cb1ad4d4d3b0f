"""What is pointed at on a picture: the last move, a plan's ghosts, the legal places of its next word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.catan.gains import Gain, gains
from rules.catan.facts import (
    BarFell,
    BarRose,
    ChocolateMade,
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
CORNER, EDGE, SITE, ROBBER = "corner", "edge", "site", "robber"
"""What can change on the island."""
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


class Change(Struct, frozen=True):
    """What somebody built, or the robber that somebody moved."""

    kind: str
    place: int
    """A corner, an edge or a hex."""
    seat: int
    turn: int = 1
    """Of several players' moves taken together the first, the second; in their order."""
    older: bool = False
    """A move before the newest of several has changed it."""


class Marks(Struct, frozen=True):
    """All are empty by default."""

    moved: bool = False
    """Something happened, be it nothing to point at."""
    dice: tuple[int, int] | None = None
    die: int = 0
    """The market die; 0 without."""
    changes: tuple[Change, ...] = ()
    gains: tuple[Gain, ...] = ()
    """What each seat has won and lost in all."""
    shifts: tuple[Shift, ...] = ()
    sold: tuple[int, ...] = ()
    """The sorts of chocolate that were made."""
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

    def changed(self, kind: str) -> tuple[int, ...]:
        """The places where things of a kind have changed."""
        return tuple(change.place for change in self.changes if change.kind == kind)

    @property
    def sites(self) -> tuple[tuple[int, int], ...]:
        """Seats and hexes of new sites."""
        return tuple((change.seat, change.place) for change in self.changes if change.kind == SITE)

    @property
    def planned(self) -> bool:
        """Is it a plan: with ghosts, or places for its next word?"""
        ghosts = self.ghost_corners or self.ghost_edges or self.ghost_sites or self.ghost_robber
        said = self.said_edges or self.said_sites
        legal = self.legal_corners or self.legal_edges or self.legal_hexes
        return bool(ghosts or said or legal or self.legal_sorts or self.legal_cards or self.legal_seats)

    @property
    def turns(self) -> int:
        """How many players' moves are told together."""
        return max((change.turn for change in self.changes), default=0)


NONE = Marks()


def last_move(facts: Iterable[Fact]) -> Marks:
    """The marks of what happened."""
    facts = tuple(facts)
    return replace(reduce(_after, facts, NONE), moved=bool(facts), gains=gains(facts))


def _after(marks: Marks, fact: Fact) -> Marks:
    match fact:
        case Rolled():
            return replace(marks, dice=(fact.first, fact.second))
        case Founded():
            return _more(_more(marks, CORNER, fact.corner, fact.seat), EDGE, fact.edge, fact.seat)
        case RoadBuilt():
            return _more(marks, EDGE, fact.edge, fact.seat)
        case SettlementBuilt() | CityBuilt():
            return _more(marks, CORNER, fact.corner, fact.seat)
        case SiteBuilt():
            return _more(marks, SITE, fact.hexagon, fact.seat)
        case SitesPut():
            return reduce(lambda found, hexagon: _more(found, SITE, hexagon, fact.seat), fact.hexes, marks)
        case RobberMoved():
            here = tuple(change for change in marks.changes if change.kind != ROBBER)
            return _more(replace(marks, changes=here), ROBBER, fact.hexagon, fact.seat)
        case _:
            return _sold(marks, fact)


def _more(marks: Marks, kind: str, place: int, seat: int) -> Marks:
    """With one change more; what was built upon is told by the newer."""
    last = marks.changes[-1] if marks.changes else None
    turn = 1 if last is None else last.turn + (last.seat != seat)
    kept = tuple(change for change in marks.changes if (change.kind, change.place) != (kind, place) or kind == SITE)
    return replace(marks, changes=(*kept, Change(kind, place, seat, turn)))


def _sold(marks: Marks, fact: Fact) -> Marks:
    """What the market tells."""
    match fact:
        case BarFell():
            return replace(marks, shifts=(*marks.shifts, Shift(fact.sort, fact.row, up=False)))
        case BarRose():
            return replace(marks, shifts=(*marks.shifts, Shift(fact.sort, fact.row, up=True)))
        case ChocolateMade():
            return replace(marks, sold=(*marks.sold, fact.sort))
        case MarketRolled():
            return replace(marks, die=fact.die)
        case _:
            return marks


def since(runs: Sequence[Sequence[Fact]], plan: Marks, first: int = 1) -> Marks:
    """The marks of several moves, numbered by their runs, over those of a plan."""
    marks, every = NONE, tuple(fact for facts in runs for fact in facts)
    for number, facts in enumerate(runs, first):
        own = reduce(_after, facts, NONE)
        again = {(one.kind, -1 if one.kind == ROBBER else one.place) for one in own.changes if one.kind != SITE}
        kept = [one for one in marks.changes if (one.kind, -1 if one.kind == ROBBER else one.place) not in again]
        marks = replace(
            marks,
            dice=own.dice or marks.dice,
            die=own.die or marks.die,
            changes=(*kept, *(replace(one, turn=number) for one in own.changes)),
            shifts=(*marks.shifts, *own.shifts),
            sold=(*marks.sold, *own.sold),
        )
    newest = marks.turns
    changes = tuple(replace(one, older=one.turn < newest) for one in marks.changes)
    return replace(plan, moved=bool(every), dice=marks.dice, die=marks.die, changes=changes, gains=gains(every),
                   shifts=marks.shifts, sold=marks.sold)  # fmt: skip


def drafted(facts: Iterable[Fact]) -> Marks:
    """The marks of a plan: what it builds are ghosts."""
    done = last_move(facts)
    return replace(
        done,
        changes=(),
        ghost_corners=done.changed(CORNER),
        ghost_edges=done.changed(EDGE),
        ghost_sites=done.sites,
        ghost_robber=bool(done.changed(ROBBER)),
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
