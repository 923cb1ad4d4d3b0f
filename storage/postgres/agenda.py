"""What falls due, and when next: for tables, for lobbies that nobody starts, for the house, for people; outages."""

from typing import Any

from storage.port import BEAT, DAY
from storage.postgres.claims import DUE, EXPIRY, HOUSE, ours
from storage.postgres.part import Held, as_json
from storage.postgres.schema import functions
from storage.rows import OutRow


def _ours(address: int, first: int) -> str:
    return ours("g.id", "g.guild", str(address), first, functions()[0])


# What was noted too far ahead, before the clock was set back, is looked for among the kinds that are never so far.
_COME = (
    "(d.kind <> 'house' AND d.at <= {now}"
    " OR d.kind IN ('order', 'begins', 'ends') AND d.at > {now}::bigint + {longest})"
)
# Whose process is gone is reached by nobody: what counts their time waits for it, and is nobody's time meanwhile.
_TIMES = "('late', 'silence', 'remind', 'resume')"
_OWN_TIMES = f"(d.kind NOT IN {_TIMES} OR (g.guild >> 22) % {{total}}::bigint = ANY ({{mine}}::bigint[]))"
_FROM = "FROM due d JOIN games g ON g.id = d.game WHERE"
_DUE = (
    f"SELECT d.game, d.kind, d.seat, d.since {_FROM} {_COME.format(now='$1', longest='$3')} AND {_ours(DUE, 4)}"
    f" AND {_OWN_TIMES.format(total='$6', mine='$5')} ORDER BY d.at, d.game, d.kind, d.seat, d.since LIMIT $2"
)
_DUE_OF_OTHERS = (
    f"SELECT d.game, {DUE} AS address {_FROM} {_COME.format(now='$6', longest='$7')} AND d.kind NOT IN {_TIMES}"
)
NEXT_DUE = (
    f"SELECT min(at) FROM ((SELECT d.at {_FROM} d.kind <> 'house' AND {_ours(DUE, 1)}"  # noqa: S608
    f" AND {_OWN_TIMES.format(total='$3', mine='$2')} ORDER BY d.at LIMIT 1) UNION ALL"
    " (SELECT g.expires_at FROM games g WHERE g.status = 'lobby' AND g.expires_at > 0"
    f" AND {_ours(EXPIRY, 1)} ORDER BY 1 LIMIT 1) UNION ALL"
    ' (SELECT a.at FROM agenda a WHERE (a."user" >> 22) % $3::bigint = ANY ($4::bigint[]) ORDER BY 1 LIMIT 1)) d'
)
_OVER = "g.status = 'lobby' AND g.expires_at > 0 AND g.expires_at <="
_EXPIRED = f"SELECT g.id FROM games g WHERE {_OVER} $1 AND {_ours(EXPIRY, 3)} ORDER BY g.expires_at LIMIT $2"  # noqa: S608
_EXPIRED_OF_OTHERS = f"SELECT g.id AS game, {EXPIRY} AS address FROM games g WHERE {_OVER} $6"  # noqa: S608
_HOUSE = (
    f"SELECT d.game, min(d.at) {_FROM} d.kind = 'house' AND (d.at <= $1 OR d.at > $1::bigint + $3)"
    f" AND {_ours(HOUSE, 4)} GROUP BY d.game ORDER BY 2, 1 LIMIT $2"
)
_HOUSE_OF_OTHERS = (
    f"SELECT d.game, {HOUSE} AS address {_FROM} d.kind = 'house' AND (d.at <= $6 OR d.at > $6::bigint + $7)"
)
EARLIEST_HOUSE = f"SELECT min(d.at) {_FROM} d.kind = 'house' AND {_ours(HOUSE, 1)}"
"""Like NEXT_DUE, of `Holding.who` and `within_reach` alone."""
_NEXT_HOUSE = f"SELECT min(d.at) {_FROM} d.kind = 'house' AND d.at > $1 AND {_ours(HOUSE, 2)}"
_AGENDA = (
    'SELECT "user", what, at FROM agenda WHERE at <= $1 AND ("user" >> 22) % $3::bigint = ANY ($4::bigint[])'
    ' ORDER BY at, "user", what LIMIT $2'
)
_WITH_DEADLINES = "SELECT DISTINCT game FROM due WHERE kind = 'late' ORDER BY 1"
_WATCH = (
    "INSERT INTO due (game, kind, seat, since, at, n) SELECT id, 'silence', -1, -1, $1::bigint, 0 FROM games"
    " WHERE status = 'running' AND NOT EXISTS"
    " (SELECT 1 FROM due d WHERE d.game = games.id AND d.kind IN ('late', 'silence')) RETURNING game"
)
# Shards of which nothing is noted yet were those of one process that had all.
_LAST_BEAT = (
    "SELECT coalesce(min(value::bigint), (SELECT value::bigint FROM meta WHERE key = $2))::text"
    " FROM meta WHERE key = ANY ($1::text[])"
)
_OUTAGES = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began"


class Agenda(Held):
    """Each method is documented in storage/port.py."""

    @property
    def _reach(self) -> tuple[Any, ...]:
        return (*self._holding.who, self._holding.within_reach)

    async def due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, str, int, int], ...]:
        await self._claims.seek(DUE, _DUE_OF_OTHERS, "d", (now, longest), limit)
        rows = await self._database.read(_DUE, (now, limit, longest, *self._reach))
        await self._claims.give_back(DUE, {table for table, *_ in rows})
        return tuple((table, kind, seat, since) for table, kind, seat, since in rows)

    async def next_due(self) -> int | None:
        return (await self._database.read(NEXT_DUE, self._reach))[0][0]

    async def house_due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, int], ...]:
        await self._claims.seek(HOUSE, _HOUSE_OF_OTHERS, "d", (now, longest), limit)
        rows = await self._database.read(_HOUSE, (now, limit, longest, *self._reach))
        await self._claims.give_back(HOUSE, {table for table, _ in rows})
        return tuple((table, at) for table, at in rows)

    async def next_house_due(self, after: int, /) -> int | None:
        return (await self._database.read(_NEXT_HOUSE, (after, *self._reach)))[0][0]

    async def expired(self, now: int, limit: int, /) -> tuple[str, ...]:
        await self._claims.seek(EXPIRY, _EXPIRED_OF_OTHERS, "g", (now,), limit)
        found: tuple[str, ...] = await self._column(_EXPIRED, now, limit, *self._reach)
        await self._claims.give_back(EXPIRY, found)
        return found

    async def agenda_due(self, now: int, limit: int, /) -> tuple[tuple[int, str, int], ...]:
        total, reach = self._holding.shards.total, self._holding.within_reach
        rows = await self._database.read(_AGENDA, (now, limit, total, reach))
        return tuple((user, what, at) for user, what, at in rows)

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
        await self._database.write(self._calls("beat", 4), (now, *(outage or (None, None)), self._beats))

    async def last_beat(self) -> str | None:
        """Returns when a process last beat for all of these shards; what `meta` returns for one that is alone."""
        rows = await self._database.read(_LAST_BEAT, (self._beats, BEAT))
        return rows[0][0]

    @property
    def _beats(self) -> list[str]:
        """The keys in `meta` under which its beats are noted."""
        shards = self._holding.shards
        return [BEAT] if shards.are_all else [f"{BEAT}:{number}" for number in shards.numbers]
