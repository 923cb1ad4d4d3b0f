"""What is shown: built up field by field; everything but what the bag holds."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from rules import counts
from rules.cafe import bar, scoring
from rules.cafe import facts as f
from rules.cafe.board import ALL_CHAIRS, BAR_FIELDS, BETWEEN, CHAIRS, MASKS, TABLE_NATION, bits
from rules.cafe.guests import ALL, JOKERS, KINDS, NATIONS, is_joker, sex
from rules.cafe.moves import UNNAMED, Sits
from rules.cafe.state import Cafe, NameBirthday, Over, Turn, limit
from rules.contract import ORDINARY, Fact, PublicView, SeatView

BIRTHDAY = "birthday"
"""The topic of the question for the nation of the birthday."""


class CafePublic(PublicView, frozen=True):
    """What everybody sees: the café, the bar, all hands."""

    seats: int
    phase: str
    """The tag of the phase: turn, birthday or over."""
    active: int
    """Whose turn it is; -1 when it is over."""
    guests: tuple[Sits, ...]
    """Who sits on the chairs; of a joker the nation for which it counts."""
    one_nation: tuple[int, ...]
    """The tables that are full of their own nation now."""
    bar: tuple[int, ...]
    """The kinds of the guests there, from field 1 on."""
    next_field: int
    """What the next field brings; 0 when the bar is full."""
    hands: tuple[tuple[int, ...], ...]
    """By kind (rules/cafe/guests.py), ascending."""
    limits: tuple[int, ...]
    """How many guests each draws up to."""
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    """One-nation tables that each has completed."""
    bag: int
    left: tuple[int, ...]
    """The guests, by kind, that left the game with those who dropped out."""
    threshold: int
    """The score at which a birthday is named; 0 without that variant."""
    birthday: int
    """The nation whose tables count double; else -1."""
    regulars: bool
    opening: bool
    """One guest may sit alone: the first turn of all."""
    dropped: tuple[int, ...]
    """In the order in which they dropped out."""
    resigned: tuple[int, ...]
    costs: tuple[int, ...]
    """At the end: what each paid for the guests it held."""
    ending: str
    """Empty while it runs."""


class CafeSeat(SeatView, frozen=True):
    """What one seat sees besides: what it is asked."""

    seat: int
    topic: str
    """turn, birthday, or nothing."""
    hand: tuple[int, ...]
    limit: int
    """Up to how many guests it draws (CI-11)."""
    drops_out: bool
    """It could not pay at the bar (CI-14)."""


def public(state: Cafe) -> CafePublic:
    phase = state.phase
    return CafePublic(
        seats=state.seats,
        phase=str(type(phase).__struct_config__.tag),
        active=-1 if isinstance(phase, Over) else phase.seat,
        guests=_guests(state),
        one_nation=tuple(table for table, mask in enumerate(MASKS) if not mask & ~state.nations[TABLE_NATION[table]]),
        bar=state.bar,
        next_field=bar.number(state) if len(state.bar) < len(BAR_FIELDS) else 0,
        hands=tuple(counts.pieces(hand) for hand in state.hands),
        limits=tuple(limit(state, seat) for seat in range(state.seats)),
        scores=state.scores,
        completed=state.completed,
        bag=counts.total(state.bag.packed),
        left=counts.pieces(state.left),
        threshold=state.threshold,
        birthday=state.birthday,
        regulars=state.regulars,
        opening=state.opening,
        dropped=state.dropped,
        resigned=tuple(bits(state.resigned)),
        costs=phase.costs if isinstance(phase, Over) else (),
        ending=phase.ending if isinstance(phase, Over) else "",
    )


def _guests(state: Cafe) -> tuple[Sits, ...]:
    nation_at = [-1] * CHAIRS
    for nation in range(len(NATIONS)):
        for chair in bits(state.nations[nation]):
            nation_at[chair] = nation
    found: list[Sits] = []
    for chair in bits(state.women | state.men):
        man, nation = state.men >> chair & 1, nation_at[chair]
        if state.jokers >> chair & 1:
            found.append(Sits(JOKERS + man, chair, nation))
        else:
            found.append(Sits(2 * nation + man, chair))
    return tuple(found)


class _Occupied(NamedTuple):
    nations: tuple[int, ...]
    women: int
    men: int
    birthday: int


def tally(view: CafePublic, guests: Sequence[Sits]) -> tuple[scoring.Gain, ...]:
    """What guests would bring who are seated next, table by table, as far as they have been named; tables that bring
    nothing are left out. Before a joker between two tables is named nothing is certain.
    """
    if any(is_joker(sits.kind) and sits.nation == UNNAMED and BETWEEN >> sits.chair & 1 for sits in guests):
        return ()
    nations, sexes = [0] * len(NATIONS), [0, 0]
    for sits in view.guests:
        nations[scoring.counts_for(sits)] |= 1 << sits.chair
        sexes[sex(sits.kind)] |= 1 << sits.chair
    found = scoring.gains(_Occupied(tuple(nations), sexes[0], sexes[1], view.birthday), guests)
    return tuple(gain for gain in found if gain.points)


def to_come(view: CafePublic) -> tuple[int, ...]:
    """How many of each kind nobody has seen yet: all hands lie open, so these may still be drawn."""
    seen = [0] * KINDS
    for kind in chain((sits.kind for sits in view.guests), view.bar, view.left, *view.hands):
        seen[kind] += 1
    return tuple([all_ - gone for all_, gone in zip(counts.unpack(ALL, KINDS), seen, strict=True)])


def admitted(view: CafePublic) -> tuple[int, int]:
    """The free chairs on which the balance of the tables admits a woman, a man who sits down without another (CI-6)."""
    sexes = [0, 0]
    for sits in view.guests:
        sexes[sex(sits.kind)] |= 1 << sits.chair
    open_ = [ALL_CHAIRS & ~(sexes[0] | sexes[1])] * 2
    for mask in MASKS:
        tip = (sexes[0] & mask).bit_count() - (sexes[1] & mask).bit_count()
        if tip:
            open_[tip < 0] &= ~mask
    return open_[0], open_[1]


def places(view: CafePublic) -> tuple[int, ...]:
    """At the end the place of each seat, from 1; who ties shares it (CI-19)."""
    if not view.ending:
        return ()

    def rank(seat: int) -> tuple[int, int]:
        if seat in view.dropped:
            return 0, view.dropped.index(seat)
        return 1 if seat in view.resigned else 2, view.scores[seat]

    ranks = [rank(seat) for seat in range(view.seats)]
    return tuple([1 + sum(other > own for other in ranks) for own in ranks])


MIXED, ONE_NATION, REGULARS, BAR, LEFT = "mixed", "one-nation", "regulars", "bar", "left"
"""Where points come from: tables, the bar, and the guests that were left in the hand."""


def sources(seat: int, told: Iterable[Fact]) -> tuple[tuple[str, int], ...]:
    """Where the points of a seat came from, by all that everybody was told."""
    mixed = one = regulars = at_bar = left = last = 0
    for fact in told:
        match fact:
            case f.TableScored(seat=who, points=points, one_nation=True) if who == seat:
                one += points
            case f.TableScored(seat=who, points=points) if who == seat:
                mixed += points
            case f.RegularsTable(seat=who, points=points) if who == seat:
                regulars += points
            case f.WentToBar(seat=who, points=points) if who == seat:
                at_bar, last = at_bar + points, points
            case f.DroppedOut(seat=who, paid=paid) if who == seat:  # they could not pay the whole number
                at_bar -= last + paid
            case f.Charged(costs=costs):
                left -= costs[seat]
            case _:
                pass
    return (MIXED, mixed), (ONE_NATION, one), (REGULARS, regulars), (BAR, at_bar), (LEFT, left)


def private(state: Cafe, seat: int) -> CafeSeat:
    phase = state.phase
    asked = not isinstance(phase, Over) and phase.seat == seat
    return CafeSeat(
        seat=seat,
        topic=topic(phase) if not isinstance(phase, Over) and asked else "",
        hand=counts.pieces(state.hands[seat]),
        limit=limit(state, seat),
        drops_out=isinstance(phase, Turn) and bar.drops_out(state, seat),
    )


def topic(phase: Turn | NameBirthday) -> str:
    return BIRTHDAY if isinstance(phase, NameBirthday) else ORDINARY
