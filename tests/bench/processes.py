"""Several processes that commit into one PostgreSQL: `python -m tests.bench.processes`, against pgbench of the same
statement, and against one SQLite file.

Ten clients each time, over 1, 2 and 4 processes; then 50 moves a second over two, with how long a move takes from the
reading of its table on. The server is the tests' own, with fsync on.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from storage.decoding import as_text
from storage.postgres.schema import functions
from storage.rows import RUNNING
from storage.shards import Shards
from tests.postgres import stores
from tests.postgres.server import PASSWORD, ROLE, programs
from tests.storage import builders
from tests.storage.builders import NOW, a_move, a_table, first

CLIENTS, SECONDS, RATE = 10, 6.0, 50
REV, VERSION = 888_000, 777_000


async def _committed(store: Any, name: str, until: float) -> int:
    table = await store.write(first(a_table(name, RUNNING)))
    done = 0
    while time.monotonic() < until:
        table, done = await store.write(a_move(table, 0)), done + 1
    return done


async def flat_out(store: Any, begin: int, clients: int) -> float:
    """Commits a second of so many clients."""
    began = time.monotonic()
    names = [f"t{begin + n}" for n in range(clients)]
    done = await asyncio.gather(*(_committed(store, name, began + SECONDS) for name in names))
    return sum(done) / (time.monotonic() - began)


async def at_a_rate(store: Any, begin: int, rate: float) -> list[float]:
    """The milliseconds of each move where so many a second begin."""
    tables = [await store.write(first(a_table(f"r{begin + n}", RUNNING))) for n in range(CLIENTS)]
    took: list[float] = []

    async def move(name: str) -> None:
        began = time.monotonic()
        loaded = await store.load(name)
        await store.write(a_move(loaded.table, 0))
        took.append((time.monotonic() - began) * 1000)

    moves: list[asyncio.Task[None]] = []
    for n in range(int(rate * SECONDS)):
        moves.append(asyncio.create_task(move(tables[n % CLIENTS].id)))
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*moves)
    return took


async def one_process(address: str, number: int, of: int, kind: str) -> None:
    """Prints what one of them did; if they are several, they tell each other what has changed."""
    shards = Shards((number,), of)
    async with await stores.opened(address, Path(tempfile.mkdtemp()), shards=shards) as store:
        telling = asyncio.create_task(_told(store)) if of > 1 else None
        began = time.process_time()
        if kind == "flat out":
            rate = await flat_out(store, number * 1000, CLIENTS // of + (number < CLIENTS % of))
            print(rate, (time.process_time() - began) / (rate * SECONDS) * 1e6)
        else:
            print(*await at_a_rate(store, number * 1000, RATE / of))
        if telling is not None:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


async def _told(store: Any) -> None:
    await store.wakes.run(lambda: NOW, lambda _: None)


def fresh() -> str:
    """The address of an empty database, in which nothing is left to be done of what was before."""
    address = stores.emptied()
    with stores.looking() as link:
        link.execute("VACUUM")
        link.execute("CHECKPOINT")
    return address


def processes(count: int, kind: str) -> list[list[float]]:
    """What each of so many processes prints."""
    address = fresh()
    program = (sys.executable, "-m", "tests.bench.processes")
    running = [
        subprocess.Popen([*program, address, str(n), str(count), kind], stdout=subprocess.PIPE, text=True)
        for n in range(count)
    ]
    return [[float(text) for text in one.communicate()[0].split()] for one in running]


def pgbench() -> float:
    """Transactions a second of the same statement, by the server's own bench."""
    address = fresh()
    table = a_table("p:client_id", RUNNING, rev=REV, version=VERSION)
    change = replace(a_move(table, 0), now=NOW)
    text = as_text(change).replace(str(VERSION + 1), " :v").replace(str(REV), " :rev")
    text = re.sub(r'"public_no": ?\d+', '"public_no": 1', text)
    folder = Path(tempfile.mkdtemp())
    script = folder / "script"
    statement = f"SELECT * FROM {functions()[0]}.write('{text}');"  # noqa: S608 (of our own)
    script.write_text(f"\\set v :v + 1\n{statement}\n\\set rev :rev + 1\n")
    begin = asyncio.run(_begun(address))
    found = programs()
    assert found is not None
    assert begin
    done = subprocess.run(
        [str(found / "pgbench"), "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(int(SECONDS)), "-f", str(script),
         "-D", "v=0", "-D", "rev=0", "-h", "127.0.0.1", "-p", str(stores.server().port), "-U", ROLE, stores.NAME],
        stdout=subprocess.PIPE, text=True, check=True, env={**os.environ, "PGPASSWORD": PASSWORD},
    )  # fmt: skip
    with stores.looking() as link:
        (written,) = link.execute("SELECT count(*) FROM records").fetchone()
    rate = float(re.findall(r"tps = ([\d.]+)", done.stdout)[0])
    assert written >= rate * SECONDS * 0.8, "each was a commit"
    return rate


async def _begun(address: str) -> bool:
    async with await stores.opened(address) as store:
        for n in range(CLIENTS):
            await store.write(first(a_table(f"p{n}", RUNNING)))
    return True


async def sqlite() -> float:
    async with await builders.opened(Path(tempfile.mkdtemp())) as store:
        return await flat_out(store, 0, CLIENTS)


def main() -> None:
    for n in range(2):  # in turns, so that whatever else runs concerns all of them
        plain = pgbench()
        print(f"round {n}: pgbench {plain:.0f}/s, SQLite {asyncio.run(sqlite()):.0f}/s", flush=True)
        for count in (1, 2, 4):
            found = processes(count, "flat out")
            rate, taken = (sum(figures) for figures in zip(*found, strict=True))
            print(
                f"round {n}: {count} processes {rate:.0f} commits/s, {rate / plain:.2f} of pgbench,"
                f" {taken / count:.0f} us of a processor a commit",
                flush=True,
            )
        took = sorted(ms for found in processes(2, "at a rate") for ms in found)
        print(
            f"round {n}: {RATE} moves/s over 2 processes: p50 {took[len(took) // 2]:.1f} ms,"
            f" p99 {took[int(len(took) * 0.99)]:.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(one_process(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
    else:
        main()
