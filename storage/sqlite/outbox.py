"""The outbox: messages to be sent, and messages that stand in a channel.

Times are those of this machine's clock, which may be set back. A time further ahead than anything ever waits was
written before the clock was set back, and counts as having come.
"""

import sqlite3
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from storage import clocks
from storage.clocks import FAR, NEAR
from storage.decoding import as_text
from storage.outgoing import LONGEST_PAUSE
from storage.rows import CLOSE, FAILED, NAME, OutRow, Sent, Standing, Waiting
from storage.sqlite import draws, people
from storage.sqlite.tables import HURRY, TRY_AGAIN, UNPARK

_LATER = f"BETWEEN ?1 + 1 AND ?1 + {LONGEST_PAUSE}"
"""Of a time: it has not come yet."""

# A row that failed and waits for its next try holds back the later ones to its address, so that they stay in order.
DUE = (
    f"o.done_at = 0 AND o.next_at NOT {_LATER} AND (g.parked = '' OR o.user > 0)"  # noqa: S608
    " AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.game = o.game AND e.user = o.user AND e.done_at = 0"
    f" AND e.id < o.id AND e.tries > 0 AND e.kind NOT IN ('{CLOSE}', '{NAME}') AND e.next_at {_LATER})"
)
"""Of a row o of the table g: it may be sent at the time ?1, and is not for the thread of a parked table."""
_WAITING = (
    "SELECT o.id, o.game, o.kind, o.number, o.user, o.body, o.next_at, o.tries, o.sending FROM outbox o"  # noqa: S608
    f" JOIN games g ON g.id = o.game WHERE {DUE} AND o.game NOT IN (SELECT value FROM json_each(?3))"
    " ORDER BY o.id LIMIT ?2"
)
_NUDGES = (
    "SELECT id, game, kind, number, user, body, next_at, tries, sending FROM outbox"  # noqa: S608
    f" WHERE user = ?2 AND kind = 'nudge' AND done_at = 0 AND next_at NOT {_LATER} ORDER BY id"
)
# `sending` is the time of the first try of which nobody knows what came; a 1 was written before times were.
_SENDING = "UPDATE outbox SET sending = max(1, ?2) WHERE done_at = 0 AND sending = 0 AND id = ?1"
_DONE = "UPDATE outbox SET done_at = max(1, ?2), sending = 0, message = ?3 WHERE id = ?1"
_FAILED = (
    "UPDATE outbox SET tries = tries + 1, next_at = ?2, sending = iif(?3, sending, 0) WHERE done_at = 0"
    " AND id IN (SELECT value FROM json_each(?1))"
)
_OTHERWISE = (
    "UPDATE outbox SET kind = ?2, number = ?3, user = ?4, body = ?5, next_at = ?6, tries = 0, sending = 0"
    " WHERE done_at = 0 AND id = ?1"
)
_POSTPONED = "UPDATE outbox SET next_at = ?2 WHERE done_at = 0 AND id IN (SELECT value FROM json_each(?1))"
_STANDS = (
    "INSERT INTO messages (message, game, kind, number, channel, at, live) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (message) DO UPDATE SET game = excluded.game, kind = excluded.kind, number = excluded.number,"
    " at = excluded.at, live = excluded.live"
)
# What is asked counts as called once all that there was to say of it in the thread has been said.
_CALLED = (
    "UPDATE questions SET called_at = max(1, ?2) WHERE game = ?1 AND called_at = 0 AND NOT EXISTS"
    " (SELECT 1 FROM outbox o WHERE o.game = ?1 AND o.user = 0 AND o.done_at = 0 AND o.kind IN ('board', 'call'))"
)
_OF_ROWS = (
    "SELECT DISTINCT game FROM outbox WHERE id IN (SELECT value FROM json_each(?)) AND user = 0"
    " AND kind IN ('start', 'board', 'call')"
)
_OVER = "UPDATE messages SET live = 0 WHERE message = ?"
_TO_ALL = (
    "INSERT INTO outbox (game, kind, number, user, body, next_at)"
    " SELECT id, ?2, ?3, 0, ?4, ?5 FROM games WHERE status = ?1"
    " AND (?6 IS NULL OR id IN (SELECT value FROM json_each(?6))) ORDER BY created_at, id"
)
_WAS = f"BETWEEN ?2 - ?1 - {NEAR} AND ?2 - ?1 + {NEAR}"
"""Of a time: it was noted by the clock before it jumped by ?1 to ?2."""
_WAS_FAR = f"BETWEEN ?2 - ?1 - {FAR} AND ?2 - ?1 + {FAR}"
_SHIFT_FAR = tuple(
    f"UPDATE {what} {_WAS_FAR}"
    for what in (
        "due SET at = at + ?1 WHERE kind IN ('late', 'silence', 'remind', 'resume') AND at",
        "questions SET called_at = max(1, called_at + ?1) WHERE called_at > 0 AND called_at",
        "games SET parked_at = max(1, parked_at + ?1) WHERE parked_at > 0 AND parked_at",
        "agenda SET at = at + ?1 WHERE at",
    )
)
_SHIFT = tuple(
    f"UPDATE {what} {_WAS}"
    for what in (
        "games SET expires_at = expires_at + ?1 WHERE status = 'lobby' AND expires_at > 0 AND expires_at",
        "due SET at = at + ?1 WHERE kind NOT IN ('late', 'silence', 'remind', 'resume') AND at",
        "questions SET noticed_at = max(1, noticed_at + ?1) WHERE noticed_at > 0 AND noticed_at",
        "questions SET asked_at = max(1, asked_at + ?1) WHERE asked_at",
        "outbox SET next_at = next_at + ?1 WHERE done_at = 0 AND next_at",
        "outbox SET done_at = max(1, done_at + ?1) WHERE done_at > 0 AND done_at",
        "actions SET at = at + ?1 WHERE at",
        # A reminder is known by the second of the message that it reminds of.
        "outbox SET number = number + ?1 / 1000 WHERE kind = 'reminder' AND number * 1000",
        "messages SET number = number + ?1 / 1000 WHERE kind = 'reminder' AND number * 1000",
        "messages SET at = at + ?1 WHERE at",
    )
)
# Of others the clocks are written anew, with a new revision.
_DECIDED_ANEW = (
    "UPDATE games SET rev = rev + 1 WHERE clocks = '' AND (status = 'lobby' OR id IN (SELECT game FROM due))"
)
_SHIFT_BEAT = "UPDATE meta SET value = CAST(value AS INTEGER) + ?1 WHERE key = 'beat' AND value + 0 BETWEEN ?2 AND ?3"
_UNSAID = "SELECT kind, number, user, body, next_at FROM outbox WHERE game = ? AND user = 0 AND done_at = 0 ORDER BY id"
_PARK = (
    "UPDATE games SET parked_at = iif(parked = '', max(1, ?4), parked_at), parked = ?1"
    " WHERE id = ?2 AND (?3 < 0 OR rev = ?3)"
)
_PARKED = "SELECT parked FROM games WHERE id = ?"
_TOLD = "SELECT 1 FROM outbox WHERE game = ? AND kind = ? AND (done_at = 0 OR done_at BETWEEN ? AND ?) LIMIT 1"
_TELL = "INSERT INTO outbox (game, kind, number, user, body, next_at) VALUES (?, ?, ?, ?, ?, ?)"
_MESSAGE = "SELECT game, kind, number, channel, message, at, live FROM messages WHERE game = ?1"
_NEWEST = f"{_MESSAGE} AND kind = ?2 ORDER BY at DESC, message DESC LIMIT 1"
_LIVE = f"{_MESSAGE} AND live = 1"
_STANDING = f"SELECT 0, * FROM ({_LIVE}) UNION ALL SELECT 1, * FROM ({_NEWEST})"  # noqa: S608
_SALT = "SELECT t.message FROM games g JOIN salts t ON t.game = g.id AND t.opening = g.opening WHERE g.id = ?"
_SAID = "SELECT kind, number, user, body, next_at FROM outbox WHERE message = ? AND message > 0 ORDER BY id"


