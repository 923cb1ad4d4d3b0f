"""Tables moved from a SQLite file into a PostgreSQL database and back: all of them in one transaction, or none.

The bot must stand still: the file and the shard are held meanwhile. Each row is counted and hashed as it leaves and
again as it stands there; only where all is equal it is committed, or the new file gets its name. The source is read and
never written, so that an attempt that was broken off leaves everything as it was, and the next one begins anew.
"""

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct

from storage.folder import files
from storage.folder.halt import refuse_halted
from storage.folder.known import Known
from storage.postgres.address import Address
from storage.postgres.database import Database, Link, run
from storage.postgres.holding import Holding
from storage.postgres.opening import looked_at, reached
from storage.postgres.schema import check
from storage.problem import EX_CONFIG, EX_IOERR, StorageProblem
from storage.shards import Shards
from storage.sqlite.connection import connect, explain, take_hold
from storage.sqlite.migrate import check as check_file
from storage.sqlite.migrate import known_steps, migrate

ONCE: Final = 500
"""Rows that are read or written at once."""
_COLUMNS = "SELECT name, pk FROM pragma_table_info(?)"
_TABLES = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name <> 'games', name"
)
_NUMBERED = ("games", "rowid"), ("outbox", "id")
"""What the database numbers by itself."""


class Moved(Struct, frozen=True):
    """What was moved."""

    games: int
    rows: int
    again: bool = False
    """It had been moved before, and stands there still."""


class Kept(Struct, frozen=True):
    """A table of both stores: its columns, and those by which its rows are put in order."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def listed(self, columns: tuple[str, ...]) -> str:
        return ", ".join(f'"{column}"' for column in columns)

    @property
    def all(self) -> str:
        """The statement that reads all rows; both databases understand it."""
        return f'SELECT {self.listed(self.columns)} FROM "{self.name}" ORDER BY {self.listed(self.key)}'  # noqa: S608


class Sum:
    """How many rows there were, and a hash of all of them."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = sha256()

    def add(self, row: tuple[Any, ...]) -> None:
        self.rows += 1
        self._hash.update(msgspec.json.encode(row))

    def told(self) -> tuple[int, str]:
        return self.rows, self._hash.hexdigest()


Sums = dict[str, tuple[int, str]]


def _kept(connection: sqlite3.Connection) -> list[Kept]:
    """Returns the tables, the games first. The order in which games were made is kept too: it has no column there."""
    found: list[Kept] = []
    for (name,) in connection.execute(_TABLES).fetchall():
        columns = connection.execute(_COLUMNS, (name,)).fetchall()
        key = tuple(column for column, place in sorted(columns, key=lambda one: one[1]) if place)
        names = tuple(column for column, _ in columns)
        found.append(Kept(name, ("rowid", *names) if name == "games" else names, key))
    return found


def _schema() -> list[Kept]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, known_steps(), lambda _: None)
        return _kept(connection)


async def to_postgres(folder: Path, text: str) -> Moved:
    """Moves the file of a data folder into the database of an address. Raises StorageProblem."""
    path = folder / files.DATABASE
    refuse_halted(folder)
    if not path.exists():
        raise StorageProblem(f"There is no database in {folder}.", "Name its folder in STAMMTISCH_DATA.", EX_CONFIG)
    with closing(connect(path)) as connection:
        try:
            take_hold(connection)
            if check_file(connection, known_steps()[-1][0]) < known_steps()[-1][0]:
                raise StorageProblem(
                    f"{path} is of an older version.", "Start the bot on it once, which brings it forward.", EX_CONFIG
                )
            async with _held(text) as link:
                return await _into(link, connection)
        except sqlite3.Error as error:
            raise explain(error, path) from None


async def _into(link: Link, connection: sqlite3.Connection) -> Moved:
    kept, left = _kept(connection), Sums()
    async with link.transaction():
        if await _is_used(link):
            for one in kept:
                left[one.name] = _summed(_rows(connection, one))
            if await _found(link, kept) != left:
                raise _used("The database of STAMMTISCH_DATABASE")
            return _told(left, again=True)
        for one in kept:
            left[one.name] = await _copied(link, one, _rows(connection, one))
        for table, column in _NUMBERED:
            newest = f"(SELECT greatest(1, max({column})) FROM {table})"  # noqa: S608 (of the two above)
            await run(link, f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), {newest})")
        _compare(left, await _found(link, kept))
    return _told(left)


