"""The café as data: 24 tables, 68 chairs, 28 of them shared by two tables (CI-2), and what follows from it.

Chair C01 is bit 0 of a mask of chairs, table T01 is table 0. The table below is that of the law book.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rules.cafe.guests import JOKERS, NATION_OF


class Table(NamedTuple):
    row: int
    """Of 13; row 0 is on top."""
    column: int
    nation: int
    chairs: tuple[int, ...]
    """North, east, south, west."""
    mask: int


_TABLES = """
1,1 CF C01 C08 C14 C07
1,3 IT C02 C09 C15 C08
1,5 IT C03 C10 C16 C09
1,7 CN C04 C11 C17 C10
1,9 CN C05 C12 C18 C11
1,11 ES C06 C13 C19 C12
3,1 CF C14 C21 C26 C20
3,3 GB C15 C22 C27 C21
3,9 GB C18 C24 C28 C23
3,11 ES C19 C25 C29 C24
5,1 CU C26 C31 C34 C30
5,11 RU C29 C33 C35 C32
7,1 CU C34 C37 C40 C36
7,11 RU C35 C39 C43 C38
9,1 TR C40 C45 C50 C44
9,3 FR C41 C46 C51 C45
9,9 FR C42 C48 C54 C47
9,11 IN C43 C49 C55 C48
11,1 TR C50 C57 C63 C56
11,3 DE C51 C58 C64 C57
11,5 DE C52 C59 C65 C58
11,7 US C53 C60 C66 C59
11,9 US C54 C61 C67 C60
11,11 IN C55 C62 C68 C61
"""

CHAIRS: Final = 68
ALL_CHAIRS: Final = (1 << CHAIRS) - 1


def mask_of(chairs: Iterable[int]) -> int:
    mask = 0
    for chair in chairs:
        mask |= 1 << chair
    return mask


def bits(mask: int) -> Iterator[int]:
    """The chairs (or tables, or seats) of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _table(line: str) -> Table:
    cell, nation, *names = line.split()
    row, _, column = cell.partition(",")
    chairs = tuple(int(name[1:]) - 1 for name in names)
    return Table(int(row), int(column), NATION_OF[nation], chairs, mask_of(chairs))


TABLES: Final = tuple(_table(line) for line in _TABLES.split("\n") if line)
MASKS: Final = tuple(table.mask for table in TABLES)
TABLE_NATION: Final = tuple(table.nation for table in TABLES)

CHAIR_NAMES: Final = tuple(f"C{number:02}" for number in range(1, CHAIRS + 1))
CHAIR_OF: Final = {name: chair for chair, name in enumerate(CHAIR_NAMES)}
TABLE_NAMES: Final = tuple(f"T{number:02}" for number in range(1, len(TABLES) + 1))

TABLES_AT: Final = tuple(
    tuple(number for number, table in enumerate(TABLES) if chair in table.chairs) for chair in range(CHAIRS)
)
"""The one or two tables of a chair."""
NATIONS_AT: Final = tuple(tuple(sorted({TABLE_NATION[table] for table in tables})) for tables in TABLES_AT)
"""The nations that may sit on a chair (CI-5)."""
BETWEEN: Final = mask_of(chair for chair in range(CHAIRS) if len(NATIONS_AT[chair]) == 2)
"""The chairs between tables of different nations, where a joker is named one of them (CI-10)."""

ALLOWED: Final = (
    *(mask_of(chair for chair in range(CHAIRS) if kind // 2 in NATIONS_AT[chair]) for kind in range(JOKERS)),
    ALL_CHAIRS,
    ALL_CHAIRS,
)
"""The chairs that a kind of guest may take, whoever sits there (CI-5)."""

CELLS: Final = tuple(
    next(
        (table.row + down, table.column + right)
        for table in TABLES
        for place, (down, right) in zip(table.chairs, ((-1, 0), (0, 1), (1, 0), (0, -1)), strict=True)
        if place == chair
    )
    for chair in range(CHAIRS)
)
"""Row and column of each chair, in the grid of the tables."""

NEIGHBOURS: Final = tuple(
    tuple((other, 1 << chair) for chair in table.chairs for other in TABLES_AT[chair] if other != number)
    for number, table in enumerate(TABLES)
)
"""Of a table: the tables that share a chair with it, and that chair as a mask."""

NEAR: Final = tuple(
    mask_of(other for table in TABLES_AT[chair] for other in TABLES[table].chairs) for chair in range(CHAIRS)
)
"""The chairs at the tables of a chair, itself included: two guests have a common table, or they do not touch."""

BAR_FIELDS: Final = (1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14)
"""CI-3, CI-13: what each field of the bar brings or costs, in the order in which they are taken."""
