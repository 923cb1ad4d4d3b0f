"""What waits for a time, or is kept for some, moves with this machine's clock when that was set: as over SQLite
(storage/sqlite/outbox.py), in one transaction during which no table changes.
"""

from storage import clocks
from storage.clocks import FAR, NEAR
from storage.postgres.database import Link, run
from storage.postgres.people import SAVE_META

_ONCE = (
    "INSERT INTO meta AS m (key, value) VALUES ('shifted', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    " WHERE m.value <> excluded.value"
)
# Of others the clocks are written anew, with a new revision.
_DECIDED_ANEW = (
    "UPDATE games SET rev = rev + 1 WHERE clocks = '' AND (status = 'lobby' OR id IN (SELECT game FROM due))"
)
_MOVED = (
    ("games", "expires_at", "status = 'lobby' AND expires_at > 0"),
    ("due", "at", "kind NOT IN ('late', 'silence', 'remind', 'resume')"),
    ("questions", "noticed_at", "noticed_at > 0"),
    ("questions", "asked_at", "true"),
    ("outbox", "next_at", "done_at = 0"),
    ("outbox", "done_at", "done_at > 0"),
    ("actions", "at", "true"),
    ("messages", "at", "true"),
)
_MOVED_FAR = (
    ("due", "at", "kind IN ('late', 'silence', 'remind', 'resume')"),
    ("questions", "called_at", "called_at > 0"),
    ("games", "parked_at", "parked_at > 0"),
    ("agenda", "at", "true"),
)
"""What a clock that was set moves: table, column, which rows; the same as over SQLite (storage/sqlite/outbox.py)."""


async def shifted(link: Link, by: int, now: int, noted: tuple[str, str] | None) -> int:
    """Moves what was noted near the time before; the tables stand still meanwhile."""
    await link.execute("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE")
    if not (await link.execute(_ONCE, (f"{by} {now}",))).rowcount:
        return 0  # the connection broke after it was done
    if noted is not None:
        await link.execute(SAVE_META, noted)
    await link.execute(_DECIDED_ANEW)
    rows, far = 0, (now - by - FAR, now - by + FAR)
    for moved, within in ((_MOVED, NEAR), (_MOVED_FAR, FAR)):
        for table, column, which in moved:
            done = await run(
                link,
                f"UPDATE {table} SET {column} = greatest(1, {column} + $1::bigint)"  # noqa: S608 (of the two above)
                f" WHERE {which} AND {column} BETWEEN $2::bigint - $1 - {within} AND $2::bigint - $1 + {within}",
                (by, now),
            )
            rows += done.rowcount
    for table in ("outbox", "messages"):  # a reminder is known by the second of the message that it reminds of
        done = await run(
            link,
            f"UPDATE {table} SET number = number + $1::bigint / 1000 WHERE kind = 'reminder'"  # noqa: S608
            f" AND number * 1000 BETWEEN $2::bigint - $1 - {NEAR} AND $2::bigint - $1 + {NEAR}",
            (by, now),
        )
        rows += done.rowcount
    return rows + await _shifted_texts(link, by, now, far)


async def _shifted_texts(link: Link, by: int, now: int, near: tuple[int, int]) -> int:
    """Moves what stands in JSON, the spans of outages, and the last beat."""
    rows = 0
    for game, text in await (await link.execute("SELECT id, clocks FROM games WHERE clocks <> ''")).fetchall():
        moved = clocks.written(clocks.moved(clocks.read(text), by, near))
        await link.execute("UPDATE games SET clocks = $2, rev = rev + 1 WHERE id = $1", (game, moved))
        rows += 1
    gone = await link.execute("DELETE FROM outages WHERE began BETWEEN $1 AND $2 RETURNING began, ended", near)
    for began, ended in await gone.fetchall():
        await link.execute(
            "INSERT INTO outages AS o (began, ended) VALUES ($1, $2)"
            " ON CONFLICT (began) DO UPDATE SET ended = excluded.ended",
            (began + by, ended + by),
        )
    await link.execute(
        "UPDATE meta SET value = (value::bigint + $1)::text WHERE key = 'beat'"
        " AND CASE WHEN key = 'beat' THEN value::bigint BETWEEN $2 AND $3 END",
        (by, *near),
    )
    people = await (await link.execute("SELECT \"user\", away FROM people WHERE away <> '[]'")).fetchall()
    for user, text in people:
        spans = clocks.moved_spans(clocks.read_spans(text), by, now - by)
        await link.execute('UPDATE people SET away = $2 WHERE "user" = $1', (user, clocks.written_spans(spans)))
    return rows + len(people)
