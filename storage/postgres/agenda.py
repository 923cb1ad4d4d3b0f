"""What falls due, and when next: for tables, for lobbies that nobody starts, for the house, for people; outages."""

from storage.port import DAY
from storage.postgres.part import Part, as_json
from storage.rows import OutRow

# What was noted too far ahead, before the clock was set back, is looked for among the kinds that are never so far.
_DUE = (
    "SELECT game, kind, seat, since FROM ("
    "SELECT at, game, kind, seat, since FROM due WHERE kind <> 'house' AND at <= $1"
    " UNION ALL SELECT at, game, kind, seat, since FROM due WHERE kind IN ('order', 'begins', 'ends') AND at > $1 + $3)"
    " d ORDER BY at, game, kind, seat, since LIMIT $2"
)
_NEXT_DUE = (
    "SELECT min(at) FROM (SELECT min(at) AS at FROM due WHERE kind <> 'house' UNION ALL"
    " SELECT min(expires_at) FROM games WHERE status = 'lobby' AND expires_at > 0 UNION ALL"
    " SELECT min(at) FROM agenda) d"
)
_EXPIRED = (
    "SELECT id FROM games WHERE status = 'lobby' AND expires_at > 0 AND expires_at <= $1 ORDER BY expires_at LIMIT $2"
)
_HOUSE = (
    "SELECT game, min(at) FROM due WHERE kind = 'house' AND (at <= $1 OR at > $1 + $3) GROUP BY game"
    " ORDER BY 2, 1 LIMIT $2"
)
_NEXT_HOUSE = "SELECT min(at) FROM due WHERE kind = 'house' AND at > $1"
_AGENDA = 'SELECT "user", what, at FROM agenda WHERE at <= $1 ORDER BY at, "user", what LIMIT $2'
_WITH_DEADLINES = "SELECT DISTINCT game FROM due WHERE kind = 'late' ORDER BY 1"
_WATCH = (
    "INSERT INTO due (game, kind, seat, since, at, n) SELECT id, 'silence', -1, -1, $1::bigint, 0 FROM games"
    " WHERE status = 'running' AND NOT EXISTS"
    " (SELECT 1 FROM due d WHERE d.game = games.id AND d.kind IN ('late', 'silence')) RETURNING game"
)
_OUTAGES = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began"


class Agenda(Part):
    """Each method is documented in storage/port.py."""

    async def due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, str, int, int], ...]:
        rows = await self._database.read(_DUE, (now, limit, longest))
        return tuple((table, kind, seat, since) for table, kind, seat, since in rows)

    async def next_due(self) -> int | None:
        return (await self._database.read(_NEXT_DUE))[0][0]

    async def house_due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, int], ...]:
        return tuple((table, at) for table, at in await self._database.read(_HOUSE, (now, limit, longest)))

    async def next_house_due(self, after: int, /) -> int | None:
        return (await self._database.read(_NEXT_HOUSE, (after,)))[0][0]

    async def expired(self, now: int, limit: int, /) -> tuple[str, ...]:
        return await self._column(_EXPIRED, now, limit)

    async def agenda_due(self, now: int, limit: int, /) -> tuple[tuple[int, str, int], ...]:
        return tuple((user, what, at) for user, what, at in await self._database.read(_AGENDA, (now, limit)))

    async def set_agenda(
        self, user: int, what: str, at: int, /, *, told: tuple[str, OutRow] | None = None, now: int = 0
    ) -> None:
        table, rows = ("", None) if told is None else (told[0], as_json((told[1],)))
        await self._database.write_once(self._calls("set_agenda", 7), (user, what, at, table, rows, now))

    async def tables_with_deadlines(self) -> tuple[str, ...]:
        return await self._column(_WITH_DEADLINES)

    async def watch_silence(self, at: int, /) -> int:
        return len(await self._database.write(_WATCH, (at,)))

    async def outages(self, since: int, /) -> tuple[tuple[int, int], ...]:
        return tuple((began, ended) for began, ended in await self._database.read(_OUTAGES, (since,)))

    async def beat(self, now: int, /, outage: tuple[int, int] | None = None) -> None:
        await self._database.write(self._calls("beat", 3), (now, *(outage or (None, None))))