def waiting(connection: sqlite3.Connection, now: int, limit: int, without: tuple[str, ...]) -> tuple[Waiting, ...]:
    return tuple(
        Waiting(id_, game, OutRow(kind, number, user, body, next_at), tries, next_at, sending)
        for id_, game, kind, number, user, body, next_at, tries, sending in connection.execute(
            _WAITING, (now, limit, as_text(without))
        )
    )


def enqueue_for_all(
    connection: sqlite3.Connection,
    because: str,
    rows: tuple[tuple[str, OutRow], ...],
    now: int,
    among: tuple[str, ...] | None,
) -> int:
    if not connection.execute("DELETE FROM meta WHERE key = ?", (because,)).rowcount:
        return 0
    these = None if among is None else as_text(among)
    return sum(
        connection.execute(_TO_ALL, (status, row.kind, row.number, row.body, now, these)).rowcount
        for status, row in rows
    )


def sending(connection: sqlite3.Connection, ids: tuple[int, ...], now: int) -> None:
    connection.executemany(_SENDING, ((id_, now) for id_ in ids))


def sent(
    connection: sqlite3.Connection,
    ids: tuple[int, ...],
    message: Sent | None,
    now: int,
    *,
    then: tuple[OutRow, ...],
    over: tuple[int, ...],
    called: bool,
    salts: bool,
) -> tuple[Waiting, ...]:
    m, written = message, list[Waiting]()
    connection.executemany(_DONE, ((id_, now, 0 if m is None else m.message) for id_ in ids))
    if m is not None:
        connection.execute(_STANDS, (m.message, m.table, m.kind, m.number, m.channel, m.at, int(m.live)))
        for r in then:
            at = r.not_before or now
            row = connection.execute(_TELL, (m.table, r.kind, r.number, r.user, r.body, at)).lastrowid
            if at <= now:
                written.append(Waiting(row or 0, m.table, replace(r, not_before=now), 0, now, 0))
        if over:
            connection.executemany(_OVER, ((gone,) for gone in over))
    if called:
        games = (m.table,) if m is not None else [game for (game,) in connection.execute(_OF_ROWS, (as_text(ids),))]
        connection.executemany(_CALLED, ((game, now) for game in games))
        if salts:
            draws.settle(connection, games, now)
    return tuple(written)


