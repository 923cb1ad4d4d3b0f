"""What is pointed at in the café: the last move, a planned turn's ghosts and points, the legal places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from rules.cafe.board import CHAIR_OF
from rules.cafe.facts import (
    BirthdayNamed,
    Drew,
    DroppedOut,
    RegularsTable,
    Seated,
    Swapped,
    TableScored,
    WentToBar,
)
from rules.cafe.guests import JOKERS, KIND_OF, NATION_OF, is_joker, sex
from rules.cafe.moves import BAR, NAME, SEAT, SWAP, Sits
from rules.cafe.views import CafePublic, tally
from rules.contract import Choice, Fact

UNNUMBERED = -1
CAFE = "cafe"
"""The name of the picture."""


class Spot(Struct, frozen=True):
    """A place with the points that it brings or has brought."""

    place: int
    worth: int | None = None


class Handed(Struct, frozen=True):
    """Guests of a seat's hand."""

    seat: int
    kinds: tuple[int, ...]


class Moved(Struct, frozen=True):
    """What one move changed: chairs, or a field of the bar, from 0."""

    seat: int
    chairs: tuple[int, ...] = ()
    field: int = -1
    turn: int = 0
    """Which of several players' moves it was; 0 where each is one of its own, less for one without a number."""
    older: bool = False
    """It was before the newest of several."""


class Marks(Struct, frozen=True):
    """All are empty by default."""

    moves: tuple[Moved, ...] = ()
    """The last moves, in their order: of one or more players."""

    seated: tuple[int, ...] = ()
    """The chairs on which the last move seated guests."""
    stood: tuple[int, ...] = ()
    """The fields of the bar, from 0, that it took."""
    tables: tuple[Spot, ...] = ()
    """What each table brought, or would bring."""
    gained: tuple[Spot, ...] = ()
    """The points of each seat that got or paid some."""
    drew: tuple[Handed, ...] = ()
    """The new guests in the hands."""
    ghosts: tuple[Sits, ...] = ()
    """Guests of a plan, on chairs."""
    fetched: tuple[int, ...] = ()
    """The joker that a plan brings into the hand."""
    to_bar: int = -1
    """The guest of a plan at the next field of the bar."""
    wanted: tuple[int, ...] = ()
    """The guests, by kind, that the next word may name."""
    chairs: tuple[Spot, ...] = ()
    """Legal chairs, with the points so far."""
    nations: tuple[int, ...] = ()
    """Nations that may be named."""
    numbered: bool = False
    """Chairs and tables show their names: in a plan and in a closer look."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each move, from 1 on."""
        return tuple(move.turn or place for place, move in enumerate(self.moves, 1))

    @property
    def older_fields(self) -> frozenset[int]:
        """The fields of the bar that moves before the newest took."""
        return frozenset(move.field for move in self.moves if move.older and move.field >= 0)

    @property
    def older(self) -> frozenset[int]:
        """The chairs of moves before the newest."""
        fresh = {chair for move in self.moves if not move.older for chair in move.chairs}
        return frozenset(chair for chair in self.seated if chair not in fresh)


NONE = Marks()


def last_move(facts: Iterable[Fact]) -> Marks:
    """The marks of what happened."""
    return reduce(_after, facts, NONE)


def _after(marks: Marks, fact: Fact) -> Marks:
    match fact:
        case Seated():
            chairs = tuple(sits.chair for sits in fact.guests)
            marks = _moved(marks, Moved(fact.seat, chairs))
            return replace(_gained(marks, fact.seat, fact.points), seated=(*marks.seated, *chairs))
        case TableScored() | RegularsTable():
            return replace(marks, tables=_added(marks.tables, fact.table, fact.points))
        case WentToBar():
            marks = _moved(marks, Moved(fact.seat, field=fact.field - 1))
            return replace(_gained(marks, fact.seat, fact.points), stood=(*marks.stood, fact.field - 1))
        case DroppedOut():
            others = tuple(spot for spot in marks.gained if spot.place != fact.seat)
            return replace(marks, gained=(*others, Spot(fact.seat, -fact.paid)))
        case Swapped():
            joker = Handed(fact.seat, (JOKERS + sex(fact.kind),))
            marks = _moved(marks, Moved(fact.seat, (fact.chair,)))
            return replace(marks, seated=(*marks.seated, fact.chair), drew=(*marks.drew, joker))
        case BirthdayNamed():
            return replace(marks, nations=(fact.nation,))
        case Drew():
            return replace(marks, drew=(*marks.drew, Handed(fact.seat, fact.kinds)))
        case _:
            return marks


