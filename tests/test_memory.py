"""The memory of the shipped process stays below what the limits of deploy/ are reckoned from, and under them."""

import re
from pathlib import Path

import pytest

from tests import report
from tests.bench.memory import MEASURED, MEGABYTE, measured
from tests.cgroup import group

ROOT = Path(__file__).parents[1]


def limit() -> int:
    """Bytes that the unit allows; the container's command says the same."""
    (found,) = re.findall(r"^MemoryMax=(\d+)M$", (ROOT / "deploy" / "stammtisch.service").read_text(), re.MULTILINE)
    return int(found) * MEGABYTE


async def test_three_tables_take_less_than_24_may(tmp_path: Path):
    """One of each game: most of the memory is what pictures are made of."""
    found = await measured(tmp_path, 120, tables=3, turns=20)
    report.say(f"memory: {found.most // MEGABYTE} MB at most, 3 tables, {found.turns} turns")
    assert found.turns >= 20
    assert found.most < MEASURED


async def under(tmp_path: Path, size: int, seconds: float, tables: int, turns: int = 1 << 30) -> tuple[int, int]:
    """Turns made, and processes killed, in a real control group of this size."""
    with group(size) as made:
        if made is None:
            pytest.skip("no control group can be made here")
        try:
            found = await measured(tmp_path, seconds, tables, turns, started=made.take)
            made_turns = found.turns
        except (OSError, AssertionError, TimeoutError, FileNotFoundError):
            made_turns = 0
        report.say(
            f"memory: a control group of {size // MEGABYTE} MB, {tables} tables, {made_turns} turns: at most"
            f" {made.most // MEGABYTE} MB with what is kept of files, killed {made.killed}"
        )
        return made_turns, made.killed


async def test_three_tables_are_played_within_the_unit_s_limit(tmp_path: Path):
    turns, killed = await under(tmp_path, limit(), 120, 3, 20)
    assert killed == 0
    assert turns >= 20


async def test_a_limit_that_is_too_low_would_be_noticed(tmp_path: Path):
    _, killed = await under(tmp_path, 64 * MEGABYTE, 60, 3, 5)
    assert killed > 0


@pytest.mark.long
async def test_24_tables_of_ten_minutes_stay_below_the_gate(tmp_path: Path):
    found = await measured(tmp_path, 600)
    report.say(f"memory: {found.most // MEGABYTE} MB at most, 24 tables, {found.turns} turns")
    assert found.most < MEASURED


@pytest.mark.long
async def test_24_tables_are_played_within_the_unit_s_limit(tmp_path: Path):
    turns, killed = await under(tmp_path, limit(), 270, 24)
    assert killed == 0
    assert turns > 500
