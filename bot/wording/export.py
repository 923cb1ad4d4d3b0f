"""`/me export`: everything that is kept of a person, as JSON for him to keep."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from bot.discord.composer import names_of
from bot.games import game_text
from bot.play.privacy import Trace
from bot.wording import table_text
from bot.wording.names import plain
from bot.wording.words import Words
from storage.rows import Person

MOST: Final = 8_000_000
"""Bytes of all logs together; Discord takes files of ten."""


def export(words: Words, person: Person, traces: Iterable[Trace]) -> bytes:
    """The log of a game is what he may know of it; where there would be too many, the oldest are left out."""
    told: dict[str, Any] = {
        "user": str(person.user),
        "language": person.lang or "auto",
        "direct messages": person.dm_state or "not tried",
        "settings": dict(person.settings),
    }
    tables: list[dict[str, Any]] = []
    room = MOST
    for trace in traces:
        log = _log(words, trace)
        room -= sum(len(line.encode()) for line in log)
        tables.append(_table(trace) | ({"log": log} if room >= 0 else {}))
    return msgspec.json.format(msgspec.json.encode(told | {"tables": tables}), indent=2)


def _table(trace: Trace) -> dict[str, Any]:
    table, seat = trace.sitting.table, trace.sitting
    return {
        "table": table.id,
        "game": table_text.TITLES.get(table.game, table.game),
        "server": str(table.guild),
        "thread": str(table.channel),
        "opened": datetime.fromtimestamp(table.created_at / 1000, UTC).isoformat(timespec="seconds"),
        "status": table.status,
        "seat": seat.seat + 1,
        "name": plain(seat.name),
        "resigned": seat.resigned,
        "planned": list(trace.draft.moves) if trace.draft is not None else [],
        "standing order": trace.order.rule if trace.order is not None else "",
    }


def _log(words: Words, trace: Trace) -> list[str]:
    names = names_of(trace.loaded)
    return [plain(game_text.log_line(words, entry, names)) for entry in trace.entries]
