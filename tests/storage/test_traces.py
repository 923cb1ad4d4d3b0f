"""Who is forgotten leaves a seat with a number: no id, no name, not even in the bytes of the file; the game stays."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from storage.port import Conflict, Store
from storage.rows import (
    FORGOTTEN,
    LOBBY,
    OVER,
    RESTORED,
    RUNNING,
    DraftRow,
    OrderRow,
    OutRow,
    Person,
    SeatRow,
    Sent,
)
from tests.storage.builders import NOW, a_move, a_table, first
from tests.storage.conftest import Opened

NAME = "Adalgisa Vergissmeinnicht"
ADA, BEN = 7_000_000_000_000_007, 8


async def played(store: Store, name: str, status: str, *, resigned: bool = False) -> None:
    """A table with a move, at which both people sit."""
    seats = (SeatRow(0, ADA, NAME, resigned=resigned), SeatRow(1, BEN, "Ben"))
    table = await store.write(first(a_table(name, status, creator=ADA), seats=seats))
    rows = (OutRow("board", 1, body=f'{{"ping":[{ADA}]}}'), OutRow("hand", 1, user=ADA))
    orders = (OrderRow(0, "pass"), OrderRow(1, "ask"))
    drafts = (DraftRow(0, 0, 1, ("step 1",), ()), DraftRow(1, 0, 1, ("step 2",), ()))
    change = a_move(table, 0, seats=seats, rows=rows, orders=orders, drafts=drafts)
    await store.write(replace(change, table=replace(change.table, status=status)))


async def test_all_seats_of_a_person_are_found_the_newest_first(store: Store):
    await store.write(first(a_table("old", OVER, created_at=NOW - 5), seats=(SeatRow(0, ADA, NAME, resigned=True),)))
    await store.write(first(a_table("new", LOBBY), seats=(SeatRow(0, BEN, "Ben"), SeatRow(1, ADA, NAME))))
    await store.write(first(a_table("not his"), seats=(SeatRow(0, BEN, "Ben"),)))
    found = await store.sittings(ADA)
    assert [(one.table.id, one.seat, one.name, one.resigned) for one in found] == [
        ("new", 1, NAME, False),
        ("old", 0, NAME, True),
    ]


@pytest.mark.parametrize("status", [LOBBY, RUNNING])
async def test_who_still_sits_at_a_table_is_not_forgotten(store: Store, status: str):
    await store.write(first(a_table("live", status), seats=(SeatRow(0, ADA, NAME),)))
    await store.save_person(Person(ADA, lang="de"))
    assert not await store.forget(ADA, (("live", 0, "Player 1"),))
    loaded = await store.load("live")
    assert loaded is not None
    assert loaded.seats == (SeatRow(0, ADA, NAME),)
    assert (await store.person(ADA)).lang == "de"


async def test_who_is_forgotten_leaves_a_number_and_nothing_in_the_bytes(opened: Opened, kept: Callable[[], bytes]):
    async with await opened() as store:
        await store.save_person(Person(ADA, dm_channel=70, dm_state="open", lang="de"))
        await played(store, "over", OVER)
        await played(store, "left", RUNNING, resigned=True)
        (first_row, *_) = await store.waiting(NOW * 2, 9)
        await store.sent((first_row.id,), Sent("over", "hand", 1, 70, 900, NOW), NOW)
        records = await store.records("over")
        assert await store.forget(ADA, (("over", 0, "Player 1"), ("left", 0, "Player 1")))
        for table in ("over", "left"):
            loaded = await store.load(table)
            assert loaded is not None
            assert [(row.user, row.name) for row in loaded.seats] == [(FORGOTTEN, "Player 1"), (BEN, "Ben")]
            assert loaded.table.creator == FORGOTTEN
            assert [order.seat for order in loaded.orders] == [1]
            assert await store.draft(table, 0) is None
            assert await store.draft(table, 1) is not None
        assert await store.records("over") == records
        assert await store.person(ADA) == Person(ADA)
        assert await store.sittings(ADA) == ()
        assert await store.newest_message("over", "hand") is None
        assert all(row.row.user != ADA for row in await store.waiting(NOW * 2, 9))
    found = kept()
    assert b"Ben" in found
    assert NAME.encode() not in found


async def test_nobody_who_read_the_table_before_writes_the_name_back(store: Store):
    await played(store, "over", OVER)
    before = await store.load("over")
    assert before is not None
    assert await store.forget(ADA, (("over", 0, "Player 1"),))
    with pytest.raises(Conflict):
        await store.write(a_move(before.table, 5, seats=before.seats))


async def test_all_tables_of_a_status_are_told_once(store: Store):
    for name, status in (("a", LOBBY), ("b", RUNNING), ("c", RUNNING), ("d", OVER)):
        await store.write(first(a_table(name, status)))
    rows = ((RUNNING, OutRow("board", 5, body="{}")), (LOBBY, OutRow("lobby", 6, body="[]")))
    assert await store.enqueue_for_all(RESTORED, rows, NOW) == 0
    await store.save_meta(RESTORED, "yesterday")
    assert await store.enqueue_for_all(RESTORED, rows, NOW) == 3
    assert await store.enqueue_for_all(RESTORED, rows, NOW) == 0
    waiting = [(row.table, row.row.kind, row.row.number, row.row.body) for row in await store.waiting(NOW, 9)]
    assert waiting == [("b", "board", 5, "{}"), ("c", "board", 5, "{}"), ("a", "lobby", 6, "[]")]
