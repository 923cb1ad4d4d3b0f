"""The heap of this process: glibc is told to keep large blocks apart, and given back what lies free.

A picture is drawn on canvases of megabytes. Once the first are freed, glibc keeps blocks of their size (up to 32 MB) in
its heap, where smaller, longer-lived ones soon lie between them: twice as much memory is held as is used. Each thread
would have a heap of its own besides, which grows to what that thread has ever needed.
"""

import ctypes
from contextlib import suppress
from typing import Final

_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
LARGE: Final = 64 << 10
"""Bytes: less than most pictures have, which come and go by the dozen a second. glibc's own default, twice as much,
would leave those of 70 to 120 kB among what is kept."""


def keep_large_blocks_apart(large: int = LARGE) -> bool:
    """Gives each large block its own mapping, gone when freed, and all threads one heap. Returns False if another
    library manages the memory.
    """
    with suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_ARENA_MAX, 1)) and bool(mallopt(_MMAP_THRESHOLD, large))
    return False


def give_back() -> bool:
    """Gives back what is free between blocks that are in use. Returns False if another library manages the memory."""
    with suppress(AttributeError, OSError):
        return bool(ctypes.CDLL(None).malloc_trim(0))
    return False
