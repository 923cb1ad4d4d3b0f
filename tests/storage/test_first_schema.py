"""A store of the first schema is brought forward with everything in it, at once or not at all."""

import asyncio
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from storage.problem import EX_IOERR, StorageProblem
from storage.rows import JOINED, ORDER, REMIND, Change, Loaded
from storage.sqlite.migrate import known_steps, migrate, statements
from storage.sqlite.store import SqliteStore
from tests.storage import stores
from tests.storage.builders import opened

SAME = ("records", "actions", "drafts", "orders", "guilds", "meta")
"""Tables that no step touches."""


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def everything(path: Path, tables: tuple[str, ...]) -> dict[str, list[tuple[Any, ...]]]:
    return {table: sorted(rows(path, f'SELECT * FROM "{table}"')) for table in tables}  # noqa: S608


def schema(path: Path) -> int:
    return rows(path, "PRAGMA user_version")[0][0]


def is_sound(path: Path) -> bool:
    return rows(path, "PRAGMA integrity_check") == [("ok",)] and rows(path, "PRAGMA foreign_key_check") == []


async def hand(store: SqliteStore, table: str) -> Loaded:
    loaded = await store.load(table)
    assert loaded is not None
    return loaded


async def test_what_the_step_does_not_touch_stays_as_it_was(tmp_path: Path):
    path = stores.first_schema(tmp_path)
    before, was = everything(path, SAME), everything(path, ("seats", "due", "questions"))
    assert schema(path) == 1
    async with await opened(tmp_path):
        pass
    assert everything(path, SAME) == before
    assert all(before.values()), "the store has rows of every kind"
    assert rows(path, "SELECT game, seat, user, name, resigned, vote FROM seats ORDER BY game, seat") == was["seats"]
    due = "SELECT game, seat, since, at FROM due WHERE kind <> 'remind' ORDER BY game, seat, since"
    assert rows(path, due) == was["due"], "reminders came with a later step"
    columns = "game, place, seat, topic, subject, since, required, rest, sealed"
    assert rows(path, f"SELECT {columns} FROM questions ORDER BY game, place") == was["questions"]  # noqa: S608
    assert rows(path, "SELECT * FROM results") + rows(path, "SELECT * FROM log") == []
    assert (schema(path), is_sound(path)) == (known_steps()[-1][0], True)


async def test_whoever_had_looked_has_noticed_and_nobody_else(tmp_path: Path):
    stores.first_schema(tmp_path)
    async with await opened(tmp_path) as store:
        noticed = {
            (table, question.topic, question.seat)
            for table in stores.TABLES
            for question in (await hand(store, table)).questions
            if question.noticed_at
        }
    wanted = {
        (stores.BLOCKADE, "blockade", 3),
        (stores.CAFE, "turn", 0),
        (stores.PLAN, "turn", 1),
        (stores.MARKET, "offer", 0),
        (stores.MARKET, "offer", 1),
    }
    assert noticed == wanted


async def test_a_question_is_as_old_as_the_last_commit_of_its_table(tmp_path: Path):
    path = stores.first_schema(tmp_path)
    last = dict(rows(path, "SELECT game, max(at) FROM records GROUP BY game"))
    changed = dict(rows(path, "SELECT id, changed_at FROM games"))
    async with await opened(tmp_path) as store:
        for table in stores.TABLES:
            for question in (await hand(store, table)).questions:
                assert question.asked_at == last[table]
                assert question.noticed_at in {0, last[table]}
    assert last[stores.RESIGNED] < changed[stores.RESIGNED], "a vote is no commit"


async def test_everybody_sits_where_they_sat_from_the_beginning(tmp_path: Path):
    stores.first_schema(tmp_path)
    async with await opened(tmp_path) as store:
        for table in stores.TABLES:
            loaded = await hand(store, table)
            assert loaded.occupants == loaded.seats
            assert {(row.nth, row.from_version, row.how) for row in loaded.seats} == {(0, 0, JOINED)}
        resigned = await hand(store, stores.RESIGNED)
        assert [row.resigned for row in resigned.seats] == [False, False, True, False]
        (due,) = [due for due in (await hand(store, stores.BLOCKADE)).dues if due.kind != REMIND]
        assert (due.kind, due.seat) == (ORDER, 2)
        assert await store.due(due.at, 9) == ((stores.BLOCKADE, "order", 2, due.since),)


async def test_a_table_that_was_brought_forward_is_written_like_any_other(tmp_path: Path):
    stores.first_schema(tmp_path)
    async with await opened(tmp_path) as store:
        before = await hand(store, stores.BLOCKADE)
        await store.notice(stores.BLOCKADE, 2, 2000, stores.NEWEST + 1)
        change = Change(
            before.table,
            before.table.rev,
            stores.NEWEST + 2,
            seats=before.seats,
            questions=before.questions,
            orders=before.orders,
            dues=before.dues,
        )
        await store.write(change)
        after = await hand(store, stores.BLOCKADE)
        assert (after.seats, after.dues, after.drafts) == (before.seats, before.dues, before.drafts)
        assert [q.noticed_at for q in after.questions] == [0, stores.NEWEST + 1, before.questions[2].noticed_at]


