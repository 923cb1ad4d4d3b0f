"""What is kept of a person, and how it is taken out: their seats lose id and name, the games stay whole."""

import sqlite3
from collections.abc import Iterable

from storage.decoding import OF_GAMES, WIDTH, table_of
from storage.listed import Duty, Sitting
from storage.rows import FORGOTTEN, LOBBY, RUNNING
from storage.sqlite import former, results
from storage.sqlite.tables import SITS, count_tables

_DUTIES = (
    f"SELECT {OF_GAMES}, s.seat,"  # noqa: S608
    " (SELECT min(since) FROM questions q WHERE q.game = g.id AND q.seat = s.seat AND q.required = 1) AS oldest,"
    " (SELECT min(d.at) FROM due d WHERE d.game = g.id AND d.kind = 'late' AND (d.seat = s.seat OR (d.seat = -1"
    " AND EXISTS (SELECT 1 FROM questions q WHERE q.game = g.id AND q.seat = s.seat AND q.sealed = 1)))),"
    " (SELECT min(asked_at) FROM questions q WHERE q.game = g.id AND q.seat = s.seat AND q.required = 1)"
    " FROM seats s JOIN games g ON g.id = s.game"
    f" WHERE s.user = ? AND s.resigned = 0 AND {SITS} AND g.status IN ('lobby', 'running')"
    " ORDER BY oldest IS NULL, g.created_at, g.id"
)
# Somebody who sat in a seat twice is listed twice; `until` is when the next occupant sat down.
_SITTINGS = (
    f"SELECT {OF_GAMES}, s.seat, s.name, s.resigned, s.from_version,"  # noqa: S608
    " (SELECT n.from_version FROM seats n WHERE n.game = s.game AND n.seat = s.seat AND n.nth = s.nth + 1)"
    " FROM seats s JOIN games g ON g.id = s.game WHERE s.user = ?"
    " ORDER BY g.created_at DESC, g.id, s.from_version DESC, s.nth DESC, s.seat"
)
_NO_NAME = "UPDATE seats SET user = ?, name = ? WHERE game = ? AND seat = ? AND user = ?"
_NOT_THEIRS = "UPDATE games SET creator = ? WHERE creator = ?"
_MOVED_ON = "UPDATE games SET rev = rev + 1 WHERE id = ?"
_NOT_SAID = "DELETE FROM outbox WHERE game = ? AND done_at > 0"
_SITS = f"SELECT 1 FROM seats s WHERE game = ? AND seat = ? AND user = ? AND {SITS}"  # noqa: S608
_OF_SEAT = ("DELETE FROM drafts WHERE game = ? AND seat = ?", "DELETE FROM orders WHERE game = ? AND seat = ?")
_OF_USER = (
    "DELETE FROM outbox WHERE user = ?1",
    "DELETE FROM messages WHERE channel IN (SELECT dm_channel FROM people WHERE user = ?1 AND dm_channel <> 0)",
    "DELETE FROM people WHERE user = ?1",
    "DELETE FROM agenda WHERE user = ?1",
    "UPDATE seats SET opened_to = 0, opening = '' WHERE opened_to = ?1",
)


def sittings(connection: sqlite3.Connection, user: int) -> tuple[Sitting, ...]:
    return tuple(
        Sitting(table_of(row), seat, name, resigned=bool(left), from_version=from_version, until=until)
        for row in connection.execute(_SITTINGS, (user,))
        for seat, name, left, from_version, until in (row[WIDTH:],)
    )


def was_here(connection: sqlite3.Connection, game: str, user: int) -> bool:
    return former.was_here(connection, game, user)


def duties(connection: sqlite3.Connection, user: int) -> tuple[Duty, ...]:
    return tuple(
        Duty(
            table_of(row),
            seat,
            asked=since is not None,
            since=-1 if since is None else since,
            due=due or 0,
            asked_at=asked_at or 0,
        )
        for row in connection.execute(_DUTIES, (user,))
        for seat, since, due, asked_at in (row[WIDTH:],)
    )


def forget(connection: sqlite3.Connection, user: int, names: Iterable[tuple[str, int, str]]) -> bool:
    """Gives the tables a new rev, so that no use case that has read them writes the name back.

    The draft and the order of a seat that has passed on are those of whoever sits there now.
    """
    if count_tables(connection, user, 0, (LOBBY, RUNNING)):
        return False
    for game, seat, name in names:
        former.note(connection, game, user)
        sits = connection.execute(_SITS, (game, seat, user)).fetchone() is not None
        connection.execute(_NO_NAME, (FORGOTTEN, name, game, seat, user))
        connection.execute(_MOVED_ON, (game,))
        connection.execute(_NOT_SAID, (game,))
        for statement in _OF_SEAT if sits else ():
            connection.execute(statement, (game, seat))
    connection.execute(_NOT_THEIRS, (FORGOTTEN, user))
    connection.execute(results.FORGET, (FORGOTTEN, user))
    for statement in _OF_USER:
        connection.execute(statement, (user,))
    return True
