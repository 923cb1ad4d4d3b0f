"""`python -m tests.strength [words] [games=N] [processes=N]`: the lines whose names hold one of the words.

Where STAMMTISCH_FIGURES names a folder, games that stand there are not held again, and each is kept when it is over, so
that a line can be broken off and gone on with.
"""

import resource
import statistics
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt

from tests.ledger import Ledger
from tests.strength.engine import THEIRS, checkout, played
from tests.strength.lines import LINES, Line
from tests.strength.match import Match
from tests.strength.sequential import Sequential

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
    took: float = 0.0
    """Seconds of one core, for all seats."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval of a share by Wilson, 95 %."""
    share, z2 = won / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    width = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return middle - width, middle + width


def hold(line: Line, number: int) -> Measured:
    """Game `number` of a line."""
    board, side = line.side(number)
    if line.others in THEIRS:
        return Measured(**played(line.who, line.others, line.setup, board, min(side)))
    began = time.process_time()
    kinds = tuple(line.who if seat in side else line.others for seat in range(line.setup.seats))
    game = Match(line.rules, line.setup, kinds, side, board).run()
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    took = time.process_time() - began
    return Measured(game.won, game.seconds, game.steps, game.commits, kilobytes, took)


def held(line: Line, most: int, pool: Executor, ahead: int) -> tuple[list[Measured], bool | None]:
    """Games until it is certain whether the gate is met, or so many; those that are kept, and the others once more."""
    ledger, test = Ledger(f"strength-{line.name.replace(' ', '-')}"), Sequential(line.gate)
    kept = {one.pop("seed"): Measured(**one) for one in ledger.lines()}
    begun: dict[int, Future[Measured]] = {}
    every: list[Measured] = []
    while len(every) < most and (line.whole or test.verdict is None or len(every) % line.setup.seats):
        number = len(every)
        for later in range(number, min(number + ahead, most)):
            if later not in kept and later not in begun:
                begun[later] = pool.submit(hold, line, later)
        if number not in kept:
            kept[number] = begun.pop(number).result()
            ledger.note(number, **asdict(kept[number]))
        every.append(kept[number])
        test.add(kept[number].won)
    for future in begun.values():
        future.cancel()
    return every, test.verdict


def report(line: Line, every: list[Measured], verdict: bool | None) -> bool:
    games = len(every)
    won = sum(one.won for one in every)
    low, high = wilson(won, games)
    seconds = sorted(second for one in every for second in one.seconds) or [0.0]
    steps = sorted(step for one in every for step in one.steps) or [0]
    passed = won / games >= line.gate if verdict is None else verdict
    mark = ("ok" if passed else "MISSED") + (", not certain" if verdict is None else "")
    print(
        f"{line.name:34} {won:6.1f} of {games:4} = {won / games:6.1%} ({low:.0%}–{high:.0%}), fair {line.fair:.0%}, "
        f"gate {line.gate:.0%} {mark}, goal {line.goal:.0%} {'ok' if won / games >= line.goal else 'missed'}; "
        f"a decision {statistics.median(seconds) * 1000:.1f} ms, p99 {_p99(seconds) * 1000:.0f} ms, "
        f"{statistics.median(steps):.0f} steps, p99 {_p99(steps):.0f}; "
        f"{statistics.median(one.commits for one in every):.0f} commits a game; "
        f"{max(one.kilobytes for one in every) / 1024:.0f} MB; {sum(one.took for one in every) / 3600:.2f} hours",
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
    processes = int(options.get("processes", PROCESSES))
    with ProcessPoolExecutor(processes) as pool:
        for line in chosen:
            if line.others in THEIRS and checkout() is None:
                print(f"{line.name:34} skipped: CATANATRON names no checkout with an environment", flush=True)
                continue
            games = int(options.get("games", line.games))
            passed = report(line, *held(line, games, pool, processes)) and passed
    raise SystemExit(0 if passed else 1)


if __name__ == "__main__":
    main()
