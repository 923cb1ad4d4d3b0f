"""The shipped program as a later version of it: `python -m tests.e2e.planted layout run` (tests/newer_games.py)."""

import sys

from bot.__main__ import main
from bot.operation import host
from tests.newer_games import PLANTED, games

if __name__ == "__main__":
    host.GAMES = games(PLANTED[sys.argv.pop(1)])
    main()
