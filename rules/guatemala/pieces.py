"""What lies on the boards: five coffees, and of each sacks, workers, sheds and ships; and roads (GC-1)."""

from enum import IntEnum
from itertools import product
from typing import Final


class Coffee(IntEnum):
    """The browns are hard to tell apart: every coffee also has a letter."""

    BLACK = 0
    WHITE = 1
    BEIGE = 2
    RED_BROWN = 3
    BROWN = 4


COFFEES: Final = tuple(Coffee)
LETTERS: Final = "KWBRN"


class Kind(IntEnum):
    """What a field of the production board holds."""

    EMPTY = 0
    ROAD = 1
    SACK = 2
    WORKER = 3
    SHED = 4
    SHIP = 5


KIND_LETTERS: Final = {Kind.SACK: "c", Kind.WORKER: "w", Kind.SHED: "h", Kind.SHIP: "s"}

EMPTY: Final = 0
ROAD: Final = 1
SACK: Final = 2
"""The code of a piece is the code of its kind plus its coffee; a field of the production board holds one code."""
WORKER: Final = 7
SHED: Final = 12
SHIP: Final = 17
CODES: Final = 22

_COLOURED: Final = ((Kind.SACK, SACK), (Kind.WORKER, WORKER), (Kind.SHED, SHED), (Kind.SHIP, SHIP))

KIND_OF: Final = (Kind.EMPTY, Kind.ROAD, *(kind for kind, _ in _COLOURED for _ in COFFEES))
COFFEE_OF: Final = (-1, -1, *(int(coffee) for _ in _COLOURED for coffee in COFFEES))
TOKENS: Final = ("", "road", *(KIND_LETTERS[kind] + letter for (kind, _), letter in product(_COLOURED, LETTERS)))
"""The code of a piece as a word: `wK` a black worker, `hB` a beige shed, `sN` a brown ship, `cR` a red-brown sack."""
CODE_OF: Final = {token: code for code, token in enumerate(TOKENS)}

# GC-1: of each coffee
SACKS_EACH: Final = 7
WORKERS_EACH: Final = 9
SHEDS_EACH: Final = 3
SHIPS_EACH: Final = 3
ROADS: Final = 50
MONEY: Final = 15  # GC-2
SACK_PRICE: Final = 8  # GC-20
EXTRA_STEP: Final = 2  # GC-8
MOST_PIECES: Final = 3  # GC-10