def since(runs: Sequence[Sequence[Fact]], plan: Marks, first: int = 1) -> Marks:
    """The marks of several moves, numbered by their runs, over those of a plan."""
    told = last_move(fact for facts in runs for fact in facts)
    turns = [number or UNNUMBERED for number, facts in enumerate(runs, first) for _ in last_move(facts).moves]
    pairs = zip(told.moves, turns, strict=True)
    moves = tuple(replace(move, turn=turn, older=turn < turns[-1]) for move, turn in pairs)
    return replace(told, moves=moves, chairs=plan.chairs, wanted=plan.wanted, numbered=plan.numbered)


def _moved(marks: Marks, move: Moved) -> Marks:
    return replace(marks, moves=(*marks.moves, move))


def _gained(marks: Marks, seat: int, points: int) -> Marks:
    return replace(marks, gained=_added(marks.gained, seat, points)) if points else marks


def _added(spots: tuple[Spot, ...], place: int, points: int) -> tuple[Spot, ...]:
    """Several moves in a row add up."""
    before = sum(spot.worth or 0 for spot in spots if spot.place == place)
    return (*(spot for spot in spots if spot.place != place), Spot(place, before + points))


# ── a planned turn ───────────────────────────────────────────────────────────────────────────────────────────────────


def planned(
    view: CafePublic, facts: Iterable[Fact], tokens: tuple[str, ...], choices: Iterable[Choice]
) -> tuple[Marks, tuple[str, ...]]:
    """A planned turn: its guests are ghosts, with what each table would bring, and where the next word may go."""
    asked = tuple(choices)
    marks = replace(last_move(facts), numbered=True)
    verb, words = (tokens[0], tokens[1:]) if tokens else ("", ())
    if verb == SEAT:
        marks = _seating(view, marks, words, asked)
    elif verb in (BAR, SWAP):
        marks = _one(view, marks, (verb, *words), asked)
    elif verb == NAME:
        marks = replace(marks, nations=tuple(NATION_OF[word.upper()] for word in words if word.upper() in NATION_OF))
    return marks, (CAFE,)


def _seating(view: CafePublic, marks: Marks, words: tuple[str, ...], asked: tuple[Choice, ...]) -> Marks:
    guests, rest = _guests(words)
    tables = tuple(Spot(gain.table, gain.points) for gain in tally(view, guests))
    total = sum(spot.worth or 0 for spot in tables)
    gained = (Spot(view.active, total),) if total else ()
    marks = replace(marks, ghosts=guests, tables=tables, gained=gained)
    return _pointed(marks, rest, asked)


def _guests(words: tuple[str, ...]) -> tuple[tuple[Sits, ...], tuple[int, ...]]:
    """Who sits where already, and the guest that has no chair yet."""
    found: list[Sits] = []
    waiting: tuple[int, ...] = ()
    for word in words:
        if word.upper() in KIND_OF:
            waiting = (KIND_OF[word.upper()],)
        elif word.upper() in CHAIR_OF and waiting:
            found.append(Sits(waiting[0], CHAIR_OF[word.upper()]))
            waiting = ()
        elif word.upper() in NATION_OF and found and is_joker(found[-1].kind):
            found[-1] = Sits(found[-1].kind, found[-1].chair, NATION_OF[word.upper()])
    return tuple(found), waiting


def _pointed(marks: Marks, waiting: tuple[int, ...], asked: tuple[Choice, ...]) -> Marks:
    """The next words name chairs, or else guests."""
    chairs = tuple(Spot(CHAIR_OF[c.token], c.worth) for c in asked if c.token in CHAIR_OF)
    kinds = tuple(KIND_OF[c.token.upper()] for c in asked if c.token.upper() in KIND_OF)
    return replace(marks, chairs=chairs, wanted=kinds or waiting)


def _one(view: CafePublic, marks: Marks, tokens: tuple[str, ...], asked: tuple[Choice, ...]) -> Marks:
    """One guest, at the bar or in the place of a joker."""
    match tuple(word.upper() for word in tokens[1:]):
        case (guest,) if guest in KIND_OF and tokens[0] == BAR:
            paid = max(view.next_field, -view.scores[view.active])
            return replace(marks, to_bar=KIND_OF[guest], gained=(Spot(view.active, paid),))
        case (guest, chair) if guest in KIND_OF and chair in CHAIR_OF:
            return _swapped(view, marks, Sits(KIND_OF[guest], CHAIR_OF[chair]))
        case (guest,) if guest in KIND_OF:
            return _pointed(marks, (KIND_OF[guest],), asked)
        case _:
            return _pointed(marks, (), asked)


def _swapped(view: CafePublic, marks: Marks, ghost: Sits) -> Marks:
    """The guest takes the chair, and the joker that sits there comes into the hand."""
    jokers = tuple(sits.kind for sits in view.guests if sits.chair == ghost.chair and is_joker(sits.kind))
    return replace(marks, ghosts=(ghost,), fetched=jokers)
