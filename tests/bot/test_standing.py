import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.play.answers import BadOrder, NotAtTable, OrderSet
from bot.play.limits import LOBBY_LIFE_MS
from bot.play.timed import standing_orders
from rules import counts
from rules.guatemala.pieces import LETTERS
from storage.problem import StorageFull
from tests.bot.house import MINUTE, House

ADA, BEA, CEM, DAG, EVA = range(1, 6)


async def asked_about(house: House) -> tuple[str, list[int], str]:
    """A table that is asked about a scoring: the asked in clockwise order, the letter of the sack."""
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    return table, *(await scored(house, table))


async def scored(house: House, table: str) -> tuple[list[int], str]:
    await house.play(table, "step 2", "score S1")
    position = await house.position(table)
    users = await house.users(table)
    phase = position.state.phase
    return [users[seat] for seat in phase.asked], LETTERS[phase.coffee]


async def test_orders_are_given_by_whoever_sits_there_and_by_nobody_else(house: House):
    table = await house.started([ADA, BEA, CEM])
    assert await house.do(table, house.act(ADA), standing_orders.give("block k6 pass")) == OrderSet("block K6 pass")
    assert await house.do(table, house.act(ADA), standing_orders.give("")) == OrderSet("")
    assert await house.do(table, house.act(BEA), standing_orders.give("block q")) == BadOrder("q")
    assert await house.do(table, house.act(EVA), standing_orders.give("pass")) == NotAtTable()
    assert (await house.loaded(table)).orders == ()


async def test_an_order_answers_when_the_question_opens(house: House):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    for user in (ADA, BEA, CEM):
        await house.do(table, house.act(user), standing_orders.give("pass"))
    await house.play(table, "buyer 1")
    await scored(house, table)
    assert await house.clockwork.tick() == 2
    position = await house.position(table)
    assert type(position.state.phase).__name__ == "Refill"
    await house.check(table)


async def test_a_block_by_order_needs_the_sack_and_is_else_a_pass(house: House):
    for seed in range(12):
        house.chance = type(house.chance)(seed)
        await house.restart()
        table, asked, letter = await asked_about(house)
        position = await house.position(table)
        seats = {user: seat for seat, user in (await house.users(table)).items()}
        held = [counts.amount(position.state.stocks[seats[user]].packed, LETTERS.index(letter)) for user in asked]
        for user in asked:
            await house.do(table, house.act(user), standing_orders.give(f"block {letter} pass"))
        await house.clockwork.tick()
        after = await house.position(table)
        assert type(after.state.phase).__name__ == ("Build" if any(held) else "Refill")


async def test_an_answer_of_his_own_comes_first(house: House):
    table, asked, _ = await asked_about(house)
    await house.do(table, house.act(asked[1]), standing_orders.give("pass"))
    await house.play(table, "pass", user=asked[1], since=-1)
    assert await house.dues(table) == ()
    assert await house.clockwork.tick() == 0


async def test_ask_leaves_the_question_to_the_player(house: House):
    table, asked, _ = await asked_about(house)
    await house.do(table, house.act(asked[0]), standing_orders.give("block *99 ask"))
    assert await house.clockwork.tick() == 1
    assert asked[0] in [user for user, _ in await house.asked(table)]
    assert await house.dues(table) == ()


@pytest.mark.parametrize("rule", ["pass", "ask", "block *1 pass", "block K9 W3 ask"])
async def test_the_delay_is_drawn_alike_whatever_the_order_says_or_its_giver_holds(tmp_path: Path, rule: str):
    """The times depend on the luck alone: the same seed gives the same times for every order and every hand."""
    times = []
    for deal in (3, 4):
        house = await House(tmp_path / f"data{deal}", seed=deal, delay=(5 * MINUTE, 45 * MINUTE)).open()
        table = await house.started([ADA, BEA, CEM], side="fixed")
        for user in (ADA, BEA, CEM):
            await house.do(table, house.act(user), standing_orders.give(rule))
        await house.play(table, "buyer 1")
        house.chance = type(house.chance)(99)
        await house.restart()
        await scored(house, table)
        dues = await house.dues(table)
        assert all(5 * MINUTE <= due.at - house.clock.now <= 45 * MINUTE for due in dues)
        times.append(sorted(due.at for due in dues))
        await house.close()
    assert times[0] == times[1]


async def test_delays_fill_the_whole_span(tmp_path: Path):
    house = await House(tmp_path / "data", delay=(5 * MINUTE, 45 * MINUTE)).open()
    drawn = Counter(house.env.drawn_delay() // (5 * MINUTE) for _ in range(8000))
    await house.close()
    assert set(drawn) - {9} == set(range(1, 9))
    assert all(850 < drawn[eighth] < 1150 for eighth in range(1, 9))


async def test_orders_and_their_delays_survive_a_restart(tmp_path: Path):
    house = await House(tmp_path / "data", delay=(5 * MINUTE, 5 * MINUTE)).open()
    table, asked, _ = await asked_about(house)
    for user in asked:
        await house.do(table, house.act(user), standing_orders.give("pass"))
    house.clock.now += 5 * MINUTE - 1
    assert await house.clockwork.tick() == 0
    await house.restart()
    house.clock.now += 1
    assert await house.clockwork.tick() == 2
    await house.check(table)
    await house.close()


async def test_a_full_disk_makes_the_clock_wait_and_a_table_that_fails_keeps_no_other_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    first = await house.gathered([ADA])
    second = await house.gathered([BEA])
    house.clock.now += LOBBY_LIFE_MS + 1
    run, broken = house.transactions.run, min(first, second)
    looks = 0

    async def failing(table: str, *given: Any) -> object:
        if table == broken:
            raise LookupError
        return await run(table, *given)

    async def full(*_: object) -> None:
        raise StorageFull

    async def looked(*_: object) -> tuple[()]:
        nonlocal looks
        looks += 1
        return ()

    with monkeypatch.context() as patched:
        patched.setattr(house.transactions, "run", failing)
        await house.clockwork.tick()
    statuses = {table: (await house.loaded(table)).table.status for table in (first, second)}
    assert statuses == {broken: "lobby", max(first, second): "closed"}
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "write", full)
        patched.setattr(house.store, "due", looked)
        running = asyncio.create_task(house.clockwork.run())
        async with asyncio.timeout(10):
            while not looks:  # noqa: ASYNC110 (nothing is told of it)
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert looks == 1
    assert await house.clockwork.tick() == 1
    assert (await house.loaded(broken)).table.status == "closed"
