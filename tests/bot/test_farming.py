"""Nothing that somebody does keeps their turn alive beyond its pace: looks, plans, quiet hours, absences."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play import absences, turns
from bot.play.clocks.paces import DAY
from bot.play.plans import planning
from bot.play.preferences import quieted
from tests.bot.house import House
from tests.bot.house_players import ADA, BEA, AtOnce
from tests.bot.test_lateness import deadline, later, opened

HOUR = 3_600_000


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def test_looks_and_plans_give_no_time(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    for _ in range(8):
        await later(house, 5 * HOUR)
        await house.do(table, house.act(ADA), planning.open_panel())
        found = await house.table(table)
        text = turns.example(found.rules, found.position.state, 0)
        await house.do(table, house.act(ADA), planning.add_move(text))
        await house.quiet()
        assert (await deadline(house, table)).at == at


async def test_quiet_hours_that_are_changed_again_and_again_give_half_a_day_at_most(house: House):
    table = await opened(house, ADA, BEA)
    begun = (await deadline(house, table)).at
    await later(house, begun - house.clock.now - HOUR)
    for shift in range(40):
        hour = (shift * 5) % 24
        timed = quieted(await house.store.person(ADA), f"{hour}-{(hour + 10) % 24}", "UTC")
        assert timed is not None
        await house.store.save_person(timed)
        await absences.moved(house.transactions, ADA)
        await later(house, HOUR)
    found = await deadline(house, table)
    assert found.late_at
    assert found.late_at <= begun + 12 * HOUR


async def test_absences_give_their_budget_and_no_more(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    for _ in range(45):
        await absences.go(house.transactions, ADA, "21")
        await later(house, DAY)
    found = await deadline(house, table)
    assert found.late_at
    assert found.late_at <= at + 30 * DAY


async def test_away_moves_no_deadline_that_has_passed(house: House):
    table = await opened(house, ADA, BEA)
    await later(house, (await deadline(house, table)).at - house.clock.now)
    late = (await deadline(house, table)).late_at
    assert isinstance(await absences.go(house.transactions, ADA, "10"), absences.Absent)
    await later(house, HOUR)
    assert (await deadline(house, table)).late_at == late
