"""The shipped program; turns begin by themselves after a third of a second: `python -m tests.e2e.hasty run`."""

from bot.__main__ import main
from bot.play import limits

HASTE = 300
"""Milliseconds."""

if __name__ == "__main__":
    limits.TAKE_BACK_MS = HASTE  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
    main()
