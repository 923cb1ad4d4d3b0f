"""`python -m tests.tune [seed=N] [games=N] [sweeps=N]`: fits what the strong player of Guatemala Café values.

Writes the numbers to players/guatemala/tuned.py and how they came about to docs/tuning/guatemala.log, in place of what
stands there. The same seed gives the same numbers.
"""

import sys
import time
from pathlib import Path
from typing import Final

from msgspec.structs import asdict

from players.guatemala.worth import TASTE
from tests.tune.descent import fitted
from tests.tune.played import Position, positions

ROOT: Final = Path(__file__).parents[2]
NUMBERS: Final = ROOT / "players" / "guatemala" / "tuned.py"
LOG: Final = ROOT / "docs" / "tuning" / "guatemala.log"
SHARES: Final = ((2, 4), (3, 1), (4, 1))
"""Of so many games with two, three and four players."""
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
    options = {"seed": 1, "games": 300, "sweeps": 8}
    options |= {name: int(number) for name, number in (word.split("=", 1) for word in sys.argv[1:])}
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("w", encoding="utf-8") as log:

        def says(line: str) -> None:
            print(line, flush=True)
            log.write(line + "\n")

        says("python -m tests.tune " + " ".join(f"{name}={number}" for name, number in options.items()))
        began, every = time.process_time(), list[Position]()
        for seats, share in SHARES:
            games = options["games"] * share // sum(part for _, part in SHARES)
            found = [one for game in range(games) for one in positions(seats, options["seed"] * 100_000 + game)]
            says(f"{games} games with {seats} players: {len(found)} positions")
            every += found
        learnt = [one for one in every if one.game % HELD_BACK]
        held_back = [one for one in every if not one.game % HELD_BACK]
        taste = fitted(TASTE, learnt, held_back, options["sweeps"], says)
        numbers = {name: round(number, DIGITS) for name, number in asdict(taste).items()}
        lines = [f"    {name}={number},\n" for name, number in numbers.items()]
        NUMBERS.write_text(HEAD + "".join(lines) + ")\n", encoding="utf-8")
        says(" ".join(f"{name}={number}" for name, number in numbers.items()))
    print(f"{time.process_time() - began:.0f} s of one core")


if __name__ == "__main__":
    main()
