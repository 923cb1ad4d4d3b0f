"""The outbox: messages to be sent, and messages that stand in a channel. Times are those of this machine's clock."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from msgspec.structs import asdict, replace

from storage.outgoing import LONGEST_PAUSE
from storage.postgres.claims import SPEECH, ours
from storage.postgres.part import Held, as_json
from storage.postgres.schema import functions
from storage.postgres.shift import shifted
from storage.problem import Elsewhere
from storage.rows import CLOSE, FAILED, NAME, OutRow, Sent, Standing, Waiting


def sayable(now: str) -> str:
    """Returns the condition that a row o of the table g may be sent at a time, and is not for a parked table's thread.

    A row that failed and waits for its next try holds back the later ones to its address, so that they stay in order.
    """
    later = f"BETWEEN {now}::bigint + 1 AND {now}::bigint + {LONGEST_PAUSE}"  # it has not come yet
    return (
        f"o.done_at = 0 AND o.next_at NOT {later} AND (g.parked = '' OR o.\"user\" > 0)"  # noqa: S608
        ' AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.game = o.game AND e."user" = o."user" AND e.done_at = 0'
        f" AND e.id < o.id AND e.tries > 0 AND e.kind NOT IN ('{CLOSE}', '{NAME}') AND e.next_at {later})"
    )


_LATER = f"BETWEEN $1::bigint + 1 AND $1::bigint + {LONGEST_PAUSE}"
_ROW = 'o.id, o.game, o.kind, o.number, o."user", o.body, o.next_at, o.tries, o.sending'
_FROM = "FROM outbox o JOIN games g ON g.id = o.game WHERE"
_OURS = ours("o.game", "g.guild", 'o."user"', 4, functions()[0])
_WAITING = (
    f"SELECT {_ROW}, g.rev {_FROM} {sayable('$1')} AND o.game <> ALL ($3::text[]) AND {_OURS} ORDER BY o.id LIMIT $2"
)
_OF_OTHERS = f'SELECT o.game, o."user" AS address {_FROM} {sayable("$6")} AND o.game <> ALL ($7::text[])'
_NUDGES = (
    f"SELECT {_ROW} FROM outbox o WHERE o.\"user\" = $2 AND o.kind = 'nudge' AND o.done_at = 0"  # noqa: S608
    f" AND o.next_at NOT {_LATER} ORDER BY o.id"
)
_FAILED = (
    "UPDATE outbox SET tries = tries + 1, next_at = $2, sending = CASE WHEN $3::boolean THEN sending ELSE 0 END"
    " WHERE done_at = 0 AND id = ANY ($1::bigint[])"
)
_OTHERWISE = (
    'UPDATE outbox o SET kind = r.kind, number = r.number, "user" = r."user", body = r.body, next_at = $2, tries = 0,'
    ' sending = 0 FROM json_to_recordset($1::json) AS r (id bigint, kind text, number bigint, "user" bigint, body text)'
    " WHERE o.id = r.id AND o.done_at = 0"
)
_POSTPONED = "UPDATE outbox SET next_at = $2 WHERE done_at = 0 AND id = ANY ($1::bigint[])"
_UNSAID = (
    'SELECT kind, number, "user", body, next_at FROM outbox WHERE game = $1 AND "user" = 0 AND done_at = 0 ORDER BY id'
)
_PARKED = "SELECT parked FROM games WHERE id = $1"
_PARKED_BY = "SELECT id FROM games WHERE parked = $1 AND (guild >> 22) % $2::bigint = ANY ($3::bigint[]) ORDER BY id"
_MESSAGE = "game, kind, number, channel, message, at, live"
_NEWEST = (
    f"SELECT {_MESSAGE} FROM messages WHERE game = $1 AND kind = ANY ($2::text[])"  # noqa: S608
    " ORDER BY at DESC, message DESC LIMIT 1"
)
_LIVE = f"SELECT {_MESSAGE} FROM messages WHERE game = $1 AND live = 1 ORDER BY message"  # noqa: S608
_SAID = 'SELECT kind, number, "user", body, next_at FROM outbox WHERE message = $1 AND message > 0 ORDER BY id'


class Outbox(Held):
    """Each method is documented in storage/port.py."""

    async def enqueue_for_all(
        self, because: str, rows: tuple[tuple[str, OutRow], ...], now: int, /, among: tuple[str, ...] | None = None
    ) -> int:
        given = (because, as_json(rows), now, None if among is None else list(among))
        return (await self._database.write(self._calls("enqueue_for_all", 4), given))[0][0]

    async def waiting(self, now: int, limit: int, /, without: tuple[str, ...] = ()) -> tuple[Waiting, ...]:
        holding, but = self._holding, list(without)
        await self._claims.give_back(SPEECH, but)
        await self._claims.seek(SPEECH, _OF_OTHERS, "o", (now, but), limit)
        given = (now, limit, but, *holding.who, holding.within_reach)
        alone = holding.shards.are_all
        rows = await self._database.read(_WAITING, given)
        return tuple(_waiting(row, -1 if alone else rev) for *row, rev in rows)

    async def sending(self, ids: tuple[int, ...], now: int, /) -> None:
        given = (list(ids), now, *self._holding.who)
        if not (await self._database.write(self._calls("sending", 5), given))[0][0]:
            raise Elsewhere

    def entitled(self) -> AbstractAsyncContextManager[int]:
        return self._holding.entitled()

    async def spend(self, what: str, limits: Sequence[tuple[int, int]], now: int, /, rest: int = 0) -> int:
        given = (what, [most for most, _ in limits], [span for _, span in limits], now, rest)
        return (await self._database.write(self._calls("spend", 5), given))[0][0]

    async def sent(
        self,
        ids: tuple[int, ...],
        message: Sent | None,
        now: int,
        /,
        *,
        then: tuple[OutRow, ...] = (),
        over: tuple[int, ...] = (),
        called: bool = True,
        salts: bool = True,  # noqa: ARG002 (looked for in the same call anyway)
    ) -> tuple[Waiting, ...]:
        m, following = message, then if message is not None else ()
        given = (list(ids), None if m is None else as_json(m), now, as_json(following), list(over), called)
        rows = await self._database.write_once(self._calls("sent", 7), given)
        await self._claims.told(ids)
        return tuple(
            Waiting(id_, m.table, replace(row, not_before=now), 0, now, 0)
            for (id_,), row in zip(rows, following, strict=True)
            if m is not None and id_ is not None and row.not_before <= now
        )

    async def failed(self, ids: tuple[int, ...], next_at: int, /, *, unknown: bool = False) -> None:
        await self._database.write(_FAILED, (list(ids), next_at, unknown))
        await self._claims.told(ids)

    async def say_otherwise(self, rows: tuple[tuple[int, OutRow], ...], now: int, /) -> None:
        given = [asdict(row) | {"id": id_} for id_, row in rows]
        await self._database.write(_OTHERWISE, (as_json(given), now))

    async def postpone(self, ids: tuple[int, ...], next_at: int, /) -> None:
        await self._database.write(_POSTPONED, (list(ids), next_at))

    async def unsaid(self, table: str, /) -> tuple[OutRow, ...]:
        return tuple(OutRow(*row) for row in await self._database.read(_UNSAID, (table,)))

    async def news(self, table: str, kinds: tuple[str, ...], /) -> tuple[tuple[OutRow, ...], Sent | None]:
        rows = tuple(row for row in await self.unsaid(table) if row.kind in kinds)
        return rows, await self.newest_message(table, *kinds)

    async def nudges(self, user: int, now: int, /) -> tuple[Waiting, ...]:
        if not await self._claims.person(user):
            raise Elsewhere
        found = tuple(map(_waiting, await self._database.read(_NUDGES, (now, user))))
        self._claims.reminding(user, [waiting.id for waiting in found])
        return found

    async def shift(self, by: int, now: int, noted: tuple[str, str] | None = None, /) -> int:
        return await self._database.transaction(lambda link: shifted(link, by, now, noted))

    async def park(
        self, table: str, why: str, /, *, rev: int = -1, told: tuple[OutRow, ...] = (), now: int = 0, lately: int = 0
    ) -> None:
        await self._database.write(self._calls("park", 6), (table, why or "parked", rev, as_json(told), now, lately))

    async def parked(self, table: str, /) -> str:
        rows = await self._database.read(_PARKED, (table,))
        return rows[0][0] if rows else ""

    async def unpark(self, table: str, now: int, /) -> None:
        await self._database.write(self._calls("unpark", 3), (table, now, 1))

    async def unpark_failed(self, now: int, /) -> None:
        holding = self._holding
        for table in await self._column(_PARKED_BY, FAILED, holding.shards.total, holding.within_reach):
            await self.unpark(table, now)

    async def newest_message(self, table: str, /, *kinds: str) -> Sent | None:
        rows = await self._database.read(_NEWEST, (table, list(kinds)))
        return _sent(rows[0]) if rows else None

    async def live(self, table: str, /) -> tuple[Sent, ...]:
        return tuple(map(_sent, await self._database.read(_LIVE, (table,))))

    async def standing(self, table: str, kind: str, /) -> Standing:
        live, newest = await asyncio.gather(self.live(table), self.newest_message(table, kind))
        return Standing(live, newest, await self.said(newest.message) if newest else ())

    async def said(self, message: int, /) -> tuple[OutRow, ...]:
        return tuple(OutRow(*row) for row in await self._database.read(_SAID, (message,)))


def _waiting(row: Sequence[Any], rev: int = -1) -> Waiting:
    id_, game, kind, number, user, body, next_at, tries, sending = row
    return Waiting(id_, game, OutRow(kind, number, user, body, next_at), tries, next_at, sending, rev)


def _sent(row: tuple[Any, ...]) -> Sent:
    return Sent(*row[:-1], live=bool(row[-1]))
