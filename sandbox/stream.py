"""How the gateway's bytes are squeezed: one stream for a connection, flushed after each message."""

import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

Squeeze = Callable[[bytes], bytes]


def squeezer(kind: str | None) -> Squeeze | None:
    """For what a client asks by `?compress=`; None sends text."""
    if kind == "zlib-stream":
        packer = zlib.compressobj()
        return lambda data: packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        return _zstd()
    return None


def _zstd() -> Squeeze:
    """discord.py asks for it where Python (from 3.14) or the package zstandard can read it; then we can write it."""
    try:
        packer: Any = import_module("compression.zstd").ZstdCompressor()
    except ImportError:
        library: Any = import_module("zstandard")
        other: Any = library.ZstdCompressor().compressobj()
        return lambda data: other.compress(data) + other.flush(library.COMPRESSOBJ_FLUSH_BLOCK)
    return lambda data: packer.compress(data, mode=packer.FLUSH_BLOCK)
