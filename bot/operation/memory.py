"""The memory that this process takes, and may take; and how it is given back: glibc is told to keep large blocks apart.

A picture is drawn on canvases of megabytes. Once the first are freed, glibc keeps blocks of their size (up to 32 MB) in
its heap, where smaller, longer-lived ones soon lie between them: twice as much memory is held as is used.
"""

import ctypes
import re
import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from storage.monitoring.health import Memory

_MMAP_THRESHOLD: Final = -3
LARGE: Final = 64 << 10
"""Bytes: less than most pictures have, which come and go by the dozen a second. glibc's own default, twice as much,
would leave those of 70 to 120 kB among what is kept."""


def keep_large_blocks_apart(large: int = LARGE) -> bool:
    """Gives each large block its own mapping, gone when freed. Returns False if another library manages the memory."""
    with suppress(AttributeError, OSError):
        return bool(ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, large))
    return False


def give_back() -> bool:
    """Gives back what is free between blocks that are in use. Returns False if another library manages the memory."""
    with suppress(AttributeError, OSError):
        return bool(ctypes.CDLL(None).malloc_trim(0))
    return False


_NONE: Final = 1 << 60
"""A limit from there on is none: version 1 of control groups knows no other word for it."""


def memory(root: Path = Path("/")) -> Memory:
    """Returns what is taken of the nearest limit, of a control group (a unit's, a container's) or of the process."""
    limits = [*_groups(root), *_of_process()]
    if not limits:
        return Memory(_taken(root))
    limit, of = min(limits)
    return Memory(_taken(root), limit, of)


def _taken(root: Path) -> int:
    """What nobody can take from the process and those that it has begun: not what they have mapped from files."""
    found = 0
    for one in ("self", *_begun(root)):
        with suppress(OSError):
            text = (root / "proc" / one / "status").read_text(encoding="ascii", errors="replace")
            found += sum(int(size) << 10 for size in re.findall(r"^Rss(?:Anon|Shmem):\s+(\d+) kB", text, re.MULTILINE))
    return found


def _begun(root: Path) -> Iterator[str]:
    """The processes that this one has begun: the painter, and those in which house players think."""
    with suppress(OSError):
        for children in (root / "proc/self/task").glob("*/children"):
            yield from children.read_text(encoding="ascii").split()


def _groups(root: Path) -> Iterator[tuple[int, str]]:
    """The limits of the group that the process is in, and of all above it."""
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            _, kinds, path = line.split(":", 2)
            if kinds and "memory" not in kinds.split(","):
                continue
            base, name = ("sys/fs/cgroup/memory", "memory.limit_in_bytes") if kinds else ("sys/fs/cgroup", "memory.max")
            group = Path(path.lstrip("/"))
            for folder in (group, *group.parents):
                with suppress(OSError, ValueError):
                    limit = int((root / base / folder / name).read_text(encoding="ascii"))
                    if limit < _NONE:
                        yield limit, "the unit or container"


def _of_process() -> Iterator[tuple[int, str]]:
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        limit, _ = resource.getrlimit(kind)
        if limit != resource.RLIM_INFINITY:
            yield limit, "the process (ulimit)"
