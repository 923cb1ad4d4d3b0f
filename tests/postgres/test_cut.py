"""A connection that breaks in the middle of something: what it came to is found out before anything is said, and
nothing is written twice.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from storage.port import AlreadyAnswered, Conflict
from storage.problem import StorageAway
from storage.rows import RUNNING, DraftRow, DueRow, OutRow, Person, Sent
from tests.postgres import stores
from tests.postgres.wire import Cut, Wire, wire_to
from tests.storage.builders import NOW, a_move, a_table, first

DAY = 86_400_000


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    stores.emptied()
    async with wire_to(stores.server().port) as wire:
        yield wire


@pytest.fixture
async def store(wire: Wire) -> AsyncIterator[Any]:
    address = stores.server().address(stores.NAME, port=wire.port)
    async with await stores.opened(address) as store:
        yield store


@pytest.fixture(params=list(Cut), ids=lambda cut: cut.name.lower())
def cut(request: pytest.FixtureRequest) -> Cut:
    return request.param


async def test_a_commit_is_one_trip_and_so_is_a_load(store: Any, wire: Wire):
    table = await store.write(first(a_table(), interaction=1))
    before = wire.trips
    table = await store.write(a_move(table, 2))
    assert wire.trips == before + 1
    await store.load(table.id, interaction=2)
    assert wire.trips == before + 2


async def test_a_commit_whose_answer_is_lost_counts_once_and_its_answer_is_given(store: Any, wire: Wire, cut: Cut):
    table = await store.write(first(a_table()))
    wire.next = cut
    if cut is Cut.UNHEARD:
        written = await store.write(a_move(table, 7))
        assert written.rev == 1
    else:
        with pytest.raises(AlreadyAnswered) as found:
            await store.write(a_move(table, 7))
        assert found.value.answer == "answer 7"
    assert wire.cuts == 1
    loaded = await store.load(table.id)
    assert (loaded.table.rev, loaded.table.version) == (1, 0)
    assert len(await store.records(table.id)) == 1
    assert len(await store.waiting(NOW * 2, 9)) == 2


async def test_a_new_table_whose_answer_is_lost_is_made_once(store: Any, wire: Wire):
    wire.next = Cut.UNANSWERED
    with pytest.raises(AlreadyAnswered):
        await store.write(first(a_table(), interaction=7, answer="made"))
    assert await store.answer_of(7) == "made"
    assert await store.count_tables(status=("lobby",)) == 1


async def test_what_nobody_pressed_is_decided_anew_where_it_may_have_been_written(store: Any, wire: Wire, cut: Cut):
    table = await store.write(first(a_table()))
    wire.next = cut
    if cut is Cut.UNHEARD:
        await store.write(a_move(table, 0))
    else:
        with pytest.raises(Conflict):
            await store.write(a_move(table, 0))
    assert len(await store.records(table.id)) == 1


async def test_a_plan_is_kept_once(store: Any, wire: Wire, cut: Cut):
    table = await store.write(first(a_table()))
    draft = DraftRow(0, 3, 1, ("a",), ("b",))
    wire.next = cut
    await store.save_draft(table.id, draft, 0)
    assert await store.draft(table.id, 0) == draft
    wire.next = cut
    await store.save_draft(table.id, replace(draft, rev=2), 1)
    with pytest.raises(Conflict):
        await store.save_draft(table.id, replace(draft, rev=2, moves=("c",)), 1)
    assert wire.cuts == 2


async def test_what_was_said_is_noted_once_with_what_follows_it(store: Any, wire: Wire, cut: Cut):
    await store.write(first(a_table(status=RUNNING), rows=(OutRow("board", 1),)))
    (row,) = await store.waiting(NOW, 9)
    post = Sent("Tq3", "board", 1, 22, 900, NOW, live=True)
    wire.next = cut
    (close,) = await store.sent((row.id,), post, NOW, then=(OutRow("close", 800, body="{}"),), over=(800,))
    waiting = await store.waiting(NOW, 9)
    assert [one.row.kind for one in waiting] == ["close"]
    assert close == waiting[0]
    assert await store.newest_message("Tq3", "board") == post


async def test_a_person_is_told_once(store: Any, wire: Wire, cut: Cut):
    await store.write(first(a_table(status=RUNNING)))
    wire.next = cut
    await store.set_agenda(7, "digest", NOW + 5, told=("Tq3", OutRow("nudge", 1, 7)), now=NOW)
    assert len(await store.waiting(NOW, 9)) == 1
    assert await store.agenda_due(NOW + 5, 9) == ((7, "digest", NOW + 5),)


async def test_whoever_has_changed_a_person_hears_of_it(store: Any, wire: Wire, cut: Cut):
    quiet = Person(7, settings=(("hours", "22-7"),))
    wire.next = cut
    assert await store.save_person(quiet, Person(7), reckon=NOW + 5)
    assert wire.cuts == 1
    assert await store.person(7) == quiet
    assert await store.agenda_due(NOW + 5, 9) == ((7, "reckon", NOW + 5),)


async def test_a_clock_moves_what_waits_once(store: Any, wire: Wire, cut: Cut):
    await store.write(first(a_table(status=RUNNING), dues=(DueRow(0, 3, NOW + 60),)))
    wire.marker = b"COMMIT"
    wire.next = cut
    await store.shift(DAY, NOW + DAY)
    assert wire.cuts == 1
    loaded = await store.load("Tq3")
    assert [row.at for row in loaded.dues] == [NOW + 60 + DAY]


async def test_a_database_that_does_not_answer_is_away_after_its_time_and_goes_on_when_it_is_back():
    stores.emptied()
    async with wire_to(stores.server().port) as wire:
        address = stores.server().address(stores.NAME, port=wire.port)
        async with await stores.opened(address) as store:
            store.database.patience = 0.5
            table = await store.write(first(a_table()))
            with wire.parted():
                for refused in (store.load(table.id), store.write(a_move(table, 3))):
                    with pytest.raises(StorageAway):
                        await refused
            assert (await store.write(a_move(table, 3))).rev == 1


def test_an_address_never_shows_its_password():
    stores.refuse_or_skip()
    from storage.postgres.address import Address

    encoded = "a%20canary"
    address = Address(f"postgresql://bot:{encoded}@db.example/tables?sslmode=require")
    assert "a canary" in address.parameters.values()
    assert [text for text in (str(address), repr(address)) if "canary" in text] == []
    assert str(address) == "database tables on db.example"
