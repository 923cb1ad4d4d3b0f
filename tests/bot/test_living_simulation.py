"""Months of tables in virtual time (tests/bench/living.py): nobody is late early, lost, told twice, or woken."""

from pathlib import Path

import pytest

from bot.discord.messages import posts
from bot.play.clocks import deadlines
from tests import report
from tests.bench.living import simulated
from tests.ledger import Ledger

TABLES, OUTAGES = 3, 6


async def test_some_months_of_tables(tmp_path: Path):
    found = await simulated(tmp_path / "data", 3, TABLES, outages=OUTAGES)
    report.say(f"{TABLES} table-months in virtual time: {dict(sorted(found.told.items()))}")
    assert found.wrong == []
    assert found.told["late"]
    assert found.told["played for"]


async def test_that_somebody_is_woken_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(posts.peace, "quiet_users", lambda *_: frozenset())
    found = await simulated(tmp_path / "data", 3, 1)
    assert any("asleep" in wrong for wrong in found.wrong)


async def test_that_time_out_of_service_is_counted_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deadlines, "SMALL", 10**12)
    found = await simulated(tmp_path / "data", 3, TABLES, outages=4 * OUTAGES)
    assert any("late after" in wrong for wrong in found.wrong)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000))
async def test_ten_thousand_table_months(tmp_path: Path, seed: int):
    ledger = Ledger("living")
    ledger.skip_what_is_done(seed)
    found = await simulated(tmp_path / "data", seed, 10, outages=seed % 20)
    assert found.wrong == []
    ledger.note(seed, tables=10, **found.told)
