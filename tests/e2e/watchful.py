"""The shipped program; it looks for another bot with its token every second: `python -m tests.e2e.watchful run`."""

from bot.__main__ import main
from bot.discord import twins

if __name__ == "__main__":
    twins.FIRST, twins.BEAT = 0.2, 1.0  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
    main()
