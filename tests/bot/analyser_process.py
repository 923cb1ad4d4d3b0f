"""An analyser that does not do what it should, once for each file that says so; else it is the real one.

Run as `python -m tests.bot.analyser_process` in the place of bot.operation.analyser; the folder is its PATH's first.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.operation import analyser
from players.analysis import whole
from players.analysis.form import Analysis

ANALYSED = analyser.analysed
FOLDER = Path(os.environ.get("PATH", "").split(os.pathsep)[0])


def _misled(what: str) -> bool:
    path = FOLDER / what
    if not path.exists():
        return False
    path.unlink()
    return True


def analysed(wanted: Any, says: Callable[[int], None]) -> Analysis:
    says(7)
    if _misled("die"):
        os._exit(9)
    if _misled("raise"):
        raise ValueError("planted")
    if _misled("linger"):
        time.sleep(1.5)
    whole.FIRST_LOOKS, whole.FIRST_LOOK, whole.SECOND_LOOKS = 1_000, (20, 30), 1  # type: ignore[misc]
    return ANALYSED(wanted, says)


if __name__ == "__main__":
    analyser.analysed, analyser.NICE = analysed, 0  # type: ignore[misc] (beside other tests it would hardly come to run)
    analyser.main()
    sys.exit(0)
