"""`python -m tests.tune [seed=N] [games=N] [sweeps=N] [seats=N] [first=BOARD] [take=1]`: fits what the strong player of
Guatemala Café values.

Adds to docs/tuning/guatemala.log how the numbers came about; the same options give the same numbers. Without `seats`
there are games of two, three and four players; without `first` the first board is 100,000 times the seed. Only with
`take=1` they are written to players/guatemala/tuned.py: what foresees better need not play better, a match says that.
"""

import sys
import time
from pathlib import Path
from typing import Final

from msgspec.structs import asdict

from players.guatemala.worth import TASTE, Taste
from tests.tune.descent import Says, fitted
from tests.tune.played import Position, positions

ROOT: Final = Path(__file__).parents[2]
NUMBERS: Final = ROOT / "players" / "guatemala" / "tuned.py"
LOG: Final = ROOT / "docs" / "tuning" / "guatemala.log"
SHARES: Final = ((2, 4), (3, 1), (4, 1))
"""Of so many games with two, three and four players."""
NONE: Final = 0
HELD_BACK: Final = 4
"""Every fourth game is not learnt from."""
DIGITS: Final = 3

ORIGIN: Final = (
    "What the strong player values, fitted on games among house players: docs/tuning/guatemala.log says how."
)
HEAD: Final = f"""\"\"\"{ORIGIN}\"\"\"

from typing import Final

from players.guatemala.worth import Taste

TUNED: Final = Taste(
"""


def main() -> None:
    given = {name: int(number) for name, number in (word.split("=", 1) for word in sys.argv[1:])}
    options = {"seed": 1, "games": 300, "sweeps": 8, "seats": NONE, "first": NONE, "take": NONE} | given
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("a", encoding="utf-8") as log:

        def says(line: str) -> None:
            print(line, flush=True)
            log.write(line + "\n")

        says("\npython -m tests.tune " + " ".join(f"{name}={number}" for name, number in options.items() if number))
        began = time.process_time()
        taste = learnt(options, says)
        numbers = {name: round(number, DIGITS) for name, number in asdict(taste).items()}
        says(" ".join(f"{name}={number}" for name, number in numbers.items()))
        says(f"{time.process_time() - began:.0f} s of one core")
    if options["take"]:
        lines = [f"    {name}={number},\n" for name, number in numbers.items()]
        NUMBERS.write_text(HEAD + "".join(lines) + ")\n", encoding="utf-8")


def learnt(options: dict[str, int], says: Says) -> Taste:
    """What is fitted on the games that the options name."""
    seats, first = options["seats"], options["first"] or options["seed"] * 100_000
    shares = ((seats, 1),) if seats else SHARES
    every: list[Position] = []
    for players, share in shares:
        games = options["games"] * share // sum(part for _, part in shares)
        found = [one for game in range(games) for one in positions(players, first + game)]
        says(f"{games} games with {players} players: {len(found)} positions")
        every += found
    known = [one for one in every if one.game % HELD_BACK]
    held_back = [one for one in every if not one.game % HELD_BACK]
    return fitted(TASTE, known, held_back, options["sweeps"], says)


if __name__ == "__main__":
    main()
