"""The shipped program; turns begin by themselves after a third of a second: `python -m tests.e2e.hasty run`."""

from bot.__main__ import main
from bot.play import limits
from bot.play.timed import clockwork

HASTE = 300
"""Milliseconds."""

if __name__ == "__main__":
    limits.TAKE_BACK_MS = HASTE  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
    clockwork.LONGEST = HASTE / 1000  # else the clock, which sees nothing due, sleeps for a minute
    main()
