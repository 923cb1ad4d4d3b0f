"""Who asks too much waits for those who do not, and what is too late costs nothing."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord.interactions.turnstile import (
    A_SECOND,
    AT_ONCE,
    BURST,
    PRESSED,
    TOLD,
    TOLD_A_SECOND,
    TYPING,
    UNSAID,
    Turns,
    Turnstile,
)
from bot.discord.interactions.wire import DEAD

ADA, BEA, CEM = 1, 2, 3


class House:
    """A turnstile with a clock that is set by hand, and what it has refused."""

    def __init__(self) -> None:
        self.now = 0.0
        self.count = 0
        self.refused: list[Any] = []
        self.turnstile = Turnstile(self._refuse, lambda: self.now)

    async def _refuse(self, interaction: Any) -> None:
        self.refused.append(interaction)

    def delivered(self, user: int, table: int = 7, *, typing: bool = False) -> Any:
        kind = discord.InteractionType.autocomplete if typing else discord.InteractionType.component
        answer = SimpleNamespace(is_done=lambda: False)
        self.count += 1
        made: Any = SimpleNamespace(
            id=self.count, extras={}, user=SimpleNamespace(id=user), channel_id=table, type=kind, response=answer
        )
        self.turnstile.note(made)
        return made

    def presses(self, user: int, *, typing: bool = False) -> bool:
        """Is what somebody does let through, as the gateway delivers it?"""
        self.count += 1
        kind = discord.InteractionType.autocomplete if typing else discord.InteractionType.component
        delivered = {"id": str(self.count), "type": kind.value, "member": {"user": {"id": str(user)}}}
        let = self.turnstile.lets(delivered, lambda told, _: cast("Any", told))
        if let:
            begun: Any = SimpleNamespace(id=self.count, extras={}, response=SimpleNamespace(is_done=lambda: False))
            self.turnstile.note(begun)
            assert self.turnstile.admits(begun)
        return let

    async def crowded(self) -> "asyncio.Task[None]":
        """So many wait that others would have to."""
        started = asyncio.Event()
        asked = [self.delivered(100 + number) for number in range(PRESSED)]

        async def one(interaction: Any) -> None:
            async with self.turnstile.turn(interaction):
                started.set()
                await asyncio.sleep(3600)

        async def all_() -> None:
            await asyncio.gather(*(one(interaction) for interaction in asked))

        task = asyncio.create_task(all_())
        await started.wait()
        await asyncio.sleep(0)
        return task


@pytest.fixture
def house() -> House:
    return House()


async def test_while_nobody_waits_everybody_is_admitted(house: House):
    assert all(house.presses(ADA) for _ in range(10 * int(BURST)))
    assert house.refused == []


async def test_while_others_wait_a_person_has_so_many_presses_and_each_refusal_is_said(house: House):
    crowd = await house.crowded()
    admitted = [house.presses(ADA) for _ in range(int(BURST) + 5)]
    assert admitted == [True] * int(BURST) + [False] * 5
    assert house.presses(BEA)
    await asyncio.sleep(0.01)
    assert len(house.refused) == 5
    house.now += 3 / A_SECOND
    assert [house.presses(ADA) for _ in range(4)] == [True] * 3 + [False]
    crowd.cancel()


async def test_whoever_goes_on_is_told_as_often_as_they_can_read_and_else_costs_nothing(house: House):
    crowd = await house.crowded()
    told = [house.presses(ADA) for _ in range(int(BURST) + 200)]
    await asyncio.sleep(0.01)
    assert (told.count(True), len(house.refused)) == (BURST, TOLD)
    house.now += 2 / TOLD_A_SECOND
    for _ in range(200):
        house.presses(ADA)
    await asyncio.sleep(0.01)
    assert len(house.refused) == TOLD + 2
    crowd.cancel()


async def test_what_was_delivered_and_not_begun_counts_as_waiting(house: House):
    """Much is read from the gateway at once, before anything of it is begun."""
    delivered = [{"id": str(n), "type": 3, "user": {"id": str(ADA)}} for n in range(100)]
    let = [house.turnstile.lets(one, lambda _, __: None) for one in delivered]
    assert let == [True] * int(BURST) + [False] * (100 - int(BURST))
    house.now += DEAD + 0.1
    assert house.turnstile.lets({"id": "200", "type": 3, "user": {"id": str(ADA)}}, lambda _, __: None)


async def test_a_refusal_that_nobody_can_be_told_any_more_is_not_kept(house: House):
    """Nothing is said meanwhile: the loop stands still."""
    crowd, unsaid = await house.crowded(), house.turnstile._unsaid  # pyright: ignore[reportPrivateUsage]
    for _ in range(100):
        for user in (ADA, BEA, CEM):
            for _ in range(40):
                house.presses(user)
        house.now += DEAD / 5
    assert 3 <= len(unsaid) <= 3 * (TOLD + DEAD * TOLD_A_SECOND)
    assert unsaid[-1].came - unsaid[0].came <= DEAD
    crowd.cancel()


async def test_who_has_lately_asked_much_comes_after_all_others(house: House):
    turns, told, holds = house.turnstile.turns, list[int](), asyncio.Event()

    async def press(user: int) -> None:
        async with house.turnstile.turn(house.delivered(user)):
            told.append(user)
            await holds.wait()

    for _ in range(int(BURST)):
        assert house.presses(ADA)
    tasks = [asyncio.create_task(press(user)) for user in [*range(100, 100 + AT_ONCE), *[ADA] * 3, BEA, CEM, BEA]]
    await asyncio.sleep(0)
    holds.set()
    await asyncio.gather(*tasks)
    assert told[AT_ONCE:] == [BEA, CEM, BEA, ADA, ADA, ADA]
    assert turns.asked == 0


async def test_what_is_typed_counts_less(house: House):
    crowd = await house.crowded()
    times = int(BURST / TYPING)
    assert [house.presses(ADA, typing=True) for _ in range(times + 1)] == [True] * times + [False]
    crowd.cancel()


async def test_what_waited_too_long_costs_nothing_and_is_not_told(house: House):
    crowd = await house.crowded()
    late = house.delivered(ADA)
    house.now += DEAD + 0.1
    assert not house.turnstile.admits(late)
    await asyncio.sleep(0.01)
    assert house.refused == []
    crowd.cancel()


async def test_what_dies_while_it_waits_for_its_turn_is_not_begun(house: House):
    crowd = await house.crowded()
    begun: list[str] = []

    async def press(interaction: Any) -> None:
        async with house.turnstile.turn(interaction):
            begun.append("late")

    waiting = asyncio.create_task(press(house.delivered(ADA)))
    await asyncio.sleep(0)
    house.now += DEAD + 0.1
    crowd.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert begun == []


async def test_what_was_acknowledged_is_answered_however_late(house: House):
    late = house.delivered(ADA)
    house.now += DEAD + 0.1
    late.response = SimpleNamespace(is_done=lambda: True)
    async with house.turnstile.turn(late):
        assert house.turnstile.turns.asked == 1
    assert house.turnstile.turns.asked == 0


async def test_refusals_that_nobody_can_hear_any_more_are_not_said(house: House):
    crowd = await house.crowded()
    for user in range(100):
        for _ in range(int(BURST)):
            assert house.presses(user)
    for number in range(UNSAID + 10):
        assert not house.presses(number % 100)
    house.now += DEAD + 0.1
    await asyncio.sleep(0.01)
    assert house.refused == []
    crowd.cancel()


async def test_tables_take_turns_and_so_do_the_people_at_each():
    turns = Turns(at_once=1)
    told: list[tuple[int, int]] = []
    holds = asyncio.Event()

    async def press(table: int, person: int) -> None:
        async with turns.of(table, person):
            told.append((table, person))
            await holds.wait()

    asked = [(7, ADA)] + [(7, ADA)] * 3 + [(7, BEA)] * 2 + [(8, CEM)] * 2
    tasks = [asyncio.create_task(press(*one)) for one in asked]
    await asyncio.sleep(0)
    holds.set()
    await asyncio.gather(*tasks)
    assert told == [(7, ADA), (7, ADA), (8, CEM), (7, BEA), (8, CEM), (7, ADA), (7, BEA), (7, ADA)]
    assert turns.asked == 0


async def test_a_turn_that_was_given_up_goes_to_the_next():
    turns = Turns(at_once=1)
    holds = asyncio.Event()
    told: list[int] = []

    async def press(person: int) -> None:
        async with turns.of(7, person):
            told.append(person)
            await holds.wait()

    first, second, third = (asyncio.create_task(press(person)) for person in (ADA, BEA, CEM))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.sleep(0)
    holds.set()
    await asyncio.gather(first, third)
    assert told == [ADA, CEM]
    await asyncio.wait_for(press(BEA), 1)


async def test_no_more_are_worked_on_than_at_once():
    turns = Turns()
    now = most = 0

    async def press(person: int) -> None:
        nonlocal now, most
        async with turns.of(person, person):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= 1

    await asyncio.gather(*(press(person) for person in range(5 * AT_ONCE)))
    assert most == AT_ONCE
