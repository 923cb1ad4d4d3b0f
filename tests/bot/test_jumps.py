"""A clock that jumps: lobbies, reminders, standing orders, answers and what waits to be said move along with it."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.play.limits import LOBBY_LIFE_MS, SILENCE_MS
from bot.play.seating import lobby
from bot.play.timed.jumps import KEY, MINUTES, Jumps, since_boot, this_boot
from storage.rows import CLOSED, LOBBY
from tests.bot.house import MINUTE, House

DAY = 86_400_000
JUMPS = [days * DAY for days in (-400, -30, -9, 9, 30, 400)] + [hours * 3_600_000 for hours in (-30, -2, 2, 30)]


class Steady:
    """The second clock, which goes with the first unless that is set."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.set_by = 0
        self.boot = "b1"

    def __call__(self) -> int:
        return self.house.clock.now - self.set_by

    def jump(self, by: int) -> None:
        self.house.clock.now += by
        self.set_by += by

    def watch(self) -> None:
        house = self.house
        house.transactions.env = replace(house.env, passed=self, boot=self.boot)
        house.env = house.clockwork._env = house.transactions.env
        house.clockwork.jumps = Jumps(house.store, house.clock, self, self.boot)

    async def later(self, by: int) -> None:
        self.house.clock.now += by
        await self.house.clockwork.tick()


@pytest.fixture
async def steady(house: House) -> Steady:
    found = Steady(house)
    found.watch()
    await house.clockwork.tick()
    return found


async def status(house: House, table: str) -> str:
    loaded = await house.store.load(table)
    assert loaded is not None
    return loaded.table.status


@pytest.mark.parametrize("by", JUMPS)
async def test_a_lobby_closes_when_its_time_has_passed_and_not_when_the_clock_says_so(steady: Steady, by: int):
    house = steady.house
    table = await house.gathered((1, 2))
    await steady.later(DAY)
    steady.jump(by)
    await steady.later(0)
    assert await status(house, table) == LOBBY
    await steady.later(LOBBY_LIFE_MS - DAY - 2 * MINUTE)
    assert await status(house, table) == LOBBY
    await steady.later(5 * MINUTE)
    assert await status(house, table) == CLOSED


@pytest.mark.parametrize("by", JUMPS)
async def test_silent_tables_are_reminded_when_they_have_been_silent_and_once(steady: Steady, by: int):
    house = steady.house
    table = await house.started((1, 2, 3), side="fixed")
    await house.quiet()
    thread = (await house.loaded(table)).table.channel
    await steady.later(DAY)
    heard = len(house.ear.heard(thread))
    steady.jump(by)
    await steady.later(0)
    await house.quiet()
    assert len(house.ear.heard(thread)) == heard, "nobody has been silent for so long"
    await steady.later(SILENCE_MS)
    await house.quiet()
    assert len(house.ear.heard(thread)) == heard + 1
    steady.jump(-by)
    for _ in range(3):
        await steady.later(DAY)
        await house.quiet()
    assert len(house.ear.heard(thread)) == heard + 1, "reminded once"


@pytest.mark.parametrize("by", JUMPS)
async def test_an_answer_is_kept_for_a_day_of_time(steady: Steady, by: int):
    house = steady.house
    table, action = await house.gathered((1, 2)), house.act(3)
    await house.transactions.run(table, action, lobby.join("Zoe"))
    assert await house.store.answer_of(action.interaction) is not None
    await steady.later(60_000)
    steady.jump(by)
    await house.clockwork.jumps.heed()
    await house.store.prune(house.clock.now)
    assert await house.store.answer_of(action.interaction) is not None, "a second delivery may still come"
    await steady.later(DAY)
    await house.store.prune(house.clock.now)
    assert await house.store.answer_of(action.interaction) is None


@pytest.mark.parametrize("by", [-400 * DAY, 400 * DAY])
@pytest.mark.parametrize("boot", ["b1", "b2"])
async def test_what_jumped_while_nobody_ran_is_known_from_what_was_noted(steady: Steady, by: int, boot: str):
    """In the same boot of the system exactly; else all of the time counts as a jump, and nothing falls due by it."""
    house = steady.house
    table = await house.gathered((1, 2))
    assert await house.store.meta(KEY) is not None
    steady.jump(by)
    steady.boot = boot
    await house.restart()
    steady.watch()
    await house.clockwork.tick()
    assert await status(house, table) == LOBBY
    await steady.later(LOBBY_LIFE_MS + 20 * MINUTE)
    assert await status(house, table) == CLOSED


async def test_a_lobby_opened_after_the_jump_and_before_it_was_noticed_keeps_its_time(steady: Steady):
    house = steady.house
    steady.jump(-400 * DAY)
    table = await house.gathered((1, 2))
    await steady.later(0)
    assert await status(house, table) == LOBBY
    await steady.later(LOBBY_LIFE_MS + MINUTE)
    assert await status(house, table) == CLOSED


async def test_a_clock_that_is_set_right_a_little_moves_nothing(steady: Steady):
    steady.jump(MINUTES - 1)
    assert await steady.house.clockwork.jumps.heed() == 0
    steady.jump(MINUTES)
    assert await steady.house.clockwork.jumps.heed() == MINUTES // 1000 * 1000


async def test_two_who_notice_at_once_move_it_once(steady: Steady):
    house = steady.house
    steady.jump(DAY)
    heed = house.clockwork.jumps.heed
    assert sorted(await asyncio.gather(heed(), heed(), heed())) == [0, 0, DAY]


async def test_a_note_that_cannot_be_read_is_none(steady: Steady):
    house = steady.house
    await house.store.save_meta(KEY, "nonsense")
    steady.watch()
    steady.jump(400 * DAY)
    assert await house.clockwork.jumps.heed() == 0


def test_this_system_has_such_a_clock():
    assert since_boot() > 0
    assert since_boot() <= since_boot()
    assert this_boot() == this_boot()
