"""`/me export`: everything that is kept of a person, as JSON for them to keep."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from bot.play import Table
from bot.play.people.privacy import Trace
from bot.play.queries import Told
from bot.wording.names import plain
from storage.rows import Person

MOST: Final = 8_000_000
"""Bytes of all logs together; Discord takes files of 10 MiB."""


def export(
    person: Person,
    traces: Iterable[Trace],
    title: Callable[[str], str],
    log_lines: Callable[[Table, Sequence[Told]], Sequence[str]],
) -> bytes:
    """Returns the export. A log holds what the person may know; if there are too many logs, the oldest are left out.

    `title`: of a game, by its key; `log_lines`: a log in words, by the names of those who sat there.
    """
    told: dict[str, Any] = {
        "user": str(person.user),
        "language": person.lang or "auto",
        "direct messages": person.dm_state or "not tried",
        "settings": dict(person.settings),
        "away": [[_when(begin), _when(end)] for begin, end in person.away],
    }
    tables: list[dict[str, Any]] = []
    room = MOST
    for trace in traces:
        log = [plain(line) for line in log_lines(trace.table, trace.log)]
        room -= sum(len(line.encode()) for line in log)
        tables.append(_table(trace, title(trace.sitting.table.game)) | ({"log": log} if room >= 0 else {}))
    return msgspec.json.format(msgspec.json.encode(told | {"tables": tables}), indent=2)


def _when(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def _table(trace: Trace, title: str) -> dict[str, Any]:
    table, seat = trace.sitting.table, trace.sitting
    return {
        "table": table.id,
        "game": title,
        "server": str(table.guild),
        "thread": str(table.channel),
        "opened": datetime.fromtimestamp(table.created_at / 1000, UTC).isoformat(timespec="seconds"),
        "status": table.status,
        "seat": seat.seat + 1,
        "name": plain(seat.name),
        "resigned": seat.resigned,
        "planned": list(trace.draft.moves) if trace.draft is not None else [],
        "standing order": trace.order,
    } | _result(trace)


def _result(trace: Trace) -> dict[str, Any]:
    """Of a finished game; a game that counts no points has none."""
    result = trace.result
    if result is None:
        return {}
    rated = {} if trace.rating is None else {"rating": trace.rating}
    return {"rank": result.rank} | ({} if result.points is None else {"points": result.points}) | rated
