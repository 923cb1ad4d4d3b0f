"""The annals: results of finished games, and the ratings kept of them."""

from storage.annals import AnalysisRow, Place, RatingRow, Reached, Strength, ToRate, analysis_of, answered, finished
from storage.postgres.part import Part, as_json
from storage.rows import FORGOTTEN

# Ratings over all servers stand under a server of their own, 0.
_RATED = "FROM results r JOIN games g ON g.id = r.game WHERE ($1::bigint = 0 OR g.guild = $1) AND r.rated = 1"
_FIRST = (
    f"SELECT r.ended_at, r.game {_RATED} AND ($2 OR"  # noqa: S608
    " NOT EXISTS (SELECT 1 FROM ratings k WHERE k.guild = $1 AND k.game = r.game))"
    " ORDER BY r.ended_at, r.game LIMIT 1"
)
_GAMES = (
    'SELECT r.game, g.game, r.ended_at, r.seat, r."user", r.rank, r.points, r.ended_at, r.house, r.turns, r.played_for'
    f" {_RATED} AND (r.ended_at, r.game) >= ($2, $3) ORDER BY r.ended_at, r.game, r.seat"
)
_BEFORE = (
    'SELECT DISTINCT ON (r."user", k.title) k.title, r."user", k.mu, k.sigma FROM results r'
    " JOIN ratings k ON k.game = r.game AND k.seat = r.seat"
    ' WHERE r."user" = ANY ($4::bigint[]) AND k.guild = $1 AND (k.ended_at, k.game) < ($2, $3)'
    ' ORDER BY r."user", k.title, k.ended_at DESC, k.game DESC'
)
_FORGOTTEN = (
    "SELECT k.title, k.game, k.seat, k.mu_before, k.sigma_before FROM ratings k"
    " JOIN results r ON r.game = k.game AND r.seat = k.seat"
    " WHERE k.guild = $1 AND (k.ended_at, k.game) >= ($2, $3) AND r.\"user\" = 0 AND r.house = ''"
)
_SEEN = (
    'NOT EXISTS (SELECT 1 FROM people p WHERE p."user" = r."user" AND position(\'["stats","off"]\' IN p.settings) > 0)'
    ' AND r."user" <> 0'
)
"""Who may stand on a board: neither who wants to be on none, nor whom nobody names any more."""
_NEWEST_FIRST = "ORDER BY k.ended_at DESC, k.game DESC"
_BOARD = (
    f'SELECT r."user", coalesce((SELECT s.name FROM seats s JOIN games n ON n.id = s.game WHERE s."user" = r."user"'  # noqa: S608
    " AND ($1::bigint = 0 OR n.guild = $1) ORDER BY n.created_at DESC, n.id DESC LIMIT 1), ''),"
    f" (array_agg(k.mu {_NEWEST_FIRST}))[1], (array_agg(k.sigma {_NEWEST_FIRST}))[1],"
    " count(*), count(*) FILTER (WHERE r.rank = 1)"
    " FROM ratings k JOIN results r ON r.game = k.game AND r.seat = k.seat"
    f" WHERE k.guild = $1 AND k.title = $2 AND {_SEEN}"
    ' AND ($1::bigint <> 0 OR EXISTS (SELECT 1 FROM people p WHERE p."user" = r."user"'
    ' AND position(\'["ratings","everywhere"]\' IN p.settings) > 0)) GROUP BY r."user" ORDER BY r."user"'
)
_CHANGED = (
    "SELECT k.seat, k.mu_before, k.sigma_before, k.mu, k.sigma FROM ratings k"  # noqa: S608
    " JOIN results r ON r.game = k.game AND r.seat = k.seat"
    f" WHERE k.game = $1 AND k.title <> '' AND k.guild <> 0 AND {_SEEN} ORDER BY k.seat"
)
_OF = "r.\"user\" = $1 AND ($2::bigint = 0 OR g.guild = $2) AND ($3::text = '' OR g.game = $3)"
_REACHED = (
    "SELECT g.game, r.rank, r.points, r.seat, (SELECT count(*) FROM results o WHERE o.game = r.game),"  # noqa: S608
    " coalesce((SELECT c.at FROM records c WHERE c.game = r.game ORDER BY c.version, c.part LIMIT 1), r.ended_at),"
    " r.ended_at, r.turns, r.sources, k.mu, k.sigma FROM results r JOIN games g ON g.id = r.game"
    " LEFT JOIN ratings k ON k.guild = $2 AND k.game = r.game AND k.seat = r.seat AND k.title = $3"
    f" WHERE {_OF} ORDER BY r.ended_at, r.game"
)
_UNSOURCED = (
    "SELECT r.game FROM results r JOIN games g ON g.id = r.game"  # noqa: S608
    f" WHERE {_OF} AND r.sources = '' ORDER BY r.ended_at DESC LIMIT $4"
)
_NOTE = "UPDATE results SET sources = n.value FROM json_each_text($2::json) n WHERE game = $1 AND seat = n.key::bigint"
_ANSWERED = answered(_OF)
_STRENGTHS = (
    "SELECT k.game, k.seat, k.mu, k.sigma FROM results r JOIN ratings k ON k.game = r.game AND k.seat = r.seat"
    " WHERE r.\"user\" = $1 AND k.title <> '' AND k.guild <> 0"
)
_SERVERS = 'SELECT DISTINCT g.guild FROM results r JOIN games g ON g.id = r.game WHERE r."user" = $1'


