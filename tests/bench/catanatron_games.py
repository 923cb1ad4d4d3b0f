"""Run by catanatron's own Python, with nothing of ours: random games of four, as many as each line asks for."""

import importlib
import json
import sys
import time
from typing import Any

catanatron: Any = importlib.import_module("catanatron")


def play(first: int, games: int) -> tuple[float, int]:
    """Seconds of the processor and actions: it lists the legal actions of each position, picks, checks and logs one."""
    start = time.process_time()
    actions = 0
    for seed in range(first, first + games):
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in catanatron.Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    return time.process_time() - start, actions


for line in sys.stdin:
    print(json.dumps(play(*map(int, line.split()))), flush=True)