async def test_the_file_before_the_step_is_kept_as_a_backup_and_opening_again_changes_nothing(tmp_path: Path):
    path = stores.first_schema(tmp_path)
    before = everything(path, (*SAME, "seats", "due", "questions"))
    async with await opened(tmp_path) as store:
        backup, *later = sorted(store.backups.all(), key=lambda path: path.name.rpartition("before-")[2])
    for number, kept in enumerate((backup, *later), 1):
        assert f"-before-{number + 1}" in kept.name
        assert (schema(kept), is_sound(kept)) == (number, True)
    assert len(later) == known_steps()[-1][0] - 2
    assert (schema(backup), is_sound(backup)) == (1, True)
    assert everything(backup, (*SAME, "seats", "due", "questions")) == before
    dump = everything(path, (*SAME, "seats", "due", "questions"))
    async with await opened(tmp_path) as store:
        assert set(store.backups.all()) == {backup, *later}
    assert everything(path, (*SAME, "seats", "due", "questions")) == dump


async def test_without_a_backup_the_file_stays_as_it_was(tmp_path: Path):
    path = stores.first_schema(tmp_path)
    (tmp_path / "backups").touch()
    with pytest.raises(StorageProblem) as refused:
        await opened(tmp_path)
    assert refused.value.exit_code == EX_IOERR
    assert schema(path) == 1
    assert everything(path, ("meta",)) == {"meta": [("greeting", "kept")]}
    (tmp_path / "backups").unlink()
    async with await opened(tmp_path):
        pass
    assert schema(path) == known_steps()[-1][0]


def second_step() -> tuple[str, ...]:
    return tuple(statements(dict(known_steps())[2]))


@pytest.mark.parametrize("after", range(len(second_step()) + 1))
def test_a_step_that_fails_after_any_statement_changes_nothing(tmp_path: Path, after: int):
    path = stores.first_schema(tmp_path)
    before = everything(path, (*SAME, "seats", "due", "questions"))
    broken = (*second_step()[:after], "INSERT INTO nowhere VALUES (1);\n")
    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(connection, (known_steps()[0], (2, "".join(broken))), lambda _: None)
    connection.close()
    assert (schema(path), is_sound(path)) == (1, True)
    assert everything(path, (*SAME, "seats", "due", "questions")) == before
    assert rows(path, "SELECT count(*) FROM sqlite_schema WHERE name IN ('results', 'log', 'seats_before')") == [(0,)]


KILLS = """
import os, shutil, signal, sys
from pathlib import Path
from storage.sqlite.connection import connect, take_hold
from storage.sqlite.migrate import known_steps, migrate

source, target = Path(sys.argv[1]), Path(sys.argv[2])
n = 0
while True:
    n += 1
    folder = target / str(n)
    folder.mkdir()
    shutil.copy(source, folder / "stammtisch.db")
    child = os.fork()
    if not child:
        connection = connect(folder / "stammtisch.db")
        take_hold(connection)
        connection.execute("PRAGMA cache_size = 5")  # so that pages go to the log before the COMMIT
        begun = []
        def count(statement):
            begun.append(statement)
            if len(begun) == n:
                os.kill(os.getpid(), signal.SIGKILL)
        connection.set_trace_callback(count)
        migrate(connection, known_steps()[:2], lambda _: None)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGKILL:
        break
"""


async def test_a_process_killed_at_any_statement_leaves_the_old_file_or_the_new_one(tmp_path: Path):
    path = stores.first_schema(tmp_path / "old")
    before = everything(path, (*SAME, "seats", "due", "questions"))
    (tmp_path / "left").mkdir()
    killer = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLS, str(path), str(tmp_path / "left"))
    assert await killer.wait() == 0
    left = sorted((tmp_path / "left").iterdir(), key=lambda folder: int(folder.name))
    assert len(left) > len(second_step())
    async with await opened(tmp_path / "old"):
        pass
    wanted = everything(path, (*SAME, "seats", "due", "questions", "results", "log"))
    found: list[int] = []
    for folder in left:
        file = folder / "stammtisch.db"
        found.append(schema(file))
        if found[-1] == 1:
            assert everything(file, (*SAME, "seats", "due", "questions")) == before
        async with await opened(folder):
            pass
        assert is_sound(file)
        assert everything(file, (*SAME, "seats", "due", "questions", "results", "log")) == wanted
    assert found == [1] * (len(left) - 1) + [2], "the last one was not killed"
