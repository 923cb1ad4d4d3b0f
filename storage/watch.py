"""The files of the open database, watched: nobody but its one connection may change, replace or remove them.

SQLite goes on with a file that was unlinked or replaced as if nothing were: what it confirms then is gone with the
process. So the names are looked at around every group of jobs. On the connection's own thread it is known what may
change: a COMMIT lengthens the log or writes over its beginning, folding it writes the database, nothing else does
either. There is no -shm to watch: the lock is exclusive.

What is cut short while SQLite is at it is lengthened again by what it writes, with a hole in between.
"""

import os
from pathlib import Path
from typing import NamedTuple

from storage.files import log_of

_LOG_HEADER, _FRAME_HEADER = 32, 24
"""Bytes before all pages in the log, and before each: its number, then for the last of a COMMIT the number of pages."""


class _Seen(NamedTuple):
    """A file as it was last left by the connection. Not its links: a hard link is a harmless way of copying it."""

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> "_Seen":
        found = os.stat(path)  # noqa: PTH116 (as cheap as it can be: several for each group of jobs)
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class Trouble(NamedTuple):
    """What somebody did to a file of ours."""

    what: str
    altered: Path | None = None
    """Where it is still the same file: what it holds now is not what the connection wrote."""
    size: int = 0
    """How much that was."""


class Watch:
    """Of a database that was just opened and is held; its log exists from then on."""

    def __init__(self, path: Path, page_size: int) -> None:
        self._database, self._log = path, log_of(path)
        self._page_size = page_size
        self._of_database, self._of_log = _Seen.of(path), _Seen.of(self._log)
        self._handle = os.open(path, os.O_RDONLY)
        self._log_handle = os.open(self._log, os.O_RDONLY)
        self._handles = [self._handle, self._log_handle]
        self._whole = _first_hole(self._handle, self._of_database.size)

    def close(self) -> None:
        """After the connection: closing any handle of the database drops its locks."""
        for handle in self._handles:
            os.close(handle)
        self._handles.clear()

    def at_rest(self) -> Trouble | None:
        """What has happened to the files since the connection was last through with them."""
        return _look(self._database, self._of_database)[0] or _look(self._log, self._of_log)[0]

    def after_commit(self) -> Trouble | None:
        """The same once a transaction is through, which may have lengthened the log."""
        before = self._of_log.size
        told, self._of_log = _look(self._log, self._of_log, grown=True)
        told = _look(self._database, self._of_database)[0] or told
        if told is None and not self._is_log_whole(before):
            return Trouble(f"{self._log} was cut short", self._log, self._of_log.size)
        return told

    def after_folding(self, pages: int) -> Trouble | None:
        """The same once the log was folded into the database, which has so many pages by now."""
        told, now = _look(self._database, self._of_database, grown=True)
        whole = _first_hole(self._handle, now.size)
        if told is None and (now.size < pages * self._page_size or whole < self._whole):
            told = Trouble(f"{self._database} was cut short", self._database, now.size)
        self._of_database, self._whole = now, whole
        return told or _look(self._log, self._of_log)[0]

    def _is_log_whole(self, before: int) -> bool:
        """Its beginning, what was its end before, and its end by now are there, and all that lies between.

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
    """What is wrong with a file, and as what it was seen; `grown`: the connection may have written more of it."""
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
    """Where a file holds nothing; its size where that is nowhere, or its file system does not tell."""
    try:
        return min(size, os.lseek(handle, 0, os.SEEK_HOLE))
    except OSError:
        return size
