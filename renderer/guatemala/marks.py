"""What is pointed at on a picture: the last move, a draft's ghosts, the legal places, the sheds that would score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Resigned,
    SackDrawn,
    SackLaid,
    SackTaken,
    Scored,
    ShipSailed,
    Stopped,
)
from rules.guatemala.moves import BUYER, SAIL, SCORE, STEP, TAKE
from rules.guatemala.pieces import COFFEE_OF
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


class Gain(Struct, frozen=True):
    """What a seat won or spent."""

    seat: int
    amount: int
    coffee: int = -1
    """Points that this coffee brought; without one the amount is money."""


class Marks(Struct, frozen=True):
    """All are empty by default. Fields and spaces are those of the production board, places those of the other."""

    placed: tuple[int, ...] = ()
    """Where the last move placed pieces."""
    turns: tuple[int, ...] = ()
    """Of several moves taken together the number of each placed piece's, from 1 on."""
    movers: tuple[int, ...] = ()
    """Whose moves they were, in their order: of those that are numbered."""
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
    gains: tuple[Gain, ...] = ()
    """Points of the last scoring, then money that was spent or got."""
    ghosts: tuple[Spot, ...] = ()
    """What a draft has placed and nobody has committed yet, with its price."""
    fields: tuple[Spot, ...] = ()
    """Legal fields to take from."""
    spaces: tuple[Spot, ...] = ()
    """Legal spaces of the Buyer."""
    buyer_to: int = -1
    """Where a draft puts him, before the first move along the track."""
    places: tuple[Spot, ...] = ()
    """Legal places to build on, or harbours to sail from."""
    coffee: int = -1
    """Show this coffee's sheds, their roads and what they would score."""
    older: tuple[int, ...] = ()
    """The places that moves before the newest have changed, and the newest has not."""
    older_fields: tuple[int, ...] = ()
    older_buyer: bool = False
    """Not the newest move has moved the Buyer."""

    @property
    def changed(self) -> bool:
        return bool(self.places_changed or self.fields_changed or self.buyer_from >= 0)

    @property
    def places_changed(self) -> frozenset[int]:
        return frozenset((*self.placed, *self.sailed))

    @property
    def fields_changed(self) -> frozenset[int]:
        return frozenset((*self.emptied, *self.laid))


NONE = Marks()


def last_move(facts: Iterable[Fact]) -> Marks:
    """The marks of what happened; later facts hide earlier ones on the same field."""
    return reduce(_after, facts, NONE)


def _after(marks: Marks, fact: Fact) -> Marks:
    return _changed(_moved(marks, fact), fact)


def _moved(marks: Marks, fact: Fact) -> Marks:
    """A move goes on as long as the facts name one seat."""
    if not isinstance(fact, BuyerPut | BuyerMoved | Stopped | Placed | SackTaken | Resigned):
        return marks
    return marks if marks.movers[-1:] == (fact.seat,) else replace(marks, movers=(*marks.movers, fact.seat))


def _paid(marks: Marks, seat: int, amount: int) -> Marks:
    """Money of one seat is one sum."""
    before = sum(gain.amount for gain in marks.gains if gain.seat == seat and gain.coffee < 0)
    others = tuple(gain for gain in marks.gains if gain.seat != seat or gain.coffee >= 0)
    return (
        replace(marks, gains=(*others, Gain(seat, before + amount)))
        if before + amount
        else replace(marks, gains=others)
    )


def _changed(marks: Marks, fact: Fact) -> Marks:
    match fact:
        case Placed():
            marks = replace(marks, placed=(*marks.placed, fact.place), emptied=(*marks.emptied, fact.source))
            return _paid(replace(marks, turns=(*marks.turns, len(marks.movers))), fact.seat, -fact.price)
        case BuildEnded():
            return _laid(marks, *fact.roads)
        case BuyerPut():
            return replace(marks, buyer_from=-1)
        case BuyerMoved():
            marks = replace(marks, buyer_from=(fact.space - fact.spaces) % SPACES)
            return _paid(marks, fact.seat, -fact.paid)
        case SackTaken():
            marks = replace(marks, emptied=(*marks.emptied, fact.source), sack=True)
            return _paid(marks, fact.seat, fact.money)
        case Blocked() | SackLaid() | SackDrawn():
            return _laid(marks, fact.field)
        case ShipSailed():
            return replace(marks, sailed=(*marks.sailed, HARBOUR + fact.harbour))
        case Scored():
            points = tuple(Gain(seat, won, fact.coffee) for seat, won in enumerate(fact.points) if won)
            return replace(marks, gains=(*points, *(gain for gain in marks.gains if gain.coffee < 0)))
        case _:
            return marks


def _laid(marks: Marks, *fields: int) -> Marks:
    emptied = tuple(field for field in marks.emptied if field not in fields)
    return replace(marks, emptied=emptied, laid=(*marks.laid, *fields))


def since(runs: Sequence[Sequence[Fact]], plan: Marks, first: int = 1) -> Marks:
    """The marks of several moves, numbered by their runs; what only older ones have changed is told apart."""
    each = [last_move(facts) for facts in runs]
    newest = next((one for one in reversed(each) if one.changed), NONE)
    marks = NONE
    for one, facts in zip(each, runs, strict=True):
        marks = replace(marks, movers=(*marks.movers, *(one.movers[:1] or (-1,))))
        marks = reduce(_changed, facts, marks)
    return replace(
        marks,
        turns=tuple(turn - 1 + first for turn in marks.turns),
        movers=marks.movers[max(0, 1 - first) :],
        older=tuple(sorted(marks.places_changed - newest.places_changed)),
        older_fields=tuple(sorted(marks.fields_changed - newest.fields_changed)),
        older_buyer=newest.buyer_from < 0,
        ghosts=plan.ghosts,
        fields=plan.fields,
        spaces=plan.spaces,
        buyer_to=plan.buyer_to,
        places=plan.places,
    )


def drafted(facts: Iterable[Fact]) -> Marks:
    """The marks of a draft: its pieces are ghosts with their prices."""
    told = tuple(facts)
    ghosts = tuple(Spot(fact.place, worth=fact.price) for fact in told if isinstance(fact, Placed))
    return replace(last_move(told), placed=(), turns=(), movers=(), ghosts=ghosts)


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
        case (buyer, space) if buyer == BUYER:
            return Marks(buyer_to=int(space))
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
    marks = replace(
        drafted(told), fields=wanted.fields, spaces=wanted.spaces, places=wanted.places, buyer_to=wanted.buyer_to
    )
    if (coffee := _scored(view, tokens)) >= 0:
        return replace(marks, coffee=coffee), (PLANTATION,)
    if wanted.places:
        return marks, (PLANTATION,)
    if marks.ghosts:
        return marks, (PRODUCTION, PLANTATION)
    return marks, (PRODUCTION,)


def _scored(view: GuatemalaPublic, tokens: tuple[str, ...]) -> int:
    """The coffee of the sack that a plan would score; -1 without."""
    match tokens:
        case (verb, field, *_) if verb == SCORE and field.upper() in FIELD_OF:
            return COFFEE_OF[view.board[FIELD_OF[field.upper()]]]
        case _:
            return -1
