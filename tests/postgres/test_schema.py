"""The schema of the database beside SQLite's, how it moves on, and where the bot refuses to start."""

import asyncio
import re
import sqlite3
from typing import Any

import pytest

from rules.contract import Record
from storage.draws import DrawRow
from storage.problem import EX_CONFIG, EX_UNAVAILABLE, StorageProblem
from storage.rows import (
    Change,
    DraftRow,
    DueRow,
    OrderRow,
    OutRow,
    Question,
    ResultRow,
    SeatRow,
    TableRow,
    ThoughtRow,
)
from storage.sqlite.migrate import known_steps as sqlite_steps
from storage.sqlite.migrate import statements
from tests.postgres import stores
from tests.postgres.server import PASSWORD

OURS = {("games", "rowid")}
"""What SQLite has by itself."""
_COLUMNS = 'SELECT name, type, "notnull", pk, dflt_value FROM pragma_table_info(?)'
BESIDE = {"stammtisch", "shards", "claims", "spent"}
"""Tables that one file has no need of."""


@pytest.fixture
def address(request: pytest.FixtureRequest) -> Any:
    """A new database with nothing in it."""
    stores.refuse_or_skip()
    name = "fresh"
    stores.server().sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    stores.server().sql(f"CREATE DATABASE {name}")
    return stores.server().address(name)


def refusal(work: Any) -> StorageProblem:
    with pytest.raises(StorageProblem) as refused:
        asyncio.run(work)
    assert PASSWORD not in str(refused.value)
    return refused.value


def migrate(address: str) -> tuple[int, int]:
    from storage.postgres.opening import bring_forward

    return asyncio.run(bring_forward(address))


def test_both_stores_keep_the_same_tables_and_columns():
    """Whoever adds one to SQLite's migrations adds it to storage/postgres/steps, by the same number."""
    stores.refuse_or_skip()
    connection = sqlite3.connect(":memory:")
    for _, text in sqlite_steps():
        for statement in statements(text):
            connection.execute(statement)
    kinds = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision"}
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    wanted: dict[tuple[str, str], tuple[str, bool, str | None]] = {}
    for table in tables:
        columns = connection.execute(_COLUMNS, (table,))
        for name, kind, notnull, key, default in columns:
            if not table.startswith("sqlite_"):
                wanted[table, name] = (kinds[kind], bool(notnull or key), default and default.strip("'"))
    connection.close()
    stores.address()
    with stores.looking() as link:
        rows = link.execute(
            "SELECT table_name, column_name, data_type, is_nullable = 'NO', split_part(column_default, '::', 1),"
            " collation_name FROM information_schema.columns WHERE table_schema = 'public'"
        ).fetchall()
    found = {(table, name): (kind, notnull, default) for table, name, kind, notnull, default, _ in rows}
    kept = {key: value for key, value in found.items() if key[0] not in BESIDE and key not in OURS}
    plain = {key: (kind, notnull, default and default.strip("'")) for key, (kind, notnull, default) in kept.items()}
    assert plain == wanted
    assert {row[5] for row in rows if row[2] == "text" and row[0] != "stammtisch"} == {"C"}


def test_the_steps_bear_the_numbers_of_sqlites():
    stores.refuse_or_skip()
    from storage.postgres.schema import known_steps

    assert known_steps()[-1][0] == sqlite_steps()[-1][0]


def test_an_empty_database_is_brought_forward_when_asked_and_not_by_the_start(address: str):
    problem = refusal(stores.opened(address))
    assert (problem.exit_code, "stammtisch migrate" in problem.solution) == (EX_CONFIG, True)
    before, after = migrate(address)
    assert (before, after) == (0, sqlite_steps()[-1][0])
    assert migrate(address) == (after, after)

    async def open_it() -> None:
        await (await stores.opened(address)).close()

    asyncio.run(open_it())


def test_two_who_bring_it_forward_at_once_do_not_meet(address: str):
    from storage.postgres.opening import bring_forward

    async def both() -> list[tuple[int, int]]:
        return await asyncio.gather(*(bring_forward(address) for _ in range(4)))

    found = asyncio.run(both())
    assert {after for _, after in found} == {sqlite_steps()[-1][0]}


