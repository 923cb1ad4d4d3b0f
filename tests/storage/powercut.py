"""What a power cut can leave, from the notes of a watched disk.

Content belongs to a file, whatever its name; what was written since its last sync may be there or not: nothing of it,
all of it, any of its writes, any of their sectors. Names belong to the folder: those made, changed or removed since its
last sync are there up to some point, in order. reliability.md of the design counts so too.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from tests.storage.disk import Note

SECTOR = 512


class Image(NamedTuple):
    """The files after a cut, by their names, and how many notes came before it."""

    at: int
    files: dict[str, bytes]

    def key(self) -> tuple[tuple[str, int, int], ...]:
        """Equal for equal files."""
        return tuple((name, len(content), hash(content)) for name, content in sorted(self.files.items()))


class _Inode:
    """A file: what is durable of it, and what was asked since."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.pending: list[Note] = []

    def sync(self) -> None:
        for note in self.pending:
            _apply(self.durable, note)
        self.pending.clear()

    def after(self, kind: int, luck: random.Random) -> bytes:
        """0 nothing of what is pending, 1 all, 2 some writes, 3 some sectors."""
        if kind == 0 or not self.pending:
            return bytes(self.durable)
        content = bytearray(self.durable)
        for note in self.pending:
            if kind == 1 or (kind == 2 and luck.random() < 0.5):
                _apply(content, note)
            elif kind == 3:
                _apply_torn(content, note, luck)
        return bytes(content)


def _apply(content: bytearray, note: Note) -> None:
    if note.kind == "truncate":
        del content[note.at :]
        return
    if len(content) < note.at:
        content.extend(bytes(note.at - len(content)))
    content[note.at : note.at + len(note.data)] = note.data


def _apply_torn(content: bytearray, note: Note, luck: random.Random) -> None:
    if note.kind == "truncate":
        if luck.random() < 0.5:
            _apply(content, note)
        return
    start = note.at
    while start < note.at + len(note.data):
        end = min(note.at + len(note.data), (start // SECTOR + 1) * SECTOR)
        if luck.random() < 0.5:
            _apply(content, Note("write", "", start, note.data[start - note.at : end - note.at]))
        start = end


class Cut:
    """Goes through the notes and makes images."""

    def __init__(self, seed: int) -> None:
        self._luck = random.Random(seed)
        self._names: dict[str, _Inode] = {}
        self._durable: dict[str, _Inode] = {}
        self._pending: list[dict[str, _Inode]] = []
        """The names after each change since the folder's last sync."""

    def play(self, note: Note) -> None:
        names = self._names
        match note.kind:
            case "write" | "truncate":
                names[note.path].pending.append(note)
            case "sync":
                names[note.path].sync()
            case "create" | "delete" | "rename" | "link":
                names = dict(names)
                if note.kind == "create":
                    names[note.path] = _Inode()
                elif note.kind == "link":
                    names[note.data.decode()] = names[note.path]
                elif note.kind == "rename":
                    names[note.data.decode()] = names.pop(note.path)
                else:
                    names.pop(note.path, None)
                self._names = names
                self._pending.append(names)
            case "sync folder":
                self._durable = self._names
                self._pending.clear()
            case _:
                pass

    def image(self, at: int, kind: int) -> Image:
        names = self._durable
        if kind == 1:
            names = self._names
        elif kind > 1 and self._pending:
            names = self._luck.choice([self._durable, *self._pending])
        return Image(at, {name: inode.after(kind, self._luck) for name, inode in names.items()})


def images(notes: list[Note], each: int, seed: int = 1) -> Iterator[Image]:
    """After every note: nothing, everything, and the rest of `each` half random writes, half random sectors."""
    cut = Cut(seed)
    for at, note in enumerate(notes):
        cut.play(note)
        if note.kind == "confirmed":
            continue
        for n in range(each):
            yield cut.image(at, n if n < 2 else 2 + n % 2)
