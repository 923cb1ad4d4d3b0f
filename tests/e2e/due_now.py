"""The shipped program by a clock that whoever tests it pushes ahead, which looks for what is due five times a second:
`python -m tests.e2e.due_now run`, with the file of the milliseconds by which it is ahead in AHEAD.
"""

import os
from pathlib import Path

from bot.__main__ import main
from bot.discord.messages import courier
from bot.operation import host
from bot.play.house import turns
from bot.play.timed import clockwork
from storage.monitoring.health import milliseconds

AHEAD = "DUE_AHEAD"
LOOKS = 0.2
"""Seconds."""


def now() -> int:
    return milliseconds() + int(Path(os.environ[AHEAD]).read_text(encoding="ascii"))


if __name__ == "__main__":
    clockwork.LONGEST = turns.LONGEST = LOOKS  # pyright: ignore[reportAttributeAccessIssue]
    courier.LONGEST_SLEEP = LOOKS  # pyright: ignore[reportAttributeAccessIssue]
    defaults = host.host.__kwdefaults__
    assert defaults is not None
    defaults["now"] = now
    main()
