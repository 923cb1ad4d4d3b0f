"""Results of finished games."""

import sqlite3

from storage.listed import Result
from storage.rows import Change, ResultRow

_RESULT = (
    "INSERT INTO results (game, seat, user, rank, points, ended_at, house, rated, turns, played_for)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (game, seat) DO UPDATE SET user = excluded.user, rank = excluded.rank, points = excluded.points,"
    " ended_at = excluded.ended_at, house = excluded.house, rated = excluded.rated,"
    " turns = excluded.turns, played_for = excluded.played_for"
)
_OF_USER = (
    "SELECT r.game, g.game, g.guild, r.seat, r.user, r.rank, r.points, r.ended_at, r.house,"
    " r.turns, r.played_for, r.rated FROM results r"
    " JOIN games g ON g.id = r.game WHERE r.user = ? ORDER BY r.ended_at DESC, r.game, r.seat"
)
FORGET = "UPDATE results SET user = ? WHERE user = ?"


def put(connection: sqlite3.Connection, change: Change) -> None:
    game = change.table.id
    rows = (
        (game, r.seat, r.user, r.rank, r.points, r.ended_at or change.now, r.house, int(r.rated), r.turns, r.played_for)
        for r in change.results
    )
    connection.executemany(_RESULT, rows)


def results(connection: sqlite3.Connection, user: int) -> tuple[Result, ...]:
    found = connection.execute(_OF_USER, (user,))
    return tuple(
        Result(table, game, guild, ResultRow(*row, rated=bool(rated), turns=turns, played_for=played_for))
        for table, game, guild, *row, turns, played_for, rated in found
    )
