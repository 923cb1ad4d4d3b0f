"""The chairs, changing in place, and the seating that brings most: what playing on quickly asks thousands of times.

The rules' own way ranks every turn of a frozen state; here only the best one is looked for, by masks that are kept up
to date. What is legal and what it brings is what the rules say (tests/players/cafe/test_quick.py compares the two).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules import counts
from rules.cafe import scoring, variants
from rules.cafe.best import WAYS, regulars
from rules.cafe.board import ALL_CHAIRS, ALLOWED, CHAIRS, MASKS, NEAR, TABLE_NATION, TABLES_AT, bits
from rules.cafe.guests import KINDS, SEXES
from rules.cafe.moves import Sits
from rules.cafe.places import TIPS, side
from rules.cafe.state import Cafe


class Found(NamedTuple):
    """A seating, and what it brings."""

    points: int
    guests: tuple[Sits, ...]


Single = tuple[int, int, int, int, Sits]
"""One guest who may sit down alone: the points, the kind, the chair, the nation, and all of it as a move wants it."""
Beside = tuple[int, int, int, Sits]
"""One whom another joins: points at the other table, the chair, again if of the table's nation, and the guest."""

AT: Final = tuple(tuple((table, MASKS[table], TABLE_NATION[table]) for table in tables) for tables in TABLES_AT)
"""Of a chair: its tables, with their chairs and nation."""
NAMED: Final = tuple(
    tuple(tuple((sits, scoring.counts_for(sits)) for sits in WAYS[kind][chair]) for chair in range(CHAIRS))
    for kind in range(KINDS)
)
"""Of a guest and a chair: the ways to sit down, a joker's by nation."""


def _common(one: int, other: int) -> tuple[tuple[int, int, int], ...]:
    both = [(table, ALLOWED[one] & mask, ALLOWED[other] & mask) for table, mask in enumerate(MASKS)]
    return tuple([entry for entry in both if entry[1] and entry[2] and (entry[1] | entry[2]).bit_count() > 1])


COMMON: Final = tuple(tuple(_common(one, other) for other in range(KINDS)) for one in range(KINDS))
"""Of two kinds of guests: the tables at which both may sit, and where."""
TWO: Final = 2
NOWHERE: Final = -1


