"""Several processes divide the work of one database: who does what, who takes over, and that nothing is said twice."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.operation import neighbours
from bot.operation.neighbours import times
from storage.annals import RatingRow
from storage.monitoring.health import milliseconds
from storage.problem import EX_CONFIG, Elsewhere, StorageProblem
from storage.rows import HOUSE, LATE, RUNNING, DueRow, OutRow, ResultRow, Sent
from storage.shards import Shards, shards_of
from tests.postgres import stores
from tests.storage.builders import NOW, a_move, a_table, first

LEASE = 0.6
OF = 3
GUILDS = [number << 22 for number in range(OF)]
"""A server of each shard."""

Begin = Callable[..., Awaitable[Any]]


@pytest.fixture
async def begun() -> AsyncIterator[Begin]:
    """Begins the process of a shard."""
    address, running = stores.emptied(), list[Any]()

    async def begin(*numbers: int, total: int = OF, lease: float = LEASE, **more: Any) -> Any:
        running.append(await stores.opened(address, shards=Shards(numbers, total), lease=lease, **more))
        return running[-1]

    yield begin
    for store in running:
        await store.close()


def frozen(store: Any) -> None:
    """As by SIGSTOP: it renews nothing any more."""
    renewing: Any = store.holding._renewing
    renewing.cancel()


async def looked(store: Any) -> None:
    """What a process does each second."""
    await store.wakes.look(NOW, lambda _: None)


async def orphaned(store: Any, *shards: int) -> None:
    """Until it sees that nobody answers for these any more: a renewal that came late lasts longer."""
    async with asyncio.timeout(10):
        while not set(shards) <= set(store.holding.orphans):
            await asyncio.sleep(LEASE * 0.1)
            await looked(store)


async def a_table_of(store: Any, shard: int, name: str, **more: Any) -> Any:
    rows = more.pop("rows", (OutRow("board", 1), OutRow("hand", 1, 7)))
    return await store.write(first(replace(a_table(name, RUNNING), guild=GUILDS[shard]), rows=rows, **more))


def kinds(rows: Any) -> list[tuple[str, str, int]]:
    return [(row.table, row.row.kind, row.row.user) for row in rows]


def test_shards_are_read_as_they_are_written():
    assert shards_of("0-3/16") == Shards((0, 1, 2, 3), 16)
    assert shards_of(" 5/16 ") == Shards((5,), 16)
    assert [str(shards_of(text)) for text in ("0-3/16", "5/16")] == ["0-3/16", "5/16"]
    for text in ("", "3", "3/3", "2-1/4", "0-4/4", "-1/4", "a/b", "1/0"):
        with pytest.raises(ValueError):
            shards_of(text)


def test_a_server_belongs_to_the_shard_that_discord_sends_it_to():
    guild = 1_088_510_058_284_990_888
    assert [n for n in range(16) if Shards((n,), 16).hold(guild)] == [(guild >> 22) % 16]
    assert Shards((0,), 16).hold(0), "direct messages"


async def test_that_work_has_changed_hands_is_told_within_what_discord_is_asked(begun: Begin):
    """What was said before is not to be trusted then: somebody else may have said otherwise since."""
    one, two = await begun(0), await begun(1, 2)

    async def within(store: Any) -> int:
        async with store.entitled() as handovers:
            return handovers

    await looked(one)
    await looked(two)
    before = await within(one), await within(two)
    for store in (one, two):
        await looked(store)
        await store.holding._taken()
    assert (await within(one), await within(two)) == before, "nothing has"
    frozen(one)
    await orphaned(two, 0)
    assert await within(two) == before[1] + 1
    with pytest.raises(Elsewhere):
        await within(one)
    await one.holding._taken()
    assert await within(one) == before[0] + 1
    await looked(two)
    assert await within(two) == before[1] + 2


async def test_each_does_the_work_of_its_servers_and_leaves_that_of_others_alone(begun: Begin):
    one, two, three = await begun(0), await begun(1), await begun(2)
    for store in (one, two, three):
        await looked(store)
    late = DueRow(0, 1, NOW, LATE), DueRow(0, 1, NOW, HOUSE)
    for shard in range(OF):
        await a_table_of(one, shard, f"T{shard}", dues=late)
        await one.set_agenda(GUILDS[shard] + 1, "digest", NOW)
    for shard, store in enumerate((one, two, three)):
        assert kinds(await store.waiting(NOW, 9)) == [(f"T{shard}", "board", 0), (f"T{shard}", "hand", 7)]
        assert [table for table, *_ in await store.due(NOW, 9)] == [f"T{shard}"]
        assert [table for table, _ in await store.house_due(NOW, 9)] == [f"T{shard}"]
        assert [user for user, *_ in await store.agenda_due(NOW, 9)] == [GUILDS[shard] + 1]
        assert (await store.next_due(), await store.next_house_due(0)) == (NOW, NOW)


async def test_who_changes_a_table_of_another_shard_makes_the_other_speak_of_it_as_it_is(begun: Begin):
    """A press by direct message comes to shard 0."""
    zero, home = await begun(0), await begun(1)
    await looked(zero)
    await looked(home)
    table = await a_table_of(home, 1, "T1", rows=())
    await zero.write(a_move(table, 5))
    assert await zero.waiting(NOW + 9, 9) == ()
    rows = await home.waiting(NOW + 9, 9)
    assert {row.rev for row in rows} == {1}, "what the other keeps of the table is older, and is not used"


async def test_a_shard_without_a_process_is_worked_for_by_one_of_the_others_at_a_time(begun: Begin):
    one, two, dead = await begun(0), await begun(1), await begun(2)
    tables = [f"T{n}" for n in range(6)]
    for name in tables:
        await a_table_of(dead, 2, name, dues=(DueRow(0, 1, NOW, HOUSE),))
    frozen(dead)
    await looked(one)
    assert await one.waiting(NOW, 99) == (), "its lease lasts"
    await asyncio.gather(orphaned(one, 2), orphaned(two, 2))
    assert one.holding.orphans == two.holding.orphans == [2]
    found = await asyncio.gather(*(store.waiting(NOW, 99) for store in (one, two) * 3))
    queues = [{(row.table, row.row.user) for row in rows} for rows in found]
    mine, others = queues[0] | queues[2] | queues[4], queues[1] | queues[3] | queues[5]
    assert not mine & others, "nobody says what another says"
    assert mine | others == {(name, user) for name in tables for user in (0, 7)}
    house = await asyncio.gather(*(store.house_due(NOW, 99) for store in (one, two)))
    assert sorted(table for rows in house for table, _ in rows) == tables


async def test_two_who_claim_at_once_wait_for_nobody(begun: Begin):
    one, dead = await begun(0), await begun(1, 2)
    await a_table_of(dead, 1, "T1")
    await a_table_of(dead, 1, "T2")
    await dead.close()
    await looked(one)
    with stores.looking() as link, link.transaction():
        link.execute("SELECT 1 FROM outbox WHERE game = 'T1' FOR UPDATE")
        found = await asyncio.wait_for(one.waiting(NOW, 9), 5)
        assert {row.table for row in found} == {"T2"}
    assert {row.table for row in await one.waiting(NOW, 9, ("T2",))} == {"T1"}


async def test_a_queue_of_many_rows_is_claimed_at_once(begun: Begin):
    one, dead = await begun(0), await begun(1, 2)
    await a_table_of(dead, 1, "T1", rows=tuple(OutRow("board", n) for n in range(200)))
    await dead.close()
    await looked(one)
    assert len(await one.waiting(NOW, 999)) == 200


async def test_who_comes_back_leaves_alone_what_is_claimed_until_it_is_given_back(begun: Begin):
    one, dead = await begun(0), await begun(1, 2)
    await a_table_of(dead, 1, "T1")
    await dead.close()
    await looked(one)
    assert len(await one.waiting(NOW, 9)) == 2
    back = await begun(1, 2)
    await looked(back)
    assert await back.waiting(NOW, 9) == (), "the other is at it"
    await looked(one)
    await one.sending(tuple(row.id for row in await one.waiting(NOW, 9, ("T1",))), NOW)
    await one.waiting(NOW, 9)
    found = await back.waiting(NOW, 9)
    assert kinds(found) == [("T1", "board", 0), ("T1", "hand", 7)]
    with pytest.raises(Elsewhere):
        await one.sending((found[0].id,), NOW)
    await back.sending((found[0].id,), NOW)


async def test_what_was_claimed_by_who_was_killed_is_forgotten(begun: Begin):
    one, dead = await begun(0), await begun(1, 2)
    await a_table_of(dead, 1, "T1")
    await dead.close()
    await looked(one)
    assert len(await one.waiting(NOW, 9)) == 2
    frozen(one)
    with stores.looking() as link:
        async with asyncio.timeout(10):
            while link.execute("SELECT 1 FROM claims WHERE until >= clock_timestamp()").fetchone():  # noqa: ASYNC110
                await asyncio.sleep(LEASE * 0.1)
        assert link.execute("SELECT count(*) FROM claims").fetchone() == (2,)
        await begun(1, 2)
        assert link.execute("SELECT count(*) FROM claims").fetchone() == (0,)


async def test_time_of_people_whom_nobody_reaches_is_not_counted_by_others(begun: Begin):
    one, dead = await begun(0), await begun(1, 2)
    dues = (DueRow(0, 1, NOW, LATE), DueRow(0, 2, NOW, "order"))
    await a_table_of(dead, 1, "T1", dues=dues)
    await dead.close()
    await looked(one)
    assert [kind for _, kind, *_ in await one.due(NOW, 9)] == ["order"]
    back = await begun(1, 2)
    assert await back.due(NOW, 9) == (), "the order is being carried out"
    assert await one.due(NOW - 9, 9) == ()
    assert [kind for _, kind, *_ in await back.due(NOW, 9)] == ["late", "order"]


async def test_who_was_frozen_sends_and_notes_nothing_any_more(begun: Begin):
    one, slow = await begun(0), await begun(1, 2)
    await a_table_of(slow, 1, "T1", rows=(OutRow("board", 1),))
    (row,) = await slow.waiting(NOW, 9)
    await slow.sending((row.id,), NOW)
    frozen(slow)
    async with slow.entitled():
        pass
    with pytest.raises(Elsewhere):
        async with slow.entitled():  # what it asks for takes longer than its lease
            await asyncio.sleep(LEASE * 2)
    with pytest.raises(Elsewhere):
        async with slow.entitled():
            raise AssertionError
    await orphaned(one, 1)
    (other,) = await one.waiting(NOW, 9)
    assert other.sent_maybe, "it is looked for before it is sent again"
    with pytest.raises(Elsewhere):
        await slow.sending((row.id,), NOW)
    post = Sent("T1", "board", 1, 22, 900, NOW, live=True)
    call = OutRow("call", 1)
    assert len(await one.sent((other.id,), post, NOW, then=(call,))) == 1
    assert await slow.sent((row.id,), post, NOW + 1, then=(call,), over=(900,)) != ()
    twice = await slow.sent((row.id,), replace(post, message=901), NOW + 1, then=(call,))
    assert len(twice) == 1
    assert kinds(await one.waiting(NOW, 9)) == [("T1", "call", 0)], "what follows it is said once"
    assert [sent.message for sent in await one.live("T1")] == [900, 901], "what stands twice will lose its buttons"


async def test_a_lease_that_is_renewed_lets_go_on_what_takes_longer(begun: Begin):
    store = await begun(0)
    async with store.entitled():
        await asyncio.sleep(LEASE * 2)
    assert store.holding.left > 0


async def test_what_is_said_over_tables_is_said_by_one(begun: Begin):
    one, two = await begun(0), await begun(1, 2)
    for shard, store in enumerate((one, two)):
        await a_table_of(store, shard, f"T{shard}", rows=(OutRow("nudge", 1, 7),))
    both = await one.nudges(7, NOW)
    assert [row.table for row in both] == ["T0", "T1"]
    with pytest.raises(Elsewhere):
        await two.nudges(7, NOW)
    (own,) = await two.waiting(NOW, 9)
    with pytest.raises(Elsewhere):
        await two.sending((both[0].id,), NOW)
    assert own == replace(both[1], rev=own.rev)
    ids = tuple(row.id for row in both)
    await one.sending(ids, NOW)
    await one.sent(ids, Sent("T0", "nudge", 1, 70, 901, NOW), NOW)
    assert await two.nudges(7, NOW) == (), "it was said, and the person is given back"


async def test_of_two_who_would_send_a_digest_at_once_one_does(begun: Begin):
    one, two = await begun(0), await begun(1, 2)
    await a_table_of(one, 0, "T0", rows=())
    for n in range(5):
        now = NOW + n * 10
        await one.set_agenda(7, "digest", now)
        told = ("T0", OutRow("digest", n, 7))
        await asyncio.gather(*(store.set_agenda(7, "digest", now + 5, told=told, now=now) for store in (one, two)))
    assert kinds(await one.waiting(NOW * 2, 99)) == [("T0", "digest", 7)] * 5


async def test_each_notes_for_its_shards_when_it_was_last_well(begun: Begin):
    alone = await begun(0, total=1)
    await alone.beat(NOW)
    await alone.close()
    one, two = await begun(0), await begun(1, 2)
    assert await two.meta("beat") == str(NOW), "who had all of them before"
    await one.beat(NOW + 10)
    await two.beat(NOW + 20)
    await two.close()
    await one.beat(NOW + 500)
    assert (await one.meta("beat"), await (await begun(1)).meta("beat")) == (str(NOW + 500), str(NOW + 20))
    await one.beat(NOW + 600, (NOW, NOW + 600))
    assert await (await begun(2)).outages(NOW) == ((NOW, NOW + 600),)


async def test_all_together_open_no_more_than_so_many(begun: Begin):
    one, two = await begun(0), await begun(1, 2)
    limits = ((3, 100), (4, 1000))
    found = await asyncio.gather(*(store.spend("dms", limits, NOW) for store in (one, two, one, two)))
    assert sorted(found) == [0, 0, 0, NOW + 100]
    assert await two.spend("dms", limits, NOW + 100) == 0
    assert await one.spend("dms", limits, NOW + 250) == NOW + 1000
    assert await one.spend("other", limits, NOW) == 0
    assert await two.spend("dms", limits, NOW + 1001) == 0
    assert await one.spend("dms", limits, NOW + 1001, rest=500) == NOW + 1501
    assert await two.spend("dms", limits, NOW + 1200) == NOW + 1501
    assert await two.spend("dms", limits, NOW + 1600) == 0


async def test_who_counts_the_shards_otherwise_is_refused(begun: Begin):
    await begun(0)
    for numbers, total, why in (((0,), OF, "shard 0"), ((2,), 4, "counts 3 shards, this one 4"), ((0,), 1, "counts 3")):
        with pytest.raises(StorageProblem, match=why) as refused:
            await begun(*numbers, total=total, lease=0.3)
        assert refused.value.exit_code == EX_CONFIG


async def test_a_last_renewal_of_a_killed_process_is_no_sign_of_life(begun: Begin):
    """It was sent before the kill, and the server, which had much to do, carried it out afterwards."""
    killed = await begun(0, 1, 2, lease=1.0)
    frozen(killed)

    async def late() -> None:
        await asyncio.sleep(0.3)
        assert await killed.holding._taken() is None

    renewing = asyncio.create_task(late())
    await begun(0, 1, 2, lease=1.0)
    await renewing


async def test_epochs_grow_with_each_owner(begun: Begin):
    for _ in range(3):
        await (await begun(0, 1, 2)).close()
    with stores.looking() as link:
        rows = link.execute("SELECT epoch FROM shards WHERE shard < 3").fetchall()
        assert rows == [(3,)] * 3
        assert link.execute("SELECT count(*) FROM claims").fetchone() == (0,)


@pytest.mark.parametrize("pooled", [False, True], ids=["directly", "through pgbouncer"])
async def test_the_right_one_is_woken_at_once_and_within_a_second_where_nothing_is_heard(pooled: bool):
    address = stores.emptied(pooled=pooled)
    one, two = [await stores.opened(address, shards=Shards((n,), 2)) for n in range(2)]
    async with one, two:
        heard: dict[int, list[Any]] = {0: [], 1: []}
        running = [
            asyncio.create_task(store.wakes.run(lambda: NOW, heard[n].append)) for n, store in enumerate((one, two))
        ]
        until = time.monotonic() + 10
        while not pooled and not (one.wakes.listens and two.wakes.listens):
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        table = await a_table_of(one, 1, "T1", rows=(OutRow("board", 1),))
        written = time.monotonic()
        while not any(stir.speaks for stir in heard[1]):
            assert time.monotonic() < written + (3.0 if pooled else 0.9), "a poll would have come sooner"
            await asyncio.sleep(0.01)
        if not pooled:
            assert any(table.id in stir.tables and stir.due == 0 for stir in heard[1])
        assert not any(stir.speaks for stir in heard[0]), "it is not for this one"
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_seat_that_is_rated_twice_at_once_is_rated_by_what_was_before(begun: Begin):
    """Two processes have each worked out another game's ratings by what stood before both."""
    one, two = await begun(0), await begun(1, 2)
    for n, store in enumerate((one, two)):
        table = await a_table_of(one, 0, f"T{n}", rows=())
        results = tuple(ResultRow(seat, 7 + seat, seat + 1, 9, NOW + n) for seat in range(2))
        await store.write(a_move(table, 0, results=results))
    new, better, best = (25.0, 8.0), (27.0, 7.0), (28.0, 6.0)
    first_ = [RatingRow("", NOW, "T0", seat, new, better) for seat in range(2)]
    then = [RatingRow("", NOW + 1, "T1", seat, better, best) for seat in range(2)]
    await one.annals.rate(0, tuple(first_))
    stale = tuple(replace(row, before=new) for row in then)
    await two.annals.rate(0, stale)
    assert [rated.game for rated in (await two.annals.to_rate(0)).games] == ["guatemala"]
    await two.annals.rate(0, tuple(then))
    assert (await one.annals.to_rate(0)).games == ()


@pytest.mark.parametrize(("off", "apart"), [(3_600, -3_600_000), (-86_400, 86_400_000), (3, 0)])
async def test_who_has_a_clock_of_their_own_goes_by_the_databases(
    begun: Begin, monkeypatch: pytest.MonkeyPatch, off: int, apart: int
):
    """Two machines, one of which is an hour ahead, or a day behind: what falls due does so at one time for both."""
    right = milliseconds
    machine = SimpleNamespace(time_ns=lambda: time.time_ns() + off * 1_000_000_000)
    one = await begun(0)
    assert one.holding.apart == 0, "which it asks again now and then: from here on by the other's clock"
    monkeypatch.setattr("storage.postgres.holding.time", machine)
    other = await begun(1, 2)
    assert abs(other.holding.apart - apart) < 2_000
    monkeypatch.setattr("bot.operation.neighbours.milliseconds", lambda: right() + off * 1000)
    now, second_clock, _ = times(other, neighbours.milliseconds)
    assert abs(now() - right()) < 5_000
    assert second_clock is None, "nobody moves what the others go by, too"
