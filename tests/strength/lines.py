"""The matches that are held: who against whom, how often they should win, and how often they must."""

from dataclasses import dataclass

from bot.games import GAMES
from rules.contract import AnyRules, Setup
from tests.strength.match import RANDOM

GENTLE, EVEN = "gentle", "even"


@dataclass(frozen=True)
class Line:
    """One seat of `who` against `others` at all the other seats."""

    game: str
    who: str
    others: str
    setup: Setup
    gate: float
    """It must win so large a share."""
    goal: float
    games: int = 120
    note: str = ""

    @property
    def name(self) -> str:
        against = "" if self.setup.seats == 2 else f" in {['twos', 'threes', 'fours'][self.setup.seats - 2]}"
        return f"{self.game} {self.who} {self.others}{against}{self.note}"

    @property
    def fair(self) -> float:
        return 1 / self.setup.seats

    @property
    def rules(self) -> AnyRules:
        return GAMES[self.game].rules


def of_game(game: str, setup: Setup, *, even: tuple[float, float], note: str = "") -> tuple[Line, ...]:
    """The three lines that every game has."""
    return (
        Line(game, GENTLE, RANDOM, setup, 0.90, 0.95, note=note),
        Line(game, EVEN, RANDOM, setup, 0.97, 0.99, note=note),
        Line(game, EVEN, GENTLE, setup, *even, games=200, note=note),
    )


TWOS, THREES = (0.60, 0.70), (0.42, 0.52)
"""Gate and goal of `even` against `gentle`, one against one and one against two."""
FOURS = (0.31, 0.40)
"""One against three."""

LINES: tuple[Line, ...] = (
    *of_game("guatemala", Setup(2), even=TWOS),
    *of_game("cafe", Setup(2), even=TWOS),
    Line("guatemala", EVEN, GENTLE, Setup(4), *FOURS),
    Line("cafe", EVEN, GENTLE, Setup(4), *FOURS),
    *of_game("catan", Setup(3, (("game", "base"),)), even=THREES, note=" base"),
    *of_game("catan", Setup(3), even=THREES, note=" Market"),
    *of_game("catan", Setup(4, (("game", "base"),)), even=FOURS, note=" base"),
    *of_game("catan", Setup(4), even=FOURS, note=" Market"),
)
