"""Months of tables in virtual time (tests/living): none late early, lost, told twice, reminded too often, or woken."""

from collections import Counter
from pathlib import Path

import pytest

from bot.discord.messages import posts
from bot.play.clocks import deadlines
from bot.play.timed import reminders
from tests import report
from tests.ledger import Ledger
from tests.living.world import lived

WORLDS, TABLES, OUTAGES = 2, 10, 25
SEEN = (
    "away",
    "came back",
    "clock set",
    "gateway lost",
    "killed",
    "late",
    "machine booted",
    "reminders",
    "substitutes",
)


async def test_months_of_tables(tmp_path: Path):
    told, wrong = Counter[str](), list[str]()
    for seed in range(WORLDS):
        world = await lived(tmp_path / f"world{seed}", seed, TABLES, outages=OUTAGES)
        told += world.told
        wrong += world.wrong
    report.say(f"{WORLDS * TABLES} table-months in virtual time: {dict(sorted(told.items()))}")
    assert wrong == []
    assert all(told[what] for what in SEEN), told


async def test_that_somebody_is_woken_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(posts.peace, "quiet_users", lambda *_: frozenset())
    world = await lived(tmp_path / "data", 3, 2, days=8)
    assert any("asleep" in wrong for wrong in world.wrong)


async def test_that_time_out_of_service_is_counted_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deadlines, "SMALL", 10**12)
    world = await lived(tmp_path / "data", 2, 4, outages=60)
    assert any("early" in wrong for wrong in world.wrong)


async def test_that_clocks_do_not_move_with_the_machine_s_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("storage.clocks.moved", lambda kept, *_: kept)
    monkeypatch.setattr("storage.clocks.moved_spans", lambda spans, *_: spans)
    world = await lived(tmp_path / "data", 2, 4, outages=60)
    assert any("early" in wrong or "after its time" in wrong for wrong in world.wrong)


async def test_that_all_are_reminded_by_everybody_s_rule_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reminders, "_rule", lambda *_: "daily")
    world = await lived(tmp_path / "data", 2, 4)
    assert any("reminded" in wrong for wrong in world.wrong)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000))
async def test_ten_thousand_table_months(tmp_path: Path, seed: int):
    ledger = Ledger("living")
    ledger.skip_what_is_done(seed)
    world = await lived(tmp_path / "data", seed, TABLES, outages=seed % 40)
    assert world.wrong == []
    ledger.note(seed, months=TABLES, **world.told)
