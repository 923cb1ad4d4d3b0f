"""Where tests put what they throw away again: into memory, where there is room.

They keep thousands of stores and some servers, each of which waits for the disk at every commit, and none asks whether
a disk tells the truth: what a power cut leaves behind is made up (tests/storage/powercut.py), and a process that is
killed loses nothing that it has written.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108 (nothing in it is meant to last)
ROOM = 2 << 30
"""Bytes that must be free there: a run of all tests holds a fifth of that at once."""


def settle() -> None:
    """For this process and all that it starts, unless somebody has named a place."""
    if "TMPDIR" not in os.environ and _has_room(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # as it was found before, on the disk


def _has_room(folder: Path) -> bool:
    """Programs must be able to run there, too."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    return shutil.disk_usage(folder).free >= ROOM and not os.statvfs(folder).f_flag & os.ST_NOEXEC
