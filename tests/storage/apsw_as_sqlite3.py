"""A connection of apsw that answers like one of sqlite3, as far as the store asks: apsw lets a test be the disk."""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import apsw


@contextmanager
def told_as_sqlite3() -> Generator[None]:
    try:
        yield
    except apsw.Error as error:
        told = sqlite3.OperationalError(type(error).__name__)
        told.sqlite_errorcode = getattr(error, "extendedresult", 1)
        told.sqlite_errorname = type(error).__name__
        raise told from None


class Cursor:
    def __init__(self, cursor: Any, changes: int) -> None:
        self._cursor = cursor
        self.rowcount = changes

    def __iter__(self) -> Iterator[Any]:
        with told_as_sqlite3():
            yield from self._cursor

    def fetchone(self) -> Any:
        with told_as_sqlite3():
            return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        with told_as_sqlite3():
            return self._cursor.fetchall()


class Connection:
    def __init__(self, path: str, vfs: str) -> None:
        with told_as_sqlite3():
            self.apsw = apsw.Connection(path, vfs=vfs, flags=apsw.SQLITE_OPEN_READWRITE)

    def execute(self, sql: str, values: Iterable[Any] = ()) -> Cursor:
        with told_as_sqlite3():
            cursor = self.apsw.execute(sql, tuple(values))
            return Cursor(cursor, self.apsw.changes())

    def executemany(self, sql: str, rows: Iterable[Any]) -> Cursor:
        with told_as_sqlite3():
            cursor = self.apsw.executemany(sql, [tuple(row) for row in rows])
            return Cursor(cursor, self.apsw.changes())

    @property
    def in_transaction(self) -> bool:
        return self.apsw.in_transaction

    @property
    def total_changes(self) -> int:
        return self.apsw.total_changes()

    def set_authorizer(self, authorizer: Callable[..., int] | None) -> None:
        self.apsw.authorizer = authorizer

    def backup(self, target: "Connection") -> None:
        with told_as_sqlite3(), target.apsw.backup("main", self.apsw, "main") as work:
            while not work.done:
                work.step(-1)

    def close(self) -> None:
        with told_as_sqlite3():
            self.apsw.close()
