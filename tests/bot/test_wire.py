"""First answers where Discord's route for them is slow, stands still or hangs: in virtual time, counted at its door."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import Route
from structlog.testing import capture_logs

from bot.discord.interactions.wire import (
    ALLOWED,
    ALLOWED_A_SECOND,
    DEAD,
    FIRST,
    LONGEST,
    TRY,
    TooLateError,
    Wire,
)

LIFE = 3.0
"""Seconds that Discord waits."""
GIVEN, ANSWERED, LATE = 204, (400, 40060), (404, 10062)
SAY, DEFER = 4, 5
Waits = Callable[[int], Awaitable[object]]
"""How long Discord's door takes for the n-th request."""


class Virtual(asyncio.SelectorEventLoop):
    """Nothing takes time but what waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        loop: Any = self
        if not loop._ready and loop._scheduled:
            self.now = max(self.now, loop._scheduled[0].when())
        once: Any = super()
        once._run_once()


class Door:
    """What Discord takes, when, and what it says to it. What has come in is worked on, even if nobody listens."""

    def __init__(self, before: Waits | None = None, after: Waits | None = None) -> None:
        self.before, self.after = before, after
        self.begun: dict[int, float] = {}
        self.answered: set[int] = set()
        self.asked: list[tuple[float, int]] = []
        self._work: set[asyncio.Task[Any]] = set()

    def press(self) -> Any:
        number = len(self.begun) + 1
        self.begun[number] = asyncio.get_running_loop().time()
        return SimpleNamespace(id=number)

    def request(self, _method: str, url: str, **_: Any) -> "_Answer":
        number = int(url.rsplit("/", maxsplit=3)[1])
        self.asked.append((asyncio.get_running_loop().time(), number))
        task = asyncio.ensure_future(self._take(number, len(self.asked)))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return _Answer(task)

    async def _take(self, number: int, count: int) -> Any:
        if self.before is not None:
            await self.before(count)
        said: Any = GIVEN
        if number in self.answered:
            said = ANSWERED
        elif asyncio.get_running_loop().time() > self.begun[number] + LIFE:
            said = LATE
        else:
            self.answered.add(number)
        if self.after is not None:
            await self.after(count)
        return said

    def tries(self) -> Counter[int]:
        return Counter(number for _, number in self.asked)


class _Answer:
    def __init__(self, task: asyncio.Task[Any]) -> None:
        self._task = task

    async def __aenter__(self) -> Any:
        said = await asyncio.shield(self._task)
        status, code = said if isinstance(said, tuple) else (said, 0)

        async def text(**_: Any) -> str:
            return f'{{"code": {code}, "message": "no"}}'

        return SimpleNamespace(status=status, reason="", headers={"content-type": "application/json"}, text=text)

    async def __aexit__(self, *_: object) -> None:
        return None


class House:
    """A wire and a door."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.wire = Wire(asyncio.get_running_loop().time)

    async def answer(self, press: Any, kind: int = SAY) -> str:
        route = Route("POST", "/interactions/{webhook_id}/TOKEN/callback", webhook_id=press.id)
        session: Any = self.door
        try:
            await self.wire.request(route, session, payload={"type": kind})
        except (discord.HTTPException, TimeoutError, TooLateError) as error:
            return type(error).__name__
        return ""

    async def crowd(self, seconds: float, a_second: float) -> list[str]:
        """Returns what became of the presses of a crowd, in their order."""
        answers: list[asyncio.Task[str]] = []
        for _ in range(round(seconds * a_second)):
            press = self.door.press()
            assert self.wire.take(press)
            answers.append(asyncio.ensure_future(self.answer(press)))
            await asyncio.sleep(1 / a_second)
        return await asyncio.gather(*answers)


