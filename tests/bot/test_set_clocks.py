"""A clock that is set: what is done before anybody notices it, and a kill before deadlines are worked out anew."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest

from bot.play.clocks.deadlines import deadlines
from bot.play.clocks.paces import PACES
from storage.rows import LATE, Person
from tests.bot.house_players import ADA, BEA
from tests.bot.test_lateness import opened, turn
from tests.living.world import Home

HOUR = 3_600_000
STEADY = PACES["steady"].due + PACES["steady"].reserve


@pytest.fixture
async def home() -> AsyncIterator[Home]:
    made = Home(None, 5)
    await made.open()
    await made.clockwork.tick()
    yield made
    await made.close()


async def left(home: Home, table: str) -> list[int]:
    """How long it is until a deadline, and until it is looked at."""
    (found,) = deadlines(await home.table(table), home.env.outages, home.env.now())
    rows = [row.at for row in await home.dues(table) if row.kind == LATE]
    return [at - home.clock.now for at in (found.at, *rows)]


@pytest.mark.parametrize("hours", [-30, -5, 5, 30])
async def test_what_is_done_before_anybody_notices_is_noted_by_the_clock_as_it_was(home: Home, hours: int):
    table = await opened(home, ADA, BEA)
    home.clock.jump(hours * HOUR)
    await turn(home, table, ADA)
    await home.courier.drain()
    await home.clockwork.tick()
    assert await left(home, table) == [STEADY, STEADY]


@pytest.mark.parametrize("hours", [-30, 30])
async def test_time_goes_on_until_what_waits_has_moved_and_then_is_what_the_clock_says(home: Home, hours: int):
    begun = home.env.now()
    home.clock.jump(hours * HOUR)
    home.clock.now += 7_000
    assert home.env.now() == begun + 7_000
    assert await home.clockwork.jumps.heed() == hours * HOUR
    assert home.env.now() == begun + hours * HOUR + 7_000 == home.clock.now


async def test_what_cannot_be_moved_yet_waits_for_the_next_look(home: Home, monkeypatch: pytest.MonkeyPatch):
    async def full(*_: Any) -> int:
        raise OSError

    table, begun = await opened(home, ADA, BEA), home.env.now()
    home.clock.jump(-30 * HOUR)
    with monkeypatch.context() as broken:
        broken.setattr(home.store, "shift", full)
        with suppress(OSError):
            await home.clockwork.jumps.heed()
        assert home.env.now() == begun
    await home.clockwork.tick()
    assert await left(home, table) == [STEADY, STEADY]


@pytest.mark.parametrize("kills", [0, 1, 2])
async def test_a_kill_before_deadlines_are_worked_out_anew_leaves_none_where_it_was(home: Home, kills: int):
    """By the clock that was set its deadline does not fall into quiet hours any more."""
    await home.store.save_person(Person(ADA, settings=(("hours", "7-9"), ("zone", "UTC"))))
    table = await opened(home, ADA, BEA)
    assert await left(home, table) == [STEADY + 2 * HOUR, STEADY + 2 * HOUR]
    home.clock.jump(5 * HOUR)
    await home.clockwork.jumps.heed()  # as the daily chores may do, before the heart beats
    for _ in range(kills):
        await home.restart()
    await home.clockwork.tick()
    assert await left(home, table) == [STEADY, STEADY]
    assert not home.clockwork.jumps.unsettled


@pytest.mark.parametrize("hours", [-30, 30])
async def test_a_kill_after_everything_has_moved_moves_nothing_twice(
    home: Home, hours: int, monkeypatch: pytest.MonkeyPatch
):
    async def killed(*_: Any) -> None:
        raise OSError

    table = await opened(home, ADA, BEA)
    home.clock.jump(hours * HOUR)
    with monkeypatch.context() as broken:
        broken.setattr(home.store, "save_meta", killed)
        with suppress(OSError):
            await home.clockwork.jumps.heed()
    await home.restart()
    await home.clockwork.tick()
    assert await left(home, table) == [STEADY, STEADY]
