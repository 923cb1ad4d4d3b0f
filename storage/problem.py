"""What can go wrong with the disk, and what to do about it. No message ever repeats what was to be stored."""

import contextlib
import os
import sqlite3
import sys
from typing import Any

EX_UNAVAILABLE, EX_IOERR, EX_TEMPFAIL, EX_CONFIG = 69, 74, 75, 78
"""How the process ends: the database is away, the disk failed, another instance runs, something is set up wrongly."""
ANEW = -1
"""No exit code: the process begins anew in its own place, and the start mends what is damaged."""


class StorageError(Exception):
    """An error of the store; its text is safe to show and to log."""


class StorageProblem(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """The store cannot be opened: a sentence that says what is wrong, one that says what helps, and the exit code."""

    def __init__(self, problem: str, solution: str, exit_code: int) -> None:
        super().__init__(f"{problem} {solution}")
        self.problem = problem
        self.solution = solution
        self.exit_code = exit_code


class StorageFull(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """There is no room: nothing of this was written, and the store goes on once there is room again."""

    def __init__(self) -> None:
        super().__init__("the disk is full")


class StorageAway(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """The database cannot be reached. Nothing is confirmed; what was being written may stand once it is back."""

    def __init__(self) -> None:
        super().__init__("the database is out of reach")


class StorageFailed(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """The disk or the file failed. The fate of the job is unknown, nothing is confirmed, the process exits with 74."""

    exit_code = EX_IOERR


class StorageDamaged(StorageFailed):
    """A page of the file is not sound. Nothing of this was confirmed; the start mends what it can
    (storage/folder/damage.py).
    """

    exit_code = ANEW


class BackupFailed(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """No backup was made; the store itself goes on."""


class CopyDamaged(BackupFailed):
    """What was copied is not sound: the copy's disk has failed, or the database is damaged itself."""


class StorageClosed(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """The store was closed before this was run; nothing of it was written."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class Elsewhere(StorageError):  # noqa: N818 (where, not that it is an error)
    """Another process is at this work, or may be: it is left alone, and looked for again later."""

    def __init__(self) -> None:
        super().__init__("another process is at this work")


class NotStorable(StorageError):  # noqa: N818 (what happened, not that it is an error)
    """A value that SQLite cannot hold: half a surrogate pair, a number beyond 64 bits."""

    def __init__(self) -> None:
        super().__init__("a value that cannot be stored")


def primary(error: BaseException) -> int:
    """Returns SQLite's primary code of an error; 0 if the error is not SQLite's."""
    code: Any = getattr(error, "sqlite_errorcode", 0)
    return int(code) & 0xFF if isinstance(error, sqlite3.Error) else 0


def end_process(code: int) -> None:
    """Ends the process at once; nothing is flushed that could still confirm something. ANEW begins it once more."""
    if code == ANEW:
        with contextlib.suppress(OSError):
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 (as it was called itself)
        code = EX_IOERR
    os._exit(code)
