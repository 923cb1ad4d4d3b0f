"""A control group that limits memory, where the system lets one be made: root, and version 1 or 2 of them."""

import os
import re
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

_ONE, _TWO = Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")


class Group:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_second = not folder.is_relative_to(_ONE)

    def limit(self, size: int) -> None:
        """Of all memory; nothing goes to a swap instead."""
        self._write("memory.max" if self.is_second else "memory.limit_in_bytes", size)
        with suppress(OSError):
            self._write(
                "memory.swap.max" if self.is_second else "memory.memsw.limit_in_bytes", 0 if self.is_second else size
            )

    def take(self, pid: int) -> None:
        self._write("cgroup.procs", pid)

    @property
    def killed(self) -> int:
        """How many processes were killed for want of memory."""
        text = (self.folder / ("memory.events" if self.is_second else "memory.oom_control")).read_text()
        (found,) = re.findall(r"^oom_kill (\d+)$", text, re.MULTILINE)
        return int(found)

    @property
    def most(self) -> int:
        """Bytes, with what the system keeps of files."""
        name = "memory.peak" if self.is_second else "memory.max_usage_in_bytes"
        return int((self.folder / name).read_text())

    def _write(self, name: str, value: int) -> None:
        (self.folder / name).write_text(str(value))


@contextmanager
def group(size: int) -> Generator[Group | None]:
    """Yields a group of this size; None where none can be made."""
    base = _ONE if _ONE.is_dir() else _TWO
    folder = base / f"stammtisch-test-{os.getpid()}"
    made = None
    try:
        folder.mkdir()
        made = Group(folder)
        made.limit(size)
    except OSError:
        made = None
    try:
        yield made
    finally:
        with suppress(OSError):
            folder.rmdir()
