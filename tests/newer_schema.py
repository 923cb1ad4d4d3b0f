"""The bot as a later version of it would run: `python -m tests.newer_schema run`, over tables that have moved on.

Its schema has a step more, which only adds, and functions of its own; with `contracted` in front, also the one after
that, from which on the version before cannot run any more.
"""

import runpy
import sys
from typing import Final

from storage.postgres import schema

ADDS: Final = f"{schema.EXPANDS}: what a table is called by its people\nALTER TABLE games ADD COLUMN called text;\n"
TAKES_AWAY: Final = "ALTER TABLE games ALTER COLUMN called SET DEFAULT '';\n"


def use(*steps: str) -> None:
    """Lets this process know these steps behind the known ones, and functions by another name."""
    known, (name, text) = schema.known_steps(), schema.functions()
    last = known[-1][0]
    after = tuple((last + 1 + n, step) for n, step in enumerate(steps))
    other = f"{name[:-1]}{'0' if name[-1] != '0' else '1'}"
    schema.known_steps = lambda: known + after
    schema.functions = lambda: (other, text.replace(name, other))  # pyright: ignore[reportAttributeAccessIssue]


if __name__ == "__main__":
    contracted = sys.argv[1:2] == ["contracted"]
    use(ADDS, *((TAKES_AWAY,) if contracted else ()))
    sys.argv = ["bot", *sys.argv[1 + contracted :]]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
