"""One page that is not sound: it costs the tables on it and no others, and what a backup has of those comes back."""

import asyncio
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from storage.folder.damage import MENDED, SOON, notes
from storage.problem import ANEW, EX_IOERR, StorageError, StorageProblem
from storage.rows import RUNNING, Change, Question, SeatRow, Sent
from storage.sqlite.beside import Beside, unsound
from storage.sqlite.connection import read_only
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests import report
from tests.storage.builders import NOW, a_move, a_table, first, opened
from tests.storage.scenario import NEWEST

PAGE = 4096
TABLES, MOVES, LATER = 60, 12, 4
"""Tables, the moves of each before the backup, and of some of them after it."""


async def lived(folder: Path, *, backup: bool = True) -> dict[str, int]:
    """Tables with moves, of which a backup has the first; returns the version of each."""
    async with await opened(folder) as store:
        tables = [await store.write(_new(n)) for n in range(TABLES)]
        for n, table in enumerate(tables):
            await store.sent((), Sent(table.id, "board", 0, 1000 + n, 5000 + n, NOW), NOW)
        for n in range(MOVES):
            tables = await asyncio.gather(*(store.write(_move(table, n)) for table in tables))
        if backup:
            await store.backup()
        for n in range(LATER):
            tables = [
                *await asyncio.gather(*(store.write(_move(table, MOVES + n)) for table in tables[: TABLES // 2])),
                *tables[TABLES // 2 :],
            ]
        return {table.id: table.version for table in tables}


def _new(n: int) -> Change:
    table = a_table(f"t{n:02}", RUNNING, version=-1, channel=1000 + n, state="[" + "0," * 400 + "0]")
    seats = (SeatRow(0, 7 + n, "Ada"), SeatRow(1, 800 + n, "Ben"))
    return first(table, seats=seats)


def _move(table: Any, n: int) -> Change:
    version = table.version + 1
    line = (version, '{"told":' + '"x"' * 1 + "}")
    change = a_move(table, (int(table.id[1:]) + 1) * 1000 + n, lines=(line,))
    return replace(change, table=replace(change.table, state="[" + "0," * 400 + f"{version}]"))


def pages(folder: Path) -> list[int]:
    """The pages after the first, which holds the header and the schema."""
    return list(range(1, (folder / "stammtisch.db").stat().st_size // PAGE))


def spoil(folder: Path, page: int, noise: bytes) -> None:
    with (folder / "stammtisch.db").open("r+b") as file:
        file.seek(page * PAGE)
        file.write(noise)


@pytest.fixture
def sound(memory: Path) -> tuple[Path, dict[str, int]]:
    versions = asyncio.run(lived(memory / "data"))
    return memory / "data", versions


async def stands(store: SqliteStore, table: str) -> int:
    """The version at which a table stands; -2 if it does not. What it says of itself is true."""
    loaded = await store.load(table)
    if loaded is None or loaded.table.status != RUNNING:
        return -2
    records = await store.records(table)
    assert [record.version for record in records] == list(range(loaded.table.version + 1)), table
    assert len(await store.log(table)) == loaded.table.version + 1
    assert len(loaded.seats) == 2
    assert loaded.questions
    assert all(isinstance(question, Question) for question in loaded.questions)
    return loaded.table.version


def test_each_page_in_turn_costs_the_tables_on_it_and_no_others(sound: tuple[Path, dict[str, int]], memory: Path):
    """Noise on one page after the other: whoever is not named stands where they stood."""
    folder, versions = sound
    luck = random.Random(1)
    mended = kept = back = gone = refused = 0
    worst = 0
    for page in pages(folder):
        copy = memory / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        spoil(copy, page, luck.randbytes(PAGE))
        try:
            found = asyncio.run(_after(copy, versions))
        except StorageProblem as problem:
            refused += 1 if problem.exit_code == EX_IOERR else 99
            continue
        mended += 1
        kept, back, gone = kept + found[0], back + found[1], gone + found[2]
        worst = max(worst, found[1] + found[2])
    report.say(
        f"a bad page, {mended + refused} in turn: mended {mended}, refused {refused}; tables {kept} where they stood,"
        f" {back} as the backup had them, {gone} lost; at most {worst} of {TABLES} by one page"
    )
    assert refused <= 3, "of the schema alone"
    assert gone == 0, "a backup has all of them"
    assert mended > 30


async def _after(copy: Path, versions: dict[str, int]) -> tuple[int, int, int]:
    async with await opened(copy) as store:
        told = store.mended
        named = {} if told is None else told.back | told.gone
        here = {table: await stands(store, table) for table in versions}
        for table, version in versions.items():
            if table not in named:
                assert here[table] == version, table
            elif told is not None and table in told.back:
                assert here[table] == min(version, MOVES - 1), table
        return len(versions) - len(named), len(told.back) if told else 0, len(told.gone) if told else 0


async def test_what_was_mended_is_told_by_name_and_the_damaged_file_is_kept(tmp_path: Path):
    folder = tmp_path / "data"
    versions = await lived(folder, backup=False)
    page = await page_of_games(folder, tmp_path)
    before = (folder / "stammtisch.db").read_bytes()
    spoil(folder, page, b"\xff" * PAGE)
    async with await opened(folder) as store:
        assert store.mended is not None
        lost = set(store.mended.gone)
        assert 0 < len(lost) < 20
        assert {await stands(store, table) for table in lost} == {-2}
        assert all([await stands(store, table) == versions[table] for table in versions.keys() - lost])
        assert await store.meta(MENDED) is not None
        (note,) = notes(folder)
        said = note.read_text()
        assert all(f"{table} (thread {1000 + int(table[1:])})" in said for table in lost)
    (aside,) = folder.glob("stammtisch.db.damaged-*")
    assert aside.read_bytes() == before[: page * PAGE] + b"\xff" * PAGE + before[(page + 1) * PAGE :]
    async with await opened(folder) as store:
        assert store.mended is None, "it is mended once"


async def page_of_games(folder: Path, scratch: Path) -> int:
    """A page whose loss costs some rows of games."""
    for page in pages(folder):
        copy = scratch / "tried"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        spoil(copy, page, b"\xff" * PAGE)
        try:
            async with await opened(copy) as store:
                if store.mended is not None and "games" in store.mended.missing:
                    return page
        except StorageProblem:
            continue
    raise AssertionError("no such page")


async def test_a_page_met_at_a_press_ends_nothing_but_begins_anew(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    ended: list[int] = []
    folder = tmp_path / "data"
    async with await opened(folder) as store:
        await store.write(first(a_table()))

    def meets(_: sqlite3.Connection) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_CORRUPT, "SQLITE_CORRUPT"
        raise error

    async with await open_store(folder, on_fatal=ended.append) as store:
        with pytest.raises(StorageError):
            await store.writer.read(meets)
        with pytest.raises(StorageError):
            await store.save_meta("k", "v")
    assert ended == [ANEW]
    assert "It is mended by beginning anew." in capfd.readouterr().err
    assert (folder / "stammtisch.damaged").exists()
    async with await opened(folder) as store:
        assert store.mended is None, "all of it is sound after all"
        assert not (folder / "stammtisch.damaged").exists()


async def test_a_page_of_a_large_file_is_found_beside_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, ended = tmp_path / "data", list[int]()
    await lived(folder)
    page = await page_of_games(folder, tmp_path)
    monkeypatch.setattr("storage.sqlite.opening.LOOKED_THROUGH", 0)
    async with await open_store(folder, on_fatal=ended.append) as store:
        await store.writer.look_through()
        assert ended == []
    spoil(folder, page, b"\xff" * PAGE)
    async with await open_store(folder, on_fatal=ended.append) as store:
        assert ended == []
        with pytest.raises(StorageError):
            await store.backup()  # it is found by a backup too
        assert ended == [ANEW]
    monkeypatch.undo()
    async with await opened(folder) as store:
        assert store.mended is not None


async def test_a_backup_that_its_own_disk_has_damaged_is_no_damage_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    real = Beside.copy

    def spoiled(self: Beside, to: Path) -> None:
        real(self, to)
        with to.open("r+b") as file:
            file.seek(PAGE)
            file.write(b"\xff" * PAGE)

    async with await opened(tmp_path / "data") as store:
        table = await store.write(first(a_table(version=-1)))
        await store.write(a_move(table, 1))
        monkeypatch.setattr(Beside, "copy", spoiled)
        with pytest.raises(StorageError, match="came out damaged"):
            await store.backup()
        monkeypatch.undo()
        await store.backup()
        await store.save_meta("k", "v")


async def test_a_disk_that_fails_again_and_again_is_not_trusted(tmp_path: Path):
    folder = tmp_path / "data"
    await lived(folder)
    luck = random.Random(2)
    for _ in range(20):
        spoil(folder, luck.choice(pages(folder)[8:]), luck.randbytes(PAGE))
        try:
            async with await opened(folder):
                pass
        except StorageProblem as problem:
            if "times within an hour" in problem.problem:
                break
    else:
        raise AssertionError("it goes on for ever")
    assert len(notes(folder)) == 3
    for note in notes(folder):
        os.utime(note, (note.stat().st_atime, note.stat().st_mtime - SOON - 1))
    async with await opened(folder) as store:
        assert store.mended is not None


async def test_where_most_tables_would_be_gone_the_operator_decides(tmp_path: Path):
    folder = tmp_path / "data"
    await lived(folder, backup=False)
    luck = random.Random(3)
    for page in pages(folder)[12:]:
        spoil(folder, page, luck.randbytes(PAGE))
    before = (folder / "stammtisch.db").read_bytes()
    with pytest.raises(StorageProblem, match="restore the newest backup"):
        await opened(folder)
    assert (folder / "stammtisch.db").read_bytes() == before


async def test_what_was_mended_is_a_whole_database(tmp_path: Path):
    folder = tmp_path / "data"
    await lived(folder)
    spoil(folder, await page_of_games(folder, tmp_path), b"\xff" * PAGE)
    async with await opened(folder) as store:
        table = (await store.load("t59") or await store.load("t00")).table  # pyright: ignore[reportOptionalMemberAccess]
        await store.write(_move(table, 99))
        await store.backup()
    with closing(sqlite3.connect(folder / "stammtisch.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST,)


async def test_who_was_forgotten_after_the_backup_stays_forgotten(tmp_path: Path):
    folder = tmp_path / "data"
    await lived(folder)
    async with await opened(folder) as store:
        await store.writer.write(
            lambda c: c.execute("UPDATE seats SET user = 0, name = 'Player 1' WHERE seat = 0").rowcount
        )
        await store.writer.write(lambda c: c.execute("UPDATE games SET rev = rev + 1").rowcount)
    spoil(folder, await page_of_games(folder, tmp_path), b"\xff" * PAGE)
    async with await opened(folder) as store:
        assert store.mended is not None
        assert store.mended.back
        for table in store.mended.back:
            loaded = await store.load(table)
            assert loaded is not None
            assert (loaded.seats[0].user, loaded.seats[0].name) == (0, "Player 1")
            assert loaded.seats[1].name == "Ben"


async def test_an_index_that_does_not_fit_its_table_is_made_anew(tmp_path: Path):
    """Every page seems sound then; the check of a backup finds it."""
    folder, ended = tmp_path / "data", list[int]()
    versions = await lived(folder)
    page = next(page for page in pages(folder)[::-1] if _unfits(folder, page))
    spoil_byte(folder, page)
    async with await open_store(folder, on_fatal=ended.append) as store:
        assert ended == []
        with pytest.raises(StorageError):
            await store.backup()
    assert ended == [ANEW]
    async with await opened(folder) as store:
        assert store.mended is not None
        assert (store.mended.back, store.mended.gone) == ({}, {})
        assert {table: await stands(store, table) for table in versions} == versions
        await store.backup()


def spoil_byte(folder: Path, page: int) -> None:
    """The last of a page: of its first entry."""
    with (folder / "stammtisch.db").open("r+b") as file:
        file.seek((page + 1) * PAGE - 1)
        (byte,) = file.read(1)
        file.seek((page + 1) * PAGE - 1)
        file.write(bytes((byte ^ 1,)))


def _unfits(folder: Path, page: int) -> bool:
    """Whether only the whole check finds it, and in an index."""
    spoil_byte(folder, page)
    try:
        with closing(read_only(folder / "stammtisch.db")) as connection:
            return not unsound(connection) and "index" in unsound(connection, indexes=True)
    finally:
        spoil_byte(folder, page)
