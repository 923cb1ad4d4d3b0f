"""How games end, and whether a seat is better off.

`python -m tests.strength.balance GAME SEATS LEVEL GAMES [option=value]`: all seats are of one level, or of a part of
its budget, as `strong/8`, or in Guatemala Café the `quick` players that its evaluation was fitted on. Where
STAMMTISCH_FIGURES names a folder, games that stand there are not played again.
"""

import statistics
import sys
from collections import Counter
from typing import Any

from bot.games import GAMES
from players.player import Level, Sight, Trained
from rules.cafe import state as cafe
from rules.catan.state import Catan, Main, PreRoll
from rules.chance import Chance
from rules.contract import Move, Prompt, Setup
from rules.guatemala import state as guatemala
from tests.ledger import Ledger
from tests.strength.__main__ import wilson
from tests.strength.match import Match
from tests.tune.played import TEACHER

QUICK = "quick"


class Watched(Match):
    """A game whose turns are counted."""

    turns = 0
    whose = -1

    def play(self, seat: int, moves: tuple[Move, ...]) -> None:
        super().play(seat, moves)
        now = whose(self.position.state)
        self.turns += now not in {-1, self.whose}
        self.whose = self.whose if now == -1 else now


class Quick(Watched):
    """A game of players who look one turn ahead and now and then stray."""

    def think(self, sight: Sight, question: Prompt, who: Trained, chance: Chance) -> tuple[Move, ...]:
        return super().think(sight, question, TEACHER, chance)


def whose(state: Any) -> int:
    """Whose turn it is; -1 while something else is asked."""
    if isinstance(state, Catan):
        return state.active if isinstance(state.phase, Main | PreRoll) else -1
    return state.phase.seat if isinstance(state.phase, cafe.Turn | guatemala.Turn) else -1


def first_to_move(match: Match) -> int:
    """Whoever has the first turn or founds first. In Guatemala Café who is last puts the Buyer and is asked before."""
    asked = match.next_question().seat
    puts = isinstance(match.position.state, guatemala.Guatemala) and isinstance(
        match.position.state.phase, guatemala.PutsBuyer
    )
    return (asked + puts) % len(match.kinds)


def played(game: str, setup: Setup, level: str, board: int) -> dict[str, Any]:
    """One game; seats are counted from whoever begins."""
    kind, plays = (Quick, Level.EVEN.value) if level == QUICK else (Watched, level)
    match = kind(GAMES[game].rules, setup, (plays,) * setup.seats, frozenset(), board)
    begins = first_to_move(match)
    one = match.run()
    outcome = match.rules.outcome(match.position.state)
    assert outcome is not None
    in_order = [one.points[(begins + step) % setup.seats] for step in range(setup.seats)]
    first = [(seat - begins) % setup.seats for seat in outcome.ranking[0]]
    return {"ending": one.ending, "points": in_order, "first": first, "turns": match.turns + 1}


def report(name: str, games: list[dict[str, Any]], seats: int) -> None:
    endings = Counter(one["ending"] for one in games)
    shares = [sum((seat in one["first"]) / len(one["first"]) for one in games) for seat in range(seats)]
    low, high = wilson(shares[0], len(games))
    print(
        f"{name}: {len(games)} games; "
        f"endings {', '.join(f'{ending} {number}' for ending, number in endings.most_common())}; "
        f"points of the winner {statistics.median(max(one['points']) for one in games):.0f} (median), "
        f"of all {statistics.mean(points for one in games for points in one['points']):.0f} (mean); "
        f"turns {statistics.median(one['turns'] for one in games):.0f} (median); "
        f"first places by the order of the seats {', '.join(f'{share:g}' for share in shares)}: "
        f"whoever begins {shares[0] / len(games):.0%} ({low:.0%}–{high:.0%}), fair {1 / seats:.0%}"
    )


def main(game: str, seats: str, level: str, games: str, *options: str) -> None:
    chosen = tuple(sorted((key, value) for key, _, value in (option.partition("=") for option in options)))
    name = "-".join(("balance", game, seats, level.replace("/", "-"), *(value for _, value in chosen)))
    ledger, setup = Ledger(name), Setup(int(seats), chosen)
    kept = {one.pop("seed"): one for one in ledger.lines()}
    for board in range(1, int(games) + 1):
        if board not in kept:
            kept[board] = played(game, setup, level, board)
            ledger.note(board, **kept[board])
    report(name, list(kept.values()), setup.seats)


if __name__ == "__main__":
    main(*sys.argv[1:])
