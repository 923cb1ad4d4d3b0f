"""The files of the open database, watched: nobody but its one connection may change, replace or remove them.

SQLite goes on with a file that was unlinked or replaced as if nothing were: what it confirms then is gone with the
process. So the names are looked at around every group of jobs. On the connection's own thread it is known what may
change: a COMMIT lengthens the log or writes over its beginning, folding it writes the database, nothing else does
either. There is no -shm to watch: the lock is exclusive.
"""

import os
from pathlib import Path
from typing import NamedTuple

from storage.files import log_of

_FRAME_HEADER = 24
"""Bytes before each page in the log; the first four are the page's number, which is never 0."""


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
    """Of a database that was just opened; its log exists from then on."""

    def __init__(self, path: Path, page_size: int) -> None:
        self._database, self._log = path, log_of(path)
        self._frame = _FRAME_HEADER + page_size
        self._of_database, self._of_log = _Seen.of(path), _Seen.of(self._log)
        self._handle = os.open(self._log, os.O_RDONLY)  # of the log alone: closing one of the database drops its locks

    def close(self) -> None:
        os.close(self._handle)

    def at_rest(self) -> Trouble | None:
        """What has happened to the files since the connection was last through with them."""
        return self._look(self._database, self._of_database)[0] or self._look(self._log, self._of_log)[0]

    def after_commit(self) -> Trouble | None:
        """The same once a transaction is through, which may have lengthened the log."""
        before = self._of_log
        told, self._of_log = self._look(self._log, before, grown=True)
        told = self._look(self._database, self._of_database)[0] or told
        if told is None and before.size > self._frame:
            number = os.pread(self._handle, 4, before.size - self._frame)
            if not any(number):  # it was lengthened again by the COMMIT, with a hole in between
                return Trouble(f"{self._log} was cut short", self._log, self._of_log.size)
        return told

    def after_folding(self) -> Trouble | None:
        """The same once the log was folded into the database."""
        told, self._of_database = self._look(self._database, self._of_database, grown=True)
        return told or self._look(self._log, self._of_log)[0]

    @staticmethod
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
