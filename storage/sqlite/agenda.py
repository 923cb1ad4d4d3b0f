"""What falls due, and when next: for tables, for lobbies that nobody starts, for the house, for people; and the spans
in which the bot did not run, or could not reach Discord, by which no time of anybody's is used up.
"""

import sqlite3

from storage.clocks import ended_spans, read_spans, written_spans
from storage.port import BEAT, RECKON
from storage.rows import OutRow

# What was noted too far ahead, before the clock was set back, is looked for among the kinds that are never so far.
_DUE_NOW = (
    "SELECT game, kind, seat, since FROM ("
    "SELECT at, game, kind, seat, since FROM due WHERE kind <> 'house' AND at <= ?1"
    " UNION ALL SELECT at, game, kind, seat, since FROM due WHERE kind IN ('order', 'begins', 'ends') AND at > ?1 + ?3)"
    " ORDER BY at, game, kind, seat, since LIMIT ?2"
)
_NEXT_DUE = (
    "SELECT min(at) FROM (SELECT at FROM (SELECT at FROM due WHERE kind <> 'house' ORDER BY at LIMIT 1) UNION ALL"
    " SELECT min(expires_at) FROM games WHERE status = 'lobby' AND expires_at > 0 UNION ALL"
    " SELECT min(at) FROM agenda)"
)
_EXPIRED = (
    "SELECT id FROM games WHERE status = 'lobby' AND expires_at > 0 AND expires_at <= ? ORDER BY expires_at LIMIT ?"
)
_HOUSE = (
    "SELECT game, min(at) FROM due WHERE kind = 'house' AND (at <= ?1 OR at > ?1 + ?3) GROUP BY game"
    " ORDER BY 2, 1 LIMIT ?2"
)
_NEXT_HOUSE = "SELECT min(at) FROM due WHERE kind = 'house' AND at > ?"
_AGENDA = "SELECT user, what, at FROM agenda WHERE at <= ? ORDER BY at, user, what LIMIT ?"
_SET = "INSERT INTO agenda (user, what, at) VALUES (?, ?, ?) ON CONFLICT (user, what) DO UPDATE SET at = excluded.at"
_TELL = "INSERT INTO outbox (game, kind, number, user, body, next_at) VALUES (?, ?, ?, ?, ?, ?)"
_UNSET = "DELETE FROM agenda WHERE user = ?1 AND what = ?2 AND (at <= ?3 OR ?3 = 0)"

_AWAY = "SELECT away FROM people WHERE user = ?"
_SET_AWAY = "UPDATE people SET away = ? WHERE user = ?"

_WATCH = (
    "INSERT INTO due (game, kind, seat, since, at, n) SELECT id, 'silence', -1, -1, ?, 0 FROM games"
    " WHERE status = 'running' AND NOT EXISTS"
    " (SELECT 1 FROM due d WHERE d.game = games.id AND d.kind IN ('late', 'silence'))"
)

_OUTAGES = "SELECT began, ended FROM outages WHERE ended > ? ORDER BY began"
_OUTAGE = "INSERT INTO outages (began, ended) VALUES (?, ?) ON CONFLICT (began) DO UPDATE SET ended = excluded.ended"
_BEAT = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
_FORGET = "DELETE FROM outages WHERE ended < ?"


def due(connection: sqlite3.Connection, now: int, limit: int, longest: int) -> tuple[tuple[str, str, int, int], ...]:
    return tuple(connection.execute(_DUE_NOW, (now, limit, longest)))


def next_due(connection: sqlite3.Connection) -> int | None:
    return connection.execute(_NEXT_DUE).fetchone()[0]


def expired(connection: sqlite3.Connection, now: int, limit: int) -> tuple[str, ...]:
    return tuple(row[0] for row in connection.execute(_EXPIRED, (now, limit)))


def house_due(connection: sqlite3.Connection, now: int, limit: int, longest: int) -> tuple[tuple[str, int], ...]:
    return tuple(connection.execute(_HOUSE, (now, limit, longest)))


def next_house_due(connection: sqlite3.Connection, after: int) -> int | None:
    return connection.execute(_NEXT_HOUSE, (after,)).fetchone()[0]


def due_for_people(connection: sqlite3.Connection, now: int, limit: int) -> tuple[tuple[int, str, int], ...]:
    return tuple(connection.execute(_AGENDA, (now, limit)))


def set_agenda(
    connection: sqlite3.Connection, entry: tuple[int, str, int], told: tuple[str, OutRow] | None, now: int
) -> None:
    user, what, at = entry
    if told is not None:
        game, row = told
        connection.execute(_TELL, (game, row.kind, row.number, row.user, row.body, row.not_before or now))
    if at:
        connection.execute(_SET, (user, what, at))
    else:
        connection.execute(_UNSET, (user, what, now))


def reckon(connection: sqlite3.Connection, user: int, at: int) -> None:
    connection.execute(_SET, (user, RECKON, at))


def returned(connection: sqlite3.Connection, user: int, now: int) -> None:
    """Ends the absence of somebody, if it is of anybody, and notes that deadlines follow from that."""
    for (text,) in connection.execute(_AWAY, (user,)).fetchall() if user else ():
        connection.execute(_SET_AWAY, (written_spans(ended_spans(read_spans(text), now)), user))
        reckon(connection, user, now)


def watch_silence(connection: sqlite3.Connection, at: int) -> int:
    return connection.execute(_WATCH, (at,)).rowcount


def tables_with_deadlines(connection: sqlite3.Connection) -> tuple[str, ...]:
    return tuple(game for (game,) in connection.execute("SELECT DISTINCT game FROM due WHERE kind = 'late' ORDER BY 1"))


def outages(connection: sqlite3.Connection, since: int) -> tuple[tuple[int, int], ...]:
    return tuple(connection.execute(_OUTAGES, (since,)))


def beat(connection: sqlite3.Connection, now: int, outage: tuple[int, int] | None) -> None:
    if outage is not None:
        connection.execute(_OUTAGE, outage)
    connection.execute(_BEAT, (BEAT, str(now)))


def forget_outages(connection: sqlite3.Connection, before: int) -> None:
    connection.execute(_FORGET, (before,))
