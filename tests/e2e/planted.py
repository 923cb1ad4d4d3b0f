"""The shipped program as a later version of it: `python -m tests.e2e.planted layout run` (tests/newer_games.py)."""

import sys

from bot.__main__ import main
from bot.operation import host
from bot.play import upgrade
from tests.newer_games import PLANTED, games

if __name__ == "__main__":
    upgrade.SLICE = 7  # so that a kill finds many places between two tables
    host.GAMES = games(PLANTED[sys.argv.pop(1)])
    main()
