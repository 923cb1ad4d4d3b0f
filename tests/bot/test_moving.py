"""A table whose thread is lost goes on where one of its people asks for it: once, with all that was not said yet."""

from collections.abc import Awaitable, Callable

import pytest

from bot.discord.messages.messenger import Impossible, Letter, NotNow
from bot.play import limits
from bot.play.answers import IsOver, Moved, NoSuchTable, NotAtTable
from bot.play.seating import leaving, lobby, relocation
from tests.bot.house import House

ADA, BEA, CEM, DAG = range(1, 5)
GUILD, PARENT, OTHER = 7, 71, 72


async def thread_of(house: House, table: str) -> int:
    return (await house.loaded(table)).table.channel


async def begun(house: House) -> tuple[str, int]:
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.quiet()
    return table, await thread_of(house, table)


async def lost(house: House) -> tuple[str, int]:
    """A running table whose thread was deleted: the last move could not be shown."""
    table, channel = await begun(house)
    await house.play(table, "buyer 1")
    house.ear.faults = [Impossible("gone")]
    await house.quiet()
    assert await house.store.parked(table) == "gone"
    return table, channel


async def here(house: House, table: str, user: int = ADA, parent: int = PARENT) -> object:
    return await house.do(table, house.act(user), relocation.go_on(GUILD, parent))


