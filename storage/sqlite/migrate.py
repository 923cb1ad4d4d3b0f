"""The schema: numbered steps, forward only, each in one transaction with its number, each after a backup."""

import sqlite3
from collections.abc import Callable, Iterator
from importlib import resources

from storage.problem import EX_CONFIG, StorageProblem

APPLICATION = 0x5354414D
"""Written into the file's header: this is a database of ours."""

Steps = tuple[tuple[int, str], ...]
"""(number, SQL), from 1 without a gap."""


def known_steps() -> Steps:
    folder = resources.files("storage.sqlite") / "migrations"
    found = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".sql"))
    return tuple((int(name[:4]), file.read_text(encoding="utf-8")) for name, file in found)


def schema_of(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]


def check(connection: sqlite3.Connection, newest: int) -> int:
    """Returns a file's schema if this program can use it or bring it forward, else raises a problem; writes nothing."""
    schema = schema_of(connection)
    if schema > newest:
        raise StorageProblem(
            f"The database was written by a newer version of the bot (schema {schema}, this one knows {newest}).",
            "Install that version again, or restore a backup made before the update.",
            EX_CONFIG,
        )
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and (schema or tables):
        raise StorageProblem(
            "The database file belongs to another program.",
            "Move it out of the data folder, or choose another data folder.",
            EX_CONFIG,
        )
    return schema


def migrate(connection: sqlite3.Connection, steps: Steps, backup: Callable[[int], None]) -> int:
    """Brings the file forward; `backup` is called before each step with its number. Returns the schema.

    A file that this start has just made holds nothing yet and is not backed up between its steps.
    """
    found = schema = check(connection, steps[-1][0])
    connection.execute("PRAGMA temp_store = MEMORY")  # a service may have no other folder to write to
    for number, text in steps:
        if number <= schema:
            continue
        if found:
            backup(number)
        _step(connection, number, text)
        schema = number
    return schema


def _step(connection: sqlite3.Connection, number: int, text: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements(text):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def statements(text: str) -> Iterator[str]:
    """Yields the statements of a script one by one: `executescript` would commit in between."""
    gathered = ""
    for line in text.splitlines(keepends=True):
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""
    if any(line.strip() and not line.strip().startswith("--") for line in gathered.splitlines()):
        raise ValueError("a migration ends within a statement")
