"""The annals in SQLite: results of finished games, the ratings kept of them, and analyses, one a game: the newest."""

import sqlite3
from collections.abc import Sequence

from storage.annals import (
    AnalysisRow,
    Place,
    RatingRow,
    Reached,
    Strength,
    ToRate,
    analysis_of,
    answered,
    finished,
)
from storage.listed import Result
from storage.rows import FORGOTTEN, ResultRow
from storage.sqlite.writer import Writer

_OF_USER = (
    "SELECT r.game, g.game, g.guild, r.seat, r.user, r.rank, r.points, r.ended_at, r.house,"
    " r.turns, r.played_for, r.rated FROM results r"
    " JOIN games g ON g.id = r.game WHERE r.user = ? ORDER BY r.ended_at DESC, r.game, r.seat"
)
# Ratings over all servers stand under a server of their own, 0.
_RATED = "FROM results r JOIN games g ON g.id = r.game WHERE (?1 = 0 OR g.guild = ?1) AND r.rated = 1"
_FIRST = (
    f"SELECT r.ended_at, r.game {_RATED} AND (?2 OR"  # noqa: S608
    " NOT EXISTS (SELECT 1 FROM ratings k WHERE k.guild = ?1 AND k.game = r.game))"
    " ORDER BY r.ended_at, r.game LIMIT 1"
)
_GAMES = (
    "SELECT r.game, g.game, r.ended_at, r.seat, r.user, r.rank, r.points, r.ended_at, r.house, r.turns, r.played_for"
    f" {_RATED} AND (r.ended_at, r.game) >= (?2, ?3) ORDER BY r.ended_at, r.game, r.seat"
)
_BEFORE = (
    "SELECT k.title, k.mu, k.sigma, max(printf('%020d', k.ended_at) || k.game) FROM results r"
    " JOIN ratings k ON k.game = r.game AND k.seat = r.seat"
    " WHERE r.user = ?4 AND k.guild = ?1 AND (k.ended_at, k.game) < (?2, ?3) GROUP BY k.title"
)
_FORGOTTEN = (
    "SELECT k.title, k.game, k.seat, k.mu_before, k.sigma_before FROM ratings k"
    " JOIN results r ON r.game = k.game AND r.seat = k.seat"
    " WHERE k.guild = ?1 AND (k.ended_at, k.game) >= (?2, ?3) AND r.user = 0 AND r.house = ''"
)
_DROP = "DELETE FROM ratings WHERE guild = ? AND (ended_at, game) >= (?, ?)"
_KEEP = (
    "INSERT INTO ratings (guild, title, ended_at, game, seat, mu_before, sigma_before, mu, sigma)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SEEN = (
    'NOT EXISTS (SELECT 1 FROM people p WHERE p.user = r.user AND instr(p.settings, \'["stats","off"]\') > 0)'
    " AND r.user <> 0"
)
"""Who may stand on a board: neither who wants to be on none, nor whom nobody names any more."""
_BOARD = (
    "SELECT r.user, k.mu, k.sigma, count(*), sum(r.rank = 1), max(printf('%020d', k.ended_at) || k.game),"  # noqa: S608
    " (SELECT s.name FROM seats s JOIN games n ON n.id = s.game WHERE s.user = r.user AND k.guild IN (0, n.guild)"
    " ORDER BY n.created_at DESC, n.id DESC LIMIT 1)"
    " FROM ratings k JOIN results r ON r.game = k.game AND r.seat = k.seat"
    f" WHERE k.guild = ?1 AND k.title = ?2 AND {_SEEN}"
    " AND (?1 <> 0 OR EXISTS (SELECT 1 FROM people p WHERE p.user = r.user"
    ' AND instr(p.settings, \'["ratings","everywhere"]\') > 0)) GROUP BY r.user'
)
_CHANGED = (
    "SELECT k.seat, k.mu_before, k.sigma_before, k.mu, k.sigma FROM ratings k"  # noqa: S608
    " JOIN results r ON r.game = k.game AND r.seat = k.seat"
    f" WHERE k.game = ? AND k.title <> '' AND k.guild <> 0 AND {_SEEN} ORDER BY k.seat"
)
_OF = "r.user = ?1 AND (?2 = 0 OR g.guild = ?2) AND (?3 = '' OR g.game = ?3)"
_REACHED = (
    "SELECT g.game, r.rank, r.points, r.seat, (SELECT count(*) FROM results o WHERE o.game = r.game),"  # noqa: S608
    " coalesce((SELECT c.at FROM records c WHERE c.game = r.game ORDER BY c.version, c.part LIMIT 1), r.ended_at),"
    " r.ended_at, r.turns, r.sources, k.mu, k.sigma FROM results r JOIN games g ON g.id = r.game"
    " LEFT JOIN ratings k ON k.guild = ?2 AND k.game = r.game AND k.seat = r.seat AND k.title = ?3"
    f" WHERE {_OF} ORDER BY r.ended_at, r.game"
)
_UNSOURCED = (
    "SELECT r.game FROM results r JOIN games g ON g.id = r.game"  # noqa: S608
    f" WHERE {_OF} AND r.sources = '' ORDER BY r.ended_at DESC LIMIT ?4"
)
_NOTE = "UPDATE results SET sources = ? WHERE game = ? AND seat = ?"


