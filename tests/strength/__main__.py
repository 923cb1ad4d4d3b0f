"""`python -m tests.strength [words] [games=N] [processes=N]`: the lines whose names hold one of the words.

Where STAMMTISCH_FIGURES names a folder, games that stand there are not held again, and each is kept when it is over, so
that a line can be broken off and gone on with.
"""

import resource
import statistics
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import sqrt

from tests.ledger import Ledger
from tests.strength.lines import LINES, Line
from tests.strength.match import Match

PROCESSES = 2
Z = 1.96
"""95 %."""


@dataclass(frozen=True)
class Measured:
    won: float
    seconds: list[float]
    steps: list[int]
    commits: int
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
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Measured(played.won, played.seconds, played.steps, played.commits, kilobytes)


def held(line: Line, games: int, pool: Executor) -> list[Measured]:
    """So many games: those that are kept, and the others once more."""
    ledger = Ledger(f"strength-{line.name.replace(' ', '-')}")
    kept = {one.pop("seed"): Measured(**one) for one in ledger.lines()}
    fresh = {pool.submit(hold, line, number): number for number in range(games) if number not in kept}
    for done in as_completed(fresh):
        one = kept[fresh[done]] = done.result()
        ledger.note(fresh[done], **asdict(one))
    return [kept[number] for number in range(games)]


def report(line: Line, every: list[Measured]) -> bool:
    games = len(every)
    won = sum(one.won for one in every)
    low, high = wilson(won, games)
    seconds = sorted(second for one in every for second in one.seconds) or [0.0]
    steps = sorted(step for one in every for step in one.steps) or [0]
    passed = won / games >= line.gate
    mark = "ok" if passed else "MISSED"
    print(
        f"{line.name:34} {won:6.1f} of {games:4} = {won / games:6.1%} ({low:.0%}–{high:.0%}), fair {line.fair:.0%}, "
        f"gate {line.gate:.0%} {mark}, goal {line.goal:.0%} {'ok' if won / games >= line.goal else 'missed'}; "
        f"a decision {statistics.median(seconds) * 1000:.1f} ms, p99 {_p99(seconds) * 1000:.0f} ms, "
        f"{statistics.median(steps):.0f} steps, p99 {_p99(steps):.0f}; "
        f"{statistics.median(one.commits for one in every):.0f} commits a game; "
        f"{max(one.kilobytes for one in every) / 1024:.0f} MB",
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
    with ProcessPoolExecutor(int(options.get("processes", PROCESSES))) as pool:
        for line in chosen:
            games = int(options.get("games", line.games))
            passed = report(line, held(line, games, pool)) and passed
    raise SystemExit(0 if passed else 1)


if __name__ == "__main__":
    main()
