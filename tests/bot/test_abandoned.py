"""A table at which for sixty days nobody has played or voted is over: with and without a pace, alone or with others."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play import turns
from bot.play.clocks.paces import ABANDONED_MS, DAY
from bot.play.seating import leaving, lobby, passing, pausing
from bot.play.seating.lobby import NewTable
from storage.rows import ABANDONED, RUNNING, SILENCE, Change
from tests.bot.house import House, name
from tests.bot.house_players import ADA, BEA, CEM, AtOnce
from tests.bot.test_lateness import later, notices, opened
from tests.bot.test_sealed_clocks import world
from tests.storage import stores

OVER = "For sixty days nobody has played, so this table is over. You can still read it here."


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def status(house: House, table: str) -> str:
    return (await house.loaded(table)).table.status


async def unhurried(house: House) -> str:
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    await house.quiet()
    return table


async def lasts_until(house: House, table: str, at: int) -> None:
    """The table is there to this moment, not longer; its end is told once, and is nobody's limit any more."""
    await later(house, at - house.clock.now - 1)
    assert await status(house, table) == RUNNING
    await later(house, 1)
    assert await status(house, table) == ABANDONED
    await later(house, 70 * DAY)
    channel = (await house.loaded(table)).table.channel
    assert notices(house, channel).count(OVER) == 1
    assert await house.store.count_tables(user=ADA, status=(RUNNING,)) == 0
    assert (await house.loaded(table)).dues == ()


async def test_one_where_nobody_hurries(house: House):
    table = await unhurried(house)
    await later(house, 20 * DAY)
    await house.play(table, "step 1", "done")
    await lasts_until(house, table, house.clock.now + ABANDONED_MS)


async def test_one_where_nobody_has_played_at_all(house: House):
    table = await house.started([ADA, BEA, CEM])
    await house.quiet()
    await lasts_until(house, table, house.clock.now + ABANDONED_MS)


async def test_one_of_somebody_alone_with_the_house(house: House):
    wanted = NewTable(7, 70, "cafe", name(ADA), house=("even",), random_seats=False)
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    await house.do(made.table, house.act(ADA), lobby.start())
    await house.quiet()
    await lasts_until(house, made.table, house.clock.now + ABANDONED_MS)


async def test_one_with_a_pace_at_which_somebody_is_late(house: House):
    table = await opened(house, ADA, BEA, late="wait")
    await lasts_until(house, table, house.clock.now + ABANDONED_MS)


@pytest.mark.parametrize("what", ["end", "pause", "seek", "pace"])
async def test_whoever_votes_keeps_a_table(house: House, what: str):
    table = await unhurried(house)
    (user, _), *_ = await house.asked(table)
    other = next(one for one in (ADA, BEA, CEM) if one != user)
    seat = (await house.table(table)).seat_of(user).seat
    await later(house, 50 * DAY)
    vote = {
        "end": leaving.vote(for_end=True),
        "pause": pausing.pause(5),
        "seek": passing.vote(seat, 70, for_it=True),
        "pace": pausing.choose(pace="steady"),
    }[what]
    await house.do(table, house.act(other), vote)
    await house.quiet()
    await lasts_until(house, table, house.clock.now + ABANDONED_MS)


async def test_whoever_takes_a_seat_over_keeps_a_table(house: House):
    table = await unhurried(house)
    await house.do(table, house.act(BEA), passing.seek(70))
    await later(house, 50 * DAY)
    await house.do(table, house.act(5), passing.take(passing.FIRST, name(5)))
    await house.quiet()
    await lasts_until(house, table, house.clock.now + ABANDONED_MS)


async def test_a_pause_and_time_without_the_bot_do_not_count(house: House):
    table = await unhurried(house)
    begun = house.clock.now
    house.env.outages.append((begun + DAY, begun + 21 * DAY))
    await later(house, 30 * DAY)
    for user in (ADA, BEA):
        await house.do(table, house.act(user), pausing.pause(10))
    await lasts_until(house, table, house.clock.now + ABANDONED_MS + 10 * DAY)


async def test_a_bot_that_was_down_for_long_gives_nothing_up_at_its_start(house: House):
    table = await unhurried(house)
    begun = house.clock.now
    await later(house, DAY)
    await house.clockwork.heartbeat.beat()
    house.clock.now += 100 * DAY
    await house.restart()
    await later(house, 0)
    assert await status(house, table) == RUNNING
    await lasts_until(house, table, begun + ABANDONED_MS + 100 * DAY)


async def test_nothing_is_given_up_while_discord_is_out_of_reach(house: House):
    table = await unhurried(house)
    house.env.reached = lambda: False
    await later(house, ABANDONED_MS + DAY)
    assert await status(house, table) == RUNNING


@pytest.mark.parametrize("hurried", [False, True])
async def test_a_sealed_answer_keeps_no_table_for_it_would_tell_of_it(tmp_path: Path, hurried: bool):
    at = [0, 0]
    for number in range(2):
        house, table, asked = await world(tmp_path / str(number))
        if not hurried:
            for user in (ADA, BEA):
                await house.do(table, house.act(user), pausing.choose(pace="unhurried"))
            await house.quiet()
        begun = house.clock.now
        await later(house, DAY)
        if number:
            since = next(q.since for q in (await house.table(table)).questions if q.sealed)
            await house.do(table, house.act(asked[0]), turns.play(since, ["pass"]))
        for _ in range(70):
            await later(house, DAY)
            if await status(house, table) == ABANDONED:
                break
        at[number] = house.clock.now - begun
        await house.close()
    assert at[0] == at[1] < 65 * DAY


async def test_a_pace_that_is_chosen_later_takes_the_place_of_that(house: House):
    table = await unhurried(house)
    for user in (ADA, BEA):
        await house.do(table, house.act(user), pausing.choose(pace="steady"))
    await house.quiet()
    assert [row.kind for row in (await house.loaded(table)).dues if row.kind in {"late", SILENCE}] == ["late"]
    for user in (ADA, BEA):
        await house.do(table, house.act(user), pausing.choose(pace="unhurried"))
    await house.quiet()
    assert [row.kind for row in (await house.loaded(table)).dues if row.kind in {"late", SILENCE}] == [SILENCE]
    await lasts_until(house, table, house.clock.now + ABANDONED_MS)


async def test_tables_that_ran_before_have_sixty_days_from_the_update(tmp_path: Path):
    stores.second_schema(tmp_path / "data")
    house = House(tmp_path / "data", seed=5)
    house.clock.now = stores.NEWEST_OF_SECOND + 300 * DAY
    await house.open()
    running = [table for table in stores.TABLES if await status(house, table) == RUNNING]
    assert running
    for _ in range(2):
        await house.store.watch_silence(house.clock.now + ABANDONED_MS)
        house.clock.now += DAY
    for table in running:
        (row,) = [due for due in (await house.loaded(table)).dues if due.kind == SILENCE]
        assert (row.seat, row.since, row.at) == (-1, -1, house.clock.now + ABANDONED_MS - 2 * DAY)
    await house.close()


async def test_at_a_table_from_before_what_is_asked_says_since_when(house: House):
    table = await unhurried(house)
    asked = house.clock.now
    held = await house.loaded(table)
    old = replace(held.table, clocks=replace(held.table.clocks, acted_at=0))
    await house.store.write(Change(old, old.rev, house.clock.now))
    await lasts_until(house, table, asked + ABANDONED_MS)
