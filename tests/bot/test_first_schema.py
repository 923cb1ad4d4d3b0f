"""Games that were begun under the first schema are played on, with what had been answered, ordered and planned."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play import Action, turns
from bot.play.answers import Played, TookBack
from bot.play.plans import planning
from bot.play.upgrade import bring_forward
from tests.bot.house import MINUTE, House
from tests.storage import stores

RUNNING = (stores.BLOCKADE, stores.PLAN, stores.CAFE, stores.MARKET, stores.DISCARD, stores.FAILED, stores.RESIGNED)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    stores.first_schema(tmp_path / "data")
    made = House(tmp_path / "data", seed=5)
    made.clock.now = stores.NEWEST + MINUTE
    made._interactions = 1000  # those of the store are answered
    await made.open()
    await bring_forward(made.env)
    yield made
    await made.close()


async def test_every_table_is_whole_and_what_was_not_said_is_said(house: House):
    for table in stores.TABLES:
        await house.check(table)
    house.ear.channels = {channel: [] for channel in (*range(1001, 1013), *range(-906, -900))}
    await house.store.unpark(stores.PARKED, house.clock.now)
    await house.quiet()
    assert await house.store.waiting(house.clock.now, 1) == ()
    assert (await house.loaded(stores.UNSENT)).table.channel, "its thread was opened"


async def test_a_sealed_question_is_settled_by_the_order_and_the_last_answer(house: House):
    house.clock.now += 45 * MINUTE
    await house.clockwork.tick()
    ((user, since),) = await house.asked(stores.BLOCKADE)
    assert isinstance(await house.play(stores.BLOCKADE, "pass", user=user, since=since), Played)
    assert not [due for due in (await house.loaded(stores.BLOCKADE)).dues if due.kind == "order"]
    await house.check(stores.BLOCKADE)


async def test_a_plan_is_committed_and_taken_back(house: House):
    ((user, since),) = await house.asked(stores.PLAN)
    panel = await house.do(stores.PLAN, Action(user), planning.open_panel(since))
    assert getattr(panel, "moves", None) == ("step 2", "take S5 B1")
    committed = await house.do(stores.PLAN, house.act(user), planning.commit(since, getattr(panel, "rev", -1)))
    assert isinstance(committed, Played)
    assert isinstance(await house.do(stores.PLAN, house.act(user), turns.take_back()), TookBack)
    await house.check(stores.PLAN)


@pytest.mark.parametrize("table", RUNNING)
async def test_games_of_every_title_go_on(house: House, table: str):
    rules = (await house.table(table)).rules
    before = (await house.loaded(table)).table.version
    for _ in range(3):
        position = await house.position(table)
        question = next(question for question in position.open if question.required)
        move = rules.write(rules.idle(position.state, question.seat))  # type: ignore[arg-type]
        await house.play(table, move, user=(await house.users(table))[question.seat], since=question.since)
        await house.check(table)
    assert (await house.loaded(table)).table.version == before + 3