class Hall:
    """Who sits where, as far as it decides who else may."""

    __slots__ = ("_sides", "balance", "birthday", "closed", "free", "joined", "men", "nations", "opening", "women")

    def __init__(self, state: Cafe) -> None:
        self.women, self.men, self.nations = state.women, state.men, list(state.nations)
        self.birthday, self.opening = state.birthday, state.opening
        self.free = ALL_CHAIRS & ~(self.women | self.men)
        self.balance = [(self.women & mask).bit_count() - (self.men & mask).bit_count() for mask in MASKS]
        self.joined = 0
        for mask in MASKS:
            if mask & ~self.free:
                self.joined |= mask
        self.closed = [0, 0]
        self._sides: dict[int, int] = {}
        self._weigh()

    def _weigh(self) -> None:
        """The tables that are uneven admit one sex only (CI-6)."""
        women = men = 0
        for mask, tip in zip(MASKS, self.balance, strict=True):
            if tip > 0:
                women |= mask
            elif tip:
                men |= mask
        self.closed = [women, men]
        self._sides.clear()

    def sit(self, guests: Sequence[Sits]) -> int:
        """They sit down; gives the number of one-nation tables that they make."""
        completed = 0
        for sits in guests:
            chair, there = sits.chair, 1 << sits.chair
            self.nations[scoring.counts_for(sits)] |= there
            if sits.kind & 1:
                self.men |= there
            else:
                self.women |= there
            self.free &= ~there
            for table, mask, nation in AT[chair]:
                self.balance[table] += TIPS[sits.kind & 1]
                self.joined |= mask
                completed += not mask & ~self.nations[nation]
        self._weigh()
        return completed

    def replace_joker(self, kind: int, chair: int) -> None:
        """CI-15; the sex is the same."""
        there = 1 << chair
        self.nations = [mask & ~there for mask in self.nations]
        self.nations[kind // 2] |= there

    def side(self, of_sex: int, table: int) -> int:
        """The free chairs of a table at whose other table that sex may sit down."""
        key = 2 * table + of_sex
        found = self._sides.get(key)
        if found is None:
            found = self._sides[key] = side(self, of_sex, table)
        return found

    def best(self, hand: Sequence[int], *, regulars: bool = False) -> Found | None:
        """The seating that brings most; of equal ones always the same."""
        held = sorted(set(hand))
        singles = sorted([single for kind in held for single in self._singles(kind)], reverse=True)
        best = Found(singles[0][0], (singles[0][4],)) if singles else None
        if not self.opening:
            best = _apart(singles, hand, best)
        for at, one in enumerate(held):
            for other in held[at:]:
                if other != one or hand.count(one) > 1:
                    for table, first, second in COMMON[one][other]:
                        best = self._together(table, (one, first), (other, second), best)
        return self._regulars(hand, best) if regulars else best

    def _singles(self, kind: int) -> list[Single]:
        chairs = ALLOWED[kind] & self.free
        if not self.opening:
            chairs &= self.joined & ~self.closed[kind & 1]
        return [
            (self.worth(chair, nation, NOWHERE), kind, chair, nation, sits)
            for chair in bits(chairs)
            for sits, nation in NAMED[kind][chair]
        ]

    def worth(self, chair: int, nation: int, but: int) -> int:
        """What one guest scores at the tables of a chair but one."""
        points, free = 0, self.free
        for table, mask, own in AT[chair]:
            if table != but:
                left = (free & mask).bit_count()
                if left == 1 and own == nation and (self.nations[own] | 1 << chair) & mask == mask:
                    gain = scoring.FULL + scoring.ONE_NATION
                else:
                    gain = scoring.GROUP[scoring.FULL + 1 - left]
                points += 2 * gain if own == self.birthday else gain
        return points

    def _together(self, table: int, one: tuple[int, int], other: tuple[int, int], best: Found | None) -> Found | None:
        """Two guests, each with the chairs of this table that he may take."""
        mask = MASKS[table]
        before = scoring.FULL - (self.free & mask).bit_count()
        first, second = one[0] & 1, other[0] & 1
        if before > TWO or (first == second and self.balance[table] != -TIPS[first]):
            return best
        ones, others = one[1] & self.side(first, table), other[1] & self.side(second, table)
        if not ones or not others or ones == others == ones & -ones:
            return best
        nation = TABLE_NATION[table]
        times = 2 if nation == self.birthday else 1
        points, bonus, own = times * scoring.GAINS[before][2], times * scoring.ONE_NATION, self.nations[nation] & mask
        most = best.points if best else -1
        far = self._beside(table, other[0], others)
        for left, chair, left_own, sits in self._beside(table, one[0], ones):
            for right, there, right_own, partner in far:
                if chair != there:
                    brings = points + left + right
                    if own | left_own | right_own == mask:
                        brings += bonus
                    if brings > most:
                        most = brings
                        best = Found(most, (sits, partner))
        return best

    def _beside(self, table: int, kind: int, chairs: int) -> list[Beside]:
        home = TABLE_NATION[table]
        return [
            (self.worth(chair, nation, table), 1 << chair, 1 << chair if nation == home else 0, sits)
            for chair in bits(chairs)
            for sits, nation in NAMED[kind][chair]
        ]

    def _regulars(self, hand: Sequence[int], best: Found | None) -> Found | None:
        """CI-21"""
        most = best.points if best else -1
        if max(sum([kind & 1 == each for kind in hand]) for each in SEXES) < variants.FEWEST:
            return best
        for guests in regulars(self, counts.pack(map(hand.count, range(KINDS)))):
            brings = scoring.points(self, guests)
            if brings > most:
                most = brings
                best = Found(most, guests)
        return best


def _apart(singles: Sequence[Single], hand: Sequence[int], best: Found | None) -> Found | None:
    """Two guests without a common table; the singles come with the best first."""
    most = best.points if best else -1
    for at, (points, kind, chair, _, sits) in enumerate(singles):
        if 2 * points <= most:
            break
        near = NEAR[chair]
        for more, other, there, _, partner in singles[at + 1 :]:
            if points + more <= most:
                break
            if not near >> there & 1 and (kind != other or hand.count(kind) > 1):
                most = points + more
                best = Found(most, (sits, partner))
    return best
