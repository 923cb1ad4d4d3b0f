"""Opening: one instance, no newer schema, no network disk, no silent new beginning; every refusal says what helps."""

import inspect
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from storage.folder.files import file_system, unsafe
from storage.folder.known import Known
from storage.problem import EX_CONFIG, EX_IOERR, EX_TEMPFAIL, StorageProblem
from storage.sqlite.migrate import known_steps, migrate, statements
from tests.storage.builders import a_move, a_table, first, opened
from tests.storage.scenario import NEWER, NEWEST, holds

HOLD = """
import asyncio, sys, time
from pathlib import Path
from storage.problem import StorageProblem
from storage.sqlite.opening import open_store

async def main():
    try:
        store = await open_store(Path(sys.argv[1]))
    except StorageProblem as problem:
        print(problem, flush=True)
        sys.exit(problem.exit_code)
    print("held", flush=True)
    time.sleep(60)

asyncio.run(main())
"""


def another(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True)


async def refused(folder: Path, **more: object) -> StorageProblem:
    with pytest.raises(StorageProblem) as found:
        await opened(folder, **more)
    assert found.value.problem.endswith(".")
    assert found.value.solution.endswith(".")
    assert str(found.value) == f"{found.value.problem} {found.value.solution}"
    return found.value


async def test_the_first_start_makes_a_private_file_and_the_next_ones_keep_it(tmp_path: Path):
    folder = tmp_path / "new" / "data"
    async with await opened(folder) as store:
        await store.save_meta("k", "v")
        assert folder.stat().st_mode & 0o777 == 0o700
        assert all(file.stat().st_mode & 0o777 == 0o600 for file in folder.iterdir())
    async with await opened(folder) as store:
        assert await store.meta("k") == "v"


async def test_a_second_instance_is_refused_at_once_with_75_and_a_killed_one_leaves_no_lock(tmp_path: Path):
    holder = another(tmp_path)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    began = time.monotonic()
    problem = await refused(tmp_path)
    assert time.monotonic() - began < 1
    assert problem.exit_code == EX_TEMPFAIL
    assert "Another instance is running" in problem.problem
    second = another(tmp_path)
    said, _ = second.communicate(timeout=20)
    assert second.returncode == 75
    assert "Another instance" in said
    holder.kill()
    holder.communicate()
    async with await opened(tmp_path) as store:
        assert await store.meta("k") is None


async def test_a_second_opening_in_the_same_process_is_refused_too(tmp_path: Path):
    async with await opened(tmp_path) as store:
        assert (await refused(tmp_path)).exit_code == EX_TEMPFAIL
        await store.save_meta("k", "v")


async def test_a_newer_schema_is_refused_and_the_file_is_not_touched(tmp_path: Path):
    async with await opened(tmp_path, steps=NEWER):
        pass
    before = (tmp_path / "stammtisch.db").read_bytes()
    problem = await refused(tmp_path)
    assert problem.exit_code == EX_CONFIG
    assert f"schema {NEWEST + 1}, this one knows {NEWEST}" in problem.problem
    assert (tmp_path / "stammtisch.db").read_bytes() == before


