"""Each action is applied once, however often and in whatever order it is delivered, with the same answer every time."""

import asyncio
import random
from pathlib import Path
from typing import Any

from bot.play import Action, turns
from bot.play.answers import Answer, Refusal
from bot.play.plans import planning
from bot.play.seating import lobby
from tests.bot.house import House

PEOPLE = (1, 2, 3, 4)


class Player:
    """Plays at one table what is legal, by whoever is asked, and delivers each press several times."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.luck = random.Random(seed)
        self.applied = 0
        self.late: list[tuple[Action, int, tuple[str, ...], Answer]] = []

    def move(self, state: Any, seat: int) -> tuple[str, ...]:
        """A whole commit of a turn: steps, and perhaps something at the line."""
        rules = self.house.env.games["guatemala"].rules
        tokens: tuple[str, ...] = ()
        while choices := rules.choices(state, seat, tokens):
            choice = self.luck.choice(choices)
            tokens = (*tokens, choice.token)
            if choice.whole:
                break
        return (" ".join(tokens),)

    async def turn(self, table: str) -> None:
        position = await self.house.position(table)
        users = await self.house.users(table)
        question = self.luck.choice([question for question in position.open if question.required])
        texts = self.move(position.state, question.seat)
        action = self.house.act(users[question.seat])
        times = self.luck.randrange(1, 6)
        answers = await asyncio.gather(
            *(self.house.do(table, action, turns.play(question.since, texts)) for _ in range(times))
        )
        assert all(answer == answers[0] for answer in answers)
        self.applied += not isinstance(answers[0], Refusal)
        self.late.append((action, question.since, texts, answers[0]))

    async def again(self, table: str) -> None:
        """An old delivery comes once more, long after."""
        action, since, texts, answer = self.luck.choice(self.late)
        assert await self.house.do(table, action, turns.play(since, texts)) == answer


async def test_a_thousand_actions_delivered_one_to_five_times_in_any_order(house: House):
    tables = {await house.started(PEOPLE, side=side): 0 for side in ("fixed", "varied")}
    actions = 0
    for number, table in enumerate(tables):
        player = Player(house, number)
        while actions < 500 * (number + 1):
            if (await house.loaded(table)).table.status != "running":
                await house.check(table)
                assert (await house.loaded(table)).table.version == player.applied
                table = await house.started(PEOPLE)
                player = Player(house, actions)
            await player.turn(table)
            await player.again(table)
            actions += 1
        loaded = await house.loaded(table)
        assert loaded.table.version == player.applied, "one commit an applied action"
        await house.check(table)


async def test_an_answer_outlives_the_process(house: House):
    table = await house.started(PEOPLE)
    ((user, since),) = await house.asked(table)
    action = house.act(user)
    first = await house.do(table, action, turns.play(since, ["buyer 3"]))
    await house.restart()
    assert await house.do(table, action, turns.play(since, ["buyer 3"])) == first
    assert (await house.loaded(table)).table.version == 1


async def test_a_typed_turn_delivered_again_gets_its_answer_again(house: House):
    table = await house.started(PEOPLE)
    ((user, since),) = await house.asked(table)
    action = house.act(user)
    answers = await asyncio.gather(*(house.do(table, action, planning.submit(since, ["buyer 3"])) for _ in range(3)))
    answers.append(await house.do(table, action, planning.submit(since, ["buyer 3"])))
    assert all(answer == answers[0] for answer in answers)
    assert type(answers[0]).__name__ == "Played"
    assert (await house.loaded(table)).table.version == 1


async def test_a_lobby_is_opened_once_and_joined_once(house: House):
    from bot.play.seating.lobby import NewTable

    action = house.act(1)
    wanted = NewTable(7, 70, "guatemala", "Ada")
    answers = await asyncio.gather(*(lobby.create(house.transactions, action, wanted) for _ in range(5)))
    assert all(answer == answers[0] for answer in answers)
    assert len(await house.store.tables_of(7, ("lobby",), 10)) == 1
    table = getattr(answers[0], "table", "")
    join = house.act(2)
    joined = await asyncio.gather(*(house.do(table, join, lobby.join("Bea")) for _ in range(5)))
    assert all(answer == joined[0] for answer in joined)
    assert len((await house.loaded(table)).seats) == 2


async def test_all_who_are_asked_answer_in_the_same_tick(tmp_path: Path):
    """Two to three seats and a doubled press each: every answer counts once, and the result is that of the rules."""
    house = await House(tmp_path / "data").open()
    for users in ((1, 2, 3), (1, 2, 3, 4)):
        table = await house.started(users, side="fixed")
        await house.play(table, "buyer 1")
        await house.play(table, "step 2", "score S1")
        asked = await house.asked(table)
        version = (await house.loaded(table)).table.version
        presses = [(house.act(user), since) for user, since in asked for _ in range(2)]
        await asyncio.gather(*(house.do(table, action, turns.play(since, ["pass"])) for action, since in presses))
        loaded = await house.loaded(table)
        position = await house.position(table)
        assert type(position.state.phase).__name__ == "Refill"
        assert len(asked) <= loaded.table.version - version <= 2 * len(asked)
        await house.check(table)
    await house.close()


async def test_of_two_windows_with_the_same_turn_one_wins(house: House):
    table = await house.started(PEOPLE)
    ((user, since),) = await house.asked(table)
    both = await asyncio.gather(
        house.do(table, house.act(user), turns.play(since, ["buyer 3"])),
        house.do(table, house.act(user), turns.play(since, ["buyer 4"])),
    )
    assert sorted(type(answer).__name__ for answer in both) == ["AlreadyPlayed", "Played"]
