"""A deadline passes: what the table has agreed happens, the house sits in, the person comes back."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games import game_text
from bot.play import Action, limits, turns
from bot.play.answers import Played
from bot.play.clocks.deadlines import Deadline, deadlines
from bot.play.clocks.paces import DAY, PACES
from bot.play.plans import planning
from bot.play.seating import lobby, passing, pausing, sitting_in
from bot.play.seating.lobby import NewTable
from bot.play.time_answers import (
    Back,
    LetHouse,
    NotLate,
    NotSatIn,
    NoVote,
    PaceOutside,
    PaceVoted,
    Paused,
    PauseVoted,
)
from bot.play.timed import clockwork
from bot.wording import words_for
from storage.rows import ABANDONED, LATE, RUNNING
from tests.bot.house import House, name
from tests.bot.house_players import ADA, BEA, CEM, AtOnce

HOUR = 3_600_000
DAG = 4


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def opened(house: House, *users: int, late: str = "vote", pace: str = "steady", game: str = "guatemala") -> str:
    """A table at which the first of them is on turn."""
    terms = (("pace", pace), ("late", late))
    wanted = NewTable(7, 70, game, name(users[0]), random_seats=False, terms=terms)
    made: Any = await lobby.create(house.transactions, house.act(users[0]), wanted)
    for user in users[1:]:
        await house.do(made.table, house.act(user), lobby.join(name(user)))
    await house.do(made.table, house.act(users[0]), lobby.start())
    await house.quiet()
    if game == "guatemala":  # the last one puts the buyer
        await house.play(made.table, "buyer 1")
        await house.quiet()
    return made.table


async def deadline(house: House, table: str) -> Deadline:
    (found,) = deadlines(await house.table(table), house.env.outages, house.clock.now)
    return found


async def later(house: House, by: int) -> None:
    house.clock.now += by
    await house.clockwork.tick()
    await house.quiet()


async def turn(house: House, table: str, user: int) -> None:
    """Somebody plays first moves until their turn is over."""
    for _ in range(20):
        found = await house.table(table)
        seat = found.seat_of(user).seat
        if not any(q.seat == seat and q.required for q in found.questions):
            return
        answer = await house.play(table, turns.example(found.rules, found.position.state, seat), user=user, since=-1)
        assert isinstance(answer, Played), answer
    raise AssertionError("the turn does not end")


def notices(house: House, channel: int) -> list[str]:
    return [letter.text for letter in house.ear.heard(channel) if letter.kind not in {"board", "lobby", "call"}]


# ── when it passes ──


async def test_a_clock_runs_from_the_moment_at_which_the_call_stands(house: House):
    table = await opened(house, ADA, BEA)
    first = await deadline(house, table)
    assert (first.called, first.at - first.begins) == (True, PACES["steady"].due + PACES["steady"].reserve)
    await turn(house, table, ADA)
    house.clock.now += 5 * HOUR  # Discord takes no messages for so long
    assert not (await deadline(house, table)).called
    await house.quiet()
    again = await deadline(house, table)
    assert (again.seats, again.begins) == ((1,), house.clock.now)


async def test_a_deadline_passes_neither_earlier_nor_twice(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    await later(house, at - house.clock.now - 1)
    assert not (await deadline(house, table)).late_at
    await later(house, 1)
    assert (await deadline(house, table)).late_at == at
    channel = (await house.loaded(table)).table.channel
    told = [letter for letter in house.ear.heard(channel) if letter.kind == "late"]
    await later(house, HOUR)
    assert len(told) == 1 == len([letter for letter in house.ear.heard(channel) if letter.kind == "late"])


async def test_an_unhurried_table_has_no_deadline(house: House):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.quiet()
    assert [due for due in (await house.loaded(table)).dues if due.kind == LATE] == []
    assert [one.at for one in deadlines(await house.table(table), (), house.clock.now)] == [0]


async def test_a_turn_is_one_span_over_all_its_commits_and_back_and_forth(house: House):
    """Whoever plays, takes back and plays again has no more time by that."""
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    for _ in range(5):
        house.clock.now += 3 * HOUR
        await turn(house, table, ADA)
        house.clock.now += 2 * HOUR
        await house.do(table, house.act(ADA), turns.take_back())
        await house.quiet()
        again = await deadline(house, table)
        assert (again.seats, again.at) == ((0,), at)


async def test_a_turn_gives_back_a_tenth_of_what_it_left_and_never_more_than_at_first(house: House):
    table = await opened(house, ADA, BEA)
    steady = PACES["steady"]
    house.clock.now += steady.due + DAY
    await turn(house, table, ADA)
    await house.quiet()
    assert (await house.table(table)).clock(0).reserve == 2 * DAY
    house.clock.now += DAY
    await turn(house, table, BEA)
    await house.quiet()
    clocks = {clock.seat: clock for clock in (await house.table(table)).row.clocks.seats}
    assert (clocks[1].reserve, clocks[1].turns) == (steady.reserve, 1)
    house.clock.now += DAY
    await turn(house, table, ADA)
    assert (await house.table(table)).clock(0).reserve == 2 * DAY + 2 * DAY // 10


# ── what happens then ──


async def test_whoever_waits_may_let_the_house_play(house: House):
    table = await opened(house, ADA, BEA, CEM)
    assert isinstance(await house.do(table, house.act(BEA), sitting_in.let(0)), NotLate)
    await later(house, (await deadline(house, table)).at - house.clock.now)
    assert isinstance(await house.do(table, house.act(ADA), sitting_in.let(0)), NoVote)
    assert await house.do(table, house.act(BEA), sitting_in.let(0)) == LetHouse(1, 2)
    assert await house.do(table, house.act(BEA), sitting_in.let(0)) == LetHouse(1, 2), "nobody votes twice"
    assert not (await house.table(table)).is_sat_in(0)
    assert await house.do(table, house.act(CEM), sitting_in.let(0)) == LetHouse(2, 2)
    found = await house.table(table)
    assert found.is_sat_in(0)
    assert (found.house, found.asked_users) == ({0: "even"}, {1: BEA, 2: CEM})
    house.clock.now += limits.SOON_MS[1]
    await house.house_turns.tick()
    await house.quiet()
    assert [one.seats for one in deadlines(await house.table(table), (), house.clock.now)] == [(1,)]
    assert (await house.table(table)).clock(0).played_for == 1
    await house.check(table)


async def test_of_two_the_other_one_decides(house: House):
    table = await opened(house, ADA, BEA)
    await later(house, (await deadline(house, table)).at - house.clock.now)
    assert await house.do(table, house.act(BEA), sitting_in.let(0)) == LetHouse(1, 1)
    assert (await house.table(table)).is_sat_in(0)


async def test_at_a_table_that_wants_it_so_the_house_plays_at_once_and_at_another_nothing_happens(house: House):
    for late, wanted in (("house", True), ("wait", False)):
        table = await opened(house, ADA, BEA, late=late)
        await later(house, (await deadline(house, table)).at - house.clock.now)
        assert (await house.table(table)).is_sat_in(0) == wanted


async def sat_in(house: House) -> str:
    """Ada's seat is played by the house, and Bea is asked."""
    table = await opened(house, ADA, BEA, late="house")
    await later(house, (await deadline(house, table)).at - house.clock.now)
    house.clock.now += limits.SOON_MS[1]
    await house.house_turns.tick()
    await house.quiet()
    assert (await house.table(table)).is_sat_in(0)
    return table


