"""What was told at a table, one line a commit: still readable when the records can no longer be replayed."""

import sqlite3

from storage.rows import Change

_LINE = (
    "INSERT INTO log (game, version, line) VALUES (?, ?, ?) ON CONFLICT (game, version) DO UPDATE SET"
    " line = excluded.line"
)
_LINES = "SELECT line FROM log WHERE game = ? ORDER BY version"
_VERSIONS = "SELECT version FROM log WHERE game = ? ORDER BY version"
_TIMES = (
    "SELECT coalesce((SELECT max(at) FROM records WHERE game = log.game AND version = log.version), 0) FROM log"
    " WHERE game = ? ORDER BY version"
)


def put(connection: sqlite3.Connection, change: Change) -> None:
    connection.executemany(_LINE, ((change.table.id, version, line) for version, line in change.lines))


def log(connection: sqlite3.Connection, game: str) -> tuple[str, ...]:
    return tuple(line for (line,) in connection.execute(_LINES, (game,)))


def versions(connection: sqlite3.Connection, game: str) -> tuple[int, ...]:
    return tuple(version for (version,) in connection.execute(_VERSIONS, (game,)))


def times(connection: sqlite3.Connection, game: str) -> tuple[int, ...]:
    return tuple(at for (at,) in connection.execute(_TIMES, (game,)))