def virtually(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = Virtual()
    try:
        with capture_logs():
            loop.run_until_complete(scene())
    finally:
        loop.close()


def slow(seconds: float) -> Waits:
    return lambda _: asyncio.sleep(seconds)


@pytest.mark.parametrize("late", ["before", "after"])
def test_where_answers_take_longer_than_a_try_each_is_given_once_but_for_an_allowance(late: str):
    """And nobody is left unanswered: who waits is answered, in time."""

    async def scene() -> None:
        house = House(Door(**{late: slow(1.2 * TRY)}))
        await house.crowd(30, 20)
        presses, asked = len(house.door.begun), len(house.door.asked)
        assert house.door.answered == set(house.door.begun)
        assert presses < asked <= presses + ALLOWED + 31 * ALLOWED_A_SECOND
        assert max(house.door.tries().values()) == 2

    virtually(scene)


def test_a_route_that_stood_still_answers_again_as_soon_as_it_has_worked_off_what_came():
    """It works off half as much again as is pressed. Were each press tried five times it would never end."""

    async def scene() -> None:
        loop, free, stood, pressed, worked = asyncio.get_running_loop(), 20.0, 20, 20, 30

        async def in_turn(_: int) -> None:
            nonlocal free
            free = max(free, loop.time()) + 1 / worked
            await asyncio.sleep(free - loop.time())

        house = House(Door(in_turn))
        told = await house.crowd(120, pressed)
        left = max(place for place, became in enumerate(told) if became)
        assert left / pressed < stood * worked / (worked - pressed - ALLOWED_A_SECOND) + LONGEST
        assert len(house.door.asked) < len(told) + ALLOWED + 130 * ALLOWED_A_SECOND

    virtually(scene)


def test_connections_that_hang_at_the_same_time_leave_nobody_unanswered():
    async def scene() -> None:
        count = int(ALLOWED)
        house = House(Door(lambda n: asyncio.sleep(1e9 if n <= count else 0.05)))
        presses = [house.door.press() for _ in range(count)]
        assert all(house.wire.take(press) for press in presses)
        assert await asyncio.gather(*map(house.answer, presses)) == [""] * count
        assert house.door.answered == set(house.door.begun)

    virtually(scene)


def test_an_answer_that_was_taken_and_hung_counts_as_given_and_is_not_given_twice():
    async def scene() -> None:
        house = House(Door(after=lambda n: asyncio.sleep(1e9 if n == 1 else 0.0)))
        press = house.door.press()
        assert house.wire.take(press)
        assert await house.answer(press, DEFER) == ""
        assert house.door.tries() == {press.id: 2}

    virtually(scene)


@pytest.mark.parametrize(("age", "tries"), [(0.0, len(FIRST) + 1), (DEAD - sum(FIRST[:2]) - 0.01, 3), (DEAD, 1)])
def test_nothing_is_tried_again_when_nobody_can_be_answered_any_more(age: float, tries: int):
    async def scene() -> None:
        door = Door()
        door.request = lambda *_, **__: _Answer(refused())  # type: ignore[method-assign]
        count = 0

        def refused() -> Any:
            nonlocal count
            count += 1
            said: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            said.set_result((503, 0))
            return said

        house, press = House(door), SimpleNamespace(id=1)
        assert house.wire.take(press, age)  # type: ignore[arg-type]
        assert await house.answer(press) == "DiscordServerError"
        assert count == tries
        if age:
            await asyncio.sleep(0.1)
            assert await house.answer(press) == "TooLateError"
            assert count == tries

    virtually(scene)


def test_what_hangs_until_nobody_can_be_answered_any_more_is_asked_for_no_second_time():
    """What Discord says in the end tells whether it was in time."""

    async def scene() -> None:
        house = House(Door(after=slow(5.0)))
        press = house.door.press()
        await asyncio.sleep(DEAD - TRY / 2)
        assert house.wire.take(press, DEAD - TRY / 2)
        assert await house.answer(press) == ""
        assert house.door.tries() == {press.id: 1}

    virtually(scene)
