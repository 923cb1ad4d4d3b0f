"""A note that there were tables, in a folder beside the data folder, `<data>.known`, so as not to be lost with them.

An emptied data folder looks like that of a first start; the note beside it tells the difference.
"""

import contextlib
from pathlib import Path

from storage.folder import files
from storage.problem import EX_CONFIG, StorageProblem

_NOTE = "tables"
_TEXT = """\
Tables are kept in {folder}. This file tells the bot's next start so where that folder was emptied or removed: it
does not begin anew then. Remove this file, and it does.
"""


class Known:
    """The note of a data folder, if there is one. If it cannot be written there is none: nothing else depends on it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder and folder.absolute()
        self.path = self._folder and self._folder.with_name(f"{self._folder.name}.known") / _NOTE
        self._noted = False

    def is_noted(self) -> bool:
        return self.path is not None and self.path.exists()

    def note(self) -> None:
        """Writes the note, once; called whenever there is a table."""
        path = self.path
        if self._noted or path is None:
            return
        self._noted = True
        with contextlib.suppress(OSError):
            if path.exists():
                return
            path.parent.mkdir(mode=0o700, exist_ok=True)
            path.write_text(_TEXT.format(folder=self._folder), encoding="utf-8")
            files.sync_file(path)
            files.sync_folder(path.parent)
            files.sync_folder(path.parent.parent)


def refuse_a_vanished_one(path: Path, known: Known, backups: tuple[Path, ...]) -> None:
    """Refuses to start where a database has vanished: a new empty one would hide that it is gone."""
    there = path.exists()
    kept = path.parent / files.BACKUPS
    what = f"{path} is empty" if there else f"{path} is missing"
    log = files.log_of(path)
    if (log.exists() and (not there or files.size(log))) or (kept.is_dir() and any(kept.iterdir())):
        raise StorageProblem(
            f"{what}, though there was one.",
            "Put it back or restore a backup; to begin anew choose an empty data folder.",
            EX_CONFIG,
        )
    if backups:
        raise StorageProblem(
            f"{what}, though backups of one lie in {backups[-1].parent}.",
            f"Put it back or restore one: stammtisch restore {backups[-1]} --into {path.parent}; to begin anew set"
            " STAMMTISCH_BACKUPS to an empty folder.",
            EX_CONFIG,
        )
    if known.is_noted():
        raise StorageProblem(
            f"{what}, though tables were kept there: its folder was emptied or removed.",
            f"Put the folder back or restore a backup into it; to begin anew remove {known.path}.",
            EX_CONFIG,
        )
