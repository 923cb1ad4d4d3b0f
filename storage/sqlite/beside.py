"""Reading beside the writer: the database file as the last folding of the log has left it.

In WAL mode nothing but a folding writes the database file. While somebody looks here none is made, so the file stands
still and is whole by itself. Counting, checking and copying it go on in a thread of their own, with less right to the
processor than presses have, and hold nobody up.

SQLite keeps the file's locks when a second connection of the same process closes; a handle of our own would drop them.
So what is copied is read through the one that the watch keeps open.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from storage.folder import files
from storage.problem import StorageClosed, primary
from storage.sqlite.connection import read_only

SLICE = 1 << 20
NICE = 10
_FORMATS = 18
"""Where in the file its two numbers are that say whether a log belongs to it; 2 is yes, 1 is no."""


def give_way() -> None:
    """Lets the calling thread yield the processor to all others. Linux knows such a thing of a thread."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, NICE)


class Beside:
    """The file while nobody writes it; only for as long as it is lent."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._connection: sqlite3.Connection | None = None
        self._ended = False

    @property
    def connection(self) -> sqlite3.Connection:
        """Reads the file; it takes no lock, and is closed at the end."""
        if self._connection is None:
            self._connection = read_only(self.path)
        if self._ended:
            raise StorageClosed
        return self._connection

    def copy(self, to: Path) -> None:
        """Writes the file into an empty one, as a single file without a log."""
        for at, data in self._slices():
            if at == 0:
                data = data[:_FORMATS] + b"\1\1" + data[_FORMATS + 2 :]
            files.write_at(to, at, data)

    def _slices(self) -> Iterator[tuple[int, bytes]]:
        """Yields what really lies on the disk, if the system can be asked to look there."""
        at = 0
        with suppress(OSError, AttributeError):
            os.posix_fadvise(self._handle, 0, 0, os.POSIX_FADV_DONTNEED)
        while data := os.pread(self._handle, SLICE, at):
            if self._ended:
                raise StorageClosed
            yield at, data
            at += len(data)

    def end(self) -> None:
        """Breaks off whoever reads; from any thread."""
        self._ended = True
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.interrupt()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def unsound(connection: sqlite3.Connection, *, indexes: bool = False) -> str:
    """Returns what SQLite finds wrong first; empty if every page, or with `indexes` every entry too, is sound."""
    kind = "integrity_check" if indexes else "quick_check"
    try:
        (found,) = connection.execute(f"PRAGMA {kind}(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if primary(error) != sqlite3.SQLITE_CORRUPT:
            raise
        return error.sqlite_errorname
    return "" if found == "ok" else str(found)
