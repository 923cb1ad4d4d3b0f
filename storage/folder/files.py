"""The data folder: which files it holds, what it may lie on, and how its changes are made durable."""

import contextlib
import os
import re
from pathlib import Path

from storage.problem import EX_CONFIG, StorageProblem

DATABASE = "stammtisch.db"
BACKUPS = "backups"
SOCKET = "control.sock"

DAMAGED = "stammtisch.damaged"
"""A page was met that is not sound: the next start looks through the whole file (damage.py)."""

HALT = "stammtisch.halt"
"""Why the bot may not go on with this folder until somebody has decided (halt.py)."""

_MOUNTS = Path("/proc/self/mountinfo")
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "ncpfs", "davfs", "ceph", "glusterfs"}
)
_CLUSTER = frozenset({"gfs2", "lustre", "beegfs", "ocfs2"})
_SHARED_BY_A_HOST = frozenset({"9p", "virtiofs", "vboxsf", "prl_fs", "vmhgfs", "drvfs"})
_UNSAFE = _NETWORK | _CLUSTER | _SHARED_BY_A_HOST
"""File systems whose locks or flushes SQLite cannot rely on; fuse.* besides."""


def prepare(folder: Path) -> None:
    """Makes the folder, for its owner alone; refuses it if it cannot hold a database."""
    make(folder)
    kind = file_system(folder)
    if unsafe(kind):
        raise StorageProblem(
            f"The data folder {folder} lies on {kind}, where a database is damaged sooner or later.",
            "Put it on a disk of this machine; with Docker that is a named volume, not a bind mount.",
            EX_CONFIG,
        )


def make(folder: Path) -> None:
    """Makes the folder, for its owner alone; refuses it if nothing can be written there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageProblem(
            f"The data folder {folder} cannot be made ({os.strerror(error.errno or 0)}).",
            "Make it by hand, owned by the user the bot runs as, or choose another one.",
            EX_CONFIG,
        ) from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise StorageProblem(
            f"The data folder {folder} cannot be written.",
            "Give it to the user the bot runs as, for example with chown.",
            EX_CONFIG,
        )


def unsafe(kind: str) -> bool:
    return kind in _UNSAFE or kind.startswith("fuse.")


def file_system(folder: Path, mounts: Path = _MOUNTS) -> str:
    """Returns the type of the file system that a folder lies on; empty if the system does not say."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    wanted = folder.resolve()
    longest, kind = -1, ""
    for line in lines:
        fields, _, rest = line.partition(" - ")
        place = Path(_unescaped(fields.split(" ")[4]))
        if (place == wanted or place in wanted.parents) and len(place.parts) >= longest:
            longest, kind = len(place.parts), rest.split(" ", 1)[0]
    return kind


def _unescaped(path: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), path)


def free_bytes(folder: Path) -> int:
    free = os.statvfs(folder)
    return free.f_bavail * free.f_frsize


def size(path: Path) -> int:
    """Returns the size of a file; 0 if it does not exist."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def log_of(database: Path) -> Path:
    return database.with_name(database.name + "-wal")


def new_file(path: Path) -> None:
    """Makes an empty file for its owner alone, before SQLite can make it with wider rights."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def write_at(path: Path, at: int, data: bytes) -> None:
    """Writes a piece of a file that is not the open database."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def sync_file(path: Path) -> None:
    """Syncs a file; never the open database, because closing another handle of it would drop SQLite's locks."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Makes names that were added, changed or removed in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def leave(path: Path, text: str) -> None:
    """Writes a note that the next start finds."""
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    sync_file(path)
    sync_folder(path.parent)


def rename(old: Path, new: Path) -> None:
    old.replace(new)
    sync_folder(new.parent)


def keep(path: Path, beside: Path) -> None:
    """Gives a file a second name, under which it stays when another takes its first."""
    os.link(path, beside)


def remove(path: Path) -> None:
    """Removes a file. One that cannot be removed is reported by whoever needs its place."""
    with contextlib.suppress(OSError):
        path.unlink()
