"""The matches that are held: who against whom, how often they should win, and how often they must."""

from dataclasses import dataclass

from bot.games import GAMES
from rules.contract import AnyRules, Setup
from tests.strength.engine import AB, VF
from tests.strength.yardsticks import BEST, EXPERT, PEEKS, POINTS, RANDOM, SILENT

GENTLE, EVEN, STRONG = "gentle", "even", "strong"


@dataclass(frozen=True)
class Line:
    """One seat of `who` against `others` at all the other seats, or as many seats as `seats` says."""

    game: str
    who: str
    others: str
    setup: Setup
    gate: float
    """It must win so large a share."""
    goal: float
    games: int = 120
    """At the very most, where it is not certain earlier."""
    note: str = ""
    seats: int = 1
    """So many of `who`, sitting as far apart as they can."""
    whole: bool = False
    """All games are held, certain or not."""

    @property
    def name(self) -> str:
        against = "" if self.setup.seats == 2 else f" in {['twos', 'threes', 'fours'][self.setup.seats - 2]}"
        return f"{self.game} {self.who} {self.others}{against}{self.note}"

    @property
    def fair(self) -> float:
        return self.seats / self.setup.seats

    def side(self, number: int) -> tuple[int, frozenset[int]]:
        """The board of a game, and who sits where: each board is played from every seat in turn."""
        board, first = divmod(number, self.setup.seats)
        apart = self.setup.seats // self.seats
        return board + 1, frozenset((first + apart * one) % self.setup.seats for one in range(self.seats))

    @property
    def rules(self) -> AnyRules:
        return GAMES[self.game].rules


def of_game(
    game: str, setup: Setup, *, even: tuple[float, float], strong: tuple[float, float], note: str = ""
) -> tuple[Line, ...]:
    """The four lines that every game has."""
    return (
        Line(game, GENTLE, RANDOM, setup, 0.90, 0.95, note=note),
        Line(game, EVEN, RANDOM, setup, 0.97, 0.99, note=note),
        Line(game, EVEN, GENTLE, setup, *even, games=200, note=note),
        Line(game, STRONG, EVEN, setup, *strong, games=400, note=note),
    )


TWOS, THREES = (0.60, 0.70), (0.42, 0.52)
"""Gate and goal of `even` against `gentle`, one against one and one against two."""
FOURS = (0.31, 0.40)
"""One against three."""
STRONG_TWOS, STRONG_THREES, STRONG_FOURS = (0.58, 0.65), (0.42, 0.50), (0.35, 0.45)
"""Gate and goal of `strong` against `even`."""
BASE = (("game", "base"),)

LINES: tuple[Line, ...] = (
    *of_game("guatemala", Setup(2), even=TWOS, strong=STRONG_TWOS),
    *of_game("cafe", Setup(2), even=TWOS, strong=STRONG_TWOS),
    Line("guatemala", EVEN, GENTLE, Setup(4), *FOURS),
    Line("cafe", EVEN, GENTLE, Setup(4), *FOURS),
    *of_game("catan", Setup(3, BASE), even=THREES, strong=STRONG_THREES, note=" base"),
    *of_game("catan", Setup(3), even=THREES, strong=STRONG_THREES, note=" Market"),
    *of_game("catan", Setup(4, BASE), even=FOURS, strong=STRONG_FOURS, note=" base"),
    *of_game("catan", Setup(4), even=FOURS, strong=STRONG_FOURS, note=" Market"),
    Line("guatemala", STRONG, POINTS, Setup(2), 0.88, 0.95),
    Line("guatemala", STRONG, POINTS, Setup(4), 0.55, 0.68),
    Line("cafe", STRONG, BEST, Setup(2), 0.75, 0.88),
    Line("cafe", STRONG, BEST, Setup(4), 0.45, 0.58),
    Line("catan", STRONG, VF, Setup(4, BASE), 0.45, 0.58, note=" base"),
    Line("catan", STRONG, AB, Setup(4, BASE), 0.40, 0.52, note=" base"),
    Line("catan", STRONG, VF, Setup(2, BASE), 0.70, 0.80, note=" base"),
    Line("catan", STRONG, AB, Setup(2, BASE), 0.70, 0.85, note=" base"),
    Line("guatemala", STRONG, EXPERT, Setup(2), 0.50, 0.75, games=50, whole=True),
    Line("cafe", STRONG, EXPERT, Setup(2), 0.50, 0.75, games=50, whole=True),
    Line("catan", STRONG, EXPERT, Setup(4, BASE), 0.35, 0.45, games=52, note=" base", whole=True),
    Line("catan", STRONG, EXPERT, Setup(4), 0.35, 0.45, games=52, note=" Market", whole=True),
    # In Café International all that is settled lies open: there is nothing to peek at (test_match.py).
    Line("guatemala", PEEKS, STRONG, Setup(2), 0.50, 0.60),
    Line("catan", PEEKS, STRONG, Setup(3, BASE), 0.33, 0.43, note=" base"),
    Line("catan", STRONG, SILENT, Setup(4, BASE), 0.60, 0.66, note=" base", seats=2),
)
