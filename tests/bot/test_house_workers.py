"""Processes in which the house thinks: replaced when they die, hang or want too much; the seat moves in time, once."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.operation.workers import Workers
from bot.play import limits
from bot.play.house import turns as house_turns
from bot.play.house.sights import prompt, sight
from bot.play.house.terms import NoThoughtError
from players import Level
from rules import engine
from rules.chance import Seeded
from rules.contract import Setup
from rules.guatemala.game import RULES
from tests.bot.house import House
from tests.bot.test_house_turns import moved, ready

MISLED = ("die", "eat", "hang", "raise")


@pytest.fixture
async def workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Workers]:
    monkeypatch.setenv("PATH", os.pathsep.join((str(tmp_path), os.environ["PATH"])))
    made = Workers(1, program="tests.bot.house_worker")
    yield made
    await made.close()


def question() -> tuple[Any, Any]:
    position = engine.begin(RULES, Setup(2), Seeded(3)).position
    (asked,) = [one for one in position.open if one.required]
    return sight(RULES, position, asked.seat, None), prompt(RULES, position, asked)


async def thought(workers: Workers, seconds: float = 20.0) -> Any:
    return await workers.think(RULES, Level.GENTLE, *question(), seconds)


async def test_a_worker_thinks_and_thinks_again(workers: Workers):
    first = await thought(workers)
    assert first.moves
    assert (await thought(workers)).moves
    assert workers.replaced == 0


@pytest.mark.parametrize("misled", MISLED)
async def test_one_that_fails_is_replaced_and_the_next_thought_is_thought(
    workers: Workers, misled: str, tmp_path: Path
):
    if misled == "eat" and sys.platform != "linux":
        pytest.skip("only Linux bounds address space")
    await thought(workers)
    (tmp_path / misled).touch()
    with pytest.raises(NoThoughtError):
        await thought(workers, 1.0 if misled == "hang" else 20.0)
    assert (await thought(workers)).moves
    assert workers.replaced == 1


def environment(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text()


async def test_it_runs_late_and_knows_nothing_of_the_bots_environment(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    await thought(workers)
    (process,) = workers._all
    if sys.platform == "linux":
        assert "DISCORD" not in environment(process.pid)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10


async def test_it_ends_with_whoever_started_it(workers: Workers):
    await thought(workers)
    (process,) = workers._all
    assert process.stdin is not None
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 10) == 0


@pytest.mark.parametrize("misled", ["die", "hang", "eat"])
async def test_the_seat_has_moved_within_fifteen_seconds_exactly_once(
    workers: Workers, misled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(house_turns, "PATIENCE", (2.0, 8.0))  # a hung one is not waited for as long as that
    house = House(tmp_path / "data", seed=5)
    house.thinker = workers
    await house.open()
    try:
        table = await ready(house, ("even",))
        await moved(house, table)
        version = (await house.loaded(table)).table.version
        house.clock.now += limits.HOUSE_MS
        (tmp_path / misled).touch()
        began = asyncio.get_running_loop().time()
        assert await house.house_turns.tick() == 1
        assert asyncio.get_running_loop().time() - began < 15
        assert not (tmp_path / misled).exists(), "the fault struck"
        after = await house.loaded(table)
        assert after.table.version > version
        assert await house.house_turns.tick() == 0
        assert (await house.loaded(table)).table.version == after.table.version
        await house.check(table)
    finally:
        await house.close()