async def test_looking_brings_nothing_back_and_a_press_does(house: House):
    table = await sat_in(house)
    await house.do(table, house.act(ADA), planning.open_panel())
    assert (await house.table(table)).is_sat_in(0)
    assert await house.do(table, house.act(ADA), sitting_in.come_back()) == Back()
    assert not (await house.table(table)).is_sat_in(0)
    assert isinstance(await house.do(table, house.act(ADA), sitting_in.come_back()), NotSatIn)


async def test_a_move_brings_the_seat_back_and_counts(house: House):
    table = await sat_in(house)
    await turn(house, table, BEA)  # the house is to answer
    found = await house.table(table)
    text = turns.example(found.rules, found.position.state, 0)
    answer = await house.play(table, text, user=ADA, since=-1)
    assert isinstance(answer, Played)
    found = await house.table(table)
    assert (found.is_sat_in(0), found.house) == (False, {})
    await house.check(table)
    house.clock.now += limits.HOUSE_MS
    version = found.row.version
    await house.house_turns.tick()
    assert (await house.table(table)).row.version == version, "the house has nothing to play any more"


async def test_a_seat_that_comes_back_has_half_a_deadline_and_no_reserve(house: House):
    table = await sat_in(house)
    await house.quiet()
    await turn(house, table, BEA)
    await house.quiet()
    assert await house.do(table, house.act(ADA), sitting_in.come_back()) == Back()
    found = await deadline(house, table)
    assert (found.seats, found.at - house.clock.now) == ((0,), PACES["steady"].due // 2)


async def test_whoever_takes_a_late_seat_over_has_half_a_deadline_and_is_late_after_it(house: House):
    table = await opened(house, ADA, BEA, CEM)
    await later(house, PACES["steady"].due + PACES["steady"].reserve)
    for user in (BEA, CEM):
        await house.do(table, house.act(user), passing.vote(0, 70, for_it=True))
    await later(house, 5 * HOUR)
    await house.do(table, house.act(DAG), passing.take(0, name(DAG)))
    await house.quiet()
    taken, found = house.clock.now, await deadline(house, table)
    assert (found.late_at, found.at - taken) == (0, PACES["steady"].due // 2)
    await later(house, PACES["steady"].due // 2 - 1)
    assert not (await deadline(house, table)).late_at
    await later(house, 60_000)
    assert (await deadline(house, table)).late_at
    assert isinstance(await house.do(table, house.act(BEA), sitting_in.let(0)), LetHouse)


async def test_whoever_is_handed_a_seat_plays_on_by_its_clock(house: House):
    table = await opened(house, ADA, BEA, CEM)
    before = await deadline(house, table)
    await later(house, 20 * HOUR)
    await house.do(table, house.act(ADA), passing.offer(DAG))
    await house.do(table, house.act(DAG), passing.take(0, name(DAG)))
    await house.quiet()
    after = await deadline(house, table)
    assert (after.begins, after.at) == (before.begins, before.at)
    await later(house, before.at - house.clock.now)
    assert (await deadline(house, table)).late_at


async def test_while_the_house_thinks_the_seat_comes_back_after_that_move(house: House):
    table = await opened(house, ADA, BEA, late="house")
    await later(house, (await deadline(house, table)).at - house.clock.now)
    assert await house.do(table, house.act(ADA), sitting_in.come_back()) == Back(soon=True)
    assert (await house.table(table)).is_sat_in(0)
    house.clock.now += limits.SOON_MS[1]
    await house.house_turns.tick()
    found = await house.table(table)
    assert not found.is_sat_in(0)
    assert found.row.turn == 1, "the house has played the turn that it was thinking of"


async def test_what_the_house_played_nobody_takes_back(house: House):
    table = await sat_in(house)
    await house.do(table, house.act(ADA), sitting_in.come_back())
    answer = await house.do(table, house.act(ADA), turns.take_back())
    assert type(answer).__name__ == "CannotTakeBackNow"


async def test_a_turn_is_not_kept_alive_by_coming_back(house: House):
    """Half a deadline comes once a turn: whoever lets it pass again is played for at once."""
    table = await opened(house, ADA, BEA)
    begun = (await deadline(house, table)).begins
    for _ in range(6):
        one = await deadline(house, table)
        if one.seats != (0,):
            break
        await later(house, max(0, one.at - house.clock.now))
        await house.do(table, house.act(BEA), sitting_in.let(0))
        house.clock.now += 50_000  # nobody thinks meanwhile
        loaded = await house.table(table)
        for due in loaded.dues:
            assert due.kind != "house" or due.at <= house.clock.now
        if (await house.do(table, house.act(ADA), sitting_in.come_back())).soon:
            await house.house_turns.tick()
            await house.quiet()
    assert (await house.table(table)).row.turn == 1
    steady = PACES["steady"]
    assert house.clock.now - begun <= steady.due + steady.reserve + steady.due // 2 + HOUR


async def test_for_sixty_days_nobody_plays_or_votes_and_the_game_is_over(house: House):
    table = await opened(house, ADA, BEA)
    await later(house, (await deadline(house, table)).at - house.clock.now)
    for _ in range(52):
        await later(house, DAY)
    assert (await house.table(table)).status == RUNNING
    for _ in range(3):
        await later(house, DAY)
    assert (await house.table(table)).status == ABANDONED
    channel = (await house.loaded(table)).table.channel
    told = len(house.ear.heard(channel))
    await later(house, 5 * DAY)
    assert len(house.ear.heard(channel)) == told


# ── what is not counted ──


async def test_while_a_table_is_paused_its_clocks_stand(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    assert await house.do(table, house.act(ADA), pausing.pause(10)) == PauseVoted(10, 1, 2)
    assert await house.do(table, house.act(BEA), pausing.pause(10)) == Paused(house.clock.now + 10 * DAY)
    assert (await deadline(house, table)).at == at + 10 * DAY
    await later(house, 4 * DAY)
    for user in (ADA, BEA):
        await house.do(table, house.act(user), pausing.pause(0))
    assert (await deadline(house, table)).at == at + 4 * DAY
    await house.do(table, house.act(ADA), pausing.pause(2))
    await house.do(table, house.act(BEA), pausing.pause(2))
    await later(house, 3 * DAY)
    assert (await deadline(house, table)).at == at + 6 * DAY
    assert not pausing.paused_until(await house.table(table), house.clock.now)


async def test_what_nobody_could_hear_is_not_counted(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    await house.store.park(table, "failed", now=house.clock.now)
    house.clock.now += 2 * DAY
    await house.store.unpark_failed(house.clock.now)
    assert (await deadline(house, table)).at == at + 2 * DAY


async def test_a_restart_costs_nobody_anything(house: House):
    table = await opened(house, ADA, BEA)
    await house.clockwork.tick()
    at = (await deadline(house, table)).at
    house.clock.now += 2 * DAY
    await house.restart()
    await house.clockwork.tick()
    assert (await deadline(house, table)).at == at + 2 * DAY


async def test_short_outages_count_once_they_add_up(house: House):
    table = await opened(house, ADA, BEA)
    await house.clockwork.tick()
    at = (await deadline(house, table)).at
    for number in range(1, 5):
        house.clock.now += 100_000
        await house.restart()
        await house.clockwork.tick()
        gone = 100_000 * number
        assert (await deadline(house, table)).at == at + (gone if gone >= 300_000 else 0)
    assert isinstance(await house.do(table, Action(BEA, 99_999), sitting_in.let(0)), NotLate)


async def test_a_pace_that_the_server_does_not_allow_is_neither_chosen_nor_voted_for(house: House):
    table = await opened(house, ADA, BEA)
    guild = await house.store.guild(7)
    await house.store.save_guild(replace(guild, settings=(("slowest", "relaxed"), ("fastest", "brisk"))))
    outside = PaceOutside("relaxed", "brisk")
    for pace in ("live", "unhurried"):
        assert await house.do(table, house.act(ADA), pausing.choose(pace=pace)) == outside
    assert await house.do(table, house.act(ADA), pausing.choose(pace="brisk")) == PaceVoted(1, 2)
    await house.do(table, house.act(BEA), pausing.choose(pace="brisk"))
    assert (await house.table(table)).term("pace") == "brisk"
    lobby_table = await house.gathered([ADA, BEA])
    assert await house.do(lobby_table, house.act(ADA), pausing.choose(pace="live")) == outside
    assert game_text.reply(words_for("en"), outside).startswith("This server allows the paces from relaxed to brisk.")


async def test_what_falls_due_sooner_than_planned_wakes_the_clock(house: House, monkeypatch: pytest.MonkeyPatch):
    """It slept for up to a minute past it; here it would sleep for weeks."""
    monkeypatch.setattr(clockwork, "LONGEST", 30 * DAY / 1000)
    waits, ticks, here = asyncio.Event(), asyncio.Queue[int](), house.clockwork
    tick, pause = here.tick, here._pause

    async def ticked() -> int:
        done = await tick()
        ticks.put_nowait(done)
        return done

    async def paused() -> float:
        seconds = await pause()
        asyncio.get_running_loop().call_soon(waits.set)
        return seconds

    monkeypatch.setattr(here, "tick", ticked)
    monkeypatch.setattr(here, "_pause", paused)
    running = asyncio.create_task(here.run())
    try:
        async with asyncio.timeout(20):
            await ticks.get()
            await waits.wait()
            await opened(house, ADA, BEA)
            await ticks.get()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
