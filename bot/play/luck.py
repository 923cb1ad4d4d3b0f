"""Luck: the operating system's, and that of a table whose draws follow from a seed and can be proved afterwards.

The n-th draw of a game is taken by rejection sampling from HMAC-SHA-256 under the table's seed, over domain, table,
salt, n and block; docs/proof.md writes down every byte. The salt is the id of a post that everybody sees, and the hash
of the seed stands on the card of the lobby, so nobody can choose what is drawn.
"""

import hashlib
import hmac
import secrets
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.contract import Chance
from rules.engine.commits import BEGIN, UNDO
from storage.draws import DrawRow
from storage.rows import TableRow

DRAW: Final = b"stammtisch draw 1\n"
SEED: Final = b"stammtisch seed 1\n"
"""The domains: what is hashed for one purpose is never taken for another."""
SEED_BYTES: Final = 32
_ALL: Final = 1 << 256
"""How many values a block has."""


class Live:
    """The chance of games without a seed. The engine records what it gives with the move."""

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(table: str, seed: bytes) -> str:
    """Returns what is shown of a seed before the game, as hexadecimal digits."""
    return hashlib.sha256(SEED + _named(table) + seed).hexdigest()


def value(seed: bytes, table: str, salt: int, n: int, bound: int) -> int:
    """Returns the n-th draw of a game: 0 … bound-1, all equally likely.

    A block that lies in the remainder which does not divide evenly is passed over.
    """
    if not 0 < bound <= _ALL:
        raise ValueError(bound)
    even = _ALL - _ALL % bound
    place, block = DRAW + _named(table) + salt.to_bytes(8) + n.to_bytes(8), 0
    while True:
        drawn = int.from_bytes(hmac.digest(seed, place + block.to_bytes(4), "sha256"))
        if drawn < even:
            return drawn % bound
        block += 1


def _named(table: str) -> bytes:
    """Returns a table's id with its length before it, so that no two texts run together."""
    text = table.encode()
    return len(text).to_bytes(1) + text


class NoSaltYet(Exception):  # noqa: N818 (an answer: it is on its way)
    """The post that salts this turn does not stand yet."""


class Drawn(Struct, frozen=True):
    """What a commit drew: from which number on, by which salt, below which bounds, and what came."""

    first: int
    salt: int
    bounds: tuple[int, ...]
    luck: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Drawn({len(self.luck)} from {self.first})"


class Stream:
    """The chance of one commit at a table with a seed; the next commit goes on at `n`."""

    def __init__(self, seed: bytes, table: str, salt: int, n: int) -> None:
        self._seed, self._table, self._salt = seed, table, salt
        self._first = self.n = n
        self._bounds: list[int] = []
        self._luck: list[int] = []

    def below(self, n: int, /) -> int:
        """Raises NoSaltYet."""
        if not self._salt:
            raise NoSaltYet
        drawn = value(self._seed, self._table, self._salt, self.n, n)
        self.n += 1
        self._bounds.append(n)
        self._luck.append(drawn)
        return drawn

    @property
    def drawn(self) -> Drawn | None:
        """All that it gave; None for nothing."""
        if not self._luck:
            return None
        return Drawn(self._first, self._salt, tuple(self._bounds), tuple(self._luck))

    def __repr__(self) -> str:
        return f"Stream({self._table!r}, n={self.n})"


def drawn(chance: Chance) -> Drawn | None:
    """Returns what was drawn from a seed; None for nothing, and of live luck."""
    return chance.drawn if isinstance(chance, Stream) else None


def rows(version: int, drawn: Drawn | None) -> tuple[DrawRow, ...]:
    """Returns what is kept of the draws of a commit."""
    return () if drawn is None else (DrawRow(drawn.first, version, drawn.salt, drawn.bounds, drawn.luck),)


def counted(before: TableRow, written: TableRow, kind: str, number: int, drawn: Drawn | None) -> TableRow:
    """Counts what a commit drew, and the turns that stand: taking back counts back."""
    written = replace(written, drawn=written.drawn + (len(drawn.luck) if drawn is not None else 0))
    if kind == BEGIN:
        return replace(written, opening=0, opened_no=0)
    if written.turn == before.turn:
        return written
    if kind == UNDO:
        return replace(written, opening=max(0, before.opening - 1))
    return replace(written, opening=before.opening + 1, opened_no=number)
