"""PostgreSQL's own backups: a dump made while people play holds all that was confirmed before it, and is played on."""

import asyncio
import os
import subprocess
from pathlib import Path
from typing import Any

from storage.rows import TableRow
from tests.postgres import stores
from tests.postgres.server import PASSWORD, ROLE, programs
from tests.storage.builders import a_move, a_table, first

TABLES, WARM = 4, 5


def tool(name: str, *arguments: str) -> None:
    """One of PostgreSQL's programs, on the server of the tests."""
    found = programs()
    assert found is not None
    where = ("-h", "127.0.0.1", "-p", str(stores.server().port), "-U", ROLE)
    environment = os.environ | {"PGPASSWORD": PASSWORD}
    subprocess.run([str(found / name), *where, *arguments], check=True, capture_output=True, env=environment)


async def test_a_dump_under_load_holds_what_was_confirmed_before_it_and_is_played_on(tmp_path: Path):
    dump, stop, warm = tmp_path / "dump", asyncio.Event(), asyncio.Event()
    newest: dict[str, TableRow] = {}

    async def play(store: Any, name: str, number: int) -> None:
        newest[name] = await store.write(first(a_table(name)))
        while not stop.is_set():
            number += 1
            newest[name] = await store.write(a_move(newest[name], number))
            if len(newest) == TABLES and min(table.rev for table in newest.values()) >= WARM:
                warm.set()

    async with await stores.opened(stores.emptied(), lease=1.0) as store:  # which is in the dump, too
        playing = [asyncio.create_task(play(store, f"t{n}", n * 100_000)) for n in range(TABLES)]
        await asyncio.wait_for(warm.wait(), 60)
        confirmed = dict(newest)
        await asyncio.to_thread(tool, "pg_dump", "-Fc", "-f", str(dump), stores.NAME)
        stop.set()
        await asyncio.gather(*playing)
    stores.server().sql("DROP DATABASE IF EXISTS restored WITH (FORCE)")
    stores.server().sql("CREATE DATABASE restored")
    await asyncio.to_thread(tool, "pg_restore", "--dbname", "restored", str(dump))
    later = 0
    async with await stores.opened(stores.server().address("restored")) as store:
        for name, before in confirmed.items():
            loaded = await store.load(name)
            assert before.rev <= loaded.table.rev <= newest[name].rev
            assert [record.version for record in await store.records(name)] == list(range(loaded.table.rev))
            assert (await store.write(a_move(loaded.table, 0))).rev == loaded.table.rev + 1
            later += newest[name].rev > before.rev
    assert later, "people have played meanwhile"
