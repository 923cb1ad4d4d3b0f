"""A clock that was set back: what was noted by the clock before it keeps nothing waiting."""

import pytest

from storage.outgoing import LONGEST_PAUSE
from storage.port import Store
from storage.rows import RUNNING, DueRow, OutRow
from tests.storage.builders import NOW, a_move, a_table, first


@pytest.mark.parametrize("days", [2, 400])
async def test_what_waits_is_said_at_once_where_the_clock_was_set_back(store: Store, days: int):
    table = await store.write(first(a_table(), rows=(OutRow("board", 1), OutRow("board", 2))))
    (early, _) = await store.waiting(NOW, 9)
    await store.failed((early.id,), NOW + 5000)
    assert await store.waiting(NOW, 9) == (), "it waits for its next try, and what comes after it too"
    back = NOW - days * 86_400_000
    assert [row.row.number for row in await store.waiting(back, 9)] == [1, 2]
    assert table.id in {row.table for row in await store.waiting(back, 9)}
    assert await store.waiting(NOW + 5000 - LONGEST_PAUSE, 9) == (), "so long it may have to wait"
    assert [row.row.number for row in await store.waiting(NOW + 4999 - LONGEST_PAUSE, 9)] == [1]


async def test_standing_orders_answer_where_the_clock_was_set_back(store: Store):
    game = await store.write(first(a_table("game", RUNNING)))
    await store.write(a_move(game, 1, dues=(DueRow(0, 3, NOW + 60),)))
    assert await store.due(NOW, 9, 60) == ()
    assert await store.due(NOW - 1, 9, 60) == (("game", "order", 0, 3),)


async def test_who_was_told_at_a_time_to_come_is_told_again(store: Store):
    table = await store.write(first(a_table(status="running"), rows=()))
    told = (OutRow("stalled", 1, user=7),)
    await store.park(table.id, "gone", told=told, now=NOW, lately=NOW - 9)
    (row,) = await store.waiting(NOW, 9)
    await store.sent((row.id,), None, NOW)
    back = NOW - 400 * 86_400_000
    await store.park(table.id, "gone", told=told, now=NOW, lately=NOW - 9)
    assert await store.waiting(NOW, 9) == (), "he was told lately"
    await store.park(table.id, "gone", told=told, now=back, lately=back - 9)
    assert len(await store.waiting(back, 9)) == 1
