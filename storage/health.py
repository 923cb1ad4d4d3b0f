"""Whether the running bot does its work: Discord is within reach, and no message waits too long to be sent."""

import sqlite3
import time
from collections.abc import Callable

from msgspec import Struct

from storage.outbox import DUE
from storage.report import Report

GONE, LATE = 120.0, 300.0
"""Seconds. A lost connection is mostly back within one minute; messages that Discord slows down are sent within five.
"""

# Rows of a parked table's thread do not count, nor rows behind one that failed and waits for its next try: both wait
# on purpose.
_OLDEST = f"SELECT min(o.next_at) FROM outbox o JOIN games g ON g.id = o.game WHERE {DUE}"  # noqa: S608


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def here() -> float:
    return 0.0


class Host(Struct, frozen=True):
    """What the store cannot know of the process that runs it."""

    now: Callable[[], int] = milliseconds
    gone: Callable[[], float] = here
    """Returns for how many seconds Discord has been out of reach."""
    versions: dict[str, str] = {}


def signs(connection: sqlite3.Connection, host: Host) -> dict[str, float]:
    """Returns the signs of life: two ages in seconds."""
    now = host.now()
    (oldest,) = connection.execute(_OLDEST, (now,)).fetchone()
    late = 0.0 if oldest is None else max(0.0, (now - oldest) / 1000)
    return {"discord_gone_seconds": round(host.gone(), 1), "oldest_unsent_seconds": late}


def health(connection: sqlite3.Connection, host: Host) -> Report:
    """Returns whether the bot is well, and why not, in one line."""
    gone, late = signs(connection, host).values()
    reason = ""
    if gone >= GONE:
        reason = f"Discord has been out of reach for {gone:.0f} seconds."
    elif late >= LATE:
        reason = f"What is to be said has been waiting for {late:.0f} seconds."
    return {"well": not reason, "reason": reason or "Discord is within reach and nothing waits."}
