"""The whole truth of a game, its phases, and what may be asked when.

    PutsBuyer → Turn → Line → Build → (next) Turn
                        ├→ Blockade → Refill → (next) Turn
                        │       └→ Build (the scoring was blocked)
                        └→ (stop) Turn
    any → Over

Board contents are codes (pieces.py), plantations are masks of fields (board.py). `free` and `sites` are what is left
of the worker fields and shed sites; `apply` keeps them up to date.
"""

from typing import Final

from msgspec import Struct

from rules.contract import State
from rules.counts import Hidden
from rules.guatemala.moves import Plan
from rules.guatemala.pieces import COFFEES

KINDS: Final = len(COFFEES)

TRACK, SACKS, LAPS, RESIGNED = "track", "sacks", "laps", "resigned"
"""The endings: a marker reached the last sack; no sack left to take; the Buyer twice round; one player left."""
ENDINGS: Final = (TRACK, SACKS, LAPS, RESIGNED)


class PutsBuyer(Struct, frozen=True, array_like=True, tag="buyer", forbid_unknown_fields=True):
    """The last in turn order chooses where the Buyer starts (GC-7)."""

    seat: int


class Turn(Struct, frozen=True, array_like=True, tag="turn", forbid_unknown_fields=True):
    """The Buyer is to be moved (GC-8)."""

    seat: int


class Line(Struct, frozen=True, array_like=True, tag="line", forbid_unknown_fields=True):
    """The Buyer faces a line: build, score or stop (GC-8)."""

    seat: int


class Build(Struct, frozen=True, array_like=True, tag="build", forbid_unknown_fields=True):
    """Pieces are being taken (GC-10)."""

    seat: int
    emptied: tuple[int, ...]
    """The fields in the order in which he emptied them (GC-19)."""
    blocked: bool
    """After a blockade: nothing needs to be built (GC-27)."""


class Answers(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Sealed: masks of the seats that block and that pass."""

    block: int = 0
    passed: int = 0

    def __repr__(self) -> str:
        return "Answers(…)"


class Blockade(Struct, frozen=True, array_like=True, tag="blockade", forbid_unknown_fields=True):
    """The opponents are asked about a scoring (GC-25, GC-26)."""

    seat: int
    coffee: int
    field: int
    """The empty field of the production board."""
    asked: tuple[int, ...]
    """Clockwise from the scorer's left."""
    plan: Plan
    answers: Answers


class Refill(Struct, frozen=True, array_like=True, tag="refill", forbid_unknown_fields=True):
    """The scorer still has to say which ship sails, or which sack he lays (GC-24)."""

    seat: int
    coffee: int
    field: int
    tied: tuple[int, ...]
    """The harbours among which he chooses; none when that is settled."""
    lays: bool
    """He still has to say which sack he lays."""


class Over(Struct, frozen=True, array_like=True, tag="over", forbid_unknown_fields=True):
    ending: str


Phase = PutsBuyer | Turn | Line | Build | Blockade | Refill | Over


class Guatemala(State, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game of Guatemala Café."""

    seats: int
    phase: Phase
    buyer: int
    """His space; -1 before he is put somewhere."""
    walked: int
    """Spaces since the last build or scoring (GC-28)."""
    board: tuple[int, ...]
    """The production board, a code a field."""
    sacks: int
    """How many sacks lie on it."""
    money: tuple[int, ...]
    points: tuple[int, ...]
    stocks: tuple[Hidden, ...]
    bag: Hidden
    track: tuple[int, ...]
    """The coffees of the sacks on the victory track, in the order laid."""
    workers: tuple[int, ...]
    """Masks, by plantation: seat · 5 + coffee."""
    sheds: tuple[int, ...]
    """Masks of one bit or none, by plantation."""
    tiles: tuple[int, ...]
    """The field of the worker that began a plantation and carries its tile until the shed comes (GC-16); else -1."""
    free: int
    sites: int
    roads: int
    road_stock: int
    harbours: tuple[tuple[int, ...], ...]
    """The coffees of the ships, from the cheapest dock on."""
    sailed: tuple[int, ...]
    """How many ships of each coffee have left the game."""
    resigned: int
    """A mask of seats."""
    anywhere: bool
    """May a ship go to any harbour with a free dock (GC-12)?"""


def swap(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The values with one exchanged."""
    return (*values[:index], value, *values[index + 1 :])
