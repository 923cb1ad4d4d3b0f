"""What is kept of a person, and how it is taken out: his seats lose his id and his name, the games stay whole."""

import sqlite3
from collections.abc import Iterable

from storage.rows import FORGOTTEN, LOBBY, RUNNING, Sitting
from storage.tables import OF_GAMES, count_tables, table_of

_SITTINGS = (
    f"SELECT {OF_GAMES}, s.seat, s.name, s.resigned FROM seats s JOIN games g ON g.id = s.game WHERE s.user = ?"  # noqa: S608
    " ORDER BY g.created_at DESC, g.id"
)
_NO_NAME = "UPDATE seats SET user = ?, name = ? WHERE game = ? AND seat = ? AND user = ?"
_NOT_HIS = "UPDATE games SET creator = ? WHERE creator = ?"
_MOVED_ON = "UPDATE games SET rev = rev + 1 WHERE id = ?"
_NOT_SAID = "DELETE FROM outbox WHERE game = ? AND done_at > 0"
_OF_SEAT = ("DELETE FROM drafts WHERE game = ? AND seat = ?", "DELETE FROM orders WHERE game = ? AND seat = ?")
_OF_USER = (
    "DELETE FROM outbox WHERE user = ?1",
    "DELETE FROM messages WHERE channel IN (SELECT dm_channel FROM people WHERE user = ?1 AND dm_channel <> 0)",
    "DELETE FROM people WHERE user = ?1",
)


def sittings(connection: sqlite3.Connection, user: int) -> tuple[Sitting, ...]:
    return tuple(
        Sitting(table_of(row), row[17], row[18], resigned=bool(row[19]))
        for row in connection.execute(_SITTINGS, (user,))
    )


def forget(connection: sqlite3.Connection, user: int, names: Iterable[tuple[str, int, str]]) -> bool:
    """The tables get a new rev, so that no use case that has read them writes the name back."""
    if count_tables(connection, user, 0, (LOBBY, RUNNING)):
        return False
    for game, seat, name in names:
        connection.execute(_NO_NAME, (FORGOTTEN, name, game, seat, user))
        connection.execute(_MOVED_ON, (game,))
        connection.execute(_NOT_SAID, (game,))
        for statement in _OF_SEAT:
            connection.execute(statement, (game, seat))
    connection.execute(_NOT_HIS, (FORGOTTEN, user))
    for statement in _OF_USER:
        connection.execute(statement, (user,))
    return True
