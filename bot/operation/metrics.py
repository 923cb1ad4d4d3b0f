"""Figures in Prometheus' text form, given out at an address of the operator's choice; none unless one is set.

They name no table, server or person: counts, ages and times alone.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import web

from bot.discord.client import Stammtisch
from bot.operation.problem import CannotRun
from storage import StorageError
from storage.monitoring.histogram import BOUNDS, Histogram
from storage.monitoring.report import Report

FRESH: Final = 10.0
"""Seconds that what the store says is told again: whoever asks often does not make it count often."""
RARE: Final = 50
LONGEST: Final = 60.0
"""So many times as long as it took, too, up to a minute: what is counted in a large database is counted more rarely."""
PATIENT: Final = 3.0
"""Seconds until figures are given out without what the store says: they are wanted most where it is away."""
TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

STORED: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "oldest_unsent_seconds",
        "outbox_age_seconds",
        "For how long the oldest message that could be sent has waited",
    ),
    ("waiting", "outbox_rows", "Messages that are still to be sent"),
    ("parked", "parked_tables", "Tables whose thread cannot be spoken in"),
    ("records", "records", "Commits and their parts that are kept"),
    ("claims", "claims", "Queues of shards without a process that this one has claimed"),
    ("orphans", "shards_without_process", "Shards that no process answers for"),
    ("held", "shards_held", "Shards that this process answers for"),
    ("lease_left_seconds", "lease_left_seconds", "For how long it does in any case"),
    (
        "connections_lost",
        "database_connections_lost",
        "Connections to the database that broke while they were used",
    ),
    ("database_bytes", "database_bytes", "Size of the database"),
)
"""What the store says: the key in its answer, the name of the figure, and what it is."""

Line = tuple[str, str, str, float]
"""Name, kind, what it is, and value of a figure without labels."""


class Metrics:
    def __init__(
        self, client: Stammtisch, status: Callable[[], Awaitable[Report]], times: dict[str, Histogram]
    ) -> None:
        """`status`: what the store says; `times`: how long its statements took, if that is counted."""
        self._client = client
        self._status = status
        self._times = {"answer": client.wire.took, "request": client.requests.took, **times}
        self._known: Report = {}
        self._fresh_until = 0.0
        self._asking: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def served(self, address: str) -> AsyncGenerator[None]:
        """Gives figures out at an address, if there is one. Raises CannotRun where it cannot be had."""
        if not address:
            yield
            return
        host, _, port = address.rpartition(":")
        app = web.Application()
        app.router.add_get("/metrics", self._answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host.strip("[]"), int(port)).start()
            except OSError:
                raise CannotRun(
                    "The address of STAMMTISCH_METRICS cannot be had.",
                    "Another program listens there, or it is not this machine's; name another one.",
                ) from None
            yield
        finally:
            await runner.cleanup()

    async def _answer(self, _: web.Request) -> web.Response:
        return web.Response(body=(await self.text()).encode(), headers={"Content-Type": TYPE})

    async def text(self) -> str:
        """Returns all figures."""
        stored = await self._stored()
        return "".join([*_plain(self._of_process(stored)), *_of_store(stored), *_of_times(self._times)])

    async def _stored(self) -> Report:
        """Returns what the store says, now or lately; nothing where it does not answer."""
        if time.monotonic() < self._fresh_until:
            return self._known
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._asked())
        done, _ = await asyncio.wait({self._asking}, timeout=PATIENT)
        return self._known if done else {}

    async def _asked(self) -> None:
        began = time.monotonic()
        try:
            self._known = await self._status()
        except StorageError:
            self._known = {}
            return
        now = time.monotonic()
        self._fresh_until = now + min(max(FRESH, (now - began) * RARE), LONGEST)

    def _of_process(self, stored: Report) -> Iterator[Line]:
        client = self._client
        yield "store_answers", "gauge", "Whether the tables are within reach", bool(stored)
        shards = client.shards.values()
        yield "moves_total", "counter", "Changes of tables committed by this process", client.transactions.committed
        yield (
            "gateway_shards",
            "gauge",
            "Shards of this process that are connected",
            sum(not shard.is_closed() for shard in shards),
        )
        yield "gateway_gone_seconds", "gauge", "For how long Discord has been out of reach", client.pulse.gone()
        yield (
            "requests_allowed",
            "gauge",
            "Requests a second that this process may make, 0 for no bound",
            client.requests.rate,
        )
        yield "requests_left", "gauge", "Of them, how many may be made at once", client.requests.left


def _plain(lines: Iterator[Line]) -> Iterator[str]:
    for name, kind, what, value in lines:
        yield f"{_head(name, kind, what)}stammtisch_{name} {value:.10g}\n"


def _head(name: str, kind: str, what: str) -> str:
    return f"# HELP stammtisch_{name} {what}.\n# TYPE stammtisch_{name} {kind}\n"


def _of_store(status: Report) -> Iterator[str]:
    for key, name, what in STORED:
        value: Any = status.get(key)
        if isinstance(value, int | float):
            yield from _plain(iter([(name, "gauge", what, float(value))]))
    tables: Any = status.get("tables", {})
    if not status:
        return
    yield _head("tables", "gauge", "Tables by their state")
    for state in sorted(tables):
        yield f'stammtisch_tables{{state="{state}"}} {tables[state]}\n'


def _of_times(times: dict[str, Histogram]) -> Iterator[str]:
    name = "stage_seconds"
    yield _head(name, "histogram", "How long an answer to a press, a request, a statement of the database took")
    for stage, took in times.items():
        below = 0
        for bound, count in zip((*BOUNDS, "+Inf"), took.counts, strict=True):
            below += count
            yield f'stammtisch_{name}_bucket{{stage="{stage}",le="{bound}"}} {below}\n'
        yield f'stammtisch_{name}_sum{{stage="{stage}"}} {took.total:.6f}\n'
        yield f'stammtisch_{name}_count{{stage="{stage}"}} {below}\n'
