"""The shipped program; the house plays after a second: `python -m tests.e2e.hasty_house run`."""

from bot.__main__ import main
from bot.play import limits

HASTE = 1000
"""Milliseconds."""

if __name__ == "__main__":
    limits.HOUSE_MS = HASTE  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
    limits.SOON_MS = (HASTE // 2, HASTE)  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
    main()
