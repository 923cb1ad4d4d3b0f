"""A clock that is set back, by two hours or by four hundred days, silences no table."""

import asyncio
from contextlib import suppress
from unittest.mock import AsyncMock

import pytest

from bot.discord.messages.messenger import NotNow, TooFast
from bot.play.timed import standing_orders
from storage.outgoing import LONGEST_PAUSE
from storage.rows import FAILED, ORDER
from tests.bot.house import MINUTE, House
from tests.bot.test_standing import asked_about

ADA, BEA, CEM = range(1, 4)
DAY = 24 * 60 * MINUTE


@pytest.mark.parametrize("back", [2 * 60 * MINUTE, 2 * DAY, 400 * DAY])
async def test_a_move_that_discord_did_not_take_at_first_is_shown_though_the_clock_was_set_back(
    house: House, back: int
):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.quiet()
    channel = (await house.loaded(table)).table.channel
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")
    house.ear.faults = [NotNow()]
    await house.courier.drain()
    assert len(house.ear.heard(channel)) == said
    house.clock.now -= back
    await house.restart()
    await house.courier.drain()
    assert len(house.ear.heard(channel)) == said + 1


async def test_a_clock_that_was_set_back_a_little_delays_by_no_more_than_the_longest_pause(house: House):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.quiet()
    channel = (await house.loaded(table)).table.channel
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")
    house.ear.faults = [NotNow()]
    await house.courier.drain()
    house.clock.now -= LONGEST_PAUSE - MINUTE
    await house.courier.drain()
    assert len(house.ear.heard(channel)) == said
    house.clock.now += LONGEST_PAUSE
    await house.courier.drain()
    assert len(house.ear.heard(channel)) == said + 1


@pytest.mark.parametrize("back", [2 * 60 * MINUTE, 400 * DAY])
async def test_a_standing_order_answers_though_the_clock_was_set_back(house: House, back: int):
    house.env.delay = (MINUTE, 45 * MINUTE)
    table, asked, _ = await asked_about(house)
    await house.do(table, house.act(asked[0]), standing_orders.give("pass"))
    assert await house.clockwork.tick() == 0, "its delay is not over"
    house.clock.now -= back
    assert await house.clockwork.tick() == 1
    assert not [due for due in (await house.loaded(table)).dues if due.kind == ORDER]
    assert asked[0] not in [user for user, _ in await house.asked(table)]


@pytest.mark.parametrize("back", [2 * 60 * MINUTE, 400 * DAY])
async def test_a_table_that_failed_is_taken_up_again_though_the_clock_was_set_back_while_it_runs(
    house: House, monkeypatch: pytest.MonkeyPatch, back: int
):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.quiet()
    taken_up, unpark = asyncio.Queue[int](), house.store.unpark_failed

    async def noted(now: int) -> None:
        await unpark(now)
        taken_up.put_nowait(now)

    monkeypatch.setattr(house.store, "unpark_failed", noted)
    courier = asyncio.create_task(house.courier.run())
    await asyncio.wait_for(taken_up.get(), 10)  # at the start
    await house.store.park(table, FAILED)
    house.clock.now -= back
    house.transactions.spoken.set()
    assert await asyncio.wait_for(taken_up.get(), 10) == house.clock.now
    assert await house.store.parked(table) == ""
    courier.cancel()
    with suppress(asyncio.CancelledError):
        await courier


async def test_direct_messages_are_opened_though_the_clock_was_set_back(house: House):
    for user in range(10, 15):  # as many as there are in a minute
        await house.gathered([user])
    await house.courier.drain()
    await house.gathered([BEA])
    await house.courier.drain()
    assert -BEA not in house.ear.channels
    house.clock.now -= 400 * DAY
    await house.quiet()
    assert -BEA in house.ear.channels


async def test_a_rest_from_opening_direct_messages_ends_though_the_clock_was_set_back(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        patch.setattr(house.ear, "open_dm", AsyncMock(side_effect=TooFast()))
        await house.gathered([BEA])
        await house.courier.drain()
    assert -BEA not in house.ear.channels
    house.clock.now -= 400 * DAY
    await house.quiet()
    assert -BEA in house.ear.channels
