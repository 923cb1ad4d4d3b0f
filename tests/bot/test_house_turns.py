"""House turns: when they are visible, that a run is one transaction and one message, and what a failure leads to."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from bot.play import Action, limits, turns
from bot.play.answers import CannotTakeBackNow, Created, GoesOn, NothingToGoOn, Played, TookBack
from bot.play.house import dues as house_dues
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from players import Level, Sight, Thought
from rules.catan.moves import Accept, Decline
from rules.contract import AnyRules, Prompt
from storage.rows import HOUSE
from tests.bot.catan_tables import put, say
from tests.bot.house import House
from tests.bot.house_players import ADA, BEA, AtOnce, opened
from tests.bot.test_catan_trade import market


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def example(house: House, table: str) -> str:
    found = await house.table(table)
    return turns.example(found.rules, found.position.state, found.seat_of(ADA).seat)


async def moved(house: House, table: str) -> Any:
    """Ada plays a whole turn, always the first move that her choices lead to."""
    for _ in range(20):
        answer = await house.play(table, await example(house, table), user=ADA, since=-1)
        if not any(q.seat == 0 and q.required for q in (await house.table(table)).questions):
            return answer
    raise AssertionError("her turn does not end")


async def dues(house: House, table: str) -> list[int]:
    return [row.at - house.clock.now for row in await house.dues(table) if row.kind == HOUSE]


async def until_over(house: House, table: str, most: int = 600) -> None:
    for _ in range(most):
        found = await house.table(table)
        if found.status != "running":
            return
        if any(q.seat == found.seat_of(ADA).seat and q.required for q in found.questions):
            answer = await moved(house, table)
            assert type(answer).__name__ in ("Played", "AnswerKept"), answer
        house.clock.now += limits.HOUSE_MS
        await house.house_turns.tick()
        await house.clockwork.tick()
        await house.quiet()
    raise AssertionError("the game does not end")


async def ready(house: House, levels: tuple[str, ...] = ("gentle",)) -> str:
    """Ada is asked; the house has played what came before."""
    table = await opened(house, levels=levels)
    await house.house_turns.tick()
    await house.quiet()
    return table


async def test_the_house_answers_half_a_minute_later_in_one_message(house: House):
    table = await ready(house, ("gentle", "gentle"))
    channel = (await house.loaded(table)).table.channel
    assert isinstance(await moved(house, table), Played)
    await house.quiet()
    said = len(house.ear.heard(channel))
    assert await dues(house, table) == [limits.HOUSE_MS]
    assert await house.house_turns.tick() == 0
    house.clock.now += limits.HOUSE_MS
    assert await house.house_turns.tick() == 1
    await house.quiet()
    (post,) = house.ear.heard(channel)[said:]
    assert post.mentions == (ADA,), "one ping for who is next"
    assert "Flora" in post.text
    assert "Bruno" in post.text
    assert await house.house_turns.tick() == 0
    await house.check(table)


async def test_until_then_it_can_be_taken_back_and_not_afterwards(house: House):
    table = await ready(house)
    await moved(house, table)
    assert isinstance(await house.do(table, house.act(ADA), turns.take_back()), TookBack)
    assert await dues(house, table) == []
    await moved(house, table)
    house.clock.now += limits.HOUSE_MS
    await house.house_turns.tick()
    assert isinstance(await house.do(table, house.act(ADA), turns.take_back()), CannotTakeBackNow)


async def test_go_on_lets_it_play_at_once(house: House):
    table = await ready(house)
    assert await house.do(table, house.act(ADA), house_dues.go_on()) == NothingToGoOn()
    await moved(house, table)
    assert await house.do(table, house.act(ADA), house_dues.go_on()) == GoesOn()
    (left,) = await dues(house, table)
    assert limits.SOON_MS[0] <= left <= limits.SOON_MS[1]
    assert await house.house_turns.tick() == 1
    await house.check(table)


async def test_a_run_that_was_thought_out_for_nothing_is_thrown_away(house: House):
    table = await ready(house)
    await moved(house, table)
    house.clock.now += limits.HOUSE_MS
    before = (await house.loaded(table)).table.version

    async def taken_back(_: float) -> None:
        await house.do(table, house.act(ADA), turns.take_back())

    house.clock.now -= 1000
    house.house_turns._sleep = taken_back  # it has thought, and waits for its time
    assert await house.house_turns.tick() == 1
    loaded = await house.loaded(table)
    assert loaded.table.version == before + 1, "only the taking back"
    assert await house.dues(table) == ()
    await house.check(table)


@pytest.mark.parametrize(("fails", "levels"), [(1, ["even", "gentle"]), (2, ["even", "gentle"])])
async def test_who_cannot_think_answers_gently_and_at_last_the_least(house: House, fails: int, levels: list[str]):
    table = await ready(house, ("even",))
    await moved(house, table)
    house.clock.now += limits.HOUSE_MS
    thinker: Any = house.thinker
    thinker.asked.clear()
    thinker.fails = fails
    version = (await house.loaded(table)).table.version
    await house.house_turns.tick()
    assert [level.value for level, _ in thinker.asked][:2] == levels
    assert (await house.loaded(table)).table.version > version
    assert [q.seat for q in (await house.table(table)).questions if q.required] == [0]
    await house.check(table)


async def test_it_goes_on_after_a_restart(house: House):
    table = await ready(house)
    await moved(house, table)
    await house.restart()
    house.clock.now += 10 * limits.HOUSE_MS
    assert await house.house_turns.tick() == 1
    await house.restart()
    assert await house.house_turns.tick() == 0
    await house.check(table)


async def test_a_whole_game_counts_in_no_rating_but_is_kept(house: House):
    table = await ready(house, ("gentle", "even"))
    await until_over(house, table)
    await house.check(table)
    results = await house.store.results(ADA)
    assert [(one.row.rated, one.row.house) for one in results] == [(False, "")]
    others = await house.store.results(0)
    assert sorted(one.row.house for one in others) == ["even", "gentle"]
    assert [row.seat for row in await house.store.thoughts(table)] == [1, 2]
    assert not house.ear.dms(0), "nobody is written to for the house"


class Accepts(AtOnce):
    """Takes up whatever it is offered."""

    answer: Accept | Decline = Accept(1)

    async def think(self, rules: AnyRules, level: Level, sight: Sight, prompt: Prompt, seconds: float) -> Thought:
        self.asked.append((level, sight))
        return Thought((self.answer,), (), 1)


async def test_whose_offer_the_house_takes_up_is_not_called_for_they_sit_before_their_panel(house: House):
    house.thinker = house.env.thinker = Accepts()
    table = await opened(house, "catan", ("gentle", "gentle"))
    await put(house.env, table, market("wool3 grain1", "ore2", "ore1").state)
    assert isinstance(await say(house, table, ADA, "offer wool2 for ore1 first"), Played)
    await house.quiet()
    channel = (await house.loaded(table)).table.channel
    said = len(house.ear.heard(channel))
    house.clock.now += limits.HOUSE_MS
    assert await house.house_turns.tick() == 1
    for _ in ("the edit", "its call"):
        await house.courier.drain()
    assert (await house.position(table)).state.offer is None
    assert [post.mentions for post in house.ear.heard(channel)[said:] if post.mentions] == []


class Declines(Accepts):
    """Declines whatever it is offered."""

    answer = Decline(1)


@pytest.mark.parametrize("people", [1, 2])
async def test_whose_offer_the_house_declines_has_no_letter_where_they_play_alone(house: House, people: int):
    house.thinker = house.env.thinker = Declines()
    wanted = NewTable(7, 70, "catan", "Ada", house=("gentle",) * (3 - people), random_seats=False)
    table = (cast(Created, await lobby.create(house.transactions, house.act(ADA), wanted))).table
    for user in (BEA,)[: people - 1]:
        await house.do(table, house.act(user), lobby.join("Bea"))
    await house.do(table, Action(ADA), lobby.start())
    await put(house.env, table, market("wool3 grain1", "ore2", "ore1").state)
    assert isinstance(await say(house, table, ADA, "offer wool2 for ore1"), Played)
    await house.quiet()
    said = len(house.ear.dms(ADA))
    house.clock.now += limits.OFFER_MS * 2
    await house.house_turns.tick()
    await house.quiet()
    assert (len(house.ear.dms(ADA)) > said) == (people > 1)
