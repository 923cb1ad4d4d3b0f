"""The store against the disk it lies on: moves made durable, one client and ten, opening, loading."""

import asyncio
import gc
import os
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import msgspec
from msgspec.structs import replace

from rules import engine
from rules.chance import Seeded
from rules.contract import Record, Setup
from rules.guatemala.game import RULES
from storage.rows import RUNNING, Change, OutRow, Question, SeatRow, TableRow
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests.bench.yardstick import figure, plain

ROUNDS = 5
SECONDS = 0.7
"""Of each part of a round."""
CLIENTS = 10
GAMES = 10_000
BLOCK = 8192


def run() -> None:
    print("── storage ──")
    place = Path("/var/tmp")  # noqa: S108 (on a disk, where /tmp may not be)
    with tempfile.TemporaryDirectory(dir=place if place.is_dir() else None) as folder:
        asyncio.run(_all(Path(folder)))


async def _all(folder: Path) -> None:
    async with await open_store(folder / "moves") as store:
        await _moves(store, folder)
    await _many(folder / "games")


async def _moves(store: SqliteStore, folder: Path) -> None:
    """In turns with the bare disk, since its rate drifts; the median of the ratios counts."""
    tables = [await store.write(_new(f"t{n}")) for n in range(CLIENTS)]
    raw: list[float] = []
    one: list[float] = []
    ten: list[float] = []
    waits: list[float] = []
    for _ in range(ROUNDS):
        raw.append(_raw(folder / "raw"))
        for clients, rates in ((1, one), (CLIENTS, ten)):
            took = waits if clients == 1 else []
            began = time.perf_counter()
            played = await asyncio.gather(*(_play(store, table, took) for table in tables[:clients]))
            moves = sum(now.version - before.version for now, before in zip(played, tables, strict=False))
            rates.append(moves / (time.perf_counter() - began))
            tables[:clients] = played
    plain("raw: 8 kB written and flushed", median(raw), "/s")
    plain("moves, 1 client", median(one), "/s")
    plain("  a move, p50", median(waits) * 1e6, "µs")
    plain("  a move, p99", quantiles(waits, n=100)[98] * 1e6, "µs")
    plain("moves, 10 clients", median(ten), "/s")
    ratio_one = median(a / b for a, b in zip(one, raw, strict=True))
    ratio_ten = median(a / b for a, b in zip(ten, raw, strict=True))
    figure("D1", "durable moves of one client, against the raw rate", ratio_one, "", gate=0.25, goal=0.45)
    figure("D2", "durable moves of ten clients, against the raw rate", ratio_ten, "", gate=1, goal=1.8)


def _raw(path: Path) -> float:
    """How often a second this disk takes a block and flushes it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        block, places, count = os.urandom(BLOCK), 256, 0
        os.pwrite(handle, bytes(places * BLOCK), 0)
        os.fsync(handle)
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            os.pwrite(handle, block, count % places * BLOCK)
            os.fdatasync(handle)
            count += 1
        return count / (time.perf_counter() - began)
    finally:
        os.close(handle)


async def _play(store: SqliteStore, table: TableRow, waits: list[float]) -> TableRow:
    until = time.perf_counter() + SECONDS
    while (began := time.perf_counter()) < until:
        table = await store.write(_move(table))
        waits.append(time.perf_counter() - began)
    return table


STATE = msgspec.json.encode(engine.begin(RULES, Setup(4), Seeded(1)).position.state).decode()


def _new(name: str, channel: int = 0) -> Change:
    table = TableRow(
        id=name,
        guild=channel % 100,
        channel=channel,
        game="guatemala",
        status=RUNNING,
        rev=0,
        version=0,
        public_no=0,
        rules_version=1,
        lang="en",
        creator=1,
        options=(),
        random_seats=True,
        created_at=1,
        expires_at=0,
        state=STATE,
        state_format="f" * 16,
    )
    seats = tuple(SeatRow(seat, channel % 3000 * 4 + seat, f"player {seat}") for seat in range(4))
    asked = (Question(0, "turn", 0, 0, required=True, rest=False, sealed=False),)
    begin = (Record(0, 0, "begin", -1, "4", tuple(range(30))),)
    return Change(table, -1, 1, seats=seats, questions=asked, records=begin)


def _move(table: TableRow) -> Change:
    """Six statements: the action, the table, its record, its questions gone and set, a row for the courier."""
    version = table.version + 1
    return Change(
        replace(table, version=version, public_no=version),
        table.rev,
        version,
        interaction=int(table.id[1:]) << 40 | version,
        answer='{"ok":true}',
        records=(Record(version, 0, "move", version % 4, "a4>b7 c3>d2", (3, 1)),),
        questions=(Question(version % 4, "turn", 0, version, required=True, rest=False, sealed=False),),
        rows=(OutRow("board", version, body='{"facts":[["step",3],["build",4,7]]}'),),
    )


async def _many(folder: Path) -> None:
    """A store of many running games, opened anew each time."""
    async with await open_store(folder) as store:
        store.writer.checkpoint_after = 10_000
        for n in range(0, GAMES, 500):
            await asyncio.gather(*(store.write(_new(f"t{m}", m + 1)) for m in range(n, n + 500)))
    opening: list[float] = []
    for n in range(5):
        began = time.perf_counter()
        async with await open_store(folder) as store:
            assert await _by_channel(store, n * 1999 + 1)
            opening.append(time.perf_counter() - began)
    figure(
        "D3", f"open {GAMES:,} games, answer the first", median(opening) * 1e3, "ms", gate=200, goal=20, higher=False
    )
    async with await open_store(folder) as store:
        await _loads(store)
        plain("database", (folder / "stammtisch.db").stat().st_size / 1e6, "MB")
        began = time.perf_counter()
        await store.backup()
        plain("a backup of it, checked", (time.perf_counter() - began) * 1e3, "ms")


async def _by_channel(store: SqliteStore, channel: int) -> bool:
    name = await store.at_channel(channel)
    return name is not None and await store.load(name) is not None


async def _loads(store: SqliteStore) -> None:
    """The quietest of some rounds: who else runs on the machine is no matter of the store."""
    gc.collect()
    rounds: list[list[float]] = []
    for start in range(ROUNDS):
        took: list[float] = []
        for n in range(1000):
            name = f"t{(start + n * 7919) % GAMES}"
            began = time.perf_counter()
            await store.load(name)
            took.append(time.perf_counter() - began)
        rounds.append(took)
    p99 = min(quantiles(took, n=100)[98] for took in rounds)
    plain("load one of them with all its rows, p50", min(map(median, rounds)) * 1e6, "µs")
    figure("D4", "load one of them with all its rows, p99", p99 * 1e6, "µs", gate=1000, goal=100, higher=False)
