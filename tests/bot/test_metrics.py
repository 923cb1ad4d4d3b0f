"""Figures for Prometheus: what is given out where the store is slow, or away."""

import asyncio
import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.operation import metrics
from bot.operation.metrics import Metrics
from bot.operation.problem import CannotRun
from storage.monitoring.histogram import Histogram
from storage.monitoring.report import Report
from storage.problem import StorageAway

ROOT = Path(__file__).parents[2]


class Asked:
    """Stands for the store: how often it was asked, how long it takes, and whether it is there."""

    def __init__(self) -> None:
        self.times = 0
        self.takes = 0.0
        self.away = False

    async def status(self) -> Report:
        self.times += 1
        await asyncio.sleep(self.takes)
        if self.away:
            raise StorageAway
        return {"records": self.times, "oldest_unsent_seconds": 2.5, "tables": {"running": 3}}


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def given(asked: Asked) -> Metrics:
    shards = {0: SimpleNamespace(is_closed=lambda: False), 1: SimpleNamespace(is_closed=lambda: True)}
    client: Any = SimpleNamespace(
        wire=SimpleNamespace(took=Histogram()),
        requests=SimpleNamespace(took=Histogram(), rate=25.0, left=24.0),
        shards=shards,
        transactions=SimpleNamespace(committed=7),
        pulse=SimpleNamespace(gone=lambda: 0.0),
    )
    return Metrics(client, asked.status, {"statement": Histogram()})


def values(text: str) -> dict[str, float]:
    found = re.findall(r"^(stammtisch_\S+) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


async def test_what_the_store_says_is_asked_for_rarely(given: Metrics, asked: Asked):
    for _ in range(3):
        found = values(await given.text())
        assert (found["stammtisch_records"], found["stammtisch_store_answers"]) == (1, 1)
        assert (found["stammtisch_moves_total"], found["stammtisch_gateway_shards"]) == (7, 1)
        assert found['stammtisch_tables{state="running"}'] == 3
    assert asked.times == 1


async def test_figures_of_the_process_are_given_out_where_the_store_is_away_or_slow(
    given: Metrics, asked: Asked, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(metrics, "PATIENT", 0.05)
    asked.away = True
    for takes in (0.0, 30.0):
        asked.takes = takes
        began = time.monotonic()
        found = values(await given.text())
        assert time.monotonic() - began < 5
        assert (found["stammtisch_store_answers"], found["stammtisch_moves_total"]) == (0, 7)
        assert not [name for name in found if name.startswith(("stammtisch_tables", "stammtisch_records"))]
        assert "stammtisch_outbox_age_seconds" not in found
    await given.text()
    assert asked.times == 2, "it is still being asked"
    asking: Any = given._asking
    asking.cancel()
    asked.takes, asked.away = 0.0, False
    await asyncio.gather(asking, return_exceptions=True)
    assert values(await given.text())["stammtisch_store_answers"] == 1


async def test_an_address_that_is_taken_is_told_of(given: Metrics):
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with pytest.raises(CannotRun) as told:
            async with given.served(f"127.0.0.1:{port}"):
                raise AssertionError
    assert "STAMMTISCH_METRICS" in told.value.problem


async def test_every_figure_that_the_page_for_hosts_names_is_given_out(given: Metrics, asked: Asked):
    known: Report = {**{key: 1 for key, *_ in metrics.STORED}, "tables": {"running": 1}}

    async def all_that_is_known() -> Report:
        return known

    given._status = all_that_is_known
    found = {name.partition("{")[0] for name in values(await given.text())}
    page = (ROOT / "docs" / "hosting.md").read_text()
    named = set(re.findall(r"stammtisch_[a-z_]+", page.split("## Watching")[1].split("\n## ")[0]))
    assert named
    assert named <= found
