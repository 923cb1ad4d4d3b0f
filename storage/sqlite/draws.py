"""Luck that can be proved: the secret of a table, its draws, and the post that salts each turn."""

import sqlite3
from collections.abc import Sequence

import msgspec

from storage.draws import FIXED, START, DrawRow

# Only what was said of what opened the turn counts: nothing that somebody has done since. A row that is put off for
# quiet hours has not been tried, and is not waited for. What stands counts where a damaged page has taken all else.
_SALT = f"""
INSERT INTO salts (game, opening, message)
SELECT t.id, t.opening, coalesce(nullif(max(t.before, coalesce((
    SELECT max(m.message) FROM messages m WHERE m.game = t.id AND m.message > t.before
    AND iif(t.opening < 0, m.kind = '{START}', m.kind IN ('board', 'call')) AND EXISTS (
      SELECT 1 FROM outbox o WHERE o.message = m.message AND o.message > 0 AND o.game = t.id AND o.user = 0
      AND o.number <= t.opened_no)), 0)), 0),
  (SELECT max(m.message) FROM messages m WHERE m.game = t.id AND t.opening >= 0 AND m.kind IN ('board', 'call'))
) AS salt
FROM (
  SELECT g.id, g.opening, g.opened_no,
    coalesce((SELECT max(message) FROM salts s WHERE s.game = g.id AND s.opening < g.opening), 0) AS before
  FROM games g
  WHERE g.id IN (SELECT value FROM json_each(?1)) AND g.opening >= {FIXED} AND g.status IN ('lobby', 'running')
    AND EXISTS (SELECT 1 FROM seeds s WHERE s.game = g.id)
    AND NOT EXISTS (SELECT 1 FROM salts s WHERE s.game = g.id AND s.opening = g.opening)
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.game = g.id AND o.user = 0 AND o.done_at = 0
      AND o.kind IN ('{START}', 'board', 'call') AND o.number <= g.opened_no AND (o.next_at <= ?2 OR o.tries > 0))
) t WHERE salt IS NOT NULL
"""  # noqa: S608
_SEED = "INSERT INTO seeds (game, seed) VALUES (?, ?)"
_PUT_SALT = "INSERT INTO salts (game, opening, message) VALUES (?, ?, ?)"
_DRAWS = "INSERT INTO draws (game, first, version, salt, bounds, luck) VALUES (?, ?, ?, ?, ?, ?)"


def put(
    connection: sqlite3.Connection,
    game: str,
    seed: str,
    draws: Sequence[DrawRow],
    salts: Sequence[tuple[int, int]] = (),
) -> None:
    if seed:
        connection.execute(_SEED, (game, seed))
    connection.executemany(_PUT_SALT, ((game, turn, post) for turn, post in salts))
    for d in draws:
        bounds, luck = msgspec.json.encode(d.bounds).decode(), msgspec.json.encode(d.luck).decode()
        connection.execute(_DRAWS, (game, d.first, d.version, d.salt, bounds, luck))


def settle(connection: sqlite3.Connection, games: Sequence[str], now: int) -> None:
    """Keeps the salts of tables, where all that opened their turns has been said."""
    if games:
        connection.execute(_SALT, (msgspec.json.encode(games).decode(), now))
