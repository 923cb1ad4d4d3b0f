"""PNG files of palette pictures, deflated in strips of rows that can be put together anew.

A strip is deflated as what follows the strip above it, whose last rows its matches may refer to. So hardly a byte is
lost by the cuts, and a strip serves wherever the same two follow each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack
from typing import Any, Final, NamedTuple

from zlib_ng import zlib_ng

ROWS: Final = 24
"""Of a strip. Thinner ones: less is packed anew, and a hundredth more bytes."""
KNOWN: Final = 1 << 13
"""Bytes of the strip above that matches may refer to. All of it (29 kB) would make a strip smaller by half a hundredth,
and an eighth slower."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_BASE: Final = 65521
zlib: Any = zlib_ng
"""Its types are told in words that the type checker does not know."""


class Strip(NamedTuple):
    """Deflated, with the checksum and the length of what it was."""

    data: bytes
    check: int
    length: int


def strip(rows: bytes, above: bytes, level: int) -> Strip:
    """For each pixel the number of its colour, before each row a zero (its filter). It ends on a whole byte."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -15, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, above[-KNOWN:])
    data = deflate.compress(rows) + deflate.flush(zlib.Z_SYNC_FLUSH)
    return Strip(data, zlib.adler32(rows), len(rows))


def known_rows(width: int) -> int:
    """How many rows of the strip above one must know to pack a strip: an even number, for halves round to even."""
    return min(ROWS, -(-KNOWN // (2 * (width + 1))) * 2)


def whole(rows: bytes, width: int, level: int) -> Iterable[Strip]:
    """All strips of a picture."""
    size, above = (width + 1) * ROWS, b""
    for start in range(0, len(rows), size):
        here = rows[start : start + size]
        yield strip(here, above, level)
        above = here


def file(size: tuple[int, int], colours: bytes, strips: Iterable[Strip]) -> bytes:
    """A stream of zlib's (its head, the strips, an empty last block, the checksum of all) as a PNG."""
    found, check = [b"\x78\xda"], 1
    for one in strips:
        found.append(one.data)
        check = _joined(check, one)
    data = b"".join((*found, b"\x03\x00", pack(">I", check)))
    header = pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", data), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(body, zlib.crc32(kind)))


def _joined(check: int, after: Strip) -> int:
    """Adler's checksum of what was before and a strip, without looking at their bytes again."""
    low, high = check & 0xFFFF, check >> 16
    first = (low + (after.check & 0xFFFF) - 1) % _BASE
    second = (high + (after.check >> 16) + after.length * (low - 1)) % _BASE
    return second << 16 | first
