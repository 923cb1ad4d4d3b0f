"""Whoever speaks of a table has it as its last change left it, and loads it only where that is not known."""

import pytest
from msgspec.structs import replace

from bot.play import Transactions, transactions, turns
from bot.play.seating import lobby
from bot.play.timed import standing_orders
from storage.rows import Loaded
from tests.bot.house import House


def without_time(loaded: Loaded) -> Loaded:
    """Without what a commit does not change for whoever speaks: when questions were asked."""
    return replace(loaded, questions=tuple(replace(q, asked_at=0) for q in loaded.questions))


async def taken(among: Transactions, key: str) -> Loaded:
    found = await among.taken(key)
    assert found is not None
    return found.loaded


async def test_it_is_taken_as_it_stands_without_being_loaded_and_once(house: House, monkeypatch: pytest.MonkeyPatch):
    table = await house.started([1, 2, 3])
    for text in ("buyer 0", "step 1"):
        await house.play(table, text)
        stands = await house.loaded(table)
        with monkeypatch.context() as blind:
            blind.setattr(Transactions, "load", None)
            assert without_time(await taken(house.transactions, table)) == without_time(stands)
    (user, since), *_ = await house.asked(table)
    told = house.transactions
    other = Transactions(house.env)
    await told.run(table, house.act(user), turns.play(since, ["done"]))
    await told.taken(table)
    (user, since), *_ = await house.asked(table)
    await other.run(table, house.act(user), turns.play(since, ["step 1", "done"]))  # told knows nothing of it
    assert (await taken(told, table)).table == (await house.loaded(table)).table


async def test_its_position_is_the_one_that_was_written(house: House):
    table = await house.started([1, 2, 3])
    for text in ("buyer 0", "step 1"):
        (user, since), *_ = await house.asked(table)
        done = await house.transactions.run(table, house.act(user), turns.play(since, [text]))
        assert done.table is not None
        assert "position" in vars(done.table), "it need not be decoded"
        assert done.table.position == await house.position(table)


async def test_what_follows_and_says_nothing_takes_its_place(house: House):
    table = await house.started([1, 2, 3])
    await house.play(table, "buyer 0")
    await house.transactions.run(table, house.act(1), standing_orders.give("pass"))
    assert [row.rule for row in (await taken(house.transactions, table)).orders] == ["pass"]


async def test_so_many_are_kept_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transactions, "LEFT", 1)
    first, last = [await house.gathered([1, 2]) for _ in range(2)]
    for table in (first, last):
        await house.transactions.run(table, house.act(3), lobby.join("Cem"))
    assert (await taken(house.transactions, first)).table.id == first
    monkeypatch.setattr(Transactions, "load", None)
    assert (await taken(house.transactions, last)).table.id == last
    with pytest.raises(TypeError):  # it would be loaded
        await taken(house.transactions, first)