async def test_another_programs_file_is_refused(tmp_path: Path):
    with sqlite3.connect(tmp_path / "stammtisch.db") as connection:
        connection.execute("CREATE TABLE other (a)")
    connection.close()
    assert (await refused(tmp_path)).exit_code == EX_CONFIG


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /mnt/my\\040share rw - nfs4 server:/export rw
31 22 0:41 / /host rw - virtiofs share rw
32 22 0:42 / /nine rw - 9p share rw
33 22 0:43 / /cloud rw shared:9 - fuse.rclone remote rw
34 22 0:44 / /srv/data rw - xfs /dev/sdb1 rw
35 34 0:45 / /srv/data/share rw - cifs //server/share rw
"""


@pytest.mark.parametrize(
    ("folder", "kind", "refuses"),
    [
        ("/home/bot/data", "ext4", False),
        ("/mnt/my share/data", "nfs4", True),
        ("/host", "virtiofs", True),
        ("/hostile", "ext4", False),
        ("/nine/a/b", "9p", True),
        ("/cloud/x", "fuse.rclone", True),
        ("/srv/data", "xfs", False),
        ("/srv/data/share/deep", "cifs", True),
    ],
)
def test_file_systems_that_lose_data_are_known(tmp_path: Path, folder: str, kind: str, refuses: bool):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert file_system(Path(folder), mounts) == kind
    assert unsafe(kind) == refuses


def test_a_system_without_such_a_list_tells_nothing(tmp_path: Path):
    assert file_system(tmp_path, tmp_path / "none") == ""
    assert file_system(tmp_path) != ""


async def test_a_folder_on_a_network_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("storage.folder.files.file_system", lambda _: "nfs")
    problem = await refused(tmp_path)
    assert problem.exit_code == EX_CONFIG
    assert "nfs" in problem.problem
    assert "named volume" in problem.solution
    assert os.listdir(tmp_path) == []  # noqa: PTH208


async def test_a_database_that_vanished_is_not_begun_anew(tmp_path: Path):
    async with await opened(tmp_path) as store:
        await store.backup()
    path = tmp_path / "stammtisch.db"
    path.rename(tmp_path / "elsewhere.db")
    assert (await refused(tmp_path)).exit_code == EX_CONFIG
    assert not path.exists()
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "stammtisch.db-wal").touch()
    assert (await refused(tmp_path)).exit_code == EX_CONFIG
    assert not path.exists()


@pytest.mark.parametrize("beside", ["backups", "log"])
async def test_a_database_of_no_bytes_beside_what_was_there_is_not_begun_anew(tmp_path: Path, beside: str):
    async with await opened(tmp_path) as store:
        if beside == "backups":
            await store.backup()
    path = tmp_path / "stammtisch.db"
    path.write_bytes(b"")
    if beside == "log":
        (tmp_path / "stammtisch.db-wal").write_bytes(b"noise" * 999)
    problem = await refused(tmp_path)
    assert problem.exit_code == EX_CONFIG
    assert problem.problem == f"{path} is empty, though there was one."
    assert path.read_bytes() == b""


async def test_a_first_start_that_was_cut_short_is_begun_again(tmp_path: Path):
    (tmp_path / "stammtisch.db").touch()
    (tmp_path / "stammtisch.db-wal").touch()
    async with await opened(tmp_path, known=Known(tmp_path)) as store:
        assert await store.load("Tq3") is None


@pytest.mark.parametrize("how", ["emptied", "removed", "no bytes"])
async def test_a_folder_without_the_tables_that_were_known_is_not_begun_anew(tmp_path: Path, how: str):
    folder = tmp_path / "data"
    async with await opened(folder, known=Known(folder)) as store:
        assert not Known(folder).is_noted(), "there is no table yet"
        await store.write(first(a_table()))
    shutil.rmtree(folder)
    if how != "removed":
        folder.mkdir()
    if how == "no bytes":
        (folder / "stammtisch.db").touch()
    problem = await refused(folder, known=Known(folder))
    assert problem.exit_code == EX_CONFIG
    assert "though tables were kept there" in problem.problem
    note = tmp_path / "data.known" / "tables"
    assert problem.solution.endswith(f"to begin anew remove {note}.")
    note.unlink()
    async with await opened(folder, known=Known(folder)) as store:
        assert await store.load("Tq3") is None


async def test_tables_from_before_there_was_a_note_are_noted_at_the_start(tmp_path: Path):
    folder = tmp_path / "data"
    async with await opened(folder) as store:
        await store.write(first(a_table()))
    async with await opened(folder, known=Known(folder)):
        assert Known(folder).is_noted()


async def test_a_note_that_cannot_be_written_keeps_nobody_from_playing(tmp_path: Path):
    folder = tmp_path / "data"
    (tmp_path / "data.known").touch()
    async with await opened(folder, known=Known(folder)) as store:
        await store.write(first(a_table()))
        assert not Known(folder).is_noted()


@pytest.mark.parametrize("content", [b"no database at all " * 999, b"SQLite format 3\0" + bytes(9000)])
async def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "stammtisch.db"
    path.write_bytes(content)
    problem = await refused(tmp_path)
    assert problem.exit_code == EX_IOERR
    assert path.read_bytes() == content


async def test_a_page_that_is_not_sound_is_met_at_the_start(tmp_path: Path):
    async with await opened(tmp_path) as store:
        table = await store.write(first(a_table(version=-1)))
        for n in range(60):
            table = await store.write(a_move(table, n + 1))
    with (tmp_path / "stammtisch.db").open("r+b") as file:
        for page in range(1, 12):
            file.seek(page * 4096)
            file.write(b"noise" * 40)
    problem = await refused(tmp_path)
    assert (problem.exit_code, problem.solution) == (EX_IOERR, "Move it away and restore the newest backup.")


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path):
    (tmp_path / "file").touch()
    assert (await refused(tmp_path / "file" / "data")).exit_code == EX_CONFIG


async def test_a_folder_or_file_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "stammtisch.db").mkdir()
    assert (await refused(tmp_path)).exit_code == EX_CONFIG
    monkeypatch.setattr("os.access", lambda *_: False)
    assert (await refused(tmp_path)).exit_code == EX_CONFIG


async def test_a_log_that_was_deleted_loses_only_what_stood_in_it_and_leaves_a_whole_file(tmp_path: Path):
    folder = tmp_path / "copied"
    async with await opened(tmp_path / "data") as store:
        await store.write(first(a_table()))
        folder.mkdir()
        shutil.copy(tmp_path / "data" / "stammtisch.db", folder)
    async with await opened(folder) as store:
        assert await store.load("Tq3") is None


# ── migrations ──


async def test_a_migration_keeps_all_and_is_preceded_by_a_backup(tmp_path: Path):
    async with await opened(tmp_path) as store:
        table = await store.write(first(a_table(version=-1)))
        await store.write(a_move(table, 1))
    async with await opened(tmp_path, steps=NEWER) as store:
        loaded = await store.load(table.id)
        assert loaded is not None
        assert loaded.table.rev == 1
        (backup,) = store.backups.all()
    assert f"-before-{NEWEST + 1}" in backup.name
    assert holds(backup).schema == NEWEST
    assert holds(tmp_path / "stammtisch.db").schema == NEWEST + 1
    async with await opened(tmp_path, steps=NEWER) as store:
        assert len(store.backups.all()) == 1


async def test_a_new_file_is_brought_to_the_newest_schema_without_backups_of_nothing(tmp_path: Path):
    async with await opened(tmp_path, steps=NEWER) as store:
        assert store.backups.all() == ()
    assert holds(tmp_path / "stammtisch.db").schema == NEWEST + 1


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path):
    async with await opened(tmp_path):
        pass
    for broken in ("CREATE TABLE extras (a);\nINSERT INTO nowhere VALUES (1);", "CREATE TABLE extras (a);\nINSERT"):
        with pytest.raises((StorageProblem, ValueError)):
            await opened(tmp_path, steps=(*known_steps(), (NEWEST + 1, broken)))
        assert holds(tmp_path / "stammtisch.db").schema == NEWEST
    async with await opened(tmp_path, steps=NEWER):
        pass


async def test_without_a_backup_there_is_no_migration(tmp_path: Path):
    async with await opened(tmp_path):
        pass
    (tmp_path / "backups").touch()
    problem = await refused(tmp_path, steps=NEWER)
    assert problem.exit_code == EX_IOERR
    assert holds(tmp_path / "stammtisch.db").schema == NEWEST


def test_the_steps_are_numbered_without_a_gap_and_never_use_executescript():
    assert [number for number, _ in known_steps()] == list(range(1, len(known_steps()) + 1))
    assert "executescript(" not in inspect.getsource(migrate)


def test_a_script_is_cut_into_statements():
    table = "-- words; more\nCREATE TABLE a (\n  b TEXT DEFAULT ';'\n);\n"
    trigger = "\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n SELECT 1;\n SELECT 2;\nEND;\n"
    assert [one.strip().splitlines()[-1] for one in statements(table + trigger)] == [");", "END;"]