def failed(connection: sqlite3.Connection, ids: tuple[int, ...], next_at: int, *, unknown: bool) -> None:
    connection.execute(_FAILED, (as_text(ids), next_at, int(unknown)))


def otherwise(connection: sqlite3.Connection, rows: tuple[tuple[int, OutRow], ...], now: int) -> None:
    connection.executemany(_OTHERWISE, ((id_, r.kind, r.number, r.user, r.body, now) for id_, r in rows))


def postpone(connection: sqlite3.Connection, ids: tuple[int, ...], next_at: int) -> None:
    connection.execute(_POSTPONED, (as_text(ids), next_at))


def unsaid(connection: sqlite3.Connection, game: str) -> tuple[OutRow, ...]:
    return tuple(OutRow(*row) for row in connection.execute(_UNSAID, (game,)))


def news(connection: sqlite3.Connection, game: str, kinds: tuple[str, ...]) -> tuple[tuple[OutRow, ...], Sent | None]:
    rows = tuple(row for row in unsaid(connection, game) if row.kind in kinds)
    return rows, newest_message(connection, game, kinds)


def nudges(connection: sqlite3.Connection, user: int, now: int) -> tuple[Waiting, ...]:
    return tuple(
        Waiting(id_, game, OutRow(kind, number, user, body, next_at), tries, next_at, sending)
        for id_, game, kind, number, user, body, next_at, tries, sending in connection.execute(_NUDGES, (now, user))
    )


def shift(connection: sqlite3.Connection, by: int, now: int, noted: tuple[str, str] | None) -> int:
    if noted is not None:
        people.save_meta(connection, *noted)
    connection.execute(_DECIDED_ANEW)
    rows = sum(connection.execute(statement, (by, now)).rowcount for statement in (*_SHIFT, *_SHIFT_FAR))
    near = (now - by - FAR, now - by + FAR)
    for game, text in connection.execute("SELECT id, clocks FROM games WHERE clocks <> ''").fetchall():
        moved = clocks.written(clocks.moved(clocks.read(text), by, near))
        rows += connection.execute("UPDATE games SET clocks = ?, rev = rev + 1 WHERE id = ?", (moved, game)).rowcount
    spans = connection.execute("SELECT began, ended FROM outages WHERE began BETWEEN ? AND ?", near).fetchall()
    connection.execute("DELETE FROM outages WHERE began BETWEEN ? AND ?", near)
    moved_spans = [(began + by, ended + by) for began, ended in spans]
    connection.executemany("INSERT OR REPLACE INTO outages (began, ended) VALUES (?, ?)", moved_spans)
    connection.execute(_SHIFT_BEAT, (by, *near))
    return rows + _moved_away(connection, by, now - by)


