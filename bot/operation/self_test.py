"""Checks of what would otherwise fail at the first move: a picture, room on the disk, a clock that is set."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import renderer
from bot.games import GAMES
from bot.games.game import painters
from bot.operation.problem import CannotRun
from rules.chance import Seeded
from rules.contract import Setup
from storage.monitoring.health import milliseconds
from storage.problem import EX_IOERR

ROOM: Final = 200 << 20
SANE: Final = 1_700_000_000_000
"""A clock that shows an earlier time (before late 2023) is not set."""


def picture(_: Path) -> str:
    rules = next(iter(GAMES.values())).rules
    state = rules.setup(Setup(rules.seats[0]), Seeded(0)).state
    try:
        renderer.compose(painters(GAMES).paint(rules.private(state, 0)))
    except OSError as error:
        problem = f"No picture can be made ({type(error).__name__})."
        raise CannotRun(problem, "Install the bot anew.", 1) from None
    return "pictures can be made"


def room(data: Path) -> str:
    """Checks the disk of the data folder, even if that is still to be made."""
    there = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    free = shutil.disk_usage(there).free
    if free < ROOM:
        raise CannotRun("Less than 200 MB of the disk are free.", "Make room and start again.", EX_IOERR)
    return f"{free >> 20} MB are free"


def clock(_: Path) -> str:
    if milliseconds() < SANE:
        raise CannotRun("The clock of this machine is not set.", "Set it and start again.")
    return "it is set"


SELF_TESTS: Final[dict[str, Callable[[Path], str]]] = {"pictures": picture, "room": room, "clock": clock}
"""Each says what it found, or raises CannotRun."""


def self_test(data: Path) -> None:
    for test in SELF_TESTS.values():
        test(data)
