"""Tables move into a database and back: counted, hashed, all or none, however often it is broken off."""

import asyncio
import random
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.folder.files import DATABASE
from storage.problem import StorageProblem
from storage.rows import OVER, RUNNING, DrawRow, DueRow, OrderRow, OutRow, Person, ResultRow, SeatRow, Sent
from tests import report
from tests.e2e.shipped import ROOT
from tests.postgres import stores
from tests.postgres.server import PASSWORD
from tests.storage import builders
from tests.storage.builders import NOW, a_move, a_table, first

pytestmark = pytest.mark.usefixtures("database")
_THERE = "SELECT pid FROM pg_stat_activity WHERE application_name = 'stammtisch' AND datname = current_database()"


@pytest.fixture
def database() -> str:
    return stores.emptied()


async def filled(folder: Path, tables: int) -> None:
    """A store with rows of every kind; many tables are made of few."""
    async with await builders.opened(folder) as store:
        for n in range(3):
            seats = (SeatRow(0, 7, "Ada ’);"), SeatRow(1, 8, "漢 🏴‍☠️", nth=0))
            table = await store.write(
                first(
                    a_table(f"t{n}", RUNNING, created_at=NOW),
                    seats=seats,
                    interaction=n + 1,
                    answer="made",
                    seed="ab" * 32,
                )
            )
            draws = (DrawRow(0, 0, 5, (6,), (3,)),)
            dues, orders = (DueRow(0, 3, NOW + 5),), (OrderRow(1, "never"),)
            results = (ResultRow(0, 7, 1, None), ResultRow(1, 8, 2, 5))
            more: Any = {"draws": draws, "dues": dues, "orders": orders, "results": results, "lines": ((0, '"x"'),)}
            await store.write(a_move(table, 100 + n, **more))
        rows = await store.waiting(NOW * 2, 9)
        await store.sent(
            (rows[0].id,), Sent("t0", "board", 1, 22, 900, NOW, live=True), NOW, then=(OutRow("close", 5),)
        )
        await store.save_person(Person(7, 5, "open", "de", (("ping", "dm"),), ((NOW, NOW + 5),)))
        await store.beat(NOW, (NOW - 9, NOW))
        await store.set_agenda(7, "digest", NOW)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        for name, key in (
            ("games", "id"),
            ("seats", "game"),
            ("records", "game"),
            ("questions", "game"),
            ("log", "game"),
        ):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            others = ", ".join(column for column in columns if column != key)
            connection.execute(
                f"WITH RECURSIVE n(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM n WHERE n < {tables - 1})"  # noqa: S608
                f" INSERT INTO {name} ({key}, {others}) SELECT 't' || n, {others} FROM n, {name} WHERE {key} = 't1'"
            )
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        extra = {"games": "rowid, "}
        return [
            f"{name} {row}"
            for name in sorted(names)
            if name != "sqlite_sequence"
            for row in sorted(map(repr, connection.execute(f"SELECT {extra.get(name, '')}* FROM {name}")))  # noqa: S608
        ]


async def there_and_back(folder: Path, tmp_path: Path, address: str) -> None:
    from storage.postgres.moving import to_file

    back = tmp_path / "back"
    await to_file(address, back)
    assert dumped(back / DATABASE) == dumped(folder / DATABASE)
    assert [path.name for path in back.iterdir() if path.suffix == ".partial"] == []


async def test_there_and_back_everything_is_as_it_was(tmp_path: Path, database: str):
    from storage.postgres.moving import to_postgres

    folder = tmp_path / "data"
    await filled(folder, 40)
    before = (folder / DATABASE).read_bytes()
    moved = await to_postgres(folder, database)
    assert (moved.games, moved.again) == (40, False)
    assert (folder / DATABASE).read_bytes() == before
    again = await to_postgres(folder, database)
    assert (again.games, again.rows, again.again) == (40, moved.rows, True)
    await there_and_back(folder, tmp_path, database)
    async with await stores.opened(database) as store:
        loaded = await store.load("t1")
        table = await store.write(a_move(loaded.table, 999))
        assert (table.rev, len(await store.waiting(NOW * 2, 99))) == (2, 8)
    with pytest.raises(StorageProblem, match="other tables already"):
        await to_postgres(folder, database)


async def test_nothing_moves_while_a_bot_runs(tmp_path: Path, database: str):
    from storage.postgres.moving import to_file, to_postgres

    async with await builders.opened(tmp_path / "data"):
        with pytest.raises(StorageProblem, match="Another instance is running"):
            await to_postgres(tmp_path / "data", database)
    async with await stores.opened(database, lease=1.0):
        with pytest.raises(StorageProblem, match="Another instance is running"):
            await to_file(database, tmp_path / "back")
    assert not (tmp_path / "back" / DATABASE).exists()


async def test_a_text_that_postgresql_cannot_keep_stops_it_whole(tmp_path: Path, database: str):
    from storage.postgres.moving import to_postgres

    folder = tmp_path / "data"
    async with await builders.opened(folder) as store:
        await store.write(first(a_table("fine")))
        await store.write(first(a_table("odd", OVER, state="half\x00")))
    with pytest.raises(StorageProblem, match="cannot keep"):
        await to_postgres(folder, database)
    async with await stores.opened(database) as there:
        assert await there.load("fine") is None


def there(link: Any) -> set[int]:
    """Which processes of the server work for a bot."""
    return {pid for (pid,) in link.execute(_THERE)}


async def killed_while_moving(tmp_path: Path, database: str, tables: int, kills: int) -> None:
    """The command itself is killed at random moments, in both directions."""
    folder, back, luck = tmp_path / "data", tmp_path / "back", random.Random(tables)
    await filled(folder, tables)
    before = dumped(folder / DATABASE)
    source = {"STAMMTISCH_DATA": str(folder)}, ("--to", database)
    home = {"STAMMTISCH_DATABASE": database, "STAMMTISCH_DATA": str(tmp_path)}, ("--to", str(back))
    for settings, words in (source, home):
        took, killed = 3.0, 0
        with stores.looking() as link:
            others = there(link)  # an earlier test of this process may have left one
        while True:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "move", *words),
                cwd=ROOT, env={"PATH": "/usr/bin:/bin"} | settings, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
            if killed < kills:
                await asyncio.sleep(luck.uniform(0.2, took))
                if process.returncode is None:
                    process.send_signal(signal.SIGKILL)
                    killed += 1
                await process.communicate()
                with stores.looking() as link:
                    while there(link) - others:  # noqa: ASYNC110 (else what it asked for last is done behind us)
                        await asyncio.sleep(0.02)
                    link.execute("DELETE FROM shards")  # its lease runs out in time: that is measured elsewhere
                continue
            said, _ = await process.communicate()
            assert process.returncode == 0, said.decode()
            assert PASSWORD not in said.decode()
            assert f"{tables} tables" in said.decode()
            break
        assert dumped(folder / DATABASE) == before, "the source stays as it was"
    assert dumped(back / DATABASE) == before
    report.say(f"move of {tables} tables, killed {kills} times each way: equal")


@pytest.mark.waits
async def test_killed_while_moving_it_ends_equal(tmp_path: Path, database: str):
    await killed_while_moving(tmp_path, database, 500, 1)


@pytest.mark.long
async def test_killed_ten_times_while_moving_ten_thousand_tables(tmp_path: Path, database: str):
    await killed_while_moving(tmp_path, database, 10_000, 10)
    shutil.rmtree(tmp_path)
