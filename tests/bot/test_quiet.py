"""What must never be said: hands and moves in a log or an error, and a yes that is not stored."""

import logging
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.play import Action, queries
from bot.play.answers import Played, StorageIsFull
from bot.play.plans import planning
from storage.sqlite.writer import KEEP_FREE
from tests.bot.house import House
from tests.bot.test_exactly_once import Player

PEOPLE = (1, 2, 3)


async def test_a_full_debug_run_logs_no_hand_no_move_and_no_state(house: House, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    table = await house.started(PEOPLE)
    player = Player(house, 5)
    secrets: set[str] = set()
    for _ in range(300):
        if (await house.loaded(table)).table.status != "running":
            break
        loaded = await house.loaded(table)
        secrets.add(loaded.table.state)
        await player.turn(table)
        await house.courier.drain()
    secrets |= {record.text for record in await house.store.records(table) if " " in record.text}
    assert len(secrets) > 100
    logged = "\n".join(record.getMessage() + str(record.args or "") for record in caplog.records)
    assert not [secret for secret in secrets if secret in logged]


async def test_nothing_that_holds_a_secret_shows_it_when_printed(house: House):
    table = await house.started(PEOPLE)
    await house.play(table, "buyer 1")
    loaded = await house.loaded(table)
    shown = [loaded, await house.position(table), await house.store.records(table)]
    ((user, _),) = await house.asked(table)
    shown += [queries.hand(await house.table(table), user), await house.do(table, Action(user), planning.open_panel())]
    shown += [await queries.log(await house.table(table), user, house.env), house.ear.dms(user)]
    text = repr(shown)
    position: Any = shown[1]
    for stock in (*position.state.stocks, position.state.bag):
        assert str(stock.packed) not in text


async def test_without_room_nothing_is_confirmed_and_with_room_it_goes_on(house: House):
    table = await house.started(PEOPLE)
    before = await house.loaded(table)
    house.store.writer.keep_free = 1 << 62
    with capture_logs() as lines:
        for _ in range(3):
            assert await house.play(table, "buyer 1") == StorageIsFull()
    assert [line["event"] for line in lines] == ["the disk is full: nothing can be stored"], "told once"
    assert await house.loaded(table) == before
    house.store.writer.keep_free = KEEP_FREE
    assert await house.play(table, "buyer 1") == Played(1, back=True)
    await house.check(table)
