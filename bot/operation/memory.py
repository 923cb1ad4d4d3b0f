"""Memory that is given back to the system: how glibc is told to keep large blocks apart.

A picture is drawn on canvases of megabytes. After the first are freed glibc keeps blocks of their size in its heap, up
to 32 MB each, where smaller ones that stay soon lie between them: twice as much is held as is used.
"""

import ctypes
from contextlib import suppress
from typing import Final

_MMAP_THRESHOLD: Final = -3
_LARGE: Final = 128 << 10
"""Bytes; glibc's own at the start, before it grows with what is freed."""


def keep_large_blocks_apart() -> bool:
    """Each has a mapping of its own and is gone when it is freed. False where another library manages the memory."""
    with suppress(AttributeError, OSError):
        return bool(ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE))
    return False
