"""The socket: what the command line asks of the running bot, and what it looks up for itself where none runs."""

import asyncio
import json
import socket
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.folder.control import Answer, Control, ask
from storage.monitoring.health import Host
from storage.problem import EX_CONFIG, EX_TEMPFAIL
from storage.rows import OutRow
from storage.sqlite.store import SqliteStore
from tests.storage.builders import NOW, a_move, a_table, first, opened
from tests.storage.scenario import NEWER, NEWEST, holds


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with await opened(tmp_path) as store, Control(store):
        yield store


async def asked(folder: Path, what: str) -> Answer:
    return await asyncio.to_thread(ask, folder, what)


async def test_the_running_bot_tells_its_status(store: SqliteStore):
    table = await store.write(first(a_table(), rows=(OutRow("board", 1),)))
    await store.write(a_move(table, 1))
    await store.park(table.id, "gone")
    answer = await asked(store.folder, "status")
    assert answer.ok
    found = answer.found
    assert found["tables"] == {"running": 1}
    assert [found[key] for key in ("schema", "records", "waiting", "parked", "backups")] == [NEWEST, 1, 3, 1, 0]
    assert found["running"]
    assert {"sqlite", "python", "database_bytes", "log_bytes", "free_bytes", "newest_backup"} <= found.keys()


async def test_the_running_bot_makes_a_backup_on_request(store: SqliteStore):
    table = await store.write(first(a_table(version=-1)))
    await store.write(a_move(table, 5))
    answer = await asked(store.folder, "backup")
    assert answer.ok
    (backup,) = store.backups.all()
    assert answer.found == {"name": backup.name, "bytes": backup.stat().st_size}
    assert holds(backup).moves == {5}


async def test_the_doctor_says_what_helps(store: SqliteStore):
    answer = await asked(store.folder, "doctor")
    checks = {str(check["name"]): check for check in answer.found["checks"]}  # pyright: ignore[reportGeneralTypeIssues]
    assert [name for name, check in checks.items() if not check["well"]] == ["backups"]
    assert checks["backups"]["solution"] == "Ask for one: stammtisch backup."
    await store.backup()
    (store.folder / "stammtisch.db").chmod(0o644)
    again = await asked(store.folder, "doctor")
    assert not again.found["well"]
    (store.folder / "stammtisch.db").chmod(0o600)
    assert (await asked(store.folder, "doctor")).found["well"]


async def test_a_backup_that_failed_is_told_by_status_and_doctor_until_one_is_made(store: SqliteStore):
    await store.backup()
    (store.folder / "backups").rename(store.folder / "away")
    (store.folder / "backups").touch()
    assert not (await asked(store.folder, "backup")).ok
    status = (await asked(store.folder, "status")).found
    assert str(status["backup_failed"]).endswith("UTC: no backup was made (File exists)")
    assert status["newest_backup_hours"] is None
    said = (await asked(store.folder, "doctor")).found["checks"]
    assert "0 hours ago no backup was made" in str(said)
    assert f"Look at the room and the rights of {store.folder / 'backups'}" in str(said)
    (store.folder / "backups").unlink()
    assert (await asked(store.folder, "backup")).ok
    status = (await asked(store.folder, "status")).found
    assert (status["backup_failed"], status["newest_backup_hours"]) == ("", 0.0)
    assert (await asked(store.folder, "doctor")).found["well"]


@pytest.mark.parametrize(
    ("gone", "waited", "reason"),
    [
        (0, 0, "Discord is within reach and nothing waits."),
        (119, 299, "Discord is within reach and nothing waits."),
        (121, 0, "Discord has been out of reach for 121 seconds."),
        (0, 301, "What is to be said has been waiting for 301 seconds."),
    ],
)
async def test_health_is_what_discord_and_the_outbox_are(tmp_path: Path, gone: int, waited: int, reason: str):
    later = NOW + waited * 1000
    async with await opened(tmp_path) as store, Control(store, Host(lambda: later, lambda: float(gone))):
        await store.write(first(a_table(), rows=(OutRow("board", 1), OutRow("board", 2, not_before=later + 1))))
        answer = await asked(tmp_path, "health")
        assert answer.found == {"well": "within" in reason, "reason": reason}
        status = (await asked(tmp_path, "status")).found
        assert (status["discord_gone_seconds"], status["oldest_unsent_seconds"]) == (gone, waited)


