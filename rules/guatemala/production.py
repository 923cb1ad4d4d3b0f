"""The production board: 81 fields, the Buyer's track of 36 spaces, the marked sack fields, the fixed set-up (GC-3…6).

Fields are numbered row by row; their names take the letters P to X for the columns, so that they are never mistaken
for those of the plantation board (A to M).
"""

from typing import Final

from rules.guatemala.pieces import CODE_OF, EMPTY, LETTERS, SACK

SIDE: Final = 9
FIELDS: Final = SIDE * SIDE
SPACES: Final = 4 * SIDE
FIRST_COLUMN: Final = "P"


def at(row: int, column: int) -> int:
    return row * SIDE + column


def _line(space: int) -> tuple[int, ...]:
    """The fields that the Buyer faces, the nearest first (GC-3)."""
    side, place = divmod(space, SIDE)
    if side == 0:  # above the columns
        return tuple(at(row, place) for row in range(SIDE))
    if side == 1:  # right of the rows
        return tuple(at(place, column) for column in reversed(range(SIDE)))
    if side == 2:  # below the columns, from the right
        return tuple(at(row, SIDE - 1 - place) for row in reversed(range(SIDE)))
    return tuple(at(SIDE - 1 - place, column) for column in range(SIDE))


LINES: Final = tuple(_line(space) for space in range(SPACES))

MARKED: Final = (at(0, 3), at(2, 8), at(3, 2), at(5, 6), at(6, 0), at(8, 5))
"""M1 to M6 (GC-4); the last one gets the open sack."""

FREE_FIELDS: Final = tuple(field for field in range(FIELDS) if field not in MARKED)
"""Where the 75 other pieces lie."""

_FIXED_SACKS: Final = "KWBRNB"
_FIXED: Final = """
sW wW wR M1 sN wK wB wN hB
wK wB wN sB hW wW wR hN sR
wW wR sN hK wK wB wN hB M2
wB wN M3 sN wW wR hW sR wK
wR sB hW wK wB wN hR sK wW
wN sW hK wW wR hB M4 wK wB
M5 hK wK wB wN sR sB wW wR
hR hN wW wR sK sW wK wB wN
hN wK wB wN hR M6 wW wR sK
"""


def _read_fixed() -> tuple[int, ...]:
    fields = [CODE_OF.get(word, EMPTY) for word in _FIXED.split()]
    for field, letter in zip(MARKED, _FIXED_SACKS, strict=True):
        fields[field] = SACK + LETTERS.index(letter)
    return tuple(fields)


FIXED: Final = _read_fixed()
"""The prescribed set-up (GC-6)."""


def field_name(field: int) -> str:
    """Field 3 is `S1`: the fourth column, the first row."""
    row, column = divmod(field, SIDE)
    return f"{chr(ord(FIRST_COLUMN) + column)}{row + 1}"


FIELD_NAMES: Final = tuple(field_name(field) for field in range(FIELDS))
FIELD_OF: Final = {name: field for field, name in enumerate(FIELD_NAMES)}
