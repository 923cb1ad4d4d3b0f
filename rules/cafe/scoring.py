"""What a seating brings (CI-10): every guest scores the tables at his chair, by how many sit there with him.

The points are the same in every order in which the guests can be seated, so they are counted table by table: what
the new guests bring there one after the other.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from rules.cafe.board import MASKS, NATIONS_AT, TABLE_NATION, TABLES_AT
from rules.cafe.guests import is_joker
from rules.cafe.moves import UNNAMED, Sits
from rules.cafe.state import Cafe

GROUP: Final = (0, 0, 2, 3, 4)
"""By the number of guests at the table: nobody scores alone."""
FULL: Final = 4
ONE_NATION: Final = 4  # 8 instead of 4
REGULARS: Final = 20  # CI-21
REGULARS_OF_ONE_NATION: Final = 40

GAINS: Final = tuple(
    tuple(sum(GROUP[before + 1 : before + new + 1]) for new in range(FULL + 1 - before)) for before in range(FULL + 1)
)
"""By how many sat there before, and how many join them."""


class Occupied(Protocol):
    """What points depend on: chairs as bits, and the birthday. A state tells it, and so does what everybody sees."""

    @property
    def nations(self) -> Sequence[int]: ...
    @property
    def women(self) -> int: ...
    @property
    def men(self) -> int: ...
    @property
    def birthday(self) -> int: ...


class Gain(NamedTuple):
    """What a table brings."""

    table: int
    points: int
    one_nation: bool
    """It is full now, and all are of its nation."""
    regulars: bool = False
    """Four of one sex (CI-21)."""


def counts_for(sits: Sits) -> int:
    """The nation for which a guest counts: a joker's is the table's, or what he is named between two (CI-10)."""
    if not is_joker(sits.kind):
        return sits.kind // 2
    return sits.nation if sits.nation != UNNAMED else NATIONS_AT[sits.chair][0]


def gain(state: Occupied, table: int, new: int, own: int) -> Gain:
    """What a table brings for the guests on the new chairs, of which those in `own` count for the table's nation."""
    mask, nation = MASKS[table], TABLE_NATION[table]
    number = (new & mask).bit_count()
    one_nation = (state.nations[nation] | own) & mask == mask
    regulars = number > 2
    if regulars:
        points = REGULARS_OF_ONE_NATION if one_nation else REGULARS
    else:
        before = ((state.women | state.men) & mask).bit_count()
        points = GAINS[before][number] + ONE_NATION * one_nation
    return Gain(table, 2 * points if nation == state.birthday else points, one_nation, regulars)


def single(state: Cafe, sits: Sits, table: int) -> int:
    """The points that one guest scores at one table of his chair."""
    new = 1 << sits.chair
    return gain(state, table, new, new if counts_for(sits) == TABLE_NATION[table] else 0).points


def gains(state: Occupied, guests: Sequence[Sits]) -> tuple[Gain, ...]:
    """What a legal seating brings, table by table."""
    new = 0
    own: dict[int, int] = {}
    for sits in guests:
        chair = 1 << sits.chair
        new |= chair
        nation = counts_for(sits)
        own[nation] = own.get(nation, 0) | chair
    tables = sorted({table for sits in guests for table in TABLES_AT[sits.chair]})
    return tuple([gain(state, table, new, own.get(TABLE_NATION[table], 0)) for table in tables])


def points(state: Occupied, guests: Sequence[Sits]) -> int:
    return sum([found.points for found in gains(state, guests)])
