"""The whole bot, L1 to L5 and N1: the real client in this process, the sandbox in another with its checker off.

Every move is a command that is a whole turn: frame from the gateway, rules, commit, answer, two pictures, one public
message. It counts as done when the thread shows it.
"""

import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from bot.discord.client import Stammtisch
from bot.discord.layout import Picture
from bot.games import GAMES
from bot.operation.host import milliseconds
from bot.operation.settings import Settings
from bot.play import Env, Transactions
from bot.play.changes import questions
from rules import engine
from rules.chance import Seeded
from rules.contract import Setup
from sandbox.attach import pointed_at
from storage.fingerprint import fingerprint
from storage.rows import RUNNING, Change, SeatRow, TableRow
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests.bench.yardstick import figure, plain, yardstick

TABLES = 400
RATE, SECONDS = 50.0, 10.0
AT_ONCE = 16
ROOT = Path(__file__).parents[2]
STEP = 0.005


class Elsewhere:
    """The sandbox and its people, in their own process."""

    def __init__(self, process: asyncio.subprocess.Process, told: dict[str, Any]) -> None:
        self.process, self.told = process, told

    @classmethod
    async def open(cls, more: int = 0) -> "Elsewhere":
        """`more`: threads besides, of which it knows no more."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.discord", str(TABLES), str(more)),
            cwd=ROOT,
            stdin=pipe,
            stdout=pipe,
            limit=1 << 22,
        )
        found = cls(process, {})
        found.told = await found.line()
        return found

    async def line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return json.loads(await self.process.stdout.readline())

    async def ask(self, **order: float) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        return await self.line()

    async def close(self) -> None:
        self.process.terminate()
        await self.process.wait()


async def prepare(store: SqliteStore, told: dict[str, Any]) -> None:
    """Tables of two that have begun: the Buyer is on his track."""
    rules: Any = GAMES["guatemala"].rules
    for number, thread in enumerate(told["threads"]):
        chance = Seeded(number)
        begun = engine.begin(rules, Setup(2), chance)
        first = begun.position.open[0].seat
        commit = engine.play(rules, begun.position, first, (rules.parse("buyer 1"),), chance)
        seat = commit.position.open[0].seat
        users = told["people"] if seat == 0 else told["people"][::-1]
        row = TableRow(
            id=f"Bench{number:06d}", guild=told["guild"], channel=thread, game=rules.key, status=RUNNING, rev=0,
            version=commit.position.version, public_no=commit.position.number, rules_version=rules.version, lang="en",
            creator=users[0], options=(), random_seats=False, created_at=milliseconds(), expires_at=0,
            state=msgspec.json.encode(commit.position.state).decode(), state_format=fingerprint(rules.state_type),
        )  # fmt: skip
        seats = tuple(SeatRow(n, user, f"Player {n}") for n, user in enumerate(users))
        records = (*begun.records, *commit.records)
        now = milliseconds()
        await store.write(Change(row, -1, now, records=records, seats=seats, questions=questions(commit.position)))


async def lateness(late: list[float]) -> None:
    """How late the loop is whenever it should wake somebody."""
    while True:
        due = time.perf_counter() + STEP
        await asyncio.sleep(STEP)
        late.append(time.perf_counter() - due)


def spent() -> float:
    """Seconds of processor, all threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def at(values: Sequence[float], part: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(part * len(found)))]


class Measured:
    def __init__(self, done: dict[str, Any], cpu: float, late: list[float]) -> None:
        self.moves: int = done["moves"]
        self.rate = self.moves / done["seconds"]
        self.waits: list[float] = done["waits"]
        self.asked: dict[str, int] = done["asked"]
        self.cpu = cpu / self.moves
        self.late = late

    @property
    def by_token(self) -> float:
        """Requests by bot token a move: answers to interactions do not count."""
        counted = [
            times for route, times in self.asked.items() if "interaction" not in route and "webhook" not in route
        ]
        return sum(counted) / self.moves


async def measured(elsewhere: Elsewhere, **order: float) -> Measured:
    late: list[float] = []
    probe = asyncio.create_task(lateness(late))
    before = spent()
    done = await elsewhere.ask(**order)
    cpu = spent() - before
    probe.cancel()
    return Measured(done, cpu, late)


