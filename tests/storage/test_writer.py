"""The one writer: groups share a COMMIT, a job that raises rolls back alone, nobody is told before it is durable."""

import asyncio
import inspect
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiosqlite
import pytest

import storage
from storage.problem import NotStorable, StorageClosed, StorageFull
from storage.sqlite.connection import connect
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import Job
from tests.storage.builders import a_move, a_table, first, opened
from tests.storage.disk import Disk

SAVE = "INSERT INTO meta (key, value) VALUES (?, ?)"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with await opened(tmp_path) as store:
        yield store


def saving(key: str, value: str = "v") -> Job[str]:
    def job(connection: sqlite3.Connection) -> str:
        connection.execute(SAVE, (key, value))
        return key

    return job


def spoilt(key: str, error: BaseException) -> Job[None]:
    def job(connection: sqlite3.Connection) -> None:
        connection.execute(SAVE, (key, "spoilt"))
        raise error

    return job


def commits(connection_trace: list[str]) -> int:
    return sum(statement == "COMMIT" for statement in connection_trace)


@pytest.fixture
def traced() -> tuple[list[str], Callable[[Path], sqlite3.Connection]]:
    said: list[str] = []

    def open_file(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(said.append)
        return connection

    return said, open_file


async def test_jobs_that_wait_share_one_commit(
    tmp_path: Path, traced: tuple[list[str], Callable[[Path], sqlite3.Connection]]
):
    said, open_file = traced
    async with await opened(tmp_path, open_file=open_file) as store:
        said.clear()
        keys = await asyncio.gather(*(store.writer.write(saving(f"k{n}")) for n in range(50)))
        assert keys == [f"k{n}" for n in range(50)]
        assert commits(said) == 1
        said.clear()
        for n in range(3):
            await store.save_meta(f"m{n}", "v")
        assert commits(said) == 3
        said.clear()
        await store.meta("m1")
        assert not any(statement.startswith("BEGIN") for statement in said)


async def test_a_job_that_raises_rolls_back_alone(store: SqliteStore):
    bad = ValueError("no")
    found = await asyncio.gather(
        store.writer.write(saving("a")),
        store.writer.write(spoilt("b", bad)),
        store.writer.write(saving("a")),
        store.writer.write(saving("c")),
        return_exceptions=True,
    )
    assert (found[0], found[1], found[3]) == ("a", bad, "c")
    assert isinstance(found[2], sqlite3.IntegrityError)
    assert [await store.meta(key) for key in "abc"] == ["v", None, "v"]


async def test_a_second_delivery_in_the_same_group_is_answered_like_the_first(store: SqliteStore):
    table = await store.write(first(a_table()))
    found = await asyncio.gather(*(store.write(a_move(table, 9)) for _ in range(5)), return_exceptions=True)
    assert [getattr(one, "answer", "") for one in found] == ["", *["answer 9"] * 4]
    assert len(await store.records(table.id)) == 1


async def test_of_five_that_move_in_the_same_tick_one_wins(store: SqliteStore):
    table = await store.write(first(a_table()))
    found = await asyncio.gather(*(store.write(a_move(table, n + 1)) for n in range(5)), return_exceptions=True)
    assert sum(isinstance(one, Exception) for one in found) == 4
    loaded = await store.load(table.id)
    assert loaded is not None
    assert loaded.table.rev == 1


async def test_a_caller_is_told_after_the_log_was_flushed(tmp_path: Path):
    disk = Disk()
    with disk.instead_of_files():
        async with await opened(tmp_path, open_file=disk.connect) as store:
            disk.notes.clear()
            await store.save_meta("k", "v")
            assert [note.kind for note in disk.notes][-2:] == ["sync", "sync folder"] or disk.notes[-1].kind == "sync"
            await asyncio.gather(*(store.save_meta(f"k{n}", "v") for n in range(9)))
            assert disk.notes[-1].kind in {"sync", "sync folder"}
    disk.close()


async def test_reads_see_what_was_asked_to_be_written_before(store: SqliteStore):
    write = asyncio.ensure_future(store.save_meta("k", "v"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await store.meta("k") == "v"
    await write


@pytest.mark.parametrize("seed", range(20))
async def test_who_is_cancelled_leaves_a_whole_job_or_none(tmp_path: Path, seed: int):
    luck = random.Random(seed)
    async with await opened(tmp_path) as store:
        tables = [await store.write(first(a_table(f"t{n}"))) for n in range(8)]
        tasks = [asyncio.create_task(store.write(a_move(table, n + 1))) for n, table in enumerate(tables)]
        for task in tasks:
            if luck.random() < 0.5:
                for _ in range(luck.randrange(4)):
                    await asyncio.sleep(luck.choice((0, 0, 0.0003)))
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for n, table in enumerate(tables):
            loaded = await store.load(table.id)
            assert loaded is not None
            done = await store.answer_of(n + 1) is not None
            assert (loaded.table.rev, len(await store.records(table.id)), len(loaded.questions)) == (
                (1, 1, 2) if done else (0, 0, 0)
            )
            assert done or tasks[n].cancelled()


async def test_closing_runs_what_waits_and_refuses_what_comes_after(tmp_path: Path):
    store = await opened(tmp_path)
    waiting = [asyncio.create_task(store.save_meta(f"k{n}", "v")) for n in range(5)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StorageClosed):
        await store.meta("k1")
    assert not (tmp_path / "stammtisch.db-wal").exists()
    async with await opened(tmp_path) as again:
        assert await again.meta("k4") == "v"


async def test_the_log_is_folded_into_the_file_and_does_not_grow_for_ever(tmp_path: Path):
    async with await opened(tmp_path) as store:
        store.writer.checkpoint_after = 60
        table = await store.write(first(a_table()))
        for n in range(300):
            table = await store.write(a_move(table, n + 1))
        assert (tmp_path / "stammtisch.db-wal").stat().st_size < 650_000


async def test_a_value_that_cannot_be_stored_is_refused_without_its_text(store: SqliteStore):
    for value in ("secret \ud800", 1 << 70):
        with pytest.raises(NotStorable) as refused:
            await store.writer.write(saving("k", value))  # pyright: ignore[reportArgumentType]
        assert "secret" not in repr(refused.value)
        assert refused.value.__cause__ is None
    assert await store.meta("k") is None


async def test_a_full_disk_refuses_and_goes_on_when_there_is_room(store: SqliteStore):
    await store.save_meta("before", "v")
    store.writer.keep_free = 1 << 60
    with pytest.raises(StorageFull):
        await store.save_meta("during", "v")
    assert await store.meta("before") == "v"
    assert await store.meta("during") is None
    store.writer.keep_free = 0
    await store.save_meta("after", "v")


async def test_a_job_for_which_there_is_no_page_fails_alone(tmp_path: Path):
    def small(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 60").fetchall()
        return connection

    async with await opened(tmp_path, open_file=small) as store:
        found = await asyncio.gather(
            store.save_meta("a", "v"),
            store.save_meta("b", "v" * 500_000),
            store.save_meta("c", "v"),
            return_exceptions=True,
        )
        assert (found[0], found[2]) == (None, None)
        assert isinstance(found[1], StorageFull)
        assert [await store.meta(key) for key in "abc"] == ["v", None, "v"]


async def test_after_the_start_no_statement_changes_the_schema_or_a_pragma(store: SqliteStore):
    for sql in (
        "DROP TABLE games",
        "CREATE TABLE t (a)",
        "ALTER TABLE games ADD COLUMN a",
        "ATTACH ':memory:' AS other",
        "PRAGMA synchronous = OFF",
        "PRAGMA user_version = 99",
    ):
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            await store.writer.write(lambda c, sql=sql: c.execute(sql).fetchall())


async def test_the_pragmas_are_as_promised(store: SqliteStore):
    def asked(connection: sqlite3.Connection) -> dict[str, object]:
        connection.set_authorizer(None)
        names = ("journal_mode", "synchronous", "locking_mode", "foreign_keys", "trusted_schema", "wal_autocheckpoint")
        return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    assert await store.writer.read(asked) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "foreign_keys": 1,
        "trusted_schema": 0,
        "wal_autocheckpoint": 0,
    }


def test_what_is_used_of_aiosqlite_is_there_and_used_in_one_place():
    assert inspect.iscoroutinefunction(aiosqlite.Connection._execute)
    assert list(inspect.signature(aiosqlite.Connection._execute).parameters) == ["self", "fn", "args", "kwargs"]
    assert isinstance(inspect.getattr_static(aiosqlite.Connection, "_conn"), property)
    folder = Path(storage.__file__ or "").parent
    lines = [line for file in folder.rglob("*.py") for line in file.read_text().splitlines()]
    assert sum("._execute(" in line for line in lines) == 1
    assert sum(re.search(r"\._conn\b", line) is not None for line in lines) == 1


def test_every_table_is_strict():
    text = (Path(storage.__file__ or "").parent / "sqlite" / "migrations" / "0001_tables.sql").read_text()
    assert text.count("CREATE TABLE") == text.count(") STRICT") == 13
