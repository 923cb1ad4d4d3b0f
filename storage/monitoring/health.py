"""Whether the running bot does its work, and if not, why: Discord, the outbox, the disk, the clock, memory, backups."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from storage.folder import files
from storage.folder.backup import DAY, Backups
from storage.monitoring.report import ENOUGH, Report, check
from storage.outgoing import LONGEST_PAUSE
from storage.sqlite.outbox import DUE

GONE, LATE = 120.0, 300.0
"""Seconds. A lost connection is mostly back within one minute; messages that Discord slows down are sent within five.
"""

# Rows of a parked table's thread do not count, nor rows behind one that failed and waits for its next try: both wait
# on purpose.
_OLDEST = f"SELECT min(o.next_at) FROM outbox o JOIN games g ON g.id = o.game WHERE {DUE}"  # noqa: S608


# Nothing waits so long: it was noted by a clock that has been set back since, or the clock is wrong now.
_AHEAD = (
    f"SELECT (SELECT count(*) FROM outbox WHERE done_at = 0 AND next_at > ?1 + {LONGEST_PAUSE})"  # noqa: S608
    f" + (SELECT count(*) FROM due WHERE kind IN ('order', 'begins', 'ends', 'house') AND at > ?1 + {8 * DAY * 1000})"
    f" + (SELECT count(*) FROM games WHERE status = 'lobby' AND expires_at > ?1 + {8 * DAY * 1000})"
)
NEARLY = 0.9
"""Of the memory that may be had: from there on the system may end the bot at any press."""


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def here() -> float:
    return 0.0


class Memory(Struct, frozen=True):
    """Bytes that the process takes, and may take; 0 where there is no limit."""

    taken: int = 0
    limit: int = 0
    of: str = ""
    """Who limits it."""


class Host(Struct, frozen=True):
    """What the store cannot know of the process that runs it."""

    now: Callable[[], int] = milliseconds
    gone: Callable[[], float] = here
    """Returns for how many seconds Discord has been out of reach."""
    versions: dict[str, str] = {}
    memory: Callable[[], Memory] = Memory
    twin: Callable[[], str] = str
    """Returns what tells of another bot with the same token; empty if nothing does."""
    spoken: Callable[[], None] = lambda: None
    """Tells it that something is to be said in a thread."""


def signs(connection: sqlite3.Connection, host: Host) -> dict[str, float]:
    """Returns the signs of life: two ages in seconds."""
    now = host.now()
    (oldest,) = connection.execute(_OLDEST, (now,)).fetchone()
    late = 0.0 if oldest is None else max(0.0, (now - oldest) / 1000)
    return {"discord_gone_seconds": round(host.gone(), 1), "oldest_unsent_seconds": late}


def ahead(connection: sqlite3.Connection, now: int) -> int:
    """Returns how many rows wait for a time that lies too far ahead."""
    return connection.execute(_AHEAD, (now,)).fetchone()[0]


def health(connection: sqlite3.Connection, folder: Path, backups: Backups, host: Host) -> Report:
    """Returns whether the bot is well, and all that it lacks, in one line."""
    wrong = " ".join(_lacks(connection, folder, backups, host))
    return {"well": not wrong, "reason": wrong or "Discord is within reach and nothing waits."}


def _lacks(connection: sqlite3.Connection, folder: Path, backups: Backups, host: Host) -> Iterator[str]:
    yield from of_speech(*signs(connection, host).values())
    if (free := files.free_bytes(folder)) < ENOUGH:
        yield f"Only {free >> 20} MB of the disk are free."
    if wrong := of_time(ahead(connection, host.now())):
        yield f"{wrong}."
    if wrong := of_memory(host):
        yield f"{wrong}."
    age = backups.age()
    if backups.failure is not None:
        yield f"The last backup failed: {backups.failure.why}."
    elif age is not None and age >= 2 * DAY:
        yield f"The newest backup is {age / 3600:.0f} hours old."


def of_speech(gone: float, late: float) -> Iterator[str]:
    """Yields what is wrong where Discord is gone for so many seconds, or something to be said waits for so many."""
    if gone >= GONE:
        yield f"Discord has been out of reach for {gone:.0f} seconds."
    elif late >= LATE:
        yield f"What is to be said has been waiting for {late:.0f} seconds."


def of_time(rows: int) -> str:
    """Returns what is wrong where so many rows wait for a time that lies too far ahead."""
    return f"{rows} rows wait for a time too far ahead: this machine's clock is wrong, or was" if rows else ""


def of_memory(host: Host) -> str:
    found = host.memory()
    if not found.limit or found.taken < NEARLY * found.limit:
        return ""
    return f"{found.taken >> 20} of {found.limit >> 20} MB of memory are taken, the limit of {found.of}"


def examined(rows: int, host: Host) -> list[Report]:
    """Returns what a doctor may know of the running process, where it is not well; `rows` wait too far ahead."""
    found = (
        ("times", of_time(rows), "Look at this machine's clock."),
        ("memory", of_memory(host), "Raise the limit: MemoryMax of the unit, --memory of the container."),
        ("one bot", host.twin(), "Stop one of the two, or give it the token of another application."),
    )
    return [check(name, wrong, help_, well=False, negated="") for name, wrong, help_ in found if wrong]
