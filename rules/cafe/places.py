"""The chairs that guests may take, as masks: one guest, and the second one that goes with a first (CI-5 to CI-9).

Two guests without a common table do not touch each other, so both must be legal alone; two at a common table are a
group, so only the sexes matter, there and at the other table of each.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from rules import counts
from rules.cafe.board import ALL_CHAIRS, ALLOWED, MASKS, NEAR, NEIGHBOURS, TABLES_AT
from rules.cafe.guests import SEXES, kinds, ordinary
from rules.cafe.state import Cafe

TIPS: Final = (1, -1)
"""How a woman, a man changes the balance of a table: women less men."""

WITH: Final = tuple(
    tuple(table for table, mask in enumerate(MASKS) if (allowed & mask).bit_count()) for allowed in ALLOWED
)
"""The tables with a chair that a kind of guest may take."""


class Free(Protocol):
    """The free chairs, and how the sexes are balanced at each table."""

    @property
    def free(self) -> int: ...
    @property
    def balance(self) -> Sequence[int]: ...
    def side(self, of_sex: int, table: int, /) -> int: ...


def side(free: Free, of_sex: int, table: int) -> int:
    """The free chairs of a table at whose other table that sex may sit down."""
    found = MASKS[table] & free.free
    for other, chair in NEIGHBOURS[table]:
        if free.balance[other] * TIPS[of_sex] > 0:
            found &= ~chair
    return found


class Places:
    """What of a position decides who may sit where."""

    __slots__ = ("_sides", "alone", "balance", "free", "opening")

    def __init__(self, state: Cafe) -> None:
        women, men = state.women, state.men
        self.free = ALL_CHAIRS & ~(women | men)
        self.opening = state.opening
        balance: list[int] = []
        joined = 0
        closed = [0, 0]
        for mask in MASKS:
            tip = (women & mask).bit_count() - (men & mask).bit_count()
            balance.append(tip)
            if (women | men) & mask:
                joined |= mask
            if tip:
                closed[tip < 0] |= mask
        self.balance = balance
        self.alone = tuple([self.free & joined & ~closed[each] for each in SEXES])
        """The chairs where a guest of each sex joins others and leaves no table uneven."""
        self._sides: dict[int, int] = {}

    def single(self, kind: int) -> int:
        """Where one guest may sit who comes without others; anywhere if he opens the game (CI-7)."""
        return ALLOWED[kind] & (self.free if self.opening else self.alone[kind & 1])

    def side(self, of_sex: int, table: int) -> int:
        """The free chairs of a table at whose other table that sex may sit down."""
        key = 2 * table + of_sex
        found = self._sides.get(key)
        if found is None:
            found = self._sides[key] = side(self, of_sex, table)
        return found

    def may_meet(self, table: int, one: int, other: int) -> bool:
        """May two of these sexes sit down at a table in one turn, as far as that table goes?"""
        return one != other or self.balance[table] == -TIPS[one]

    def met(self, table: int, one: int, other: int) -> tuple[int, int]:
        """Where two guests of these kinds may sit down together at a table; not both on one chair."""
        if not self.may_meet(table, one & 1, other & 1):
            return 0, 0
        first, second = ALLOWED[one] & self.side(one & 1, table), ALLOWED[other] & self.side(other & 1, table)
        return (first, second) if (first | second).bit_count() > 1 and first and second else (0, 0)


def firsts(places: Places, hand: int) -> dict[int, int]:
    """Of each kind in a hand the chairs on which it may be seated, alone or with a second guest."""
    found: dict[int, int] = {}
    held = kinds(hand)
    for one in held:
        chairs = places.single(one)
        for other in held:
            if other != one or counts.amount(hand, one) > 1:
                for table in WITH[one]:
                    first, second = places.met(table, one, other)
                    chairs |= first & ~second if second.bit_count() == 1 else first
        if chairs:
            found[one] = chairs
    return found


def seconds(places: Places, hand: int, kind: int, chair: int) -> dict[int, int]:
    """The same for the second guest, the first being seated; `hand` is without him."""
    found: dict[int, int] = {}
    there = 1 << chair
    far = not places.opening and places.single(kind) & there
    for other in kinds(hand):
        chairs = places.single(other) & ~NEAR[chair] if far else 0
        for table in TABLES_AT[chair]:
            first, second = places.met(table, kind, other)
            if first & there:
                chairs |= second & ~there
        if chairs:
            found[other] = chairs
    return found


def may_seat(places: Places, hand: int) -> bool:
    """Can anybody of a hand be seated by CI-5 to CI-9?"""
    return any(places.single(kind) for kind in kinds(hand)) or bool(firsts(places, hand))


def may_act(state: Cafe, seat: int) -> bool:
    """CI-17: whoever holds an ordinary guest can go to the bar; jokers alone must find a chair."""
    hand = state.hands[seat]
    return bool(ordinary(hand)) or may_seat(Places(state), hand)
