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

TABLES, OUTAGES = 10, 25
IN_A_FILE = 25
"""Every so many worlds of the campaign have a store with its writer, its queue and a file."""
WORLDS = (*range(1, 11), 148, 317, 399, 478, 556, 628, 1159, 1431)
"""Some are of the campaign: an outage or a pause comes when time is used up, but not yet told; a seat passes on to
somebody who is reminded by another rule, or after short outages; time is used up while the bot is away, before the
clock is set; a clock is set by little right before the machine boots."""
SEEN = (
    "away",
    "came back",
    "clock set",
    "digests",
    "gateway lost",
    "killed",
    "killed, clock set",
    "late",
    "late, sealed",
    "machine booted",
    "pauses",
    "reminders",
    "sittings-in",
    "substitutes",
)


async def test_months_of_tables(tmp_path: Path):
    """With the writer, its queue and a file."""
    world = await lived(tmp_path / "data", 0, 2 * TABLES, outages=2 * OUTAGES)
    report.say(f"{2 * TABLES} table-months in virtual time, in a file: {dict(sorted(world.told.items()))}")
    assert world.wrong == []


@pytest.mark.parametrize("group", range(3))
async def test_months_of_more_tables(group: int):
    """In memory."""
    told, wrong = Counter[str](), list[str]()
    for seed in WORLDS[group::3]:
        world = await lived(None, seed, TABLES, outages=OUTAGES if seed < OUTAGES else seed % 40)
        told += world.told
        wrong += [f"{seed}: {one}" for one in world.wrong]
    report.say(f"{len(WORLDS[group::3]) * TABLES} table-months in virtual time: {dict(sorted(told.items()))}")
    assert wrong == []
    assert [what for what in SEEN if not told[what]] == []


async def test_that_somebody_is_woken_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(posts.peace, "quiet_users", lambda *_: frozenset())
    world = await lived(None, 3, 2, days=8)
    assert any("asleep" in wrong for wrong in world.wrong)


async def test_that_time_out_of_service_is_counted_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deadlines, "SMALL", 10**12)
    world = await lived(None, 2, 4, outages=60)
    assert any("early" in wrong for wrong in world.wrong)


async def test_that_clocks_do_not_move_with_the_machine_s_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("storage.clocks.moved", lambda kept, *_: kept)
    monkeypatch.setattr("storage.clocks.moved_spans", lambda spans, *_: spans)
    world = await lived(None, 3, 4, outages=60)
    assert any("early" in wrong or "after its time" in wrong for wrong in world.wrong)


async def test_that_all_are_reminded_by_everybody_s_rule_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reminders, "_rule", lambda *_: "daily")
    world = await lived(None, 2, 4)
    assert any("reminded" in wrong for wrong in world.wrong)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000))
async def test_ten_thousand_table_months(tmp_path: Path, seed: int):
    ledger = Ledger("living")
    ledger.skip_what_is_done(seed)
    world = await lived(None if seed % IN_A_FILE else tmp_path / "data", seed, TABLES, outages=seed % 40)
    assert world.wrong == []
    ledger.note(seed, months=TABLES, **world.told)