_ANSWERED = answered(_OF)
_STRENGTHS = (
    "SELECT k.game, k.seat, k.mu, k.sigma FROM results r JOIN ratings k ON k.game = r.game AND k.seat = r.seat"
    " WHERE r.user = ? AND k.title <> '' AND k.guild <> 0"
)
_SERVERS = "SELECT DISTINCT g.guild FROM results r JOIN games g ON g.id = r.game WHERE r.user = ?"
_ANALYSIS = "SELECT game, version, whole, made_at, analysis FROM analyses WHERE game = ?"
_KEEP_ANALYSIS = (
    "INSERT INTO analyses (game, version, whole, made_at, analysis) VALUES (?, ?, ?, ?, ?) ON CONFLICT (game) DO UPDATE"
    " SET version = excluded.version, whole = excluded.whole, made_at = excluded.made_at, analysis = excluded.analysis"
)


def to_rate(connection: sqlite3.Connection, guild: int, *, anew: bool) -> ToRate:
    first = connection.execute(_FIRST, (guild, anew)).fetchone()
    if first is None:
        return ToRate((), {}, {})
    games = tuple(finished(connection.execute(_GAMES, (guild, *first))))
    users = {row.user for game in games for row in game.seats if row.user != FORGOTTEN}
    standing = {
        (title, user): (mu, sigma)
        for user in users
        for title, mu, sigma, _ in connection.execute(_BEFORE, (guild, *first, user))
    }
    kept = connection.execute(_FORGOTTEN, (guild, *first))
    return ToRate(games, standing, {(title, table, seat): (mu, sigma) for title, table, seat, mu, sigma in kept})


def rate(connection: sqlite3.Connection, guild: int, rows: Sequence[RatingRow]) -> None:
    if not rows:
        return
    connection.execute(_DROP, (guild, *min((row.ended_at, row.table) for row in rows)))
    kept = ((guild, r.title, r.ended_at, r.table, r.seat, *r.before, *r.after) for r in rows)
    connection.executemany(_KEEP, kept)


def board(connection: sqlite3.Connection, guild: int, title: str) -> tuple[Place, ...]:
    rows = connection.execute(_BOARD, (guild, title))
    return tuple(Place(user, name or "", (mu, sigma), games, wins) for user, mu, sigma, games, wins, _, name in rows)


def changed(connection: sqlite3.Connection, table: str) -> tuple[tuple[int, Strength, Strength], ...]:
    return tuple((seat, (a, b), (c, d)) for seat, a, b, c, d in connection.execute(_CHANGED, (table,)))


def reached(connection: sqlite3.Connection, user: int, guild: int, title: str) -> tuple[Reached, ...]:
    return tuple(
        Reached(*row, after=None if mu is None else (mu, sigma))
        for *row, mu, sigma in connection.execute(_REACHED, (user, guild, title))
    )


def results(connection: sqlite3.Connection, user: int) -> tuple[Result, ...]:
    found = connection.execute(_OF_USER, (user,))
    return tuple(
        Result(table, game, guild, ResultRow(*row, rated=bool(rated), turns=turns, played_for=played_for))
        for table, game, guild, *row, turns, played_for, rated in found
    )


def analysis(connection: sqlite3.Connection, game: str) -> AnalysisRow | None:
    row = connection.execute(_ANALYSIS, (game,)).fetchone()
    return None if row is None else analysis_of(row)


def keep_analysis(connection: sqlite3.Connection, row: AnalysisRow) -> None:
    connection.execute(_KEEP_ANALYSIS, (row.table, row.version, int(row.whole), row.made_at, row.analysis))


class SqliteAnnals:
    """Each method is documented in storage/annals.py."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def to_rate(self, guild: int, /, *, anew: bool = False) -> ToRate:
        return await self._writer.read(lambda c: to_rate(c, guild, anew=anew))

    async def rate(self, guild: int, rows: tuple[RatingRow, ...], /) -> None:
        await self._writer.write(lambda c: rate(c, guild, rows))

    async def board(self, guild: int, title: str, /) -> tuple[Place, ...]:
        return await self._writer.read(lambda c: board(c, guild, title))

    async def changed(self, table: str, /) -> tuple[tuple[int, Strength, Strength], ...]:
        return await self._writer.read(lambda c: changed(c, table))

    async def reached(self, user: int, guild: int, title: str, /) -> tuple[Reached, ...]:
        return await self._writer.read(lambda c: reached(c, user, guild, title))

    async def unsourced(self, user: int, guild: int, title: str, limit: int, /) -> tuple[str, ...]:
        given = (user, guild, title, limit)
        return await self._writer.read(lambda c: tuple(table for (table,) in c.execute(_UNSOURCED, given)))

    async def note_sources(self, table: str, sources: dict[int, str], /) -> None:
        rows = [(text, table, seat) for seat, text in sources.items()]
        await self._writer.write(lambda c: c.executemany(_NOTE, rows))

    async def answered_in(self, user: int, guild: int, title: str, /) -> tuple[int, ...]:
        given = (user, guild, title)
        return await self._writer.read(lambda c: tuple(ms for (ms,) in c.execute(_ANSWERED, given)))

    async def strengths(self, user: int, /) -> dict[tuple[str, int], Strength]:
        def read(connection: sqlite3.Connection) -> dict[tuple[str, int], Strength]:
            rows = connection.execute(_STRENGTHS, (user,))
            return {(game, seat): (mu, sigma) for game, seat, mu, sigma in rows}

        return await self._writer.read(read)

    async def servers(self, user: int, /) -> tuple[int, ...]:
        return await self._writer.read(lambda c: tuple(guild for (guild,) in c.execute(_SERVERS, (user,))))

    async def analysis(self, table: str, /) -> AnalysisRow | None:
        return await self._writer.read(lambda c: analysis(c, table))

    async def keep_analysis(self, row: AnalysisRow, /) -> None:
        await self._writer.write(lambda c: keep_analysis(c, row))
