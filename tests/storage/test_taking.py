"""Files removed, replaced, written over or cut short under the running store, clocks that jump: nothing is lost."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import report
from tests.storage.taking import KINDS


async def taken(folder: Path, runs: int, seed: int, *more: str) -> dict[str, dict[str, Any]]:
    """In a process of its own, which must not have threads, for it forks."""
    command = (sys.executable, "-m", "tests.storage.taking", str(folder), str(runs), str(seed), *more)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0
    return json.loads(said)


def nothing_lost(found: dict[str, dict[str, Any]]) -> None:
    assert {kind: told["faults"] for kind, told in found.items() if told["faults"]} == {}
    assert {kind: told["lost"] for kind, told in found.items() if told["lost"]} == {}
    assert len(found) == len(KINDS)
    for kind, told in found.items():
        report.say(f"{kind}: {told['runs']} runs, {told['confirmed']} confirmed, lost {told['lost']}")


async def test_whatever_is_done_to_the_files_all_that_was_confirmed_comes_back(memory: Path):
    nothing_lost(await taken(memory, 2 * len(KINDS), 1))


async def test_a_store_that_does_not_look_at_its_files_is_found_out(memory: Path):
    found = await taken(memory, 4, 1, "blind")
    assert all("the next start was not refused" in told["faults"] for told in found.values())
    assert sum(told["lost"] for told in found.values()) > 100


@pytest.mark.long
async def test_200_times_all_that_was_confirmed_comes_back(memory: Path):
    nothing_lost(await taken(memory, 209, 1000))
