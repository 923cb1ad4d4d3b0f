"""`python -m tests.strength [words] [games=N]`: the lines whose names hold one of the words, with N games each."""

import resource
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

from tests.strength.lines import LINES, Line
from tests.strength.match import Match, Played

PROCESSES = 2
Z = 1.96
"""95 %."""


@dataclass(frozen=True)
class Measured:
    played: Played
    kilobytes: int


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval of a share by Wilson, 95 %."""
    share, z2 = won / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    width = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return middle - width, middle + width


def hold(line: Line, number: int) -> Measured:
    """Game `number` of a line: each board is played from every seat in turn."""
    seats = line.setup.seats
    board, seat = divmod(number, seats)
    kinds = tuple(line.who if other == seat else line.others for other in range(seats))
    played = Match(line.rules, line.setup, kinds, frozenset({seat}), board + 1).run()
    return Measured(played, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def report(line: Line, held: list[Measured]) -> bool:
    games = len(held)
    won = sum(one.played.won for one in held)
    low, high = wilson(won, games)
    seconds = sorted(second for one in held for second in one.played.seconds) or [0.0]
    steps = sorted(step for one in held for step in one.played.steps) or [0]
    passed = won / games >= line.gate
    mark = "ok" if passed else "MISSED"
    print(
        f"{line.name:34} {won:6.1f} of {games:4} = {won / games:6.1%} ({low:.0%}–{high:.0%}), fair {line.fair:.0%}, "
        f"gate {line.gate:.0%} {mark}, goal {line.goal:.0%} {'ok' if won / games >= line.goal else 'missed'}; "
        f"a decision {statistics.median(seconds) * 1000:.1f} ms, p99 {_p99(seconds) * 1000:.0f} ms, "
        f"{statistics.median(steps):.0f} steps, p99 {_p99(steps):.0f}; "
        f"{statistics.median(one.played.commits for one in held):.0f} commits a game; "
        f"{max(one.kilobytes for one in held) / 1024:.0f} MB",
        flush=True,
    )
    return passed


def _p99(values: list[float] | list[int]) -> float:
    return values[min(len(values) - 1, len(values) * 99 // 100)]


def main() -> None:
    words = [word for word in sys.argv[1:] if "=" not in word]
    options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    chosen = [line for line in LINES if not words or any(word in line.name for word in words)]
    passed = True
    with ProcessPoolExecutor(PROCESSES) as pool:
        for line in chosen:
            games = int(options.get("games", line.games))
            held = list(pool.map(hold, [line] * games, range(games), chunksize=2))
            passed = report(line, held) and passed
    raise SystemExit(0 if passed else 1)


if __name__ == "__main__":
    main()
