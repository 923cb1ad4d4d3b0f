"""Marks of people who had a seat at a running table and were forgotten: so that nobody comes back for a second hand.

A mark names nobody. Whoever asks whether somebody was here makes theirs anew and compares; once the table is over it
goes.
"""

import sqlite3

from storage.decoding import mark

_NOTE = (
    "INSERT INTO former (game, mark) SELECT id, ?2 FROM games WHERE id = ?1 AND status = 'running'"
    " ON CONFLICT (game, mark) DO NOTHING"
)
_KNOWN = "SELECT 1 FROM former WHERE game = ? AND mark = ?"
FORGET = "DELETE FROM former WHERE game IN (SELECT id FROM games WHERE status <> 'running')"


def note(connection: sqlite3.Connection, game: str, user: int) -> None:
    connection.execute(_NOTE, (game, mark(game, user)))


def was_here(connection: sqlite3.Connection, game: str, user: int) -> bool:
    return connection.execute(_KNOWN, (game, mark(game, user))).fetchone() is not None
