"""A worker that does not do what it should: dies, hangs, or takes all memory, once for each file that says so.

Run as `python -m tests.bot.house_worker BYTES` in the place of bot.operation.worker; the folder is its PATH's first.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from bot.operation import worker

ANSWERED = worker.answered
FOLDER = Path(os.environ.get("PATH", "").split(os.pathsep)[0])


def _misled(what: str) -> bool:
    path = FOLDER / what
    if not path.exists():
        return False
    path.unlink()
    return True


def answered(request: Any) -> Any:
    if _misled("die"):
        os._exit(9)
    if _misled("hang"):
        time.sleep(600)
    if _misled("eat"):
        held = [bytearray(16_000_000) for _ in range(1000)]
        return len(held)
    if _misled("raise"):
        raise ValueError("planted")
    return ANSWERED(request)


if __name__ == "__main__":
    worker.answered = answered
    worker.main()
    sys.exit(1)
