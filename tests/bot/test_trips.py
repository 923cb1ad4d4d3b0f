"""What a turn that is typed asks of the store: trips, statements and commits, which hang on no machine."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.interactions.below import Below
from bot.discord.layout import Layout
from bot.play import limits
from bot.play.plans import planning
from storage.rows import Sent
from storage.sqlite.connection import connect
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import Writer
from tests.bot.house import House

TURN = ("step 1", "done")
READS, WRITES, COMMIT, SAVEPOINT = "reads", "writes", "COMMIT", "SAVEPOINT"
CLOSING = (COMMIT, SAVEPOINT, "BEGIN")


class Counted(House):
    """A house that counts what its store is asked."""

    counts: Counter[str]

    async def opened_store(self) -> SqliteStore:
        return await open_store(self.folder, open_file=self._traced)

    def _traced(self, path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(lambda statement: self.counts.update([statement.split()[0]]))
        return connection

    def counted(self) -> Counter[str]:
        """What was asked since this was last asked for."""
        found, self.counts = self.counts, Counter()
        return found

    async def typed(self, table: str) -> None:
        (user, _), *_ = await self.asked(table)
        self.counted()
        await self.do(table, self.act(user), planning.submit(-1, TURN))


def statements(counts: Counter[str]) -> int:
    return sum(times for what, times in counts.items() if what.isupper() and what not in CLOSING)


@pytest.fixture
async def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Counted]:
    house, ask = Counted(tmp_path / "data"), Writer._ask
    house.counts = Counter()

    def noted(self: Writer, job: Any, *, write: bool) -> Any:
        house.counts[WRITES if write else READS] += 1
        return ask(self, job, write=write)

    monkeypatch.setattr(Writer, "_ask", noted)
    await house.open()
    yield house
    await house.close()


async def begun(house: Counted) -> str:
    """A table in the middle of a game, at which nobody has done anything for a while."""
    table = await house.started([1, 2])
    await house.quiet()
    await house.play(table, "buyer 1")
    await house.quiet()
    await house.typed(table)
    await house.quiet()
    house.clock.now += limits.RETYPED_MS
    return table


async def test_a_typed_turn_is_one_trip_to_read_and_one_to_commit(counted: Counted):
    table = await begun(counted)
    await counted.typed(table)
    found = counted.counted()
    assert (found[READS], found[WRITES], found[COMMIT], found[SAVEPOINT]) == (1, 1, 1, 1)
    assert found["SELECT"] <= 4, "the table, who sits there, what is asked, what falls due"
    assert statements(found) <= 16, "two of them the rows of what falls due: a reminder, and sixty silent days"


async def test_its_post_and_the_buttons_that_it_takes_off(counted: Counted):
    table = await begun(counted)
    await counted.typed(table)
    counted.counted()
    await counted.courier.drain()
    found = counted.counted()
    assert (found[READS], found[WRITES], found[COMMIT]) == (2, 3, 3), "as being sent, as sent, without its buttons"
    assert statements(found) <= 10


async def test_a_line_is_looked_for_only_where_an_answer_may_be_unread(counted: Counted):
    table = await begun(counted)
    await counted.typed(table)
    read = counted.counted()[READS]
    await counted.quiet()
    (user, _), *_ = await counted.asked(table)
    await counted.transactions.run(table, counted.act(user), planning.submit(-1, TURN))  # and its answer is lost
    await counted.quiet()
    await counted.typed(table)
    assert (read, counted.counted()[READS]) == (1, 2)


async def test_who_waits_for_the_thread_reads_once_when_it_is_told(counted: Counted):
    table = await begun(counted)
    await counted.typed(table)
    counted.counted()
    below = Below(counted.transactions)
    answer = Layout("", told=table)
    fresh = counted.transactions.heard.new(table)
    assert [row.kind for row in fresh] == ["board"]
    await counted.courier.drain()
    assert counted.transactions.heard.new(table) == (), "once something was sent, the store is asked"
    counted.counted()
    newest = await below.told(answer)
    assert newest is not None
    assert counted.counted()[READS] == 1


async def test_who_waits_already_when_the_thread_is_told_reads_nothing(counted: Counted):
    table = await begun(counted)
    await counted.typed(table)
    waits = asyncio.create_task(Below(counted.transactions).told(Layout("", told=table)))
    await asyncio.sleep(0)
    await counted.courier.drain()
    counted.counted()
    assert await waits == await counted.store.newest_message(table, "board")
    assert counted.counted()[READS] == 1, "by this test alone"


async def test_who_waits_for_the_thread_does_not_wait_for_what_comes_after(counted: Counted):
    table = await begun(counted)
    await counted.typed(table)
    (own,) = await counted.store.waiting(counted.clock.now, 9)
    waits = asyncio.create_task(Below(counted.transactions).told(Layout("", told=table)))
    await asyncio.sleep(0)
    await counted.typed(table)
    post = Sent(table, "board", own.row.number, 22, 900, counted.clock.now)
    await counted.store.sent((own.id,), post, counted.clock.now)
    counted.transactions.heard.tell(table)
    assert await waits == post
    assert await counted.store.unsaid(table), "the next move is not told yet"


async def test_jobs_that_wait_share_one_savepoint_and_one_that_fails_late_costs_each_its_own(counted: Counted):
    def saved(connection: sqlite3.Connection, key: str, *, fails: bool = False) -> None:
        connection.execute("INSERT INTO meta (key, value) VALUES (?, '')", (key,))
        if fails:
            raise ValueError(key)

    write = counted.store.writer.write
    counted.counted()
    await asyncio.gather(*(write(lambda c, key=key: saved(c, key)) for key in "abc"))
    found = counted.counted()
    assert (found[COMMIT], found[SAVEPOINT], found["INSERT"]) == (1, 1, 3)
    jobs = [write(lambda c, key=key: saved(c, key, fails=key == "e")) for key in "def"]
    told = await asyncio.gather(*jobs, return_exceptions=True)
    found = counted.counted()
    assert [type(one) for one in told] == [type(None), ValueError, type(None)]
    assert (found[COMMIT], found[SAVEPOINT], found["INSERT"]) == (1, 4, 5)
    assert [await counted.store.meta(key) for key in "abcdef"] == ["", "", "", "", None, ""]
