"""A life of a store on a watched disk, and whether what a power cut leaves of it is whole."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from storage.folder.files import BACKUPS, DATABASE
from storage.rows import RUNNING
from storage.sqlite.migrate import known_steps, statements
from storage.sqlite.store import SqliteStore
from tests.storage.builders import a_move, a_table, first, opened
from tests.storage.disk import Disk, Note
from tests.storage.powercut import Image, images

NEXT_STEP = """
ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT 'new';
CREATE TABLE extras (game TEXT PRIMARY KEY REFERENCES games (id), value TEXT NOT NULL) STRICT;
INSERT INTO extras (game, value) SELECT id, extra FROM games;
UPDATE games SET extra = id;
"""
NEWEST = known_steps()[-1][0]
NEWER = (*known_steps(), (NEWEST + 1, NEXT_STEP))


class Play:
    """Two tables that are moved at once, each move noted when it was confirmed."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._interaction = 0
        self.confirmed = 0

    async def moves(self, store: SqliteStore, name: str, count: int) -> None:
        loaded = await store.load(name)
        table = loaded.table if loaded is not None else await store.write(first(a_table(name, RUNNING, version=-1)))
        for _ in range(count):
            self._interaction += 1
            change = a_move(table, self._interaction, now=1)
            table = await store.write(change)
            self._disk.note("confirmed", "", change.interaction)

    async def both(self, store: SqliteStore, count: int) -> None:
        await asyncio.gather(*(self.moves(store, name, count) for name in ("one", "two")))

    async def backup(self, store: SqliteStore) -> None:
        self._disk.note("backup begins")
        path = await store.backup()
        self._disk.note("backup made", path.name)


async def live(
    folder: Path, disk: Disk, rounds: int, synchronous: str = "FULL", *, seed: int | None = None
) -> list[Note]:
    """Created, played, folded, backed up, closed, migrated, played on, backed up, closed; a seed varies all of it."""
    play, luck = Play(disk), random.Random(seed)
    with disk.instead_of_files():
        for steps in (known_steps(), NEWER):
            disk.note("backup begins")  # the one before the migration
            store = await opened(folder, open_file=disk.connect, steps=steps, synchronous=synchronous)
            disk.note("schema", "", steps[-1][0])
            store.writer.checkpoint_after = 45 if seed is None else luck.randint(12, 90)
            for _ in range(rounds):
                await play.both(store, 6 if seed is None else luck.randint(1, 9))
                if seed is None or luck.random() < 0.7:
                    await play.backup(store)
                if seed is not None and luck.random() < 0.3:
                    await store.writer.look_through()
                await play.both(store, 4 if seed is None else luck.randint(1, 7))
            await store.close()
    return disk.notes


FIRST_LIFE = """
INSERT INTO games VALUES ('old', 11, 22, 'guatemala', 'running', 4, 3, 3, 1, 'de', 7, '[]', 1, 9, 0, '[3]', 'f', 9, '');
INSERT INTO seats VALUES ('old', 0, 7, 'Ada', 0, 0), ('old', 1, 8, 'Ben', 0, 0);
INSERT INTO actions SELECT value, 'old', value - 1, 'answer', 9 FROM json_each('[1, 2, 3, 4]');
INSERT INTO records SELECT 'old', value - 1, 0, 'move', 0, 'take 1', '[3]', 9 FROM json_each('[1, 2, 3, 4]');
INSERT INTO outbox (game, kind, number, user, body, next_at)
  SELECT 'old', 'board', value, 0, '', 9 FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8]');
INSERT INTO questions VALUES ('old', 0, 0, 'turn', 0, 3, 1, 0, 0), ('old', 1, 1, 'offer', 4, 3, 0, 1, 1);
INSERT INTO drafts VALUES ('old', 1, 3, 1, '[]', '[]');
INSERT INTO due VALUES ('old', 1, 3, 99);
"""
"""Four moves, as a program of the first schema left them."""


async def live_from_the_first_schema(folder: Path, disk: Disk) -> list[Note]:
    """A store of the first schema with some moves, brought forward by this program and played on."""

    def lived(connection: sqlite3.Connection) -> None:
        for statement in statements(FIRST_LIFE):
            connection.execute(statement)

    with disk.instead_of_files():
        old = await opened(folder, open_file=disk.connect, steps=known_steps()[:1])
        disk.note("schema", "", 1)
        await old.writer.write(lived)
        for move in (1, 2, 3, 4):
            disk.note("confirmed", "", move)
        await old.close()
        disk.note("backup begins")
        store = await opened(folder, open_file=disk.connect)
        disk.note("schema", "", NEWEST)
        disk.note("backup made", store.backups.all()[-1].name)
        loaded = await store.load("old")
        assert loaded is not None
        table = loaded.table
        for interaction in (5, 6):
            table = await store.write(a_move(table, interaction, now=10))
            disk.note("confirmed", "", interaction)
        await store.close()
    return disk.notes


class Promise(NamedTuple):
    """What was promised up to some note."""

    moves: frozenset[int]
    schema: int
    backups: dict[str, frozenset[int]]
    """What each holds, as long as rotation keeps it."""
    newest: str


