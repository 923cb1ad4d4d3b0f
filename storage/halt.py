"""What is done when the files are taken away from under the running bot, and what the next start is told of it.

SQLite still holds the files that were unlinked or replaced, so all that was confirmed is copied among the backups
before the process ends. A note in the data folder keeps the next start from going on with less than that: which of
the two is wanted only the operator knows.
"""

import os
import sqlite3
from pathlib import Path

from storage import files
from storage.backup import Backups
from storage.problem import EX_IOERR, BackupFailed, StorageProblem

WHY = "rescued"
"""In the name of such a backup."""


def halted(connection: sqlite3.Connection, what: str, *, folder: Path, backups: Backups) -> str:
    """Copies what the connection still holds, leaves a note, and returns what is to be told before the end."""
    problem = f"{what} while the bot was running."
    solution = _saved(connection, folder, backups)
    path = folder / files.HALT
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        path.write_text(f"{problem}\n{solution}\n", encoding="utf-8")
        path.chmod(0o600)
        files.sync_file(path)
        files.sync_folder(folder)
    except OSError as error:
        solution += f" No note of it could be left ({os.strerror(error.errno or 0)})."
    return f"{problem} {solution}"


def _saved(connection: sqlite3.Connection, folder: Path, backups: Backups) -> str:
    anew = f"to go on with what lies there now remove {folder / files.HALT}."
    try:
        backups.folder.parent.mkdir(mode=0o700, exist_ok=True)
        path = backups.make_now(connection, WHY)
    except (BackupFailed, OSError, sqlite3.Error):
        newest = backups.newest()
        wanted = f"the newest backup: stammtisch restore {newest} --into {folder}" if newest else "a backup"
        return f"What it held could not be saved; restore {wanted}; {anew}"
    return f"All that was confirmed is in {path}: stammtisch restore {path} --into {folder}; {anew}"


def refuse_halted(folder: Path) -> None:
    """Until the note is gone, by a restore or by hand."""
    try:
        problem, _, solution = (folder / files.HALT).read_text(encoding="utf-8").strip().partition("\n")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError):
        problem, solution = "", ""
    raise StorageProblem(
        problem or f"Somebody touched the database of {folder} while the bot was running.",
        solution or f"Restore a backup, or remove {folder / files.HALT} to go on with what lies there now.",
        EX_IOERR,
    )
