"""What can still be read of a database with damaged pages, written into a new one.

Every table is read from both ends up to the first page that fails; what lies between is asked for row by row, by the
keys that its indexes and the other tables tell. So a bad page costs the rows on it and no others. A game of which a row
is missing is *hurt*: what is known of it may be one commit's beginning and another's end.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from storage.problem import primary
from storage.sqlite.connection import Connect, read_only

Row = tuple[Any, ...]

_SCHEMA = (
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    " ORDER BY type DESC, rowid"
)
GAMES = "games"
HISTORY = {"records": "version", "log": "version"}
"""Tables to which rows are only added, each with the column that counts the commits."""
HARMLESS = ("drafts", "orders", "due", "results", "thoughts", "draws", "salts", "ratings", "analyses")
"""Without these a game can be played on: plans, standing orders and what comes by itself are given or pressed anew, and
what a house player has thought, and what was found out about a game, is thought anew."""
_FORGOTTEN = "SELECT name, game, seat, nth FROM seats WHERE game = ? AND user = 0"
_FORGET = "UPDATE seats SET user = 0, name = ? WHERE game = ? AND seat = ? AND nth = ?"
"""Whoever was forgotten after the backup stays forgotten."""


class _Shape:
    """A table of the file, as its schema describes it."""

    def __init__(self, connection: sqlite3.Connection, name: str, sql: str) -> None:
        info = connection.execute(f"PRAGMA table_info({name})").fetchall()
        self.name, self.sql = name, sql
        self.columns = [column[1] for column in info]
        self.has_rowid = "WITHOUT ROWID" not in sql
        self.keys = [column[1] for column in sorted(info, key=lambda column: column[5]) if column[5]]
        self.keeps_rowid = self.has_rowid and not any(c[5] and c[2] == "INTEGER" for c in info)
        self.indexes: list[str] = []

    @property
    def is_keyed(self) -> bool:
        """Are its rows those of a game, one beside the other?"""
        return not self.has_rowid and self.columns[0] == "game"

    @property
    def listed(self) -> str:
        return ", ".join((["rowid"] if self.keeps_rowid else []) + self.columns)

    @property
    def put(self) -> str:
        marks = ", ".join("?" * (len(self.columns) + self.keeps_rowid))
        return f"INSERT INTO {self.name} ({self.listed}) VALUES ({marks})"  # noqa: S608


class Saved:
    """The new file while it is made, and what the old one has not given back."""

    def __init__(self, old: sqlite3.Connection, new: sqlite3.Connection) -> None:
        self._old, self.new = old, new
        self.hurt: dict[str, set[str]] = {}
        """Games of which rows are missing, with the tables where they are."""
        self.missing: dict[str, int] = {}
        """Tables with how many rows, at least, are missing there."""
        self.shapes: dict[str, _Shape] = {}
        self._indexes: list[str] = []

    def read(self) -> None:
        """Reads all that can be read. The new file must be empty."""
        for kind, name, of, sql in self._old.execute(_SCHEMA).fetchall():
            if kind == "table":
                self.shapes[name] = _Shape(self._old, name, sql)
                self.new.execute(sql)
            else:
                self.shapes[of].indexes.append(name)
                self._indexes.append(sql)
        for pragma in ("application_id", "user_version"):
            (value,) = self._old.execute(f"PRAGMA {pragma}").fetchone()
            self.new.execute(f"PRAGMA {pragma} = {value}")
        self.new.execute("BEGIN")
        for shape in sorted(self.shapes.values(), key=lambda shape: shape.is_keyed):
            self._put(shape, self._keyed(shape) if shape.is_keyed else self._numbered(shape))
        self._orphans()
        self._gaps()

    def finish(self) -> None:
        """Makes the indexes; rows of games that are not there go."""
        for shape in self.shapes.values():
            if "game" in shape.columns and shape.name != GAMES:
                self.new.execute(f"DELETE FROM {shape.name} WHERE game NOT IN (SELECT id FROM games)")  # noqa: S608
        for sql in self._indexes:
            self.new.execute(sql)
        self.new.execute("COMMIT")

    def _put(self, shape: _Shape, rows: Iterable[Row]) -> None:
        for row in rows:
            try:
                self.new.execute(shape.put, row)
            except sqlite3.Error:  # what lay there was no row of ours
                self._lost(shape.name, row[0] if shape.is_keyed else "")

    def _lost(self, table: str, game: object = "") -> None:
        self.missing[table] = self.missing.get(table, 0) + 1
        if isinstance(game, str) and game and table not in HARMLESS:
            self.hurt.setdefault(game, set()).add(table)

    # ── tables whose rows have a number ──

    def _numbered(self, shape: _Shape) -> Iterator[Row]:
        key = "rowid" if shape.has_rowid else shape.keys[0]
        fields = f"SELECT {key}, {shape.listed} FROM {shape.name}{' NOT INDEXED' if shape.has_rowid else ''}"  # noqa: S608
        front, whole = _until_it_fails(self._old, f"{fields} ORDER BY {key}")
        yield from (row[1:] for row in front)
        if whole:
            return
        back, _ = _until_it_fails(self._old, f"{fields} ORDER BY {key} DESC")
        seen = {row[0] for row in front}
        back = [row for row in back if row[0] not in seen]
        yield from (row[1:] for row in back)
        seen.update(row[0] for row in back)
        between = self._told_by_indexes(shape) - seen
        for one in sorted(between):
            found, well = _until_it_fails(self._old, f"{fields} WHERE {key} = ?", one)
            yield from (row[1:] for row in found)
            if not well:
                self._lost(shape.name)
        if not between:
            self._lost(shape.name)

    def _told_by_indexes(self, shape: _Shape) -> set[int]:
        """The numbers of all rows, as the indexes know them."""
        if not shape.has_rowid:
            return set()
        found: set[int] = set()
        for name in shape.indexes:
            (sql,) = self._old.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
            _, _, where = sql.partition(" WHERE ")
            condition = f" WHERE {where}" if where else ""
            text = f"SELECT rowid FROM {shape.name} INDEXED BY {name}{condition}"  # noqa: S608
            found.update(row[0] for row in _until_it_fails(self._old, text)[0])
        return found

    # ── tables whose rows are those of a game ──

    def _keyed(self, shape: _Shape) -> Iterator[Row]:
        fields, order = f"SELECT {shape.listed} FROM {shape.name}", ", ".join(shape.keys)  # noqa: S608
        front, whole = _until_it_fails(self._old, f"{fields} ORDER BY {order}")
        if whole:
            yield from front
            return
        falling = ", ".join(f"{key} DESC" for key in shape.keys)
        back, _ = _until_it_fails(self._old, f"{fields} ORDER BY {falling}")
        first, last = front[-1][0] if front else "", back[-1][0] if back else "\U0010ffff"
        yield from (row for row in front if row[0] < first)
        yield from (row for row in back if row[0] > last)
        yield from self._between(shape, [game for game in self._games() if first <= game <= last])

    def _between(self, shape: _Shape, games: list[str]) -> Iterator[Row]:
        """The rows of these games, each asked for by itself; of one that cannot be read only its history, in parts."""
        fields, order = f"SELECT {shape.listed} FROM {shape.name}", ", ".join(shape.keys)  # noqa: S608
        for game in games:
            found, well = _until_it_fails(self._old, f"{fields} WHERE game = ? ORDER BY {order}", game)
            if well:
                yield from found
                continue
            if shape.name in HISTORY:
                yield from self._history(shape, game)
            self._lost(shape.name, game)

    def _history(self, shape: _Shape, game: str) -> Iterator[Row]:
        """The commits of a game that can be read, one by one."""
        row = self.new.execute("SELECT version FROM games WHERE id = ?", (game,)).fetchone()
        text = f"SELECT {shape.listed} FROM {shape.name} WHERE game = ? AND {HISTORY[shape.name]} = ?"  # noqa: S608
        for version in range(0 if row is None else row[0] + 1):
            found, well = _until_it_fails(self._old, text, game, version)
            yield from found if well else ()

    def _games(self) -> list[str]:
        """All games that are told of anywhere."""
        found = {row[0] for row in self.new.execute("SELECT id FROM games")}
        found.update(row[0] for row in _until_it_fails(self._old, "SELECT id FROM games ORDER BY id")[0])
        for name in (shape.name for shape in self.shapes.values() if shape.is_keyed):
            found.update(row[0] for row in self.new.execute(f"SELECT DISTINCT game FROM {name}"))  # noqa: S608
        return sorted(one for one in found if isinstance(one, str))

    # ── what does not fit together ──

    def _orphans(self) -> None:
        """Notes games whose own row is missing."""
        there = {row[0] for row in self.new.execute("SELECT id FROM games")}
        for game in self._games():
            if game not in there:
                self._lost(GAMES, game)

    def _gaps(self) -> None:
        """Notes games whose commits do not follow each other."""
        for table, column in HISTORY.items():
            if table in self.shapes:
                known = "WHERE EXISTS (SELECT 1 FROM log l WHERE l.game = g.id)" if table == "log" else ""
                text = (
                    f"SELECT id FROM (SELECT g.id, g.version, (SELECT count(DISTINCT h.{column}) FROM {table} h"  # noqa: S608
                    f" WHERE h.game = g.id) AS known FROM games g {known}) WHERE known <> version + 1"
                )
                for (game,) in self.new.execute(text).fetchall():
                    self._lost(table, game)


def _until_it_fails(connection: sqlite3.Connection, text: str, *values: object) -> tuple[list[Row], bool]:
    """Returns the rows up to a page that is not sound, and whether there was none."""
    rows: list[Row] = []
    try:
        rows.extend(connection.execute(text, values))
    except sqlite3.DatabaseError as error:
        if primary(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
            raise
        return rows, False
    return rows, True


class Brought:
    """What backups still had of the games that are hurt."""

    def __init__(self, saved: Saved) -> None:
        self._saved = saved
        self.whole: list[str] = []
        """Nothing of them is missing any more."""
        self.back: dict[str, str] = {}
        """They stand as a backup has them; its name."""

    def bring(self, backups: Iterable[Path], open_file: Connect = read_only) -> None:
        """Takes each game from the newest backup that has it."""
        saved = self._saved
        for path in backups:
            left = [game for game in sorted(saved.hurt) if game not in self.back and game not in self.whole]
            if not left:
                return
            try:
                with closing(open_file(path)) as backup:
                    if _schema(backup) == _schema(saved.new):
                        for game in left:
                            self._take(backup, game, path.name)
            except sqlite3.Error:  # an older one may be sound
                continue

    def _take(self, backup: sqlite3.Connection, game: str, name: str) -> None:
        there = backup.execute("SELECT rev, version FROM games WHERE id = ?", (game,)).fetchone()
        if there is None:
            return
        here = self._saved.new.execute("SELECT rev, version FROM games WHERE id = ?", (game,)).fetchone()
        if here is not None and self._is_whole_with(backup, game, here[1]):
            self.whole.append(game)
            return
        forgotten = self._saved.new.execute(_FORGOTTEN, (game,)).fetchall()
        for shape in self._saved.shapes.values():
            if shape.is_keyed or shape.name == GAMES:
                self._replace(backup, shape, game)
        self._saved.new.executemany(_FORGET, forgotten)
        if here == there:
            self.whole.append(game)
            return
        self.back[game] = name
        self._saved.new.execute("DELETE FROM outbox WHERE game = ? AND done_at = 0", (game,))

    def _is_whole_with(self, backup: sqlite3.Connection, game: str, version: int) -> bool:
        """Whether nothing but old commits is missing, which never change; they are added."""
        saved = self._saved
        if not saved.hurt[game] <= HISTORY.keys():
            return False
        for table in saved.hurt[game]:
            shape = saved.shapes[table]
            rows = backup.execute(f"SELECT {shape.listed} FROM {table} WHERE game = ?", (game,)).fetchall()  # noqa: S608
            saved.new.executemany(shape.put.replace("INSERT", "INSERT OR IGNORE", 1), rows)
            count = f"SELECT count(DISTINCT {HISTORY[table]}) FROM {table} WHERE game = ?"  # noqa: S608
            if saved.new.execute(count, (game,)).fetchone()[0] != version + 1:
                return False
        return True

    def _replace(self, backup: sqlite3.Connection, shape: _Shape, game: str) -> None:
        own = "id" if shape.name == GAMES else "game"
        self._saved.new.execute(f"DELETE FROM {shape.name} WHERE {own} = ?", (game,))  # noqa: S608
        rows = backup.execute(f"SELECT {shape.listed} FROM {shape.name} WHERE {own} = ?", (game,)).fetchall()  # noqa: S608
        self._saved.new.executemany(shape.put, rows)


def _schema(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]