async def test_what_waits_on_purpose_is_no_illness(tmp_path: Path):
    late = Host(lambda: NOW + 3_600_000)
    async with await opened(tmp_path) as store, Control(store, late):
        rows = (OutRow("board", 1), OutRow("board", 2))
        await store.write(first(a_table("one"), rows=rows))
        await store.write(first(a_table("two"), rows=rows))
        assert not (await asked(tmp_path, "health")).found["well"]
        await store.park("one", "gone")
        assert not (await asked(tmp_path, "health")).found["well"]
        waiting = await store.waiting(NOW, 9)
        assert [row.table for row in waiting] == ["two", "two"]
        await store.failed((waiting[0].id,), late.now() + 1)
        assert (await asked(tmp_path, "health")).found["well"]


async def test_without_a_bot_there_is_no_health(tmp_path: Path):
    async with await opened(tmp_path) as store:
        await store.write(first(a_table()))
    answer = ask(tmp_path, "health")
    assert (answer.ok, answer.problem) == (False, f"No bot is running on {tmp_path}.")
    assert not ask(tmp_path, "status").found["running"]


async def test_the_socket_is_private_and_goes_with_the_bot(tmp_path: Path):
    async with await opened(tmp_path) as store:
        async with Control(store):
            mode = (tmp_path / "control.sock").stat().st_mode
            assert stat.S_ISSOCK(mode)
            assert stat.S_IMODE(mode) == 0o600
        assert not (tmp_path / "control.sock").exists()


async def test_a_socket_left_by_a_killed_process_is_replaced(tmp_path: Path):
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "control.sock"))
    left.close()
    async with await opened(tmp_path) as store:
        answer = await asked(tmp_path, "status")
        assert (answer.ok, answer.exit_code) == (False, EX_TEMPFAIL)
        async with Control(store):
            assert (await asked(tmp_path, "status")).ok


async def test_a_folder_with_a_long_name_has_a_socket_too(tmp_path: Path):
    folder = tmp_path / ("long" * 30)
    async with await opened(folder) as store, Control(store):
        assert (await asked(folder, "status")).ok


@pytest.mark.parametrize(
    "line", [b"\n", b"status\n", b'{"ask": 1}\n', b'{"ask": "drop"}\n', b"x" * 5000 + b"\n", b"\xff\n"]
)
async def test_nonsense_is_answered_and_the_next_one_is_served(store: SqliteStore, line: bytes):
    reader, writer = await asyncio.open_unix_connection(store.folder / "control.sock")
    writer.write(line)
    answer = json.loads(await reader.readline())
    assert not answer["ok"]
    assert "status, doctor, backup" in answer["solution"]
    writer.close()
    await writer.wait_closed()
    assert (await asked(store.folder, "status")).ok


async def test_one_who_asks_nothing_does_not_hold_up_the_end(tmp_path: Path):
    async with await opened(tmp_path) as store:
        async with Control(store):
            _, writer = await asyncio.open_unix_connection(tmp_path / "control.sock")
            await asyncio.sleep(0.01)
        writer.close()
        await writer.wait_closed()


async def test_where_no_bot_runs_the_file_is_opened(tmp_path: Path):
    async with await opened(tmp_path) as store:
        table = await store.write(first(a_table(version=-1)))
        await store.write(a_move(table, 1))
    assert ask(tmp_path, "status").found["records"] == 1
    made = ask(tmp_path, "backup").found
    assert holds(tmp_path / "backups" / str(made["name"])).moves == {1}
    assert ask(tmp_path, "doctor").found["well"]


async def test_where_somebody_holds_the_file_without_a_socket_nothing_is_opened(tmp_path: Path):
    async with await opened(tmp_path):
        answer = await asked(tmp_path, "status")
    assert (answer.ok, answer.exit_code) == (False, EX_TEMPFAIL)
    assert answer.problem
    assert answer.solution


async def test_problems_are_answers(tmp_path: Path):
    assert ask(tmp_path, "status").exit_code == EX_CONFIG
    assert not (tmp_path / "stammtisch.db").exists()
    async with await opened(tmp_path, steps=NEWER):
        pass
    assert ask(tmp_path, "status").exit_code == EX_CONFIG
