"""Estimates against results: how far off they are (Brier's score), and how often what was called likely came."""

from typing import Final

from players.chances import Signs, odds
from tests.chances.fitting import Game

BINS: Final = 10
QUARTERS: Final = 4
HALF: Final = 0.5


class Table:
    """Of games of one kind; each counts the same, however long it was."""

    def __init__(self, seats: int) -> None:
        self.seats, self.games = seats, 0
        self.off = self.guess = 0.0
        """The squares of what was missing, added over the seats; and of a guess that gives everybody the same."""
        self.foreseen = 0.0
        """Of so many games the winner was the favourite half-way through."""
        self.squares: list[float] = []
        self.quarters = [[0.0, 0.0, 0.0] for _ in range(QUARTERS)]
        self.bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]

    def add(self, game: Game, weights: Signs) -> None:
        if not game.positions:
            return
        self.games += 1
        share, here, guess = 1 / len(game.positions), 0.0, 0.0
        half = next((one for one in game.positions if one.progress >= HALF), game.positions[-1])
        chances = odds(half.signs, weights)
        self.foreseen += game.won[chances.index(max(chances))]
        for position in game.positions:
            chances = odds(position.signs, weights)
            off = sum([(chance - won) ** 2 for chance, won in zip(chances, game.won, strict=True)])
            same = sum([(1 / self.seats - won) ** 2 for won in game.won])
            here, guess = here + share * off, guess + share * same
            quarter = self.quarters[min(QUARTERS - 1, int(QUARTERS * position.progress))]
            for at, value in enumerate((off, same, 1.0)):
                quarter[at] += value
            for chance, won in zip(chances, game.won, strict=True):
                in_bin = self.bins[min(BINS - 1, int(BINS * chance))]
                for at, value in enumerate((share * chance, share * won, share)):
                    in_bin[at] += value
        self.off, self.guess = self.off + here, self.guess + guess
        self.squares.append(here - guess)

    @property
    def brier(self) -> float:
        return self.off / self.games

    @property
    def guessed(self) -> float:
        return self.guess / self.games

    @property
    def error(self) -> float:
        """The standard error of how much better it is than the guess; games are independent, positions are not."""
        mean = sum(self.squares) / self.games
        return (sum([(one - mean) ** 2 for one in self.squares]) / (self.games * max(1, self.games - 1))) ** 0.5

    def lines(self) -> list[str]:
        better = self.guessed - self.brier
        found = [
            f"  Brier's score {self.brier:.3f}; everybody the same: {self.guessed:.3f}",
            f"  better by {better:.3f} ± {1.96 * self.error:.3f} (95 %)",
            f"  half-way the favourite went on to win {100 * self.foreseen / self.games:.0f} %",
        ]
        quarters = ", ".join(f"{off / n:.3f} ({same / n:.3f})" for off, same, n in self.quarters if n)
        found.append(f"  by quarters of the game: {quarters}")
        came = [
            f"{100 * said / n:.0f}→{100 * won / n:.0f} ({100 * n / self.games / self.seats:.0f} %)"
            for said, won, n in self.bins
            if n
        ]
        found.append(f"  said → came, in percent (how often said): {', '.join(came)}")
        return found
