"""Memory that is given back to the system: glibc is told to keep large blocks apart.

A picture is drawn on canvases of megabytes. Once the first are freed, glibc keeps blocks of their size (up to 32 MB) in
its heap, where smaller, longer-lived ones soon lie between them: twice as much memory is held as is used.
"""

import ctypes
from contextlib import suppress
from typing import Final

_MMAP_THRESHOLD: Final = -3
LARGE: Final = 128 << 10
"""Bytes; glibc's own default, before it grows with what is freed."""


def keep_large_blocks_apart(large: int = LARGE) -> bool:
    """Gives each large block its own mapping, gone when freed. Returns False if another library manages the memory."""
    with suppress(AttributeError, OSError):
        return bool(ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, large))
    return False
