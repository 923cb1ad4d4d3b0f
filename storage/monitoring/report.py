"""What an operator may know of a store: counts, versions, sizes. Never a name, a text or a hand."""

import platform
import sqlite3
import stat
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from storage.folder import files
from storage.folder.backup import DAY, Backups
from storage.folder.damage import notes as mended
from storage.sqlite.beside import unsound
from storage.sqlite.migrate import known_steps, schema_of

Report = dict[str, object]

_TABLES = "SELECT status, count(*) FROM games GROUP BY status ORDER BY status"
_COUNTS = (
    "SELECT (SELECT count(*) FROM records), (SELECT count(*) FROM people), (SELECT count(*) FROM guilds),"
    " (SELECT count(*) FROM outbox WHERE done_at = 0), (SELECT count(*) FROM games WHERE parked <> '')"
)
ENOUGH = 200 << 20
"""Bytes that should be free on the disk."""


def status(connection: sqlite3.Connection, folder: Path, backups: Backups) -> Report:
    """Returns counts, versions and sizes."""
    path = folder / files.DATABASE
    records, people, guilds, waiting, parked = connection.execute(_COUNTS).fetchone()
    made, newest, age = backups.all(), backups.newest(), backups.age()
    return {
        "schema": schema_of(connection),
        "sqlite": sqlite3.sqlite_version,
        "python": platform.python_version(),
        "tables": dict(connection.execute(_TABLES).fetchall()),
        "records": records,
        "people": people,
        "servers": guilds,
        "waiting": waiting,
        "parked": parked,
        "database_bytes": files.size(path),
        "log_bytes": files.size(files.log_of(path)),
        "free_bytes": files.free_bytes(folder),
        "backups": len(made),
        "newest_backup": newest.name if newest else "",
        "newest_backup_bytes": files.size(newest) if newest else 0,
        "newest_backup_hours": None if age is None else round(age / 3600, 1),
        "backups_dated_ahead": backups.ahead(),
        "backup_failed": _when(backups),
    }


def _when(backups: Backups) -> str:
    """Returns the last failure; empty if the last backup that was tried was made."""
    failure = backups.failure
    return "" if failure is None else f"{datetime.fromtimestamp(failure.at, UTC):%Y-%m-%d %H:%M} UTC: {failure.why}"


def doctor(connection: sqlite3.Connection, folder: Path, backups: Backups, lacks: Sequence[Report] = ()) -> Report:
    """Returns what was checked, whether it is well, and what helps if it is not."""
    wrong = unsound(connection)
    orphans = not wrong and connection.execute("PRAGMA foreign_key_check").fetchone() is not None
    known, schema = known_steps()[-1][0], schema_of(connection)
    checks = [
        check(
            "database",
            "every page is sound",
            "Start the bot anew: it mends what it can and says what it could not.",
            well=not wrong,
        ),
        check("references", "nothing points into the void", "Restore the newest backup.", well=not orphans),
        check(
            "schema", f"{schema} of {known}", "Start the bot once: it brings the file forward.", well=schema == known
        ),
        *_of_damage(folder),
        *_of_the_folder(folder),
        _of_backups(backups),
        *_of_one_place(backups),
        *lacks,
    ]
    return {"well": all(one["well"] for one in checks), "checks": checks}


def _of_damage(folder: Path) -> list[Report]:
    """What the start has mended, until the operator has read it."""
    return [
        check(
            "damage",
            " ".join(note.read_text(encoding="utf-8").split()),
            f"Look at the disk; then remove {note} and the damaged file beside it.",
            well=False,
            negated="",
        )
        for note in mended(folder)
    ]


def _of_one_place(backups: Backups) -> list[Report]:
    if not backups.are_beside():
        return [check("second place", f"each backup stands in {backups.second} too", "", well=True)]
    what = "backups lie on the disk of the database alone, and are lost with it"
    return [
        {
            "name": "second place",
            "what": what,
            "well": True,
            "solution": "Name a folder on another disk in STAMMTISCH_BACKUPS.",
        }
    ]


def _of_the_folder(folder: Path) -> list[Report]:
    kind, free = files.file_system(folder), files.free_bytes(folder)
    path = folder / files.DATABASE
    private = not stat.S_IMODE(path.stat().st_mode) & 0o077
    return [
        check(
            "file system",
            kind or "unknown",
            "Put the data folder on a disk of this machine.",
            well=not files.unsafe(kind),
        ),
        check("room", f"{free >> 20} MB are free", "Make room on the disk.", well=free >= ENOUGH),
        check("privacy", "others cannot read the file", "chmod 600 the file, chmod 700 its folder.", well=private),
    ]


def _of_backups(backups: Backups) -> Report:
    age = backups.age()
    told = "none yet" if age is None else f"the newest is {age / 3600:.0f} hours old"
    if ahead := backups.ahead():
        told += f", and {ahead} dated later than now, which count as none"
    if backups.failure is not None:
        hours = (time.time() - backups.failure.at) / 3600
        return check(
            "backups",
            f"{told}, and {hours:.0f} hours ago {backups.failure.why}",
            f"Look at the room and the rights of {backups.folder}, then ask for one: stammtisch backup.",
            well=False,
        )
    well = not ahead and age is not None and age < 2 * DAY
    help_ = f"Look at this machine's clock; where it is right, move those out of {backups.folder}." if ahead else ""
    return check("backups", told, help_ or "Ask for one: stammtisch backup.", well=well)


def check(name: str, what: str, solution: str, *, well: bool, negated: str = "not so: ") -> Report:
    """Returns a line for the operator; one that is well is said as it is meant to be."""
    return {
        "name": name,
        "what": what if well else f"{negated}{what}",
        "well": well,
        "solution": "" if well else solution,
    }