_ANALYSIS = "SELECT game, version, whole, made_at, analysis FROM analyses WHERE game = $1"
_KEEP_ANALYSIS = (
    "INSERT INTO analyses (game, version, whole, made_at, analysis) VALUES ($1, $2, $3, $4, $5)"
    " ON CONFLICT (game) DO UPDATE SET version = excluded.version, whole = excluded.whole, made_at = excluded.made_at,"
    " analysis = excluded.analysis"
)


class PostgresAnnals(Part):
    """Each method is documented in storage/annals.py."""

    async def to_rate(self, guild: int, /, *, anew: bool = False) -> ToRate:
        """Reads what is rated now in several statements: whoever rates a server does so alone."""
        read = self._database.read
        found = await read(_FIRST, (guild, anew))
        if not found:
            return ToRate((), {}, {})
        first = (guild, *found[0])
        games = tuple(finished(iter(await read(_GAMES, first))))
        users = sorted({row.user for game in games for row in game.seats if row.user != FORGOTTEN})
        standing = {(title, user): (mu, sigma) for title, user, mu, sigma in await read(_BEFORE, (*first, users))}
        kept = await read(_FORGOTTEN, first)
        return ToRate(games, standing, {(title, table, seat): (mu, sigma) for title, table, seat, mu, sigma in kept})

    async def rate(self, guild: int, rows: tuple[RatingRow, ...], /) -> None:
        if rows:
            await self._database.write(self._calls("rate", 2), (guild, as_json(rows)))

    async def board(self, guild: int, title: str, /) -> tuple[Place, ...]:
        rows = await self._database.read(_BOARD, (guild, title))
        return tuple(Place(user, name, (mu, sigma), games, wins) for user, name, mu, sigma, games, wins in rows)

    async def changed(self, table: str, /) -> tuple[tuple[int, Strength, Strength], ...]:
        rows = await self._database.read(_CHANGED, (table,))
        return tuple((seat, (a, b), (c, d)) for seat, a, b, c, d in rows)

    async def reached(self, user: int, guild: int, title: str, /) -> tuple[Reached, ...]:
        return tuple(
            Reached(*row, after=None if mu is None else (mu, sigma))
            for *row, mu, sigma in await self._database.read(_REACHED, (user, guild, title))
        )

    async def unsourced(self, user: int, guild: int, title: str, limit: int, /) -> tuple[str, ...]:
        return await self._column(_UNSOURCED, user, guild, title, limit)

    async def note_sources(self, table: str, sources: dict[int, str], /) -> None:
        await self._database.write(_NOTE, (table, as_json(sources)))

    async def answered_in(self, user: int, guild: int, title: str, /) -> tuple[int, ...]:
        return await self._column(_ANSWERED, user, guild, title)

    async def strengths(self, user: int, /) -> dict[tuple[str, int], Strength]:
        rows = await self._database.read(_STRENGTHS, (user,))
        return {(game, seat): (mu, sigma) for game, seat, mu, sigma in rows}

    async def servers(self, user: int, /) -> tuple[int, ...]:
        return await self._column(_SERVERS, user)

    async def analysis(self, table: str, /) -> AnalysisRow | None:
        rows = await self._database.read(_ANALYSIS, (table,))
        return next((analysis_of(row) for row in rows), None)

    async def keep_analysis(self, row: AnalysisRow, /) -> None:
        await self._database.write(_KEEP_ANALYSIS, (row.table, row.version, int(row.whole), row.made_at, row.analysis))