async def no_pictures(*_: Any, **__: Any) -> tuple[Picture, ...]:
    return ()


@asynccontextmanager
async def playing(
    folder: Path, *, more: int = 0, apart: bool = False
) -> AsyncGenerator[tuple[Elsewhere, Stammtisch, SqliteStore]]:
    """The bot, connected and warm, and whoever plays with it.

    `more`: threads besides. `apart`: it paints in another process, as the shipped one does by itself.
    """
    elsewhere = await Elsewhere.open(more)
    store = await open_store(folder)
    await prepare(store, elsewhere.told)
    with pointed_at(elsewhere.told["address"]):
        env = Env(store, Seeded(0), milliseconds, GAMES)
        settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
        client = Stammtisch(settings, Transactions(env), guild_ready_timeout=0.05)
        await client.login(elsewhere.told["token"])
        setattr(client.turnstile, "lets", lambda *_: True)  # noqa: B010 (two people press for all)
        client.gallery.paint_apart(wanted=apart)
        connecting = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        await measured(elsewhere, people=4, seconds=2)  # warm
        try:
            yield elsewhere, client, store
        finally:
            await client.close()
            await client.gallery.ended()
            await asyncio.gather(connecting, return_exceptions=True)
            await store.close()
            await elsewhere.close()


async def _run(folder: Path) -> None:
    """L1 and L2, what people wait for, as it is shipped: it paints in a process of its own. The others by one process,
    as their goals were shown; what either is in the other form stands beside.
    """
    async with playing(folder / "shipped", apart=True) as (elsewhere, _, _):
        shipped = await measured(elsewhere, rate=RATE, seconds=SECONDS)
        both = await measured(elsewhere, people=AT_ONCE, seconds=6)
    async with playing(folder / "one") as (elsewhere, _, _):
        paced = await measured(elsewhere, rate=RATE, seconds=SECONDS)
        busy = await measured(elsewhere, people=AT_ONCE, seconds=6)
    async with playing(folder / "bare") as (elsewhere, client, _):
        setattr(client.gallery, "board", no_pictures)  # noqa: B010 (its type says that it never changes)
        bare = await measured(elsewhere, people=AT_ONCE, seconds=4)
    plain("bot: moves a second asked for, and made", shipped.rate, "/s")
    _waits(shipped, paced)
    _work(paced, busy, bare)
    plain("  moves with pictures, as shipped", both.rate, "/s")


def _waits(shipped: Measured, paced: Measured) -> None:
    low = {"higher": False}
    late, waits = [1e3 * one for one in shipped.late], [1e3 * one for one in shipped.waits]
    figure("L1", "event loop late at 50 moves/s with pictures, p99", at(late, 0.99), "ms", gate=15, goal=5, **low)
    figure("L1", "… at most", max(late), "ms", gate=60, goal=15, **low)
    plain("  … by one process, p99", at(paced.late, 0.99) * 1e3, "ms")
    figure("L2", "command received to answered at 50 moves/s, p50", at(waits, 0.5), "ms", gate=40, goal=15, **low)
    figure("L2", "… p99", at(waits, 0.99), "ms", gate=100, goal=30, **low)
    plain("  … by one process, p99", at(paced.waits, 0.99) * 1e3, "ms")


def _work(paced: Measured, busy: Measured, bare: Measured) -> None:
    low = {"higher": False}
    figure("L3", "moves with pictures, one process", busy.rate, "/s", gate=60, goal=150)
    figure("L4", "moves without pictures", bare.rate, "/s", gate=500, goal=1500)
    figure("L5", "CPU a move with pictures", paced.cpu * 1e3, "ms", gate=20, goal=11, **low)
    figure("L5", "CPU a move without", bare.cpu * 1e3, "ms", gate=2, goal=0.5, **low)
    figure("N1", "requests by bot token for an ordinary move", paced.by_token, "", gate=2, goal=1, **low)


def run() -> None:
    plain("yardstick", yardstick(), "ns/step")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder) / "data"))


if __name__ == "__main__":
    run()
