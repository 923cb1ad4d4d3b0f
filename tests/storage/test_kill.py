"""kill -9 at random moments: nothing confirmed is lost, nothing is done twice, and asking again settles the unknown."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest


async def killed(folder: Path, kills: int, *more: str) -> dict[str, Any]:
    """In a process of its own, which must not have threads, for it forks."""
    command = (sys.executable, "-m", "tests.storage.killing", str(folder), str(kills), "1", *more)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0
    return json.loads(said)


async def test_200_kills_lose_and_double_nothing(memory: Path):
    found = await killed(memory, 200)
    assert found["faults"] == []
    assert found["confirmed"] > 200
    assert found["unknown_applied"] > 0, "a commit that was not confirmed yet must have been met"
    assert found["unknown_not_applied"] > 0
    assert found["before_ready"] > 0
    assert found["backups"] > 0


async def test_a_store_that_confirms_too_early_is_found_out(memory: Path):
    assert (await killed(memory, 40, "hasty"))["faults"]


@pytest.mark.long
async def test_10_000_kills_lose_and_double_nothing(memory: Path):
    found = await killed(memory, 10_000)
    print(found)
    assert found["faults"] == []
