"""A database with pages that are not sound is mended at the start: a bad page costs the tables on it, not the bot.

What can be read is written into a new file, what is missing of a game is taken from the newest backup that has it, and
the damaged file is set aside. Which tables have come back as a backup had them, and which are in none, is told by name:
in a note beside the file for the operator, in `meta` for the bot, which tells the tables' threads.
"""

import sqlite3
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from storage.folder import files
from storage.folder.backup import Backups
from storage.folder.salvage import GAMES, Brought, Saved
from storage.problem import EX_IOERR, StorageProblem
from storage.sqlite.beside import unsound
from storage.sqlite.connection import Connect

MENDED = "mended"
"""The key in `meta` under which the bot finds what it has to tell threads."""
_NOTE = "stammtisch.damaged-*.txt"
_TIME = "%Y%m%dT%H%M%S%f"
SOON, OFTEN = 3600, 3
"""A file that was mended so often within so many seconds is not mended again: its disk fails faster."""


class Mended(msgspec.Struct, frozen=True):
    """What became of the tables whose pages were damaged."""

    back: dict[str, str] = {}
    """Tables that stand as a backup had them, with its name."""
    gone: dict[str, int] = {}
    """Tables of which nothing is left that could be played, with their threads; 0 where that is not known."""
    whole: tuple[str, ...] = ()
    """Tables of which a backup had all that was missing."""
    missing: dict[str, int] = {}
    """Kinds of rows that are missing, with how many at least."""
    what: str = ""
    """What SQLite found wrong first."""
    aside: str = ""

    def __str__(self) -> str:
        told = [f"A page of the database was damaged ({self.what})."]
        if self.back:
            told.append(f"Tables that go on as a backup had them: {', '.join(sorted(self.back))}.")
        if self.gone:
            named = (f"{table} (thread {thread})" if thread else table for table, thread in sorted(self.gone.items()))
            told.append(f"Tables that are lost: {', '.join(named)}.")
        if self.whole:
            told.append(f"Tables that were made whole from a backup: {', '.join(sorted(self.whole))}.")
        if not (self.back or self.gone or self.whole):
            told.append("No table was on it.")
        if self.missing:
            told.append(f"Missing rows: {', '.join(f'{kind} {n}' for kind, n in sorted(self.missing.items()))}.")
        return " ".join(told)


def is_marked(folder: Path) -> bool:
    """Did the process before meet such a page?"""
    return (folder / files.DAMAGED).exists()


def notes(folder: Path) -> tuple[Path, ...]:
    """What was mended, until the operator takes the notes away; the newest last."""
    return tuple(sorted(folder.glob(_NOTE)))


def mend(connection: sqlite3.Connection, path: Path, backups: Backups, open_file: Connect) -> Mended | None:
    """Looks through a database that is held; None if all of it is sound.

    Else the connection is closed, and a new file lies in its place. Raises StorageProblem where nothing can be mended.
    """
    what = unsound(connection, indexes=is_marked(path.parent))
    if not what:
        files.remove(path.parent / files.DAMAGED)
        return None
    _not_too_often(path)
    stamp = f"{datetime.now(UTC):{_TIME}}"
    partial, aside = path.with_name(f"{path.name}.partial"), path.with_name(f"{path.name}.damaged-{stamp}")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # the file that is set aside needs no log then
    files.remove(partial)
    files.new_file(partial)
    told = replace(_written(connection, partial, backups, open_file), what=" ".join(what.split()), aside=aside.name)
    connection.close()
    if files.size(files.log_of(path)):
        raise StorageProblem(f"{path} is damaged.", "Look at the disk, and restore the newest backup.", EX_IOERR)
    files.remove(files.log_of(path))
    files.leave(path.with_name(f"stammtisch.damaged-{stamp}.txt"), f"{told}\n")
    files.keep(path, aside)
    files.rename(partial, path)
    files.remove(path.parent / files.DAMAGED)
    return told


def _not_too_often(path: Path) -> None:
    lately = [note for note in notes(path.parent) if abs(time.time() - note.stat().st_mtime) < SOON]
    if len(lately) >= OFTEN:
        raise StorageProblem(
            f"{path} was damaged {len(lately)} times within an hour.",
            "Put the data folder on another disk and restore the newest backup there.",
            EX_IOERR,
        )


def _written(old: sqlite3.Connection, partial: Path, backups: Backups, open_file: Connect) -> Mended:
    new = open_file(partial)
    try:
        new.execute("PRAGMA synchronous = OFF")
        saved = Saved(old, new)
        saved.read()
        brought = Brought(saved)
        brought.bring(reversed(backups.known()))
        lost = sorted(saved.hurt.keys() - brought.back.keys() - set(brought.whole))
        _refuse_to_lose_most(new, len(lost), partial)
        threads = {game: _thread(new, game) for game in lost}
        for game in lost:
            saved.new.execute("UPDATE games SET status = 'abandoned' WHERE id = ?", (game,))
        told = Mended(brought.back, threads, tuple(brought.whole), saved.missing)
        text = msgspec.json.encode(told).decode()
        new.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (MENDED, text))
        saved.finish()
        if unsound(new, indexes=True):
            raise StorageProblem("A damaged database could not be mended.", "Restore the newest backup.", EX_IOERR)
    finally:
        new.close()
    files.sync_file(partial)
    return told


def _refuse_to_lose_most(new: sqlite3.Connection, lost: int, partial: Path) -> None:
    """Where most tables would be gone the operator decides: an older copy may hold more."""
    (tables,) = new.execute("SELECT count(*) FROM games").fetchone()
    if lost > tables / 2:
        path = partial.with_name(files.DATABASE)
        raise StorageProblem(
            f"{path} is damaged or no database.", "Move it away and restore the newest backup.", EX_IOERR
        )


def _thread(new: sqlite3.Connection, game: str) -> int:
    for text in (f"SELECT channel FROM {GAMES} WHERE id = ?", "SELECT channel FROM messages WHERE game = ? LIMIT 1"):  # noqa: S608
        row = new.execute(text, (game,)).fetchone()
        if row is not None:
            return row[0]
    return 0