async def _copied(link: Link, one: Kept, rows: Iterator[tuple[Any, ...]]) -> tuple[int, str]:
    total = Sum()
    try:
        async with (
            link.cursor() as cursor,
            cursor.copy(f'COPY "{one.name}" ({one.listed(one.columns)}) FROM STDIN') as copy,  # pyright: ignore[reportArgumentType]
        ):
            for row in rows:
                total.add(row)
                await copy.write_row(row)
    except (psycopg.DataError, UnicodeError):
        raise StorageProblem(
            f"A text in {one.name} holds a sign that PostgreSQL cannot keep (row {total.rows} of it).",
            "Nothing was moved. Ask whoever made the bot.",
            EX_CONFIG,
        ) from None
    return total.told()


async def to_file(text: str, folder: Path) -> Moved:
    """Moves the database of an address into a data folder without a file of its own. Raises StorageProblem."""
    path = folder / files.DATABASE
    files.prepare(folder)
    async with _held(text) as link:
        kept = _schema()
        async with link.transaction():
            await link.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            if path.exists():
                left = await _found(link, kept)
                with closing(connect(path)) as there:
                    take_hold(there)
                    if left != {one.name: _summed(_rows(there, one)) for one in _kept(there)}:
                        raise _used(str(path))
                return _told(left, again=True)
            return await _out_of(link, kept, path)


async def _out_of(link: Link, kept: list[Kept], path: Path) -> Moved:
    """Makes the file under another name, which it gets once it is whole and on the disk."""
    partial = path.with_suffix(".partial")
    files.remove(partial)
    files.new_file(partial)
    left = Sums()
    try:
        with closing(connect(partial)) as connection:
            migrate(connection, known_steps(), lambda _: None)
            connection.execute("BEGIN IMMEDIATE")
            for one in kept:
                left[one.name] = await _written(link, one, connection)
            connection.execute("COMMIT")
            _compare(left, {one.name: _summed(_rows(connection, one)) for one in kept})
        files.sync_file(partial)
        partial.rename(path)
        files.sync_folder(path.parent)
    except sqlite3.Error as error:
        files.remove(partial)
        raise explain(error, path) from None
    Known(path.parent).note()
    return _told(left)


async def _written(link: Link, one: Kept, connection: sqlite3.Connection) -> tuple[int, str]:
    total = Sum()
    places = ", ".join("?" * len(one.columns))
    insert = f'INSERT INTO "{one.name}" ({one.listed(one.columns)}) VALUES ({places})'  # noqa: S608
    async for rows in _read(link, one):
        for row in rows:
            total.add(row)
        connection.executemany(insert, rows)
    return total.told()


async def _read(link: Link, one: Kept) -> AsyncIterator[list[tuple[Any, ...]]]:
    async with link.cursor(name=f"move_{one.name}") as cursor:
        await cursor.execute(one.all)  # pyright: ignore[reportArgumentType]
        while rows := await cursor.fetchmany(ONCE):
            yield rows


async def _found(link: Link, kept: list[Kept]) -> Sums:
    found = Sums()
    for one in kept:
        total = Sum()
        async for rows in _read(link, one):
            for row in rows:
                total.add(row)
        found[one.name] = total.told()
    return found


def _rows(connection: sqlite3.Connection, one: Kept) -> Iterator[tuple[Any, ...]]:
    return iter(connection.execute(one.all))


def _summed(rows: Iterator[tuple[Any, ...]]) -> tuple[int, str]:
    total = Sum()
    for row in rows:
        total.add(row)
    return total.told()


async def _is_used(link: Link) -> bool:
    rows = await (await link.execute("SELECT EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM people)")).fetchall()
    return rows[0][0]


def _compare(left: Sums, arrived: Sums) -> None:
    other = [name for name, told in left.items() if arrived.get(name) != told]
    if other:
        raise StorageProblem(
            f"What arrived is not what left ({', '.join(other)}).", "Nothing was moved; look at both disks.", EX_IOERR
        )


def _used(what: str) -> StorageProblem:
    return StorageProblem(
        f"{what} holds other tables already.", "Move into an empty one; nothing was changed.", EX_CONFIG
    )


def _told(sums: Sums, *, again: bool = False) -> Moved:
    return Moved(sums["games"][0], sum(rows for rows, _ in sums.values()), again)


@asynccontextmanager
async def _held(text: str) -> AsyncGenerator[Link]:
    """Lends a connection to a database on which no bot runs, as long as it is lent."""
    address = Address(text)
    link = await reached(address)
    try:
        await looked_at(link)
        await check(link)
        database = Database(address, looked_at, connections=1)
        holding = Holding(database, Shards(), lambda _: None)
        try:
            await holding.take()
            yield link
        except psycopg.Error as error:
            raise StorageProblem(
                f"The {address} broke off ({error.sqlstate or type(error).__name__}).",
                "Nothing was moved; begin anew.",
                EX_IOERR,
            ) from None
        finally:
            await holding.close()
            await database.close()
    finally:
        await link.close()