def opened_in(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The channels in which threads are opened from now on."""
    parents: list[int] = []
    open_thread = house.ear.open_thread

    async def noted(parent: int, letter: Letter) -> int:
        channel = await open_thread(parent, letter)
        parents.append(parent)
        return channel

    monkeypatch.setattr(house.ear, "open_thread", noted)
    return parents


async def test_a_running_table_goes_on_in_a_new_thread_with_what_was_not_said_and_calls_who_is_asked(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table, old = await lost(house)
    parents = opened_in(house, monkeypatch)
    said = len(house.ear.heard(old))
    assert await here(house, table, BEA) == Moved(table)
    assert await house.store.parked(table) == ""
    await house.quiet()
    new = await thread_of(house, table)
    assert parents == [PARENT]
    assert new not in (0, old)
    (board,) = house.ear.heard(new)
    assert "This game goes on here." in board.text
    assert [type(fact).__name__ for fact in board.facts] == ["BuyerPut"]
    assert board.mentions == tuple(user for user, _ in await house.asked(table))
    assert len(house.ear.heard(old)) == said
    assert await house.store.at_channel(new) == table
    await house.play(table, "step 1", "done")
    await house.quiet()
    assert len(house.ear.heard(new)) == 2
    await house.check(table)


async def test_a_table_that_is_gathering_gets_its_card_and_calls_those_who_have_joined(house: House):
    table = await house.gathered([ADA, BEA, CEM])
    await house.quiet()
    old = await thread_of(house, table)
    cards = len(house.ear.heard(old))
    assert await here(house, table, BEA) == Moved(table)
    await house.quiet()
    (card,) = house.ear.heard(await thread_of(house, table))
    assert (card.kind, card.open, card.mentions) == ("lobby", True, (ADA, CEM))
    assert len(house.ear.heard(old)) == cards
    await house.do(table, house.act(ADA), lobby.start())
    await house.quiet()
    assert (await house.loaded(table)).table.status == "running"


@pytest.mark.parametrize("restart", [False, True])
async def test_a_second_delivery_opens_no_second_thread(house: House, monkeypatch: pytest.MonkeyPatch, restart: bool):
    table, _ = await lost(house)
    action = house.act(ADA)
    assert await house.do(table, action, relocation.go_on(GUILD, PARENT)) == Moved(table)
    if restart:
        await house.restart()
    parents = opened_in(house, monkeypatch)
    await house.quiet()
    new = await thread_of(house, table)
    if restart:
        await house.restart()
    assert await house.do(table, action, relocation.go_on(GUILD, OTHER)) == Moved(table)
    await house.quiet()
    assert parents == [PARENT]
    assert await thread_of(house, table) == new
    assert len(house.ear.heard(new)) == 1


async def test_only_who_sits_there_moves_a_table_of_this_server_that_is_not_over(house: House):
    table, channel = await begun(house)
    await house.do(table, house.act(CEM), leaving.resign())
    assert await here(house, table, DAG) == NotAtTable()
    assert await here(house, table, CEM) == NotAtTable()
    assert await house.do(table, house.act(ADA), relocation.go_on(GUILD + 1, PARENT)) == NoSuchTable()
    assert await here(house, "nothing") == NoSuchTable()
    for user in (ADA, BEA):
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    assert await here(house, table) == IsOver()
    assert await thread_of(house, table) == channel


async def test_a_move_that_waits_for_its_next_try_is_shown_in_the_new_thread_alone(house: House):
    table, old = await begun(house)
    said = len(house.ear.heard(old))
    await house.play(table, "buyer 1")
    house.ear.faults = [NotNow()]
    await house.quiet()
    await here(house, table)
    await house.quiet()
    assert await thread_of(house, table) == 0, "the pause is not over"
    house.clock.now += 5_000
    await house.quiet()
    (board,) = house.ear.heard(await thread_of(house, table))
    assert [type(fact).__name__ for fact in board.facts] == ["BuyerPut"]
    assert len(house.ear.heard(old)) == said


async def test_where_to_is_known_though_the_wish_is_not_among_the_rows_at_hand(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    """Many rows wait after an outage, and the courier takes some at a time."""
    table, _ = await lost(house)
    await here(house, table)
    parents = opened_in(house, monkeypatch)
    monkeypatch.setattr(limits, "OUTBOX_BATCH", 1)
    await house.quiet()
    assert parents == [PARENT]
    assert [len(board.facts) for board in house.ear.heard(await thread_of(house, table))] == [1, 0]


async def test_asked_for_twice_it_goes_to_the_second_place_and_says_so_once(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table, _ = await lost(house)
    parents = opened_in(house, monkeypatch)
    await here(house, table, ADA, PARENT)
    await here(house, table, BEA, OTHER)
    await house.quiet()
    assert parents == [OTHER]
    (board,) = house.ear.heard(await thread_of(house, table))
    assert board.text.count("This game goes on here.") == 1


def during(
    monkeypatch: pytest.MonkeyPatch, house: House, method: str, act: Callable[[], Awaitable[object]], **more: Exception
) -> None:
    """While the courier does this for the next time somebody does that; then Discord may refuse it."""
    real, acted = getattr(house.ear, method), list[object]()

    async def slow(*values: object) -> object:
        if not acted:
            acted.append(await act())
            if more:
                raise more["refused"]
        return await real(*values)

    monkeypatch.setattr(house.ear, method, slow)


async def test_what_the_old_thread_refuses_meanwhile_does_not_park_the_table_again(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table, old = await begun(house)
    said = len(house.ear.heard(old))
    await house.play(table, "buyer 1")
    during(monkeypatch, house, "post", lambda: here(house, table), refused=Impossible("gone"))
    await house.quiet()
    await house.quiet()
    assert await house.store.parked(table) == ""
    assert [len(board.facts) for board in house.ear.heard(await thread_of(house, table))] == [1]
    assert len(house.ear.heard(old)) == said


async def test_who_asks_for_another_place_while_the_thread_is_opened_gets_that(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table, _ = await lost(house)
    await here(house, table, ADA, PARENT)
    parents = opened_in(house, monkeypatch)
    during(monkeypatch, house, "open_thread", lambda: here(house, table, BEA, OTHER))
    await house.quiet()
    await house.quiet()
    assert parents == [PARENT, OTHER]
    first, second = sorted(house.ear.channels)[-2:]
    assert await thread_of(house, table) == second
    assert (len(house.ear.heard(first)), len(house.ear.heard(second))) == (0, 1)


async def test_a_hand_that_waited_leads_to_the_new_thread(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    await here(house, table)
    await house.quiet()
    asked = [user for user, _ in await house.asked(table)]
    new = await thread_of(house, table)
    assert asked
    assert [house.ear.dms(user)[-1].thread for user in asked] == [new] * len(asked)
