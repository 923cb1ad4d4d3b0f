"""The whole bot while twenty house players think: L1 to L3 again, at tables of people, beside tables of the house.

Their person answers at once and lets the house go on, so that house seats are on turn all the time; they think in one
worker, and pictures are painted in their own process, as shipped. What the loop is late by with nobody thinking stands
in front. Lateness is the machine's too; how long a single step holds the loop is told in processor time besides.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import msgspec

from bot.games import GAMES
from bot.operation.host import milliseconds
from bot.operation.workers import Workers
from bot.play import ANY, Action, Table, Transactions
from bot.play.changes import questions
from bot.play.house import dues as house_dues
from bot.play.house.terms import player
from bot.play.plans import planning
from rules import engine
from rules.chance import Seeded
from rules.contract import Move, Setup
from storage.fingerprint import fingerprint
from storage.rows import HOUSE, RUNNING, Change, DueRow, SeatRow, TableRow
from storage.sqlite.store import SqliteStore
from tests.bench.bot import AT_ONCE, RATE, SECONDS, at, measured, playing
from tests.bench.yardstick import figure, plain, yardstick

SEATS = (("guatemala", 3), ("cafe", 3), ("catan", 3))
TABLES = 10
"""Of a person and two house players each."""
LEVEL = "even"
BEAT = 0.1
LONGEST = 12


class Holding:
    """How long each step of the event loop held it, in seconds of processor."""

    def __init__(self) -> None:
        self.steps: list[float] = []

    def __enter__(self) -> Self:
        run = self._run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            run(handle)
            self.steps.append(time.thread_time() - began)

        setattr(asyncio.Handle, "_run", timed)  # noqa: B010 (its name says that it is not to be changed)
        return self

    def __exit__(self, *_: object) -> None:
        setattr(asyncio.Handle, "_run", self._run)  # noqa: B010


async def housed(store: SqliteStore, told: dict[str, Any]) -> list[str]:
    """Tables of one person and house players, who are on turn or will be."""
    names: list[str] = []
    for number, thread in enumerate(told["more"]):
        key, seats = SEATS[number % len(SEATS)]
        rules: Any = GAMES[key].rules
        commit = engine.begin(rules, Setup(seats), Seeded(number))
        now = milliseconds()
        row = TableRow(
            id=f"House{number:06d}", guild=told["guild"], channel=thread, game=key, status=RUNNING, rev=0,
            version=commit.position.version, public_no=commit.position.number, rules_version=rules.version, lang="en",
            creator=told["people"][0], options=(), random_seats=False, created_at=now, expires_at=0,
            state=msgspec.json.encode(commit.position.state).decode(), state_format=fingerprint(rules.state_type),
        )  # fmt: skip
        sat = (SeatRow(0, told["people"][0], "Ada"), *(player(seat, LEVEL, ()) for seat in range(1, seats)))
        dues = tuple(DueRow(q.seat, q.since, now, HOUSE) for q in commit.position.open if q.seat)
        asked = questions(commit.position)
        await store.write(Change(row, -1, now, records=commit.records, seats=sat, questions=asked, dues=dues))
        names.append(row.id)
    return names


class Evening:
    """Somebody who plays at all tables of the house, at once and without thinking."""

    def __init__(self, transactions: Transactions, user: int) -> None:
        self.transactions, self.user = transactions, user
        self.done = 0
        self.acts = 0

    async def play(self, name: str) -> None:
        while True:
            await asyncio.sleep(BEAT)
            table = await self.transactions.load(name)
            if table is None or table.status != RUNNING:
                return
            if any(question.seat == 0 and question.required for question in table.questions):
                await self._do(name, planning.submit(ANY, _least(table)))
                await self._do(name, house_dues.go_on())

    async def _do(self, name: str, use_case: Any) -> None:
        self.acts += 1
        await self.transactions.run(name, Action(self.user), use_case)


def _least(table: Table) -> list[str]:
    """A turn in which nothing is done that need not be."""
    rules, moves = table.rules, list[Move]()
    for _ in range(LONGEST):
        draft = engine.draft(rules, table.position, 0, moves)
        if draft.ready:
            break
        moves.append(rules.idle(draft.state, 0))
    return [*map(rules.write, moves)]


async def _run(folder: Path) -> None:
    workers = Workers(1)
    async with playing(folder, more=TABLES, apart=True) as (elsewhere, client, store):
        client.transactions.env.thinker = workers
        alone = await measured(elsewhere, rate=RATE, seconds=SECONDS)
        evening = Evening(client.transactions, elsewhere.told["people"][0])
        tables = [asyncio.create_task(evening.play(name)) for name in await housed(store, elsewhere.told)]
        client.transactions.due.set()
        await asyncio.sleep(4)
        thoughts = workers.thoughts
        with Holding() as holding:
            paced = await measured(elsewhere, rate=RATE, seconds=SECONDS)
        busy = await measured(elsewhere, people=AT_ONCE, seconds=6)
        thoughts = workers.thoughts - thoughts
        for task in tables:
            task.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
    await workers.close()
    low = {"higher": False}
    plain("event loop late with nobody thinking, p99", at(alone.late, 0.99) * 1e3, "ms")
    plain("command received to answered then, p99", at(alone.waits, 0.99) * 1e3, "ms")
    plain("thoughts of house players beside the rest", thoughts, "")
    held = holding.steps
    figure("H0", "a step holds the loop then, processor, p99.9", at(held, 0.999) * 1e3, "ms", gate=15, goal=5, **low)
    figure("H0", "… at most", max(held) * 1e3, "ms", gate=60, goal=15, **low)
    figure(
        "H1", "event loop late while house players think, p99", at(paced.late, 0.99) * 1e3, "ms", gate=15, goal=5, **low
    )
    figure("H1", "… at most", max(paced.late) * 1e3, "ms", gate=60, goal=15, **low)
    figure("H2", "command received to answered then, p50", at(paced.waits, 0.5) * 1e3, "ms", gate=40, goal=15, **low)
    figure("H2", "… p99", at(paced.waits, 0.99) * 1e3, "ms", gate=100, goal=30, **low)
    figure("H3", "moves with pictures then, one process", busy.rate, "/s", gate=60, goal=150)


def run() -> None:
    plain("yardstick", yardstick(), "ns/step")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder) / "data"))


if __name__ == "__main__":
    run()
