"""How the one file is opened and held: pragmas, the lock, and what an error there means to an operator."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from storage.problem import EX_CONFIG, EX_IOERR, EX_TEMPFAIL, BackupFailed, StorageProblem, primary

Connect = Callable[[Path], sqlite3.Connection]
"""Opens the file. A test passes its own, to stand between SQLite and the disk."""


def connect(path: Path) -> sqlite3.Connection:
    """Returns a plain connection that begins no transactions by itself and does not wait for another process."""
    return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False, cached_statements=256)


CACHE = 16 << 20
"""Bytes of cached pages: enough for what is written between two checkpoints of the WAL, and for all of a small
database. They are all that is left of a file that somebody cuts short (storage/folder/halt.py)."""


def take_hold(connection: sqlite3.Connection, *, synchronous: str = "FULL") -> None:
    """Sets the pragmas, in this order, and takes the lock: nobody else can open the file until this process ends."""
    execute = connection.execute
    execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
    execute("PRAGMA journal_mode = WAL").fetchall()
    execute(f"PRAGMA synchronous = {synchronous}")
    execute("PRAGMA foreign_keys = ON")
    execute("PRAGMA trusted_schema = OFF")
    execute("PRAGMA secure_delete = FAST").fetchall()  # a forgotten name is wiped from its page, too
    execute(f"PRAGMA cache_size = {-CACHE // 1024}")
    execute("PRAGMA wal_autocheckpoint = 0").fetchall()  # writer.py does it, and sees if it fails
    execute("BEGIN IMMEDIATE")
    execute("COMMIT")


LOOKED_THROUGH = CACHE
"""Bytes of a database that is read whole at the start; a larger one is read beside the writer."""


_FORBIDDEN = frozenset(
    {
        sqlite3.SQLITE_ATTACH,
        sqlite3.SQLITE_DETACH,
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_CREATE_INDEX,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_CREATE_VTABLE,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_DROP_INDEX,
        sqlite3.SQLITE_ALTER_TABLE,
    }
)
_PRAGMAS = frozenset(
    {
        ("wal_checkpoint", "PASSIVE"),
        ("page_count", None),
        ("user_version", None),
        ("quick_check", "1"),
        ("foreign_key_check", None),
    }
)


def allowed(action: int, first: str | None, second: str | None, _database: str | None, _trigger: str | None) -> int:
    """Refuses, after the start, any statement that would change the schema, open another file or set a pragma."""
    if action in _FORBIDDEN or (action == sqlite3.SQLITE_PRAGMA and (first, second) not in _PRAGMAS):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def explain(error: sqlite3.Error, path: Path) -> StorageProblem:
    """Says to the operator why a database could not be opened."""
    code = primary(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageProblem(
            f"Another instance is running on {path}.",
            "Stop it first, or give this one its own data folder.",
            EX_TEMPFAIL,
        )
    if code == sqlite3.SQLITE_FULL:
        return StorageProblem("The disk is full.", "Make room and start again.", EX_IOERR)
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return StorageProblem(
            f"{path} is damaged or no database.", "Move it away and restore the newest backup.", EX_IOERR
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StorageProblem(
            f"{path} cannot be written.", "Give it and its folder to the user the bot runs as.", EX_CONFIG
        )
    name: str = getattr(error, "sqlite_errorname", type(error).__name__)
    return StorageProblem(f"{path} could not be opened ({name}).", "Look at the disk before starting again.", EX_IOERR)


def told(error: BaseException, path: Path) -> BaseException:
    """Returns an error met while opening a database as a problem with an exit code, if it is one."""
    if isinstance(error, sqlite3.Error):
        return explain(error, path)
    if isinstance(error, BackupFailed):
        return StorageProblem(f"Before the update {error}.", "Make room in the data folder and start again.", EX_IOERR)
    if isinstance(error, OSError):
        why = os.strerror(error.errno or 0)
        return StorageProblem(f"{path.parent} cannot be used ({why}).", "Look at the disk and the rights.", EX_IOERR)
    return error


def read_only(path: Path) -> sqlite3.Connection:
    """Returns a connection to a file that nobody changes: it takes no lock and leaves nothing beside the file."""
    name = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
