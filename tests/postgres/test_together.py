"""Two processes on one database: who answers for a shard, and what both do at once."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from storage.decoding import as_text
from storage.port import AlreadyAnswered, Conflict
from storage.problem import EX_CONFIG, EX_TEMPFAIL, StorageAway, StorageProblem
from storage.rows import RUNNING, OutRow, SeatRow
from storage.shards import Shards
from tests.postgres import stores
from tests.storage.builders import NOW, a_move, a_table, first

RACES = 20


def functions() -> tuple[str, str]:
    from storage.postgres import schema

    return schema.functions()


@pytest.fixture
async def both() -> AsyncIterator[tuple[Any, Any]]:
    address = stores.emptied()
    halves = Shards((0,), 2), Shards((1,), 2)
    one, other = [await stores.opened(address, shards=half) for half in halves]
    async with one, other:
        yield one, other


async def test_of_two_who_write_a_table_at_once_one_is_too_late(both: tuple[Any, Any]):
    one, other = both
    table = await one.write(first(a_table()))
    for n in range(RACES):
        outcomes = await asyncio.gather(
            *(store.write(a_move(table, 100 * n + k)) for k, store in enumerate((one, other, one, other), 1)),
            return_exceptions=True,
        )
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 3
        (table,) = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert table.rev == RACES
    assert len(await other.records(table.id)) == RACES


async def test_an_interaction_that_comes_to_both_counts_once(both: tuple[Any, Any]):
    one, other = both
    for n in range(1, RACES):
        outcomes = await asyncio.gather(
            one.write(first(a_table(f"a{n}"), interaction=n, answer="a")),
            other.write(first(a_table(f"b{n}"), interaction=n, answer="b")),
            return_exceptions=True,
        )
        (late,) = [outcome for outcome in outcomes if isinstance(outcome, AlreadyAnswered)]
        assert late.answer == await one.answer_of(n)
        assert await one.count_tables(status=("lobby",)) == n


async def test_the_same_move_that_comes_to_both_is_answered_alike(both: tuple[Any, Any]):
    one, other = both
    table = await one.write(first(a_table()))
    for n in range(1, RACES):
        outcomes = await asyncio.gather(
            one.write(a_move(table, n)), other.write(a_move(table, n)), return_exceptions=True
        )
        (late,) = [outcome for outcome in outcomes if isinstance(outcome, AlreadyAnswered)]
        (table,) = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
        assert late.answer == f"answer {n}"


async def test_what_is_noticed_while_a_table_changes_is_not_lost(both: tuple[Any, Any]):
    """The change that takes the question up anew has been carried out and is not committed yet."""
    one, other = both
    table = await one.write(first(a_table(status=RUNNING)))
    table = await one.write(a_move(table, 0))
    asked = (await one.load(table.id)).questions[0]
    again = a_move(table, 0, questions=(asked,), rows=())
    with stores.looking() as link:
        with link.transaction():
            link.execute(f"SELECT {functions()[0]}.write(%s)", (as_text(again),))
            noticing = asyncio.create_task(other.notice(table.id, asked.seat, asked.since, NOW + 5))
            await asyncio.sleep(0.2)
            assert not noticing.done()
        await noticing
    assert (await other.load(table.id)).questions[0].noticed_at == NOW + 5


async def test_rows_of_a_table_are_numbered_in_the_order_of_its_commits(both: tuple[Any, Any]):
    table = await both[0].write(first(a_table()))

    async def play(store: Any) -> None:
        nonlocal table
        for _ in range(RACES):
            loaded = await store.load(table.id)
            try:
                await store.write(a_move(loaded.table, 0, rows=(OutRow("board", loaded.table.rev),)))
            except Conflict:
                continue

    await asyncio.gather(*(play(store) for store in both))
    numbers = [row.row.number for row in await both[0].waiting(NOW * 2, 999)]
    assert numbers == sorted(numbers)
    assert len(numbers) == (await both[0].load(table.id)).table.rev


async def test_nobody_is_forgotten_by_one_while_they_sit_down_by_the_other(both: tuple[Any, Any]):
    one, other = both
    table = await one.write(first(a_table("over", "over")))
    assert await other.forget(7, (("over", 0, "Player 1"),))
    with pytest.raises(Conflict):
        await one.write(a_move(table, 1, seats=(SeatRow(0, 7, "Ada"),)))


async def test_who_cannot_listen_because_the_database_is_away_goes_on_looking(
    both: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
):
    one, _ = both

    async def away(*_: object) -> None:
        raise StorageAway

    monkeypatch.setattr(one.wakes, "_hear", away)
    stirs: list[Any] = []
    running = asyncio.create_task(one.wakes.run(lambda: NOW, stirs.append))
    async with asyncio.timeout(20):
        while len(stirs) < 2 and not running.done():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


# ── who answers for a shard ──


async def test_a_second_process_of_a_shard_is_refused_while_the_first_lives():
    address = stores.emptied()
    async with await stores.opened(address, lease=0.9):
        with pytest.raises(StorageProblem) as refused:
            await stores.opened(address, lease=0.9)
        assert refused.value.exit_code == EX_CONFIG
        assert "Another instance is running" in refused.value.problem
    await (await stores.opened(address, lease=0.9)).close()


async def test_it_begins_once_the_lease_of_one_that_was_killed_is_over():
    address = stores.emptied()
    killed = await stores.opened(address, lease=0.8)
    renewing: Any = killed.holding._renewing
    renewing.cancel()
    begun = asyncio.get_running_loop().time()
    async with await stores.opened(address, lease=0.8) as next_one:
        assert asyncio.get_running_loop().time() - begun >= 0.4
        assert next_one.holding.left > 0
    await killed.database.close()


async def test_who_was_frozen_past_their_lease_ends():
    address = stores.emptied()
    ended: list[int] = []
    from storage.postgres import open_postgres

    frozen = await open_postgres(address, stores._folder(), lease=0.3, on_fatal=ended.append)
    renewing: Any = frozen.holding._renewing
    renewing.cancel()
    await asyncio.sleep(0.35)
    async with await stores.opened(address, lease=0.3):
        await asyncio.wait_for(frozen.holding._renewed(), 5)
    assert ended == [EX_TEMPFAIL]
    await frozen.close()
