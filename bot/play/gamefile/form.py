"""What stands in the file of a game, and how it is written and read. A version of the form is read for ever.

The first line holds name, version and digest; the digest is the SHA-256 of all that follows it. It shows that a copy is
as it was written, and nothing about who wrote it.
"""

import hashlib
from typing import Final

import msgspec
from msgspec import Raw, Struct

FORM: Final = "stammtisch game"
VERSION: Final = 1
SUFFIX: Final = ".stammtisch.json"
SEALED, LIVE = "sealed", "live"
"""Luck that follows from a seed, and luck of which only the draws are kept."""


class NotAGame(Exception):  # noqa: N818 (an answer)
    """This is no file of a game, or one that only a newer program knows. `why` is one of: form, version, broken."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Sitter(Struct, frozen=True):
    """Who sat in a seat, and from which version on."""

    seat: int
    nth: int
    name: str
    """Empty for whoever is not named in files."""
    house: str
    """The level of a house player, or at which the house sat in."""
    from_version: int
    resigned: bool


class Salt(Struct, frozen=True):
    """The post that salts a turn; turn -1 is the deal."""

    turn: int
    post: str
    """A number of 64 bits, as text: many programs read numbers of no more than 53."""


class Luck(Struct, frozen=True):
    kind: str
    commitment: str = ""
    seed: str = ""
    """Empty while it is secret."""
    salts: tuple[Salt, ...] = ()


class Draws(Struct, frozen=True):
    """What a commit drew, or before version 0 the order of the seats."""

    n: int
    """The number of the first."""
    version: int
    salt: str
    bounds: tuple[int, ...]
    values: tuple[int, ...]


class Part(Struct, frozen=True):
    """A record of a commit."""

    kind: str
    seat: int
    text: str
    luck: tuple[int, ...]


class Move(Struct, frozen=True):
    """A commit: what everybody was told of it and saw after it; in an open file all of it."""

    number: int
    at: int
    """Milliseconds since 1970."""
    kind: str
    seat: int
    """-1 for nobody, and where it is secret."""
    facts: Raw
    view: Raw
    """What everybody saw; null where the rules of its day are gone."""
    undone: bool = False
    version: int = -1
    public: bool = True
    parts: tuple[Part, ...] = ()
    line: Raw = Raw(b"null")


class Reached(Struct, frozen=True):
    seat: int
    rank: int
    points: int | None
    turns: int = 0
    played_for: int = 0


class GameFile(Struct, frozen=True):
    table: str
    game: str
    rules: int
    lang: str
    status: str
    seats: int
    options: tuple[tuple[str, str], ...]
    terms: tuple[tuple[str, str], ...]
    random_seats: bool
    began_at: int
    open: bool
    """Does it hold secrets and luck? Only after the end, and where the table shows its hands then."""
    sitters: tuple[Sitter, ...]
    luck: Luck
    moves: tuple[Move, ...]
    draws: tuple[Draws, ...] = ()
    result: tuple[Reached, ...] = ()
    state: str = ""
    """The last position, as the rules of that version keep it."""

    def __repr__(self) -> str:
        return f"GameFile(table={self.table!r}, moves={len(self.moves)}, …)"


class _Head(Struct, frozen=True):
    format: str
    version: int
    digest: str


def write(file: GameFile) -> bytes:
    rest = msgspec.json.encode(file)[1:]
    head = msgspec.json.encode(_Head(FORM, VERSION, hashlib.sha256(rest).hexdigest()))
    return head[:-1] + b",\n" + rest


class Read(Struct, frozen=True):
    file: GameFile
    whole: bool
    """Is it as it was written?"""


def read(data: bytes) -> Read:
    """Raises NotAGame."""
    try:
        head = msgspec.json.decode(data, type=_Head)
    except msgspec.DecodeError:
        raise NotAGame("form") from None
    if head.format != FORM:
        raise NotAGame("form")
    if head.version != VERSION:
        raise NotAGame("version")
    rest = data.partition(b",\n")[2]
    try:
        file = msgspec.json.decode(data, type=GameFile)
    except msgspec.DecodeError:
        raise NotAGame("broken") from None
    return Read(file, hashlib.sha256(rest).hexdigest() == head.digest)
