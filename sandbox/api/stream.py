"""How the gateway's bytes are compressed: one stream for a connection, flushed after each message."""

import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

Squeeze = Callable[[bytes], bytes]
QUICK = 1
"""Discord has machines of its own to pack on; here it is the one on which the bot is measured."""


def squeezer(kind: str | None) -> Squeeze | None:
    """Returns the compressor that a client asks for by `?compress=`; None sends text."""
    if kind == "zlib-stream":
        packer = zlib.compressobj(QUICK)
        return lambda data: packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        return _zstd()
    return None


def _zstd() -> Squeeze:
    """Compresses by zstd: discord.py asks for it only if Python (3.14) or the package zstandard can do it here."""
    try:
        packer: Any = import_module("compression.zstd").ZstdCompressor()
    except ImportError:
        library: Any = import_module("zstandard")
        other: Any = library.ZstdCompressor().compressobj()
        return lambda data: other.compress(data) + other.flush(library.COMPRESSOBJ_FLUSH_BLOCK)
    return lambda data: packer.compress(data, mode=packer.FLUSH_BLOCK)
