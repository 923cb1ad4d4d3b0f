"""What is pointed at on a picture: the last move, a draft's ghosts, the legal places, the sheds that would score."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from rules.contract import Choice, Fact
from rules.guatemala.board import HARBOUR, PLACE_OF
from rules.guatemala.facts import (
    Blocked,
    BuildEnded,
    BuyerMoved,
    BuyerPut,
    Placed,
    SackDrawn,
    SackLaid,
    SackTaken,
    Scored,
    ShipSailed,
)
from rules.guatemala.moves import BUYER, SAIL, SCORE, STEP, TAKE
from rules.guatemala.production import FIELD_OF, SPACES
from rules.guatemala.views import GuatemalaPublic

PRODUCTION, PLANTATION = "production", "plantation"
"""The names of the two pictures."""


class Spot(Struct, frozen=True):
    """A place with what is written there."""

    place: int
    label: str = ""
    worth: int | None = None
    """A price; on a sack the points."""


class Marks(Struct, frozen=True):
    """All are empty by default. Fields and spaces are those of the production board, places those of the other."""

    placed: tuple[int, ...] = ()
    """Where the last move placed pieces."""
    emptied: tuple[int, ...] = ()
    """The fields that it emptied."""
    laid: tuple[int, ...] = ()
    """The fields on which it laid a sack or roads."""
    sack: bool = False
    """The last sack of the victory track is new."""
    sailed: tuple[int, ...] = ()
    """The harbours that a ship left."""
    buyer_from: int = -1
    """Where the Buyer came from."""
    gained: tuple[int, ...] = ()
    """The points of each seat."""
    ghosts: tuple[Spot, ...] = ()
    """What a draft has placed and nobody has committed yet, with its price."""
    fields: tuple[Spot, ...] = ()
    """Legal fields to take from."""
    spaces: tuple[Spot, ...] = ()
    """Legal spaces of the Buyer."""
    places: tuple[Spot, ...] = ()
    """Legal places to build on, or harbours to sail from."""
    coffee: int = -1
    """Show this coffee's sheds, their roads and what they would score."""


NONE = Marks()


def last_move(facts: Iterable[Fact]) -> Marks:
    """The marks of what happened; later facts hide earlier ones on the same field."""
    return reduce(_after, facts, NONE)


def _after(marks: Marks, fact: Fact) -> Marks:
    match fact:
        case Placed():
            return replace(marks, placed=(*marks.placed, fact.place), emptied=(*marks.emptied, fact.source))
        case BuildEnded():
            return _laid(marks, *fact.roads)
        case BuyerPut():
            return replace(marks, buyer_from=-1)
        case BuyerMoved():
            return replace(marks, buyer_from=(fact.space - fact.spaces) % SPACES)
        case SackTaken():
            return replace(marks, emptied=(*marks.emptied, fact.source), sack=True)
        case Blocked() | SackLaid() | SackDrawn():
            return _laid(marks, fact.field)
        case ShipSailed():
            return replace(marks, sailed=(*marks.sailed, HARBOUR + fact.harbour))
        case Scored():
            return replace(marks, gained=fact.points)
        case _:
            return marks


def _laid(marks: Marks, *fields: int) -> Marks:
    emptied = tuple(field for field in marks.emptied if field not in fields)
    return replace(marks, emptied=emptied, laid=(*marks.laid, *fields))


def drafted(facts: Iterable[Fact]) -> Marks:
    """The marks of a draft: its pieces are ghosts with their prices."""
    told = tuple(facts)
    ghosts = tuple(Spot(fact.place, worth=fact.price) for fact in told if isinstance(fact, Placed))
    return replace(last_move(told), placed=(), ghosts=ghosts)


def legal(view: GuatemalaPublic, tokens: tuple[str, ...], choices: Iterable[Choice]) -> Marks:
    """The marks of the next words of a move, whichever board they are on."""
    asked = tuple(choices)
    match tokens:
        case (step,) if step == STEP:
            return Marks(
                spaces=tuple(Spot((view.buyer + int(c.token)) % SPACES, c.token, c.worth or None) for c in asked)
            )
        case (buyer,) if buyer == BUYER:
            return Marks(spaces=tuple(Spot(int(c.token)) for c in asked))
        case (verb,) if verb in (TAKE, SCORE):
            return Marks(fields=tuple(Spot(FIELD_OF[c.token], c.token, c.worth) for c in asked))
        case (take, _) if take == TAKE:
            return Marks(places=tuple(Spot(PLACE_OF[c.token.upper()], c.token, c.worth) for c in asked))
        case (*_, sail) if sail == SAIL:
            return Marks(places=tuple(Spot(PLACE_OF[c.token.upper()]) for c in asked))
        case _:
            return NONE


def planned(
    view: GuatemalaPublic, facts: Iterable[Fact], tokens: tuple[str, ...], choices: Iterable[Choice]
) -> tuple[Marks, tuple[str, ...]]:
    """A planned turn with its ghosts, where its next word may go, and which boards to look at for that."""
    told = tuple(facts)
    wanted = legal(view, tokens, choices)
    marks = replace(drafted(told), fields=wanted.fields, spaces=wanted.spaces, places=wanted.places)
    if wanted.places:
        return marks, (PLANTATION,)
    if marks.ghosts:
        return marks, (PRODUCTION, PLANTATION)
    return marks, (PRODUCTION,)