def promises(notes: Iterable[Note]) -> list[Promise]:
    """For each note what had been promised when it was made."""
    moves, schema, begun, newest = frozenset[int](), 0, frozenset[int](), ""
    backups: dict[str, frozenset[int]] = {}
    found: list[Promise] = []
    for note in notes:
        match note.kind:
            case "confirmed":
                moves |= {note.at}
            case "schema":
                schema = note.at
            case "backup begins":
                begun, newest = moves, ""
            case "backup made":
                backups, newest = {**backups, note.path: begun}, note.path
            case _:
                pass
        found.append(Promise(moves, schema, backups, newest))
    return found


class Found(NamedTuple):
    """What a database holds."""

    schema: int
    moves: frozenset[int]


class Damaged(Exception):
    """A database that is not sound, or holds half a move."""


_WHOLE = """
SELECT (SELECT count(*) FROM actions), (SELECT count(*) FROM records), (SELECT count(*) / 2.0 FROM outbox),
  (SELECT coalesce(sum(version + 1), 0) FROM games), (SELECT coalesce(sum(rev), 0) FROM games),
  (SELECT count(*) / 2.0 FROM records r JOIN questions q ON q.game = r.game AND q.since = r.version)
"""


def holds(path: Path) -> Found:
    """Opens what is left as the next start would, and looks at all of it."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        problems = connection.execute("PRAGMA integrity_check").fetchall()
        if problems != [("ok",)] or connection.execute("PRAGMA foreign_key_check").fetchall():
            raise Damaged(path.name, problems)
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        if not schema:
            if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                raise Damaged(path.name, "half a schema")
            return Found(0, frozenset())
        counts = connection.execute(_WHOLE).fetchone()
        tables = connection.execute("SELECT count(*) FROM games WHERE version >= 0").fetchone()[0]
        if len({*counts[:5]}) > 1 or counts[5] != tables:
            raise Damaged(path.name, "half a move", counts, tables)
        new = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'extras'").fetchone()[0]
        if new != (schema == NEWER[-1][0]):
            raise Damaged(path.name, "between two schemas")
        return Found(schema, frozenset(row[0] for row in connection.execute("SELECT interaction FROM actions")))
    except sqlite3.Error as error:
        raise Damaged(path.name, error) from None
    finally:
        connection.close()


class Report:
    """What became of all images."""

    def __init__(self) -> None:
        self.images = self.different = 0
        self.lost: list[tuple[int, str]] = []
        self.corrupt: list[tuple[int, str]] = []
        self.most_lost = 0


class Judge:
    """Opens each different image once; the promises are held against it at each point where it occurs."""

    def __init__(self, root: Path, scratch: Path, promised: list[Promise]) -> None:
        self._root = str(root)
        self._scratch = scratch
        self._promised = promised
        self._known: dict[object, dict[str, Found] | str] = {}
        self._backups_known: dict[bytes, Found] = {}
        self._one_of_each: dict[Found, Found] = {}
        self.report = Report()

    def judge(self, image: Image) -> None:
        report, promise = self.report, self._promised[image.at]
        report.images += 1
        key = image.key()
        found = self._known.get(key)
        if found is None:
            report.different += 1
            found = self._known[key] = self._open(image)
        if isinstance(found, str):
            report.corrupt.append((image.at, found))
            return
        database = found.get(DATABASE, Found(0, frozenset()))
        missing = promise.moves - database.moves
        report.most_lost = max(report.most_lost, len(missing))
        if missing or database.schema < promise.schema:
            report.lost.append((image.at, f"{len(missing)} moves, schema {database.schema}"))
        if promise.newest and promise.newest not in found:
            report.lost.append((image.at, f"the backup {promise.newest}"))
        for name, moves in promise.backups.items():
            if name in found and moves - found[name].moves:
                report.lost.append((image.at, f"moves of the backup {name}"))

    def _open(self, image: Image) -> dict[str, Found] | str:
        folder = self._scratch
        shutil.rmtree(folder, ignore_errors=True)
        (folder / BACKUPS).mkdir(parents=True)
        found: dict[str, Found] = {}
        try:
            for name, content in image.files.items():
                path = folder / name.removeprefix(self._root).lstrip("/")
                path.write_bytes(content)
            for name in image.files:
                path = folder / name.removeprefix(self._root).lstrip("/")
                if path.suffix == ".db":
                    one = self._backup(path) if path.parent != folder else holds(path)
                    found[path.name] = self._one_of_each.setdefault(one, one)
        except Damaged as damage:
            return str(damage.args)
        return found

    def _backup(self, path: Path) -> Found:
        """A finished backup is a single file that does not change any more."""
        content = path.read_bytes()
        found = self._backups_known.get(content)
        if found is None:
            found = self._backups_known[content] = holds(path)
        return found


async def cut(
    root: Path, scratch: Path, each: int, *, rounds: int = 1, synchronous: str = "FULL", seed: int | None = None
) -> Report:
    """A life, and all that could be left of it."""
    disk = Disk()
    try:
        notes = await live(root, disk, rounds, synchronous, seed=seed)
    finally:
        disk.close()
    return judged(notes, root, scratch, each, 1 if seed is None else seed)


async def cut_from_the_first_schema(root: Path, scratch: Path, each: int) -> Report:
    disk = Disk()
    try:
        notes = await live_from_the_first_schema(root, disk)
    finally:
        disk.close()
    return judged(notes, root, scratch, each)


def judged(notes: list[Note], root: Path, scratch: Path, each: int, seed: int = 1) -> Report:
    judge = Judge(root, scratch, promises(notes))
    for image in images(notes, each, seed):
        judge.judge(image)
    return judge.report
