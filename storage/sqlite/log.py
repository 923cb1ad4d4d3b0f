"""What was told at a table, one line a commit, still readable when the records can no longer be replayed; what house
players thought of the newest of their choices.
"""

import sqlite3

from storage.rows import Change, ThoughtRow

_LINE = (
    "INSERT INTO log (game, version, line, unattended) VALUES (?, ?, ?, ?) ON CONFLICT (game, version) DO UPDATE SET"
    " line = excluded.line, unattended = excluded.unattended"
)
_LINES = "SELECT line FROM log WHERE game = ? ORDER BY version"
_VERSIONS = "SELECT version FROM log WHERE game = ? ORDER BY version"
_TIMES = (
    "SELECT coalesce((SELECT max(at) FROM records WHERE game = log.game AND version = log.version), 0) FROM log"
    " WHERE game = ? ORDER BY version"
)
_THOUGHT = (
    "INSERT INTO thoughts (game, seat, version, thought) VALUES (?, ?, ?, ?) ON CONFLICT (game, seat) DO UPDATE SET"
    " version = excluded.version, thought = excluded.thought"
)
_THOUGHTS = "SELECT seat, version, thought FROM thoughts WHERE game = ? ORDER BY seat"
_OWN = (
    "SELECT r.version, r.at FROM records r WHERE r.game = ? AND r.seat = ? AND r.kind IN ('move', 'undo')"
    " AND NOT EXISTS (SELECT 1 FROM log l WHERE l.game = r.game AND l.version = r.version AND l.unattended)"
    " ORDER BY r.version DESC LIMIT 1"
)
_AFTER = "SELECT line FROM log WHERE game = ? AND version > ? ORDER BY version"


def put(connection: sqlite3.Connection, change: Change) -> None:
    game, unattended = change.table.id, int(change.unattended)
    connection.executemany(_LINE, ((game, version, line, unattended) for version, line in change.lines))


def log(connection: sqlite3.Connection, game: str) -> tuple[str, ...]:
    return tuple(line for (line,) in connection.execute(_LINES, (game,)))


def versions(connection: sqlite3.Connection, game: str) -> tuple[int, ...]:
    return tuple(version for (version,) in connection.execute(_VERSIONS, (game,)))


def times(connection: sqlite3.Connection, game: str) -> tuple[int, ...]:
    return tuple(at for (at,) in connection.execute(_TIMES, (game,)))


def put_thoughts(connection: sqlite3.Connection, change: Change) -> None:
    rows = ((change.table.id, row.seat, row.version, row.thought) for row in change.thoughts)
    connection.executemany(_THOUGHT, rows)


def thoughts(connection: sqlite3.Connection, game: str) -> tuple[ThoughtRow, ...]:
    return tuple(ThoughtRow(*row) for row in connection.execute(_THOUGHTS, (game,)))


def since(connection: sqlite3.Connection, game: str, seat: int) -> tuple[int, tuple[str, ...]]:
    version, at = connection.execute(_OWN, (game, seat)).fetchone() or (-1, 0)
    return at, tuple(line for (line,) in connection.execute(_AFTER, (game, version)))
