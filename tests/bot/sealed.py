"""A house whose tables have a seed, and people who play there what is drawn for them, whatever is done to the bot."""

import random
from typing import Any

from bot.play import turns
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from rules.contract import Open
from tests.bot.house import House, name

SEED = bytes(range(32))
ADA, BEA, CEM = 6, 7, 8
Draw = tuple[int, int, int, int]
"""Number, salt, bound and value."""


class Sealed(House):
    seed = SEED

    async def open(self) -> "Sealed":
        await super().open()
        self.env.seeds = lambda: self.seed
        return self

    async def sit(self, users: tuple[int, ...], game: str = "guatemala", **more: Any) -> str:
        """A lobby with these people."""
        wanted = NewTable(7, 70, game, name(users[0]), id="0123456789A", **more)
        made: Any = await lobby.create(self.transactions, self.act(users[0]), wanted)
        for user in users[1:]:
            await self.do(made.table, self.act(user), lobby.join(name(user)))
        return made.table

    async def begun(self, users: tuple[int, ...] = (ADA, BEA), game: str = "guatemala", **more: Any) -> str:
        table = await self.sit(users, game, **more)
        await self.do(table, self.act(users[0]), lobby.start())
        await self.quiet()
        return table

    async def drawn(self, table: str) -> list[Draw]:
        return [
            (row.first + n, row.salt, bound, came)
            for row in await self.store.draws(table)
            for n, (bound, came) in enumerate(zip(row.bounds, row.luck, strict=True))
        ]


class Players:
    """Play by a seed of their own: the same presses, whatever becomes of them on their way."""

    def __init__(self, house: Sealed, table: str, seed: int) -> None:
        self.house, self.table, self.luck = house, table, random.Random(seed)

    async def choice(self) -> tuple[Open, tuple[str, ...]] | None:
        """Who plays what next; None once nobody is asked."""
        position = await self.house.position(self.table)
        asked = [question for question in position.open if question.required]
        if not asked:
            return None
        question = self.luck.choice(asked)
        rules = (await self.house.table(self.table)).rules
        tokens: tuple[str, ...] = ()
        while choices := rules.choices(position.state, question.seat, tokens):
            chosen = self.luck.choice(choices)
            tokens = (*tokens, chosen.token)
            if chosen.whole:
                break
        return question, (" ".join(tokens),)

    async def press(self, question: Open, texts: tuple[str, ...]) -> Any:
        users = await self.house.users(self.table)
        action = self.house.act(users[question.seat])
        return await self.house.do(self.table, action, turns.play(question.since, texts))

    async def play(self, presses: int) -> int:
        """So many presses, each said in the thread before the next; returns how many there were."""
        for number in range(presses):
            wanted = await self.choice()
            if wanted is None:
                return number
            await self.press(*wanted)
            self.house.clock.now += 60_000
            await self.house.quiet()
        return presses
