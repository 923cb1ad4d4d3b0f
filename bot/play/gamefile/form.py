"""What stands in the file of a game, and how it is written and read. A version of the form is read for ever.

The first line holds name, version and digest; the digest is the SHA-256 of all that follows it. It shows that a copy is
as it was written, and nothing about who wrote it. What the post of the end shows of the record (chain.py) shows more.

Files come from anywhere: whatever stands in one is within bounds, or it is not read.
"""

import hashlib
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

FORM: Final = "stammtisch game"
VERSION: Final = 2
"""The form that is written. 2 brought the hash of the record."""
READ: Final = (1, 2)
MOST: Final = 32_000_000
"""Bytes; the longest games have a tenth of that."""
SUFFIX: Final = ".stammtisch.json"
SEALED, LIVE = "sealed", "live"
"""Luck that follows from a seed, and luck of which only the draws are kept."""


class NotAGame(Exception):  # noqa: N818 (an answer)
    """This is no file of a game, or one that only a newer program knows.

    `why` is one of: large, form, version, broken.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Digits: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
Post: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{1,19}\Z")]
"""A number of 63 bits, as text: many programs read numbers of no more than 53."""
Count: TypeAlias = Annotated[int, Meta(ge=-1, le=10_000_000)]
Seat: TypeAlias = Annotated[int, Meta(ge=-1, le=11)]
Number: TypeAlias = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
Bound: TypeAlias = Annotated[int, Meta(ge=1, le=1 << 53)]
Time: TypeAlias = Annotated[int, Meta(ge=0, le=253_402_300_799_999)]
"""Milliseconds since 1970, up to the year 9999."""
Agreed: TypeAlias = Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=100)]


class Sitter(Struct, frozen=True):
    """Who sat in a seat, and from which version on."""

    seat: Seat
    nth: Count
    name: Annotated[str, Meta(max_length=200)]
    """Empty for whoever is not named in files."""
    house: Word
    """The level of a house player, or at which the house sat in."""
    from_version: Count
    resigned: bool


class Salt(Struct, frozen=True):
    """The post that salts a turn; turn -1 is the deal."""

    turn: Count
    post: Post


class Luck(Struct, frozen=True):
    kind: Word
    commitment: Digits = ""
    seed: Digits = ""
    """Empty while it is secret."""
    salts: tuple[Salt, ...] = ()


class Draws(Struct, frozen=True):
    """What a commit drew, or before version 0 the order of the seats."""

    n: Count
    """The number of the first."""
    version: Count
    salt: Post
    bounds: tuple[Bound, ...]
    values: tuple[Number, ...]


class Part(Struct, frozen=True):
    """A record of a commit."""

    kind: Word
    seat: Seat
    text: str
    luck: tuple[Number, ...]


class Move(Struct, frozen=True):
    """A commit: what everybody was told of it and saw after it; in an open file all of it."""

    number: Count
    at: Time
    kind: Word
    seat: Seat
    """-1 for nobody, and where it is secret."""
    facts: Raw
    view: Raw
    """What everybody saw; null where the rules of its day are gone."""
    undone: bool = False
    version: Count = -1
    public: bool = True
    parts: tuple[Part, ...] = ()
    line: Raw = Raw(b"null")


class Reached(Struct, frozen=True):
    seat: Seat
    rank: Count
    points: Number | None
    turns: Count = 0
    played_for: Count = 0


class GameFile(Struct, frozen=True):
    table: Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{1,40}\Z")]
    game: Word
    rules: Count
    lang: Word
    status: Word
    seats: Annotated[int, Meta(ge=1, le=12)]
    options: Agreed
    terms: Agreed
    random_seats: bool
    began_at: Time
    open: bool
    """Does it hold secrets and luck? Only after the end, and where the table shows its hands then."""
    sitters: tuple[Sitter, ...]
    luck: Luck
    moves: tuple[Move, ...]
    draws: tuple[Draws, ...] = ()
    result: tuple[Reached, ...] = ()
    state: str = ""
    """The last position, as the rules of that version keep it."""
    record: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""
    """The hash that the post of the end shows (chain.py); empty before the end, and in form 1."""

    def __repr__(self) -> str:
        return f"GameFile(table={self.table!r}, moves={len(self.moves)}, …)"


_UNREADABLE: Final = (msgspec.DecodeError, ValueError, RecursionError)
"""What reading raises: RecursionError where somebody has nested very deep."""


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
    form: int = VERSION


def read(data: bytes) -> Read:
    """Raises NotAGame."""
    if len(data) > MOST:
        raise NotAGame("large")
    try:
        head = msgspec.json.decode(data, type=_Head)
    except _UNREADABLE:
        raise NotAGame("form") from None
    if head.format != FORM:
        raise NotAGame("form")
    if head.version not in READ:
        raise NotAGame("version")
    rest = data.partition(b",\n")[2]
    try:
        file = msgspec.json.decode(data, type=GameFile)
    except _UNREADABLE:
        raise NotAGame("broken") from None
    return Read(file, hashlib.sha256(rest).hexdigest() == head.digest, head.version)
