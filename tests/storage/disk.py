"""A disk that is watched: every write, sync, truncation, creation, deletion and renaming is noted in order.

It stands between SQLite and the files as a VFS of apsw, and in the place of storage/folder/files.py for what the store
does itself. With `fault` it also fails where a test wants it to. Nothing is really flushed: what a power cut would
leave is computed from the notes (powercut.py).
"""

import itertools
import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest import mock

import apsw

from storage.folder.files import keep, new_file, remove, rename, sync_file, sync_folder, write_at
from tests.storage.apsw_as_sqlite3 import Connection

_numbers = itertools.count()


class Note(NamedTuple):
    """What happened, to which file, and with what."""

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""


Fault = Callable[[str, str], int]
"""Asked before each write, sync, truncate and delete with the kind and the path; 0 or the SQLite code to fail with."""


class _File(apsw.VFSFile):
    def __init__(self, disk: "Disk", name: Any, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.fails("write", self._path)
        self._disk.note("write", self._path, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._disk.fails("truncate", self._path)
        self._disk.note("truncate", self._path, newsize)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.fails("sync", self._path)
        self._disk.note("sync", self._path)
        if self._path.endswith(("-wal", "-journal")):  # SQLite syncs their folder at the first sync
            self._disk.note("sync folder", os.path.dirname(self._path))  # noqa: PTH120


class Disk(apsw.VFS):
    def __init__(self, fault: Fault | None = None) -> None:
        self.name = f"watched-{os.getpid()}-{next(_numbers)}"
        super().__init__(self.name, "unix")
        self.fault = fault
        self.notes: list[Note] = []
        self.watch = True

    def excepthook(self, etype: Any, evalue: Any, etraceback: Any) -> bool:
        """The faults are ours."""
        return True

    def note(self, kind: str, path: str = "", at: int = 0, data: bytes = b"") -> None:
        if self.watch:
            self.notes.append(Note(kind, path, at, data))

    def fails(self, kind: str, path: str) -> None:
        code = self.fault(kind, path) if self.fault is not None else 0
        if code:
            error = apsw.exception_for(code)
            raise error

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        new = path if path is not None and not os.path.exists(path) else None  # noqa: PTH110
        file = _File(self, name, flags)
        if new is not None:
            self.note("create", new)
        return file

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.fails("delete", filename)
        self.note("delete", filename)
        if syncdir:
            self.note("sync folder", os.path.dirname(filename))  # noqa: PTH120
        super().xDelete(filename, False)

    def connect(self, path: Path) -> sqlite3.Connection:
        return cast("sqlite3.Connection", Connection(str(path), self.name))

    @contextmanager
    def instead_of_files(self) -> Generator["Disk"]:
        """The store's own touches of the disk are noted and fail too."""

        def written(path: Path, at: int, data: bytes) -> None:
            if error := self.fault("write", str(path)) if self.fault is not None else 0:
                raise OSError(28 if error & 0xFF == apsw.SQLITE_FULL else 5, "injected")
            self.note("write", str(path), at, data)
            write_at(path, at, data)

        def watched(kind: str, real: Callable[..., Any]) -> Callable[..., Any]:
            def touch(path: Path, *more: Path) -> None:
                error = self.fault(kind, str(path)) if self.fault is not None else 0
                if error and kind == "delete":
                    return
                if error:
                    raise OSError(28 if error & 0xFF == apsw.SQLITE_FULL else 5, "injected")
                if kind == "rename":
                    self.note(kind, str(path), 0, str(more[0]).encode())
                    path.replace(more[0])
                    self.note("sync folder", str(path.parent))
                    return
                self.note(kind, str(path))
                if kind in {"create", "delete"}:
                    real(path)

            return touch

        def left(path: Path, text: str) -> None:
            self.note("create", str(path))
            self.note("write", str(path), 0, text.encode())
            self.note("sync", str(path))
            self.note("sync folder", str(path.parent))
            path.write_text(text, encoding="utf-8")

        def linked(path: Path, beside: Path) -> None:
            self.note("link", str(path), 0, str(beside).encode())
            keep(path, beside)

        kinds = (
            ("create", new_file),
            ("sync", sync_file),
            ("sync folder", sync_folder),
            ("rename", rename),
            ("delete", remove),
        )
        with ExitStack() as stack:
            for name, fake in (("write_at", written), ("leave", left), ("keep", linked)):
                stack.enter_context(mock.patch(f"storage.folder.files.{name}", fake))
            for kind, real in kinds:
                stack.enter_context(mock.patch(f"storage.folder.files.{real.__name__}", watched(kind, real)))
            yield self

    def close(self) -> None:
        self.unregister()
