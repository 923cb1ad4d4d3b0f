"""The store in memory, without a queue, a thread or a file: each job is a transaction of its own, done at once.

What is written is kept as long as the connection: whoever opens the store anew over it finds what has been committed.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from storage.folder.known import Known
from storage.sqlite.migrate import known_steps, migrate
from storage.sqlite.store import SqliteStore

T = TypeVar("T")


class Straight:
    """Stands for the writer."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        return job(self._connection)

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        self._connection.execute("BEGIN")
        try:
            done = job(self._connection)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        return done

    async def close(self) -> None:
        """What was committed stays for the next process."""


def connected() -> sqlite3.Connection:
    """Returns a connection to an empty database of the newest schema."""
    found = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=256)
    found.execute("PRAGMA foreign_keys = ON")
    migrate(found, known_steps(), lambda _: None)
    return found


def opened(connection: sqlite3.Connection) -> SqliteStore:
    nothing: Any = None
    writer: Any = Straight(connection)
    return SqliteStore(Path(), writer, nothing, Known())
