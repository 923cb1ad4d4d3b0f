"""The memory that this process takes, and may take; what lies free in it is given back again and again."""

import asyncio
import gc
import re
import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.operation.heap import give_back
from storage.monitoring.health import Memory

GIVES_BACK = 10.0
"""Seconds from one time that free memory is given back to the next: after a crowd glibc would keep half of it."""
COLLECTS = 6
"""So many times later what hangs together in circles is looked for, too: that holds up the loop."""

_NONE: Final = 1 << 60
"""A limit from there on is none: version 1 of control groups knows no other word for it."""


async def given_back() -> None:
    """Goes on for ever. The start is frozen, so what is looked through for circles is little."""
    while True:
        for _ in range(COLLECTS):
            await asyncio.sleep(GIVES_BACK)
            await asyncio.to_thread(give_back)
        gc.collect()


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
