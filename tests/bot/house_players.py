"""Tables with house players, whose thoughts are thought at once, in this process."""

from typing import Any

from bot.play import Action, turns
from bot.play.house.terms import NoThoughtError
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from players import Level, Sight, Thought, think
from rules.chance import Seeded
from rules.contract import AnyRules, Prompt
from tests.bot.house import House, name

ADA, BEA, CEM = 1, 2, 3


class AtOnce:
    """Thinks where it is asked; a few steps are enough here."""

    def __init__(self, budget: int = 20) -> None:
        self.budget = budget
        self.luck = Seeded(7)
        self.asked: list[tuple[Level, Sight]] = []
        self.fails = 0
        """So many thoughts come to nothing."""

    async def think(self, rules: AnyRules, level: Level, sight: Sight, prompt: Prompt, seconds: float) -> Thought:
        self.asked.append((level, sight))
        if self.fails:
            self.fails -= 1
            raise NoThoughtError("planted")
        return think(rules, sight, prompt, level, self.budget, self.luck)


class Quick:
    """Takes the first move that a state which may be the true one allows."""

    def __init__(self) -> None:
        self.luck = Seeded(7)

    async def think(self, rules: AnyRules, level: Level, sight: Sight, prompt: Prompt, seconds: float) -> Thought:
        state = rules.imagine(sight.public, sight.private, sight.memory, self.luck)
        return Thought((rules.parse(turns.example(rules, state, prompt.seat)),), (), 1)


async def opened(house: House, game: str = "guatemala", levels: tuple[str, ...] = ("gentle",), **more: Any) -> str:
    """A table of Ada and house players that has begun."""
    wanted = NewTable(7, 70, game, name(ADA), house=levels, random_seats=False, **more)
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    await house.do(made.table, Action(ADA), lobby.start())
    return made.table