def _moved_away(connection: sqlite3.Connection, by: int, before: int) -> int:
    """Moves absences that had begun, or were over, by the clock before it was set; others are dates that stay."""
    people = connection.execute("SELECT user, away FROM people WHERE away <> '[]'").fetchall()
    for user, text in people:
        spans = clocks.moved_spans(clocks.read_spans(text), by, before)
        connection.execute("UPDATE people SET away = ? WHERE user = ?", (clocks.written_spans(spans), user))
    return len(people)


def park(
    connection: sqlite3.Connection, parking: tuple[str, str, int], told: tuple[OutRow, ...], now: int, lately: int
) -> None:
    game, why, rev = parking
    if not connection.execute(_PARK, (why or "parked", game, rev, now)).rowcount:
        return
    if told and connection.execute(_TOLD, (game, told[0].kind, lately + 1, now)).fetchone() is None:
        connection.executemany(_TELL, ((game, r.kind, r.number, r.user, r.body, now) for r in told))


def parked(connection: sqlite3.Connection, game: str) -> str:
    row = connection.execute(_PARKED, (game,)).fetchone()
    return "" if row is None else row[0]


def unpark(connection: sqlite3.Connection, game: str, now: int) -> None:
    connection.execute(UNPARK, (game, now, 1))
    connection.execute(HURRY, (game, now))
    connection.execute(TRY_AGAIN, (now, game))


def unpark_failed(connection: sqlite3.Connection, now: int) -> None:
    parked = connection.execute("SELECT id FROM games WHERE parked = ?", (FAILED,)).fetchall()
    for (game,) in parked:
        unpark(connection, game, now)


@cache
def _newest_of(kinds: int) -> str:
    """Returns a statement that finds the newest of each kind by its index: sorting all of a table's takes longer."""
    each = (f"SELECT * FROM ({_NEWEST.replace('?2', f'?{place}')})" for place in range(2, 2 + kinds))  # noqa: S608
    return " UNION ALL ".join(each)


def newest_message(connection: sqlite3.Connection, game: str, kinds: tuple[str, ...]) -> Sent | None:
    found = map(_sent, connection.execute(_newest_of(len(kinds)), (game, *kinds)))
    return max(found, key=lambda sent: (sent.at, sent.message), default=None)


def live(connection: sqlite3.Connection, game: str) -> tuple[Sent, ...]:
    return tuple(map(_sent, connection.execute(f"{_LIVE} ORDER BY message", (game,))))


def standing(connection: sqlite3.Connection, game: str, kind: str) -> Standing:
    rows = connection.execute(_STANDING, (game, kind)).fetchall()
    alive = sorted((_sent(row) for is_newest, *row in rows if not is_newest), key=lambda sent: sent.message)
    newest = next((_sent(row) for is_newest, *row in rows if is_newest), None)
    return Standing(tuple(alive), newest, said(connection, newest.message) if newest else ())


def said(connection: sqlite3.Connection, message: int) -> tuple[OutRow, ...]:
    return tuple(OutRow(*row) for row in connection.execute(_SAID, (message,)))


def _sent(row: Sequence[Any]) -> Sent:
    return Sent(*row[:-1], live=bool(row[-1]))


def salt(connection: sqlite3.Connection, game: str, now: int) -> int:
    draws.settle(connection, [game], now)
    found = connection.execute(_SALT, (game,)).fetchone()
    return 0 if found is None else found[0]


class Budget:
    """What one process may do only so often: in memory, for it is alone."""

    def __init__(self) -> None:
        self._spent: dict[str, deque[int]] = {}
        """When, in milliseconds, the newest last."""
        self._rests: dict[str, int] = {}
        """Until when there is no room."""

    def spend(self, what: str, limits: Sequence[tuple[int, int]], now: int, rest: int) -> int:
        """Counts one more; as `Store.spend`. Times ahead were noted before the clock was set back."""
        longest = max(span for _, span in limits)
        if rest:
            self._rests[what] = now + rest
            return now + rest
        past = self._spent.setdefault(what, deque())
        while past and past[-1] > now:
            past.pop()
        while past and past[0] <= now - longest:
            past.popleft()
        rests = self._rests.get(what, 0)
        free = rests if now < rests <= now + longest else 0
        for most, span in limits:
            if len(past) >= most and past[-most] + span > now:
                free = max(free, past[-most] + span)
        if not free:
            past.append(now)
        return free
