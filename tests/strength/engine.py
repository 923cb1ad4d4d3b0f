"""catanatron, in an environment of its own: where it is, and one game of a house player on its engine.

CATANATRON names a checkout of github.com/bcollazo/catanatron at commit 41ba0db, outside of this project, with an
environment in its folder .venv that has networkx and msgspec. Without it what asks for it is skipped.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

from rules.contract import Setup

VF, AB = "VF", "AB"
"""Its ValueFunctionPlayer, and its AlphaBetaPlayer that looks two moves deep. Both look into the true state."""
THEIRS: Final = (VF, AB)
ROOT: Final = Path(__file__).parents[2]


def checkout() -> Path | None:
    folder = Path(os.environ.get("CATANATRON") or "/nowhere")
    return folder if (folder / ".venv" / "bin" / "python").exists() else None


def played(level: str, others: str, setup: Setup, board: int, seat: int) -> dict[str, Any]:
    """What came of one game, by the names of `Measured`."""
    folder = checkout()
    if folder is None:
        raise FileNotFoundError("CATANATRON")
    command = (folder / ".venv" / "bin" / "python", "-m", "tests.strength.bridge")
    paths = os.pathsep.join((str(ROOT), str(folder / "catanatron")))
    done = subprocess.run(
        [*command, level, others, str(setup.seats), str(board), str(seat)],
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
    )
    return json.loads(done.stdout)
