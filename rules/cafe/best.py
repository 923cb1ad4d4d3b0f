"""Whole turns by what they bring: every seating, the bar, and the swaps."""

from collections.abc import Iterator
from heapq import nlargest
from itertools import product
from operator import itemgetter
from typing import Final

from rules import counts
from rules.cafe import bar, jokers, moves, scoring, variants
from rules.cafe.board import BETWEEN, CHAIRS, MASKS, NATIONS_AT, NEAR, TABLE_NATION, TABLES_AT, bits
from rules.cafe.guests import KINDS, NATIONS, is_joker, kinds, ordinary
from rules.cafe.moves import CafeMove, Name, Seating, Sits, by_chair
from rules.cafe.places import WITH, Free, Places
from rules.cafe.state import Cafe, NameBirthday, Over, Turn

Guests = tuple[Sits, ...]
Worth = tuple[int, Guests]
Sitting = tuple[int, int, int, Sits]
"""At a table: the chair, the chair again if he counts for the table's nation, what the other table brings, and who."""


def ways(kind: int, chair: int) -> Guests:
    """A guest on a chair; a joker between two nations in two ways (CI-10)."""
    if is_joker(kind) and BETWEEN >> chair & 1:
        return tuple(Sits(kind, chair, nation) for nation in NATIONS_AT[chair])
    return (Sits(kind, chair),)


NAMES: Final = tuple(Name(nation) for nation in range(len(NATIONS)))
WAYS: Final = tuple(tuple(ways(kind, chair) for chair in range(CHAIRS)) for kind in range(KINDS))


def best(state: Cafe, seat: int, n: int) -> tuple[tuple[CafeMove, int], ...]:
    """The n turns that bring most; of equal ones seatings first."""
    if not isinstance(state.phase, Turn) or state.phase.seat != seat:
        return ()
    ranked: list[tuple[int, Guests | CafeMove]] = [*seatings(state, seat), *_others(state, seat)]
    found = nlargest(n, ranked, key=itemgetter(0))
    return tuple([(_seating(what) if isinstance(what, tuple) else what, worth) for worth, what in found])


def turns(state: Cafe, seat: int) -> tuple[CafeMove, ...]:
    """Every legal move of the seat, once each, in no order that means anything."""
    phase = state.phase
    if isinstance(phase, Over) or phase.seat != seat:
        return ()
    if isinstance(phase, NameBirthday):
        return NAMES
    whole: list[CafeMove] = [_seating(guests) for _, guests in seatings(state, seat)]
    whole += [move for _, move in _others(state, seat)]
    return tuple(whole)


def _seating(guests: Guests) -> Seating:
    return Seating(guests if len(guests) == 1 else tuple(sorted(guests, key=by_chair)))


def _others(state: Cafe, seat: int) -> Iterator[tuple[int, CafeMove]]:
    hand = state.hands[seat]
    for kind in kinds(ordinary(hand)):
        for chair in bits(jokers.places(state, kind)):
            yield 0, moves.Swap(kind, chair)
        yield bar.number(state), moves.Bar(kind)


def seatings(state: Cafe, seat: int) -> Iterator[Worth]:
    """Every legal seating with its points."""
    places, hand = Places(state), state.hands[seat]
    held = kinds(hand)
    singles = {kind: _singles(state, places, kind) for kind in held}
    for kind in held:
        yield from ((points, (sits,)) for points, sits in singles[kind])
    meeting = Meeting(state, places)
    for at, one in enumerate(held):
        for other in held[at:]:
            if other == one and counts.amount(hand, one) < 2:
                continue
            if not state.opening:
                yield from _apart(singles[one], singles[other], same=one == other)
            yield from meeting.pairs(one, other)
    if state.regulars:
        yield from ((scoring.points(state, guests), guests) for guests in regulars(places, hand))


def _singles(state: Cafe, places: Places, kind: int) -> list[tuple[int, Sits]]:
    return [
        (sum([scoring.single(state, sits, table) for table in TABLES_AT[chair]]), sits)
        for chair in bits(places.single(kind))
        for sits in WAYS[kind][chair]
    ]


def _apart(ones: list[tuple[int, Sits]], others: list[tuple[int, Sits]], *, same: bool) -> Iterator[Worth]:
    """Two guests without a common table (CI-9)."""
    for first, one in ones:
        chair = one.chair
        far = ~NEAR[chair] & (-1 << chair if same else -1)
        for second, other in others:
            if far >> other.chair & 1:
                yield first + second, (one, other)


class Meeting:
    """Two guests at a common table."""

    __slots__ = ("known", "places", "state")

    def __init__(self, state: Cafe, places: Places) -> None:
        self.state = state
        self.places = places
        self.known: dict[int, list[Sitting]] = {}

    def pairs(self, one: int, other: int) -> Iterator[Worth]:
        state = self.state
        for table in WITH[one]:
            if not all(self.places.met(table, one, other)):
                continue
            mask, nation = MASKS[table], TABLE_NATION[table]
            before = ((state.women | state.men) & mask).bit_count()
            times = 2 if nation == state.birthday else 1
            points, most = times * scoring.GAINS[before][2], times * scoring.ONE_NATION
            own = state.nations[nation] & mask
            for first, one_own, one_side, sits in self.sittings(table, one):
                for second, other_own, other_side, partner in self.sittings(table, other):
                    if first < second or (first != second and one != other):
                        whole = own | one_own | other_own == mask
                        yield points + whole * most + one_side + other_side, (sits, partner)

    def sittings(self, table: int, kind: int) -> list[Sitting]:
        key = KINDS * table + kind
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = [
                self._sitting(table, sits)
                for chair in bits(self.places.side(kind & 1, table))
                for sits in WAYS[kind][chair]
                if self._may(kind, chair)
            ]
        return found

    @staticmethod
    def _may(kind: int, chair: int) -> bool:
        return is_joker(kind) or kind // 2 in NATIONS_AT[chair]

    def _sitting(self, table: int, sits: Sits) -> Sitting:
        chair = 1 << sits.chair
        own = chair if scoring.counts_for(sits) == TABLE_NATION[table] else 0
        side = sum([scoring.single(self.state, sits, other) for other in TABLES_AT[sits.chair] if other != table])
        return chair, own, side, sits


def regulars(places: Free, hand: int) -> Iterator[Guests]:
    """Three or four guests who make a table of one sex (CI-21)."""
    for _, table, left in variants.open_tables(places, hand, ()):
        chairs = tuple(bits(MASKS[table] & places.free))
        for filling in variants.fillings(chairs, left):
            yield from product(*(WAYS[kind][chair] for kind, chair in zip(filling, chairs, strict=True)))
