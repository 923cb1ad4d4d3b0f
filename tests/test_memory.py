"""The memory of the shipped process stays below what the limits of deploy/ are reckoned from."""

from pathlib import Path

import pytest

from tests import report
from tests.bench.memory import MEASURED, MEGABYTE, measured


async def test_three_tables_take_less_than_24_may(tmp_path: Path):
    """One of each game: most of the memory is what pictures are made of."""
    found = await measured(tmp_path, 120, tables=3, turns=20)
    report.say(f"memory: {found.most // MEGABYTE} MB at most, 3 tables, {found.turns} turns")
    assert found.turns >= 20
    assert found.most < MEASURED


@pytest.mark.long
async def test_24_tables_of_ten_minutes_stay_below_the_gate(tmp_path: Path):
    found = await measured(tmp_path, 600)
    report.say(f"memory: {found.most // MEGABYTE} MB at most, 24 tables, {found.turns} turns")
    assert found.most < MEASURED
