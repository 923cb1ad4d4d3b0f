"""Parts of pictures shipped ready-made, so that the first picture after a start need not draw them.

Each is found by the hash of all that it is drawn from: of a drawing that has changed since, nothing is found, and it is
drawn as if nothing were shipped. `make parts` makes them anew; tests hold them to what is drawn.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from importlib import resources
from typing import Final

import msgspec

from renderer.scene import Box, Drawing

FILE: Final = "parts.bin"


class Part(msgspec.Struct, frozen=True, array_like=True):
    """The pixels of a drawing: of a ground three bytes each, else four and only what shows anything."""

    name: bytes
    """The hash of what it is drawn from."""
    width: int
    height: int
    x: int
    """Where in its drawing it begins."""
    y: int
    deflated: bytes

    @property
    def pixels(self) -> bytes:
        return zlib.decompress(self.deflated)


def digest(drawing: Drawing, window: Box | None = None) -> bytes:
    """`window`: of a ground, the part of it that is shown."""
    told = drawing.width, drawing.height, msgspec.Raw(drawing.packed), window
    return blake2b(msgspec.msgpack.encode(told), digest_size=12).digest()


def deflated(pixels: bytes) -> bytes:
    return zlib.compress(pixels, 9)


def find(theme: str, name: bytes) -> Part | None:
    return _shipped(theme).get(name)


def forget() -> None:
    """Has files read again."""
    _shipped.cache_clear()


@lru_cache(maxsize=8)
def _shipped(theme: str) -> dict[bytes, Part]:
    file = resources.files(theme) / FILE
    return {part.name: part for part in read(file.read_bytes())} if file.is_file() else {}


def read(data: bytes) -> list[Part]:
    return msgspec.msgpack.decode(data, type=list[Part])


def written(parts: Iterable[Part]) -> bytes:
    return msgspec.msgpack.encode(sorted(parts, key=lambda part: part.name))
