"""The files under the open store: what others do to them is noticed, what the store itself does to them is not."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from storage.folder.backup import restore
from storage.problem import EX_CONFIG, EX_IOERR, StorageFailed, StorageProblem
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import LOOK_EVERY
from tests.storage.builders import a_move, a_table, first, opened
from tests.storage.scenario import holds

DATABASE, LOG = "stammtisch.db", "stammtisch.db-wal"
exits: list[int] = []


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteStore]:
    """With twenty moves confirmed."""
    monkeypatch.setattr("storage.folder.halt.SETTLE", 0.0)
    exits.clear()
    store = await open_store(tmp_path / "data", on_fatal=exits.append)
    table = await store.write(first(a_table(version=-1)))
    for n in range(20):
        table = await store.write(a_move(table, n + 1))
    yield store
    await store.close()


async def ends(store: SqliteStore) -> tuple[str, str]:
    """At the next press, with 74 and a problem and what helps, which the next start says too."""
    with pytest.raises(StorageFailed) as failed:
        await store.save_meta("k", "v")
    assert exits == [EX_IOERR]
    with pytest.raises(StorageProblem) as refused:
        await opened(store.folder)
    assert (refused.value.exit_code, str(refused.value)) == (EX_IOERR, str(failed.value))
    return refused.value.problem, refused.value.solution


def brought_back(folder: Path, solution: str) -> set[int]:
    """By the command that is told."""
    (told,) = re.findall(r"stammtisch restore (\S+) --into (\S+)\. ", solution)
    restore(Path(told[0]), Path(told[1]))
    return set(holds(folder / DATABASE).moves)


def unlinked(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("other"))
    path.with_name("other").replace(path)


def cut(path: Path) -> None:
    os.truncate(path, 0)


def touched(path: Path) -> None:
    os.utime(path)


def emptied(path: Path) -> None:
    for one in path.parent.iterdir():
        one.unlink()


def removed(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("name", [DATABASE, LOG])
@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (unlinked, "was removed"),
        (replaced, "was replaced"),
        (cut, "was cut short"),
        (touched, "was written by another program"),
        (emptied, "was removed"),
        (removed, "was removed"),
    ],
)
async def test_a_file_that_others_touch_ends_the_bot_and_what_was_confirmed_comes_back(
    store: SqliteStore, capsys: pytest.CaptureFixture[str], name: str, deed: Callable[[Path], None], said: str
):
    deed(store.folder / name)
    problem, solution = await ends(store)
    assert problem.endswith(f"{said} while the bot was running.")
    assert solution.startswith("All that was confirmed is kept in a copy: stammtisch restore ")
    assert capsys.readouterr().err.splitlines() == [f"{problem} {solution}"]
    assert brought_back(store.folder, solution) >= set(range(1, 21))
    async with await opened(store.folder) as again:
        assert len(await again.records("Tq3")) == 20


async def test_who_only_reads_notices_it_too(store: SqliteStore):
    (store.folder / LOG).unlink()
    await asyncio.sleep(LOOK_EVERY)
    with pytest.raises(StorageFailed):
        await store.load("Tq3")
    assert exits == [EX_IOERR]


async def test_the_end_does_not_fold_the_log_into_nowhere(store: SqliteStore):
    (store.folder / DATABASE).unlink()
    await store.close()
    assert exits == [EX_IOERR]
    assert [len(holds(path).moves) for path in store.backups.all()] == [20]


async def test_whoever_wants_what_lies_there_now_removes_the_note(store: SqliteStore):
    touched(store.folder / DATABASE)
    _, solution = await ends(store)
    assert solution.endswith(f"To go on with what lies there now remove {store.folder / 'stammtisch.halt'}.")
    (store.folder / "stammtisch.halt").unlink()
    await store.close()
    async with await opened(store.folder) as again:
        assert len(await again.records("Tq3")) == 20


async def test_a_restore_sets_aside_what_lies_there(store: SqliteStore):
    os.truncate(store.folder / DATABASE, 4096)
    _, solution = await ends(store)
    brought_back(store.folder, solution)
    (aside,) = store.folder.glob("stammtisch.db.aside-*")
    assert aside.stat().st_size == 4096
    with pytest.raises(StorageProblem) as refused:
        restore(store.backups.all()[0], store.folder)
    assert refused.value.exit_code == EX_CONFIG


async def test_a_copy_that_misses_a_page_is_none(store: SqliteStore):
    """Of a database that is larger than what is cached more is gone than can be told."""
    made = await store.backup()
    await store.writer.read(lambda c: c.set_authorizer(None))
    await store.writer.read(lambda c: c.execute("PRAGMA cache_size = 4"))
    await store.writer.read(lambda c: c.execute("PRAGMA shrink_memory"))
    await store.writer.read(lambda c: c.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall())
    store.writer._watch.after_folding(0)
    cut(store.folder / DATABASE)
    _, solution = await ends(store)
    assert solution.startswith(
        f"What stood there could not be saved; take the newest backup: stammtisch restore {made}"
    )
    assert store.backups.all() == (made,)


async def test_the_store_does_not_mistake_itself_for_another(tmp_path: Path):
    async with await opened(tmp_path) as store:
        store.writer.checkpoint_after = 40
        table = await store.write(first(a_table(version=-1)))
        for n in range(120):
            table = await store.write(a_move(table, n + 1))
            if n % 40 == 0:
                await store.backup()
        os.link(tmp_path / DATABASE, tmp_path / "linked")
        (tmp_path / DATABASE).chmod(0o640)
        await asyncio.gather(*(store.save_meta(f"k{n}", "v" * 9000) for n in range(50)))
        assert await store.meta("k49") == "v" * 9000


async def test_a_folder_that_cannot_be_written_any_more_is_told_so(store: SqliteStore, monkeypatch: pytest.MonkeyPatch):
    def no(*_: object, **__: object) -> None:
        raise PermissionError(13, "no")

    removed(store.folder / DATABASE)
    monkeypatch.setattr(Path, "mkdir", no)
    with pytest.raises(StorageFailed) as failed:
        await store.save_meta("k", "v")
    assert exits == [EX_IOERR]
    assert "No note of it could be left (Permission denied)." in str(failed.value)


@pytest.mark.parametrize("piece", [4, 24, 24 + 1000, 24 + 4090])
async def test_what_a_killed_process_wrote_of_a_frame_is_nobodys_doing(store: SqliteStore, tmp_path: Path, piece: int):
    """The end of the log lies within a frame, and what lies one frame before it may be empty space of a page."""
    left = tmp_path / "left"
    left.mkdir()
    for name in (DATABASE, LOG):
        shutil.copy(store.folder / name, left / name)
    frame = os.urandom(24) + bytes(4096)
    with (left / LOG).open("ab") as log:
        log.write(bytes(frame)[:piece])
    size = (left / LOG).stat().st_size
    with (left / LOG).open("r+b") as log:  # a page of which nothing is used, as the last of the ones before it
        log.seek(size - 4120)
        log.write(bytes(8))
    again = await opened(left)
    await again.save_meta("k", "v")
    assert await again.meta("k") == "v"
    await again.close()
