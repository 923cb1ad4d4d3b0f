"""Who plays Catan for the house, with and without the Chocolate Market."""

from typing import Final

from players.catan import tuned
from players.catan.chances import CatanChances
from players.catan.manner import Manner
from players.catan.planning import Breadth
from players.catan.thinking import Thinking
from players.player import Level, Sight, Thought, Trained
from players.search import Habits
from rules.chance import Chance
from rules.contract import Prompt


class CatanPlayer:
    """One level."""

    __slots__ = ("manner",)

    def __init__(self, manner: Manner) -> None:
        self.manner = manner

    def think(self, sight: Sight, prompt: Prompt, budget: int, chance: Chance, /) -> Thought:
        return Thinking(self.manner, sight, prompt, budget, chance).thought()


GENTLE: Final = Manner(Habits(width=6, worlds=1, slips=500, warmth=0.08), Breadth(2, 3, 1), counters=False, sees=5)
EVEN: Final = Manner(Habits(width=5, worlds=3), Breadth(6, 7, 8), counters=True, sees=40)
STRONG: Final = Manner(
    *(Habits(width=5, worlds=8), Breadth(6, 7, 8)),
    counters=True,
    sees=40,
    ahead=True,
    on=Breadth(1, 1, 1),
    base=tuned.BASE,
    market=tuned.MARKET,
    base_trade=tuned.BASE_TRADE,
    market_trade=tuned.MARKET_TRADE,
)
CHANCES: Final = CatanChances()
LEVELS: Final = {
    Level.GENTLE: Trained(CatanPlayer(GENTLE), 200),
    Level.EVEN: Trained(CatanPlayer(EVEN), 900),
    Level.STRONG: Trained(CatanPlayer(STRONG), 12_000),
}
