"""What happens when the files are taken away from under the running bot, and what the next start is told.

SQLite still holds files that were unlinked or replaced, and its cache has most of what was in those that were
overwritten: so everything confirmed is copied to the backups before the process ends, if it can be. A note in the data
folder keeps the next start from going on with less than that: only the operator knows which of the two is wanted.
"""

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from storage.folder import files
from storage.folder.backup import Backups
from storage.folder.watch import Trouble
from storage.problem import EX_IOERR, BackupFailed, StorageProblem

WHY = "rescued"
"""The part of such a backup's name that says why it was made."""
SETTLE = 1.0
"""Seconds. Whoever removes a folder is not done with it when its first file is gone, and would take the copy along."""
TRIES = 3


def halted(connection: sqlite3.Connection, trouble: Trouble, *, folder: Path, backups: Backups) -> str:
    """Copies what the connection still holds, leaves a note, and returns what to report before the end."""
    problem = f"{trouble.what} while the bot was running."
    solution = ""
    for _ in range(TRIES):
        time.sleep(SETTLE)
        copy = _copied(connection, trouble, backups)
        solution = _help(copy, folder, backups)
        unwritten = _leave_note(folder, f"{problem}\n{solution}\n")
        if unwritten:
            return f"{problem} {solution} No note of it could be left ({unwritten})."
        time.sleep(SETTLE)
        if (folder / files.HALT).exists() and (copy is None or copy.exists()):
            break
    return f"{problem} {solution}"


def _copied(connection: sqlite3.Connection, trouble: Trouble, backups: Backups) -> Path | None:
    try:
        backups.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _blotted(trouble):
            return backups.make_now(connection, WHY)
    except (BackupFailed, OSError, sqlite3.Error):
        return None


@contextmanager
def _blotted(trouble: Trouble) -> Generator[None]:
    """Keeps SQLite from reading an altered file while a copy is made: the file may hold old pages, or none.

    If the copy needs a page that is not cached, it comes out damaged, fails its check, and is discarded. The file is
    put back as it was found.
    """
    path = trouble.altered
    if path is None:
        yield
        return
    found = path.read_bytes()
    with path.open("r+b") as file:
        file.write(b"\xff" * max(len(found), trouble.size))
    try:
        yield
    finally:
        path.write_bytes(found)


def _help(copy: Path | None, folder: Path, backups: Backups) -> str:
    anew = f"To go on with what lies there now remove {folder / files.HALT}."
    wanted = copy or backups.newest()
    restore = f"stammtisch restore {wanted} --into {folder}" if wanted else "restore a backup"
    if copy is not None:
        return f"All that was confirmed is kept in a copy: {restore}. {anew}"
    return f"What stood there could not be saved; take the newest backup: {restore}. {anew}"


def _leave_note(folder: Path, text: str) -> str:
    """Returns why the note could not be left; empty if it was."""
    path = folder / files.HALT
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.leave(path, text)
    except OSError as error:
        return os.strerror(error.errno or 0)
    return ""


def refuse_halted(folder: Path) -> None:
    """Refuses to start until the note is gone, by a restore or by hand."""
    try:
        problem, _, solution = (folder / files.HALT).read_text(encoding="utf-8").strip().partition("\n")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError):
        problem, solution = "", ""
    raise StorageProblem(
        problem or f"The database of {folder} was touched while the bot was running.",
        solution or f"Restore a backup, or remove {folder / files.HALT} to go on with what lies there now.",
        EX_IOERR,
    )
