"""`python -m tests.chances [fit] [learnt=N] [checked=N]`: how chances are estimated, and how good that is.

With `fit` the weights of every game are fitted on N games of each kind; `learnt-catan-3=N` says of one kind how many.
Then they are checked on N games of which nothing was learnt. What has come of it is written to
players/<game>/fitted.py and docs/tuning/chances.log. STAMMTISCH_FIGURES names a folder where games are kept, so that
none is played twice.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import players
from players.chances import Signs
from tests.chances.calibration import Table
from tests.chances.fitting import Game, fitted, seen
from tests.chances.games import CHECKED, LEARNT, SHAPES, Shape, games

ROOT: Final = Path(__file__).parents[2]
LOG: Final = ROOT / "docs" / "tuning" / "chances.log"
DIGITS: Final = 3
MARKET: Final = "catan"
"""The game that is another with its market and without."""
TEXT: Final = '''"""What the signs of a position weigh, fitted on games of the house: docs/tuning/chances.log."""

from typing import Final

WEIGHTS: Final = {{
{weights}}}
"""By {keys}."""
FAVOURITES: Final = {{
{favourites}}}
"""So many games were looked at half-way through, and so many in a hundred were won by whoever was the favourite."""
'''


class Says:
    """Prints, and keeps for the log."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        print(line, flush=True)
        self.lines.append(line)


class Fitting:
    """One kind of game: its weights, and how well they foresee."""

    def __init__(self, shape: Shape, options: dict[str, int], says: Says, *, fit: bool) -> None:
        self.shape, self.of = shape, players.ESTIMATORS[shape.game]
        checked = self._loaded(CHECKED, options.get(f"checked-{shape.name}", options["checked"]))
        if fit:
            learnt = self._loaded(LEARNT, options.get(f"learnt-{shape.name}", options["learnt"]))
            self.weights: Signs = tuple([round(weight, DIGITS) for weight in fitted(learnt)])
            says(f"{shape.name}: fitted on {len(learnt)} games, boards from {LEARNT} on: {self.weights}")
        else:
            self.weights = self.of.weights(checked[0].state)
        table = Table(shape.seats)
        for game in checked:
            table.add(game, self.weights)
        says(f"{shape.name}: checked on {table.games} games, boards from {CHECKED} on")
        for line in table.lines():
            says(line)
        self.favourites = table.games, round(100 * table.foreseen / table.games)

    def _loaded(self, first: int, number: int) -> list[Game]:
        return [seen(self.of, game.records) for game in games(self.shape, first, number)]

    @property
    def key(self) -> str:
        """As the weights are named by."""
        shape = self.shape
        return f"{(not shape.options, shape.seats)}" if shape.game == MARKET else f"{shape.seats}"


def main(words: Sequence[str]) -> None:
    options = {"learnt": 160, "checked": 500}
    options |= {name: int(number) for name, number in (word.split("=", 1) for word in words if "=" in word)}
    says = Says()
    for game in dict.fromkeys(shape.game for shape in SHAPES):
        kinds = [Fitting(shape, options, says, fit="fit" in words) for shape in SHAPES if shape.game == game]
        weights = "".join(f"    {one.key}: {one.weights},\n" for one in kinds)
        favourites = "".join(f"    {one.key}: {one.favourites},\n" for one in kinds)
        keys = "whether there is a market, and seats" if game == MARKET else "seats"
        text = TEXT.format(weights=weights, favourites=favourites, keys=keys)
        (ROOT / "players" / game / "fitted.py").write_text(text, encoding="utf-8")
    LOG.write_text("\n".join([" ".join(["python -m tests.chances", *words]), *says.lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
