"""A use case that is cancelled at any of its awaits leaves all or nothing."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.play import Action, turns
from bot.play.plans import planning
from bot.play.seating import leaving, lobby
from bot.play.timed import standing_orders
from tests.bot.house import House

PEOPLE = (1, 2, 3)
MOST_AWAITS = 200


class Cut:
    """Runs something up to its n-th await and cancels it there."""

    def __init__(self, work: Coroutine[Any, Any, Any], awaits: int) -> None:
        self._work = work
        self._awaits = awaits
        self.finished = False

    def __await__(self) -> Generator[Any, Any, None]:
        for _ in range(self._awaits):
            try:
                future = self._work.send(None)
            except StopIteration:
                self.finished = True
                return
            yield future
        with suppress(asyncio.CancelledError, StopIteration):
            self._work.throw(asyncio.CancelledError())
        self._work.close()


UseCase = Callable[[House, str, int, int], Coroutine[Any, Any, Any]]


async def play(house: House, table: str, user: int, since: int) -> Any:
    return await house.do(table, house.act(user), turns.play(since, ["step 1", "done"]))


async def plan(house: House, table: str, user: int, since: int) -> Any:
    panel: Any = await house.do(table, Action(user), planning.open_panel(since))
    more: Any = await house.do(table, Action(user), planning.add(since, panel.rev, ["step", "2"]))
    return await house.do(table, house.act(user), planning.commit(since, more.rev, ["done"]))


async def resign(house: House, table: str, user: int, since: int) -> Any:
    return await house.do(table, house.act(user), leaving.resign())


async def vote(house: House, table: str, user: int, since: int) -> Any:
    return await house.do(table, house.act(user), leaving.vote(for_end=True))


async def order(house: House, table: str, user: int, since: int) -> Any:
    return await house.do(table, house.act(user), standing_orders.give("pass"))


async def take_back(house: House, table: str, user: int, since: int) -> Any:
    await house.do(table, house.act(user), turns.play(since, ["step 1", "done"]))
    return await house.do(table, house.act(user), turns.take_back())


async def gather(house: House, table: str, user: int, since: int) -> Any:
    other = await house.gathered([user, user + 100])
    await house.do(other, house.act(user + 100), lobby.leave())
    await house.do(other, house.act(user + 200), lobby.join("Eva"))
    return await house.do(other, house.act(user), lobby.start())


async def speak(house: House, table: str, user: int, since: int) -> Any:
    await house.do(table, house.act(user), turns.play(since, ["step 1", "done"]))
    return await house.courier.drain()


@pytest.mark.parametrize("use_case", [play, plan, resign, vote, order, take_back, gather, speak])
async def test_nothing_is_half_done(tmp_path: Path, use_case: UseCase):
    house = await House(tmp_path / "data").open()
    cuts = 0
    for awaits in range(1, MOST_AWAITS):
        table = await house.started((1000 + 3 * awaits, 1001 + 3 * awaits, 1002 + 3 * awaits))
        await house.play(table, "buyer 1")
        ((user, since),) = await house.asked(table)
        cut = Cut(use_case(house, table, user, since), awaits)
        await cut
        cuts += not cut.finished
        await house.check(table)
        if (await house.loaded(table)).table.status == "running":
            assert await house.play(table, "step 1", "done", since=-1) is not None, "the table can be played on"
            await house.check(table)
        if cut.finished:
            break
    await house.close()
    assert cuts >= 2, "it was cut short at every await"
    assert cuts < MOST_AWAITS - 1, "and at last it was not"
