"""Results of finished games, as they are written."""

import sqlite3

from storage.rows import Change

_RESULT = (
    "INSERT INTO results (game, seat, user, rank, points, ended_at, house, rated, turns, played_for)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (game, seat) DO UPDATE SET user = excluded.user, rank = excluded.rank, points = excluded.points,"
    " ended_at = excluded.ended_at, house = excluded.house, rated = excluded.rated,"
    " turns = excluded.turns, played_for = excluded.played_for"
)
FORGET = "UPDATE results SET user = ? WHERE user = ?"


def put(connection: sqlite3.Connection, change: Change) -> None:
    game = change.table.id
    rows = (
        (game, r.seat, r.user, r.rank, r.points, r.ended_at or change.now, r.house, int(r.rated), r.turns, r.played_for)
        for r in change.results
    )
    connection.executemany(_RESULT, rows)
