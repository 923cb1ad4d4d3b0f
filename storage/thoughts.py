"""What house players thought of the newest of their choices, and when the house is to answer next."""

import sqlite3

from storage.rows import Change, ThoughtRow

_THOUGHT = (
    "INSERT INTO thoughts (game, seat, version, thought) VALUES (?, ?, ?, ?) ON CONFLICT (game, seat) DO UPDATE SET"
    " version = excluded.version, thought = excluded.thought"
)
_THOUGHTS = "SELECT seat, version, thought FROM thoughts WHERE game = ? ORDER BY seat"
_DUE = (
    "SELECT game, min(at) FROM due WHERE kind = 'house' AND (at <= ?1 OR at > ?1 + ?3) GROUP BY game"
    " ORDER BY 2, 1 LIMIT ?2"
)
_NEXT = "SELECT min(at) FROM due WHERE kind = 'house' AND at > ?"


def put(connection: sqlite3.Connection, change: Change) -> None:
    rows = ((change.table.id, row.seat, row.version, row.thought) for row in change.thoughts)
    connection.executemany(_THOUGHT, rows)


def thoughts(connection: sqlite3.Connection, game: str) -> tuple[ThoughtRow, ...]:
    return tuple(ThoughtRow(*row) for row in connection.execute(_THOUGHTS, (game,)))


def house_due(connection: sqlite3.Connection, now: int, limit: int, longest: int) -> tuple[tuple[str, int], ...]:
    return tuple(connection.execute(_DUE, (now, limit, longest)))


def next_house_due(connection: sqlite3.Connection, after: int) -> int | None:
    return connection.execute(_NEXT, (after,)).fetchone()[0]
