"""`python -m tests.tune.slopes [seed=N] [games=N] [seats=N] [market=1]`: what the strong player of Catan should value.

In each game of quick play every seat holds every thing to be worth a little more or less than another, at random. The
slope of winning over a number says whether it should be larger or smaller: by itself, whatever goes with what. With
`duel=1` one seat has the tuned tastes of the strong player, the others that which was set by hand.
"""

import sys
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from random import Random
from typing import NamedTuple

from msgspec.structs import asdict, replace

from players.catan import tuned
from players.catan.weights import BY_HAND, Taste
from rules.contract import Setup
from tests.tune.quick import winner

STEP = 0.3
"""The spread of what is tried, of the logarithm of a number."""


class Number(NamedTuple):
    """One that is tried: a field of a taste, and where in it."""

    founds: bool
    field: str
    at: int = 0

    def __str__(self) -> str:
        return f"{'founding ' * self.founds}{self.field} {self.at}"


class Tried(NamedTuple):
    """One game: what each seat had tried of each number, in steps, and who won."""

    steps: Sequence[Sequence[float]]
    won: int


def numbers(taste: Taste, *, founds: bool) -> list[Number]:
    """All of a taste that are not nought."""
    found = list[Number]()
    for field, value in asdict(taste).items():
        parts = value if isinstance(value, tuple) else (value,)
        found += [Number(founds, field, at) for at, part in enumerate(parts) if part]
    return found


def moved(taste: Taste, which: Sequence[Number], steps: Sequence[float]) -> Taste:
    """A taste with numbers so many steps larger."""
    for number, step in zip(which, steps, strict=True):
        value = getattr(taste, number.field)
        if isinstance(value, tuple):
            parts = [part * exp(STEP * step * (at == number.at)) for at, part in enumerate(value)]
            taste = replace(taste, **{number.field: tuple(parts)})
        else:
            taste = replace(taste, **{number.field: value * exp(STEP * step)})
    return taste


def tried(setup: Setup, seed: int, games: int) -> Iterator[Tried]:
    luck, seats = Random(seed), range(setup.seats)
    playing, founding = numbers(BY_HAND, founds=False), numbers(BY_HAND, founds=True)
    for board in range(seed, seed + games):
        steps = [[luck.gauss(0, 1) for _ in (*playing, *founding)] for _ in seats]
        tastes = [moved(BY_HAND, playing, steps[seat][: len(playing)]) for seat in seats]
        first = [moved(BY_HAND, founding, steps[seat][len(playing) :]) for seat in seats]
        yield Tried(steps, winner(tastes, first, setup, board))


def slopes(every: Sequence[Tried]) -> list[tuple[float, float]]:
    """Of each number how much likelier a step more wins, and its error; both against the others at the table."""
    games = [game for game in every if game.won >= 0]
    found = list[tuple[float, float]]()
    for at in range(len(games[0].steps[0])):
        together = whole = 0.0
        for steps, won in games:
            middle = sum(own[at] for own in steps) / len(steps)
            together += steps[won][at] - middle
            whole += sum((own[at] - middle) ** 2 for own in steps)
        found.append((together / whole, 1 / sqrt(whole * len(games[0].steps))))
    return found


def duel(setup: Setup, seed: int, games: int) -> int:
    """So many games the tuned tastes win, one seat against those set by hand."""
    won, tastes = 0, tuned.BASE if ("game", "base") in setup.options else tuned.MARKET
    for game in range(games):
        board, seat = divmod(game, setup.seats)
        playing, founding = [BY_HAND] * setup.seats, [BY_HAND] * setup.seats
        playing[seat], founding[seat] = tastes.playing, tastes.founding
        won += winner(playing, founding, setup, seed + board) == seat
    return won


def main() -> None:
    options = {"seed": 1, "games": 300, "seats": 3, "market": 0, "duel": 0}
    options |= {name: int(number) for name, number in (word.split("=", 1) for word in sys.argv[1:])}
    print("python -m tests.tune.slopes " + " ".join(f"{name}={number}" for name, number in options.items()))
    setup = Setup(options["seats"], () if options["market"] else (("game", "base"),))
    if options["duel"]:
        won = duel(setup, options["seed"], options["games"])
        print(f"the tuned tastes won {won} of {options['games']}, fair {1 / setup.seats:.0%}")
        return
    found = slopes(list(tried(setup, options["seed"], options["games"])))
    named = zip((*numbers(BY_HAND, founds=False), *numbers(BY_HAND, founds=True)), found, strict=True)
    for number, (slope, error) in sorted(named, key=lambda each: -abs(each[1][0])):
        print(f"{number!s:24} {slope:+.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
