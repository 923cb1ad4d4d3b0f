"""Watches the files of the open database: nobody but its one connection may change, replace or remove them.

SQLite goes on with a file that was unlinked or replaced as if nothing had happened: what it confirms then is lost with
the process. So the names are checked around every group of jobs. The connection's own thread knows what may change: a
COMMIT lengthens the WAL or overwrites its beginning, a checkpoint writes the database, and nothing else touches either.
There is no -shm to watch: the lock is exclusive.

A file that is cut short while SQLite writes to it grows again by what is written, with a hole in between.
"""

import os
from pathlib import Path
from typing import NamedTuple

from storage.folder.files import log_of

_LOG_HEADER, _FRAME_HEADER = 32, 24
"""Bytes before all pages in the WAL, and before each: its number, then for the last of a COMMIT the number of pages."""


class _Seen(NamedTuple):
    """A file as the connection last left it. Its links do not count: a hard link is a harmless way of copying it."""

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> "_Seen":
        found = os.stat(path)  # noqa: PTH116 (as cheap as it can be: called several times for each group of jobs)
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class Trouble(NamedTuple):
    """What somebody did to a file of ours."""

    what: str
    altered: Path | None = None
    """The file, if it is still the same one: what it holds now is not what the connection wrote."""
    size: int = 0
    """How many bytes that was."""


class Watch:
    """Watches a database that was just opened and is held; its WAL exists from then on."""

    def __init__(self, path: Path, page_size: int) -> None:
        self._database, self._log = path, log_of(path)
        self._page_size = page_size
        self._of_database, self._of_log = _Seen.of(path), _Seen.of(self._log)
        self._handle = os.open(path, os.O_RDONLY)
        self._log_handle = os.open(self._log, os.O_RDONLY)
        self._handles = [self._handle, self._log_handle]
        self._whole = _first_hole(self._handle, self._of_database.size)

    @property
    def handle(self) -> int:
        """Of the database, for reading; not to be closed by anybody else."""
        return self._handle

    def close(self) -> None:
        """To be called after the connection is closed: closing any handle of the database drops its locks."""
        for handle in self._handles:
            os.close(handle)
        self._handles.clear()

    def at_rest(self) -> Trouble | None:
        """Returns what has happened to the files since the connection last used them."""
        return _look(self._database, self._of_database)[0] or _look(self._log, self._of_log)[0]

    def after_commit(self) -> Trouble | None:
        """Returns the same after a COMMIT, which may have lengthened the WAL."""
        before = self._of_log.size
        told, self._of_log = _look(self._log, self._of_log, grown=True)
        told = _look(self._database, self._of_database)[0] or told
        if told is None and not self._is_log_whole(before):
            return Trouble(f"{self._log} was cut short", self._log, self._of_log.size)
        return told

    def after_folding(self, pages: int) -> Trouble | None:
        """Returns the same after a checkpoint; the database has that many pages by now."""
        told, now = _look(self._database, self._of_database, grown=True)
        whole = _first_hole(self._handle, now.size)
        if told is None and (now.size < pages * self._page_size or whole < self._whole):
            told = Trouble(f"{self._database} was cut short", self._database, now.size)
        self._of_database, self._whole = now, whole
        return told or _look(self._log, self._of_log)[0]

    def after_half_a_folding(self) -> Trouble | None:
        """Returns the same after a checkpoint for which there was no room: the log still has all of it."""
        told, now = _look(self._database, self._of_database, grown=True)
        self._of_database = now if told is None else self._of_database
        return told

    def after_failure(self) -> Trouble | None:
        """The same where SQLite could not finish what it was at, and may have written part of it."""
        database = _look(self._database, self._of_database, grown=True)[0]
        return database or _look(self._log, self._of_log, grown=True)[0]

    def _is_log_whole(self, before: int) -> bool:
        """Are its beginning, its former end and its present end there, and everything in between?

        A process that was killed may have left a piece of a frame at the end, until it is written over.
        """
        size, frame = self._of_log.size, _FRAME_HEADER + self._page_size
        places = [0] if size else []
        frames = max(0, before - _LOG_HEADER) // frame
        if frames:
            places.append(_LOG_HEADER + (frames - 1) * frame)
        if size > before:
            places.append(size - frame + 4)
        return all(any(os.pread(self._log_handle, 4, place)) for place in places) and (
            _first_hole(self._log_handle, size) >= size
        )


def _look(path: Path, before: _Seen, *, grown: bool = False) -> tuple[Trouble | None, _Seen]:
    """Returns what is wrong with a file, and how it was found; `grown`: the connection may have written more of it."""
    try:
        now = _Seen.of(path)
    except FileNotFoundError:
        return Trouble(f"{path} was removed"), before
    except OSError as error:
        return Trouble(f"{path} is out of reach ({os.strerror(error.errno or 0)})"), before
    if now[:2] != before[:2]:
        return Trouble(f"{path} was replaced"), before
    if now.size < before.size:
        return Trouble(f"{path} was cut short", path, before.size), before
    if grown or now == before:
        return None, now
    return Trouble(f"{path} was written by another program", path, before.size), before


def _first_hole(handle: int, size: int) -> int:
    """Returns where a file has its first hole; its size if there is none, or if its file system does not say."""
    try:
        return min(size, os.lseek(handle, 0, os.SEEK_HOLE))
    except OSError:
        return size
