"""What falls due next is found by indexes: however many tables there are, it takes as many steps."""

import sqlite3
import time
from pathlib import Path

from storage.folder.files import DATABASE
from storage.sqlite.agenda import next_due
from tests import report
from tests.bot.house import House

FEW, MANY = 100, 100_000
STEPS = 400
"""Instructions of SQLite's machine at the most; it takes some 60."""


def _filled(connection: sqlite3.Connection, tables: int) -> None:
    """As many lobbies and running tables with two things that fall due, and people with a digest."""
    columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(games)") if name not in {"id", "channel"}]
    names = ", ".join(columns)
    copied = names.replace("expires_at", "expires_at + n").replace("status", "iif(n % 2, 'lobby', 'running')")
    connection.execute("CREATE TEMP TABLE numbers AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c"
                       " WHERE n < ?) SELECT n FROM c", (tables,))  # fmt: skip
    connection.execute(f"INSERT INTO games (id, channel, {names}) SELECT 'T' || n, n, {copied} FROM games, numbers")  # noqa: S608
    connection.execute("INSERT INTO due (game, kind, seat, since, at) SELECT 'T' || n, kind, 0, 1, 10000000 + n FROM"
                       " numbers, (SELECT 'late' AS kind UNION SELECT 'remind' UNION SELECT 'house')")  # fmt: skip
    connection.execute("INSERT INTO agenda (user, what, at) SELECT n, 'digest', 20000000 + n FROM numbers")


def _steps(path: Path, tables: int) -> tuple[int, float]:
    connection = sqlite3.connect(path)
    try:
        _filled(connection, tables)
        steps = 0

        def step() -> int:
            nonlocal steps
            steps += 1
            return 0

        connection.set_progress_handler(step, 1)
        assert next_due(connection) == 10_000_001
        connection.set_progress_handler(None, 0)
        begun = time.perf_counter()
        for _ in range(100):
            next_due(connection)
        return steps, (time.perf_counter() - begun) / 100
    finally:
        connection.close()


async def _made(folder: Path) -> Path:
    house = await House(folder).open()
    await house.gathered([1, 2])
    await house.close()
    return folder / DATABASE


async def test_what_falls_due_next_takes_as_many_steps_however_many_tables_there_are(tmp_path: Path):
    few, _ = _steps(await _made(tmp_path / "few"), FEW)
    many, seconds = _steps(await _made(tmp_path / "many"), MANY)
    report.say(f"next_due over {MANY:,} tables: {many} steps of SQLite, {seconds * 1000:.3f} ms")
    assert many <= few + 5
    assert many < STEPS
