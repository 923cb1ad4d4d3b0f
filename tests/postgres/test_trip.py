"""One statement, sent and answered: by what the driver has beneath its cursors, and as they would."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from storage.postgres.address import Address
from storage.postgres.database import connect
from storage.postgres.trip import rows_of
from storage.problem import StorageError
from storage.rows import RUNNING
from tests.postgres import stores
from tests.storage.builders import a_table, first


@pytest.fixture(params=[False, True], ids=["directly", "through pgbouncer"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    async with await stores.opened(stores.emptied(pooled=request.param), connections=1) as store:
        yield store


async def test_what_is_more_than_a_socket_takes_at_once_goes_there_and_comes_back_whole(store: Any):
    state = "Café 漢 " * 1_000_000
    await store.write(first(a_table("large", RUNNING, state=state)))
    assert (await store.load("large")).table.state == state


async def test_values_and_rows_are_those_of_the_driver(store: Any):
    link = await connect(Address(stores.address()))
    sql = (
        "SELECT $1::text, $2::bigint, $3::float8, $4::boolean, $5::bigint[], $6::text[], $7::json, $8::text, $9::bigint"
    )
    values = ("’); 🏴‍☠️", 1 << 62, 0.1, True, [1, 2], ['a,"b', "c"], '{"a": [1, null]}', None, -1)
    try:
        cursor = await link.execute(sql, values)
        by_driver = await cursor.fetchall()
        assert await rows_of(link, sql, values) == by_driver
        assert by_driver[0][4:7] == ([1, 2], ['a,"b', "c"], {"a": [1, None]})
        none = await rows_of(link, "SELECT 1 WHERE false", ())
        assert none == await rows_of(link, "SET application_name = 'stammtisch'", ()) == []
        assert await rows_of(link, "SELECT n FROM generate_series(1, 3) n", ()) == [(1,), (2,), (3,)]
    finally:
        await link.close()


async def test_a_statement_that_fails_takes_nothing_with_it(store: Any):
    database = store.database
    before = await database.read("SELECT 1")
    for sql in ("SELECT 1 / 0", "SELECT no FROM such", "this is no statement"):
        with pytest.raises(StorageError, match="refused a statement"):
            await database.read(sql)
    assert await database.read("SELECT 1") == before
    assert database.lost == 0


async def test_who_is_cancelled_while_it_runs_keeps_nobody_else_waiting(store: Any):
    """Its connection is left, the only one: what it waited for would come to who has it next."""
    waiting = asyncio.create_task(store.database.read("SELECT pg_sleep(20)"))
    await asyncio.sleep(0.1)
    waiting.cancel()
    assert isinstance((await asyncio.gather(waiting, return_exceptions=True))[0], asyncio.CancelledError)
    async with asyncio.timeout(5):
        assert await store.database.read("SELECT 7") == [(7,)]


async def test_an_answer_is_heard_by_who_stood_still_for_longer_than_the_database_may_take(store: Any):
    """Frozen, and let go on: also those hear theirs who waited for the one connection meanwhile."""
    database = store.database
    database.patience = 0.7
    waiting = [asyncio.create_task(database.read("SELECT $1::bigint FROM pg_sleep(0.1)", (n,))) for n in range(3)]
    await asyncio.sleep(0.05)
    time.sleep(1.9)  # noqa: ASYNC251 (nothing of this process goes on)
    assert await asyncio.gather(*waiting) == [[(0,)], [(1,)], [(2,)]]
    assert database.lost == 0


async def test_what_does_not_answer_in_time_is_cut(store: Any):
    database = store.database
    database.patience = 0.3
    began = asyncio.get_running_loop().time()
    with pytest.raises(StorageError, match="out of reach"):
        await database.read("SELECT pg_sleep(20)")
    assert 0.3 <= asyncio.get_running_loop().time() - began < 3
    assert await database.read("SELECT 7") == [(7,)]
