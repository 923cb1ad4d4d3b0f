"""What takes long reads the file beside the writer: no player waits for it, and it sees all that was confirmed."""

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.folder.control import Control, ask
from storage.monitoring.health import Host, Memory, health
from storage.monitoring.report import doctor, status
from storage.problem import StorageClosed, StorageFull
from storage.rows import DueRow, OutRow
from storage.sqlite.beside import Beside
from storage.sqlite.store import SqliteStore
from tests.storage.builders import NOW, a_move, a_table, first, opened
from tests.storage.scenario import holds
from tests.storage.test_backup import Player

DAY = 86_400_000


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with await opened(tmp_path) as store:
        yield store


def _one(look: Beside, text: str) -> Any:
    (found,) = look.connection.execute(text).fetchone()
    return found


async def test_moves_go_on_while_somebody_looks_for_long(store: SqliteStore):
    looking, gone = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def long(beside: Beside) -> int:
        (before,) = beside.connection.execute("SELECT count(*) FROM actions").fetchone()
        loop.call_soon_threadsafe(looking.set)
        asyncio.run_coroutine_threadsafe(gone.wait(), loop).result(20)
        (after,) = beside.connection.execute("SELECT count(*) FROM actions").fetchone()
        assert before == after, "the file stands still"
        return before

    store.writer.checkpoint_after = 10
    await Player(store, 0).play(most=20)
    asked = asyncio.create_task(store.writer.beside(long))
    await looking.wait()
    await Player(store, 0).play(most=200)
    gone.set()
    assert await asked == 20, "all that was confirmed before"
    assert await store.writer.beside(
        lambda look: look.connection.execute("SELECT count(*) FROM actions").fetchone()
    ) == (220,)


async def test_a_copy_is_whole_and_not_behind_whatever_is_written_meanwhile(memory: Path):
    async with await opened(memory / "data") as store:
        store.writer.checkpoint_after = 30
        player = Player(store, 0)
        playing = asyncio.create_task(player.play(pause=0.001))
        for n in range(60):
            before, path = set(player.confirmed), memory / f"{n}.db"
            path.touch()
            await store.writer.beside(lambda look, path=path: look.copy(path))
            assert before <= holds(path).moves
            path.unlink()
        player.on = False
        await playing
        assert len(player.confirmed) > 10


async def test_the_end_does_not_wait_for_whoever_looks(tmp_path: Path):
    store = await opened(tmp_path)
    endless = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT count(*) FROM n"
    asked = asyncio.create_task(store.writer.beside(lambda look: look.connection.execute(endless).fetchone()))
    await asyncio.sleep(0.2)
    began = time.monotonic()
    await store.close()
    assert time.monotonic() - began < 3
    with pytest.raises(StorageClosed):
        await asked
    with pytest.raises(StorageClosed):
        await store.writer.beside(lambda look: look.connection)


async def test_who_is_cancelled_leaves_the_file_to_the_writer(store: SqliteStore):
    endless = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT count(*) FROM n"
    asked = asyncio.create_task(store.writer.beside(lambda look: look.connection.execute(endless).fetchone()))
    await asyncio.sleep(0.1)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    await store.save_meta("k", "v")
    assert await store.writer.beside(lambda look: look.connection.execute("SELECT value FROM meta").fetchone()) == (
        "v",
    )


async def test_the_lock_stays_when_who_has_looked_is_gone(store: SqliteStore):
    await store.writer.beside(lambda look: look.connection.execute("SELECT 1").fetchone())
    text = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT * FROM games')"
    path = str(store.folder / "stammtisch.db")
    tried = await asyncio.create_subprocess_exec(sys.executable, "-c", text, path, stderr=asyncio.subprocess.PIPE)
    _, said = await tried.communicate()
    assert b"locked" in said


SLOW = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 3000000) SELECT count(*) FROM n"


@pytest.mark.parametrize("what", ["status", "health", "doctor"])
async def test_moves_do_not_wait_for(what: str, store: SqliteStore, monkeypatch: pytest.MonkeyPatch):
    """However long it takes; read on the writer's own thread it would let none through."""
    real: Any = {"status": status, "health": health, "doctor": doctor}[what]

    def slow(connection: sqlite3.Connection, *more: Any) -> Any:
        connection.execute(SLOW).fetchone()
        return real(connection, *more)

    monkeypatch.setattr(f"storage.folder.control.{what}", slow)
    assert await _moves_while(store, what) >= 20


async def test_moves_do_not_wait_for_the_check_of_a_backup(store: SqliteStore, monkeypatch: pytest.MonkeyPatch):
    def slow(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(SLOW).fetchone()

    monkeypatch.setattr("storage.folder.backup.inspect", slow)
    assert await _moves_while(store, "backup") >= 20


async def _moves_while(store: SqliteStore, what: str) -> int:
    """How many moves are made durable while it is asked."""
    async with Control(store):
        table = await store.write(first(a_table("mine", version=-1)))
        asking, moves = asyncio.create_task(asyncio.to_thread(ask, store.folder, what)), 0
        while not asking.done():
            moves += 1
            table = await store.write(a_move(table, moves))
        assert (await asking).ok
        return moves


# ── health says what is lacking ──


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("disk", "Only 5 MB of the disk are free."),
        ("ahead", "3 rows wait for a time too far ahead: this machine's clock is wrong, or was."),
        ("memory", "690 of 700 MB of memory are taken, the limit of the unit or container."),
        ("backup", "The last backup failed: no backup was made (File exists)."),
        ("old", "The newest backup is"),
    ],
)
async def test_health_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacks: str, said: str):
    memory = Memory(690 << 20 if lacks == "memory" else 1, 700 << 20, "the unit or container")
    now = NOW - 400 * DAY if lacks == "ahead" else NOW
    async with await opened(tmp_path) as store, Control(store, Host(lambda: now, memory=lambda: memory)):
        lobby = first(a_table("lobby", expires_at=NOW + DAY))
        await store.write(lobby)
        await store.write(first(a_table("two"), rows=(OutRow("board", 1),)))
        game = await store.write(first(a_table("three", status="running")))
        await store.write(a_move(game, 1, dues=(DueRow(0, 3, NOW + 60),), rows=()))
        if lacks == "disk":
            monkeypatch.setattr("storage.folder.files.free_bytes", lambda _: 5 << 20)
        if lacks == "backup":
            (tmp_path / "backups").touch()
            assert not (await asyncio.to_thread(ask, tmp_path, "backup")).ok
        if lacks == "old":
            path = await store.backup()
            path.rename(path.with_name("stammtisch-20200101T000000000Z.db"))
        found = (await asyncio.to_thread(ask, tmp_path, "health")).found
        assert not found["well"]
        assert str(found["reason"]).startswith(said)
        doctor = str((await asyncio.to_thread(ask, tmp_path, "doctor")).found)
        assert lacks not in ("ahead", "memory") or said.rstrip(".") in doctor, "the doctor says it too"


async def test_on_a_full_disk_it_is_still_told(store: SqliteStore, monkeypatch: pytest.MonkeyPatch):
    async def full(*_: object) -> None:
        raise StorageFull

    monkeypatch.setattr(store.writer, "beside", full)
    async with Control(store):
        assert (await asyncio.to_thread(ask, store.folder, "status")).ok
        assert (await asyncio.to_thread(ask, store.folder, "health")).ok
        assert (await asyncio.to_thread(ask, store.folder, "doctor")).ok
        assert not (await asyncio.to_thread(ask, store.folder, "backup")).ok