def test_functions_of_former_versions_stay_for_a_while(address: str, monkeypatch: pytest.MonkeyPatch):
    from storage.postgres import schema

    migrate(address)
    (name, text) = schema.functions()
    for n in range(3):
        other = f"stammtisch_{n}"
        monkeypatch.setattr(schema, "functions", lambda other=other: (other, text.replace(name, other)))
        migrate(address)
    sql = stores.server().sql
    there = sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'stammtisch%' ORDER BY 1", "fresh").split()
    assert there == ["stammtisch_0", "stammtisch_1", "stammtisch_2"]
    monkeypatch.undo()
    problem = refusal(stores.opened(address))
    assert "migrate" in problem.solution, "its own are gone"


def test_a_database_of_a_newer_version_or_of_another_program_is_left_alone(address: str):
    sql = stores.server().sql
    sql("CREATE TABLE games (id int)", "fresh")
    for problem in (refusal(stores.opened(address)), _refused_migration(address)):
        assert (problem.exit_code, "another program" in problem.problem) == (EX_CONFIG, True)
    sql("DROP TABLE games", "fresh")
    migrate(address)
    sql("UPDATE stammtisch SET number = 999, serves = 999", "fresh")
    for problem in (refusal(stores.opened(address)), _refused_migration(address)):
        assert (problem.exit_code, "newer version" in problem.problem) == (EX_CONFIG, True)


def _refused_migration(address: str) -> StorageProblem:
    from storage.postgres.opening import bring_forward

    return refusal(bring_forward(address))


def test_a_server_that_confirms_too_early_is_refused(address: str):
    migrate(address)
    stores.server().sql("ALTER DATABASE fresh SET synchronous_commit = local")
    problem = refusal(stores.opened(address))
    assert (problem.exit_code, "synchronous_commit = local" in problem.problem) == (EX_CONFIG, True)


def test_an_old_server_is_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    from storage.postgres import opening

    monkeypatch.setattr(opening, "OLDEST", 99)
    problem = refusal(stores.opened(address))
    assert problem.exit_code == EX_CONFIG
    assert "Use PostgreSQL 99 or newer" in problem.solution


def test_what_cannot_be_reached_is_told_without_a_password(address: str):
    wrong = refusal(stores.opened(address.replace(PASSWORD, f"{PASSWORD}x")))
    assert (wrong.exit_code, "authentication failed" in wrong.problem) == (EX_CONFIG, True)
    missing = refusal(stores.opened(address.replace("fresh", "stale")))
    assert (missing.exit_code, "does not exist" in missing.problem) == (EX_CONFIG, True)
    gone = refusal(stores.opened(address.replace(f":{stores.server().port}/", ":1/")))
    assert (gone.exit_code, "refused" in gone.problem) == (EX_UNAVAILABLE, True), gone.problem
    for text in ("postgresql://bot:s3cret@[half/x", "mysql://bot:s3cret@there/x", "postgresql://a/b?nonsense=s3cret"):
        problem = refusal(stores.opened(text))
        assert (problem.exit_code, "s3cret" in str(problem)) == (EX_CONFIG, False)


WRITTEN = (
    Change,
    TableRow,
    Record,
    SeatRow,
    Question,
    OrderRow,
    DueRow,
    DraftRow,
    OutRow,
    ResultRow,
    DrawRow,
    ThoughtRow,
)


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: kind.__name__)
def test_every_field_of_what_is_written_is_known_to_the_functions(kind: Any):
    """A change comes to them as JSON: a field that none of them names would be lost in silence."""
    stores.refuse_or_skip()
    from storage.postgres.schema import functions

    types = r"(?:bigint|text|json|boolean|float8)"
    lists = re.findall(rf"\(((?:\s*\"?\w+\"? {types},?)+)\)", functions()[1])
    named = [set(re.findall(rf"(\w+)\"? {types}", text)) for text in lists]
    fields = set(kind.__struct_fields__) - ({"rev"} if kind is TableRow else set())
    assert any(fields <= names for names in named), min((fields - names for names in named), key=len)
