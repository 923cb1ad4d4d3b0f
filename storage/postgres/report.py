"""What an operator may know of a database: counts, versions, sizes, and what is not well. Never a name or a hand."""

import platform
import time
from collections.abc import AsyncIterator, Iterator

from storage.monitoring.health import Host, examined, of_memory, of_speech, of_time
from storage.monitoring.report import Report, check
from storage.outgoing import LONGEST_PAUSE
from storage.port import DAY
from storage.postgres.database import Database
from storage.postgres.outbox import sayable
from storage.postgres.schema import known_steps
from storage.problem import EX_CONFIG, StorageProblem
from storage.shards import Shards

# Millions of rows are not counted one by one: what the server reckons is near enough.
_RECORDS = (
    "(SELECT CASE WHEN reltuples < 1000000 THEN (SELECT count(*) FROM records) ELSE reltuples::bigint END"
    " FROM pg_class WHERE oid = 'records'::regclass)"
)
_COUNTS = (
    f"SELECT {_RECORDS}, (SELECT count(*) FROM people), (SELECT count(*) FROM guilds),"  # noqa: S608
    " (SELECT count(*) FROM outbox WHERE done_at = 0), (SELECT count(*) FROM games WHERE parked <> ''),"
    " pg_database_size(current_database()), current_setting('server_version'), (SELECT number FROM stammtisch)"
)
_TABLES = "SELECT status, count(*) FROM games GROUP BY status ORDER BY status"
_OLDEST = (
    f"SELECT min(o.next_at) FROM outbox o JOIN games g ON g.id = o.game WHERE {sayable('$1')}"  # noqa: S608
    " AND (g.guild >> 22) % $2::bigint = ANY ($3::bigint[])"
)
# Nothing waits so long: it was noted by a clock that has been set back since, or the clock is wrong now.
_AHEAD = (
    f"SELECT (SELECT count(*) FROM outbox WHERE done_at = 0 AND next_at > $1::bigint + {LONGEST_PAUSE})"  # noqa: S608
    " + (SELECT count(*) FROM due WHERE kind IN ('order', 'begins', 'ends', 'house')"
    f" AND at > $1::bigint + {8 * DAY})"
    f" + (SELECT count(*) FROM games WHERE status = 'lobby' AND expires_at > $1::bigint + {8 * DAY})"
)
_LINE = (
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, current_setting('server_version'),"
    " coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),"
    " inet_server_addr() IS NULL OR host(inet_server_addr()) IN ('127.0.0.1', '::1')"
)
APART = 5000
"""Milliseconds by which the clocks of this machine and the database may differ."""


async def told(database: Database, asked: str, host: Host | None, shards: Shards) -> Report:
    """Returns the answer to one of the questions of storage/folder/control.py; without a host no bot runs."""
    match asked:
        case "status":
            return await _status(database, host, shards)
        case "doctor":
            return await _doctor(database, host)
        case "health" if host is not None:
            wrong = " ".join([sentence async for sentence in _lacks(database, host, shards)])
            return {"well": not wrong, "reason": wrong or "Discord is within reach and nothing waits."}
        case _:
            raise StorageProblem(
                "Backups of a PostgreSQL database are made by its own means.",
                "Use pg_dump, or archive its log (docs/hosting.md); nothing of a table lies in the data folder.",
                EX_CONFIG,
            )


async def _status(database: Database, host: Host | None, shards: Shards) -> Report:
    ((records, people, guilds, waiting, parked, size, version, schema),) = await database.read(_COUNTS)
    found: Report = {
        "schema": schema,
        "postgresql": version,
        "python": platform.python_version(),
        "tables": dict(await database.read(_TABLES)),
        "records": records,
        "people": people,
        "servers": guilds,
        "waiting": waiting,
        "parked": parked,
        "database_bytes": size,
        "connections_lost": database.lost,
    }
    if host is None:
        return found
    return found | ({} if shards.are_all else {"shards": str(shards)}) | await _signs(database, host, shards)


async def _signs(database: Database, host: Host, shards: Shards) -> dict[str, float]:
    """Returns the signs of life of a process of these shards: two ages in seconds."""
    now = host.now()
    ((oldest,),) = await database.read(_OLDEST, (now, shards.total, list(shards.numbers)))
    late = 0.0 if oldest is None else max(0.0, (now - oldest) / 1000)
    return {"discord_gone_seconds": round(host.gone(), 1), "oldest_unsent_seconds": late}


async def _ahead(database: Database, now: int) -> int:
    return (await database.read(_AHEAD, (now,)))[0][0]


async def _lacks(database: Database, host: Host, shards: Shards) -> AsyncIterator[str]:
    for sentence in of_speech(*(await _signs(database, host, shards)).values()):
        yield sentence
    for wrong in (of_time(await _ahead(database, host.now())), of_memory(host)):
        if wrong:
            yield f"{wrong}."


async def _doctor(database: Database, host: Host | None) -> Report:
    before = time.time_ns() // 1_000_000
    ((there, version, encrypted, near),) = await database.read(_LINE)
    after = time.time_ns() // 1_000_000
    ((schema,),) = await database.read("SELECT number FROM stammtisch")
    known = known_steps()[-1][0]
    apart = max(before - there, there - after, 0)
    checks = [
        check("database", f"PostgreSQL {version} answers in {after - before} ms", "", well=True),
        check("schema", f"{schema} of {known}", "Bring it forward: stammtisch migrate.", well=schema == known),
        check(
            "clocks",
            f"{apart / 1000:.1f} seconds lie between this machine's and the database's",
            "Let both be set by a time server.",
            well=apart < APART,
            negated="",
        ),
        *_of_the_line(encrypted=encrypted, near=near),
        {
            "name": "backups",
            "what": "they are PostgreSQL's own",
            "well": True,
            "solution": "See that pg_dump or an archive of its log makes them, and try one (docs/hosting.md).",
        },
        *(examined(await _ahead(database, host.now()), host) if host else ()),
    ]
    return {"well": all(one["well"] for one in checks), "checks": checks}


def _of_the_line(*, encrypted: bool, near: bool) -> Iterator[Report]:
    if encrypted or near:
        told = "it is encrypted" if encrypted else "it does not leave this machine"
        yield check("way to the database", told, "", well=True)
        return
    yield {
        "name": "way to the database",
        "what": "what is sent there is not encrypted",
        "well": True,
        "solution": "Add sslmode=verify-full to STAMMTISCH_DATABASE, unless nobody else is on that network.",
    }
