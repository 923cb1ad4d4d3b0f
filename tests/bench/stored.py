"""S1, S2: the shipped process over 10,000 stored tables: how long it takes to start, and what a press takes while
`status`, `health`, `doctor` and `backup` are asked.

One table of each game is played by presses for a while; the others are copies of them, two of three running.
"""

import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from statistics import median, quantiles

from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from tests.bench.memory import Round
from tests.bench.yardstick import figure, plain
from tests.e2e.players import newest_board
from tests.e2e.shipped import ROOT, TOKEN, Shipped

TABLES = 10_000
TURNS = 6
PRESSES = 300
ASKED = ("status", "health", "doctor", "backup")
MILLISECOND = 1000.0
ASK = """
import sys
from pathlib import Path
from storage.folder.control import ask
sys.exit(not ask(Path(sys.argv[1]), sys.argv[2]).ok)
"""


def copied(path: Path, tables: int) -> None:
    """Copies each table of a store until there are so many; whoever plays there is somebody else."""
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        columns = {
            name: [column[1] for column in store.execute(f"PRAGMA table_info({name})")]
            for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        }
        games = [row[0] for row in store.execute("SELECT id FROM games").fetchall()]
        store.execute("CREATE TEMP TABLE n (n INTEGER)")
        store.executemany("INSERT INTO n VALUES (?)", [(n + 1,) for n in range(tables // len(games))])
        store.execute("BEGIN")
        for name in ("games", "seats", "records", "questions", "log", "actions", "messages", "results"):
            store.execute(_copy(name, columns[name]))
        store.execute("UPDATE games SET status = 'over' WHERE rowid % 3 = 0 AND status = 'running'")
        store.execute("UPDATE outbox SET done_at = 1 WHERE done_at = 0")
        store.execute("DELETE FROM questions WHERE game IN (SELECT id FROM games WHERE status = 'over')")
        store.execute("COMMIT")


def _copy(name: str, columns: list[str]) -> str:
    """A statement that copies the rows of a table, each with other numbers."""
    own = "id" if name == "games" else "game"
    changed = {
        own: f"substr({own}, 1, 5) || printf('%06d', n.n)",
        "channel": "channel + n.n * 1000003",
        "user": "user + n.n * 1000003",
        "creator": "creator + n.n * 1000003",
        "guild": "guild + n.n % 200",
        "interaction": "interaction + n.n * 1000003",
        "message": "message + n.n * 1000003",
    }
    listed = ", ".join(columns)
    values = ", ".join(changed.get(column, column) for column in columns)
    return f"INSERT INTO {name} ({listed}) SELECT {values} FROM {name} CROSS JOIN n"  # noqa: S608


@asynccontextmanager
async def served() -> AsyncGenerator[Sandbox]:
    async with Sandbox(clock=Clock(held=True), rates=Rates.wide(), check=False, token=TOKEN) as sandbox:
        sandbox.guild()
        yield sandbox


async def _played(sandbox: Sandbox, bot: Shipped) -> list[Round]:
    """One table of each game, some turns old."""
    await bot.start()
    await sandbox.until(lambda: bool(sandbox.world.commands), 30)
    rounds = [Round(sandbox, number) for number in range(3)]
    playing = [asyncio.create_task(one.play()) for one in rounds]
    await sandbox.until(lambda: min(one.turns for one in rounds) >= TURNS, 120)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.sleep(1.0)
    await bot.stop()
    return rounds


async def started(bot: Shipped) -> float:
    """Seconds from the call of the program to the first press that it can hear."""
    bot.starts = 0  # as a whole process, not a fork of one that has imported everything
    began = time.perf_counter()
    await bot.start()
    return time.perf_counter() - began


async def pressed(sandbox: Sandbox, one: Round, presses: int, *, pause: float = 0.03) -> list[float]:
    """Milliseconds from a press to its answer: the panel of whoever is asked."""
    took: list[float] = []
    person = one.people[0]
    thread = next(c for c in sandbox.world.channels.values() if c.is_thread and person.id in _pinged(one, c))
    board = newest_board(person, thread)
    for _ in range(presses):
        began = time.perf_counter()
        await (await person.press(board, "My hand" if "My hand" in board.buttons else board.buttons[0])).done(30)
        took.append((time.perf_counter() - began) * MILLISECOND)
        await asyncio.sleep(pause)
    return took


def _pinged(one: Round, thread: object) -> set[int]:
    del thread
    return {person.id for person in one.people}


async def _asking(folder: Path, what: str) -> list[float]:
    """Asks without a pause until it is cancelled; how long each took."""
    took: list[float] = []
    try:
        while True:
            began = time.perf_counter()
            process = await asyncio.create_subprocess_exec(
                *(
                    sys.executable,
                    "-c",
                    ASK,
                ),
                str(folder),
                what,
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=asyncio.subprocess.DEVNULL,
            )
            assert await process.wait() == 0, what
            took.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)
    except asyncio.CancelledError:
        return took


async def measured(folder: Path, tables: int = TABLES, presses: int = PRESSES) -> dict[str, list[float]]:
    """The times of starts, and of presses while nothing and while each is asked."""
    found: dict[str, list[float]] = {"start": []}
    async with served() as sandbox:
        bot = Shipped(sandbox, folder / "data", whole=True)
        rounds = await _played(sandbox, bot)
        copied(bot.folder / "stammtisch.db", tables)
        for again in range(3):
            found["start"].append(await started(bot))
            if again < 2:
                await bot.stop()
        await asyncio.sleep(20)  # the first backup, and the look through all pages
        found["nothing"] = await pressed(sandbox, rounds[0], presses)
        for what in ASKED:
            asking = asyncio.create_task(_asking(bot.folder, what))
            found[what] = await pressed(sandbox, rounds[0], presses)
            asking.cancel()
            found[f"{what} itself"] = await asking
        await bot.away()
    return found


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measured(Path(folder)))
        size = (Path(folder) / "data" / "stammtisch.db").stat().st_size
    plain(f"database of {TABLES:,} tables", size / 1e6, "MB")
    figure(
        "S1",
        f"start of the shipped process over {TABLES:,} tables",
        median(found["start"]),
        "s",
        gate=2.0,
        goal=1.5,
        higher=False,
    )
    for what in ("nothing", *ASKED):
        p99 = quantiles(found[what], n=100)[98]
        plain(
            f"a press while {what} is asked: p50 {median(found[what]):.0f}, most {max(found[what]):.0f} ms; p99",
            p99,
            "ms",
        )
    worst = max(quantiles(found[what], n=100)[98] for what in ASKED)
    figure("S2", "a press, p99, while the slowest of them is asked", worst, "ms", gate=300, goal=100, higher=False)


if __name__ == "__main__":
    run()
