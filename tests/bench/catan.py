"""Catan, one process: random base games beside catanatron's, single operations, instructions, texts, replay."""

import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

import msgspec

from rules import engine
from rules.catan.game import RULES
from rules.catan.state import Catan
from rules.chance import Seeded, pick
from rules.contract import Setup
from tests.bench import catan_player
from tests.bench.catan_player import BASE, Game, legal, play
from tests.bench.catanatron import Peer, peer
from tests.bench.yardstick import figure, plain, timed, yardstick

ROUNDS = 8
GAMES = 15
"""A round is so many games of ours, then so many of catanatron's."""

MARKET = Setup(4)
FEW, MORE = 1, 5
"""Games under valgrind: the difference is without start and import."""


def run() -> None:
    print("── Catan ──")
    plain("yardstick loop", yardstick(), "ns/step")
    with peer() as other:
        _against(other)
    states = [commit.position.state for seed in range(40) for commit in list(play(BASE, seed))[seed % 7 :: 25]]
    _instructions()
    _legal_actions(states)
    _texts(states)


def _against(other: Peer | None) -> None:
    """R1, R2: the same work in turn, and time of the processor, so that what else the machine does meets neither."""
    seconds, actions, theirs, their_actions = [0.0] * ROUNDS, 0, [0.0] * ROUNDS, 0
    for number in range(ROUNDS):
        first = 1 + number * GAMES
        start = time.process_time()
        played = [Game(BASE, seed) for seed in range(first, first + GAMES)]
        seconds[number] = time.process_time() - start
        actions += sum(game.actions for game in played)
        if other is not None:
            theirs[number], more = other.play(first, GAMES)
            their_actions += more
    count = ROUNDS * GAMES
    plain("ours, random games of four, all checked, recorded, told", count / sum(seconds), "games/s")
    plain("  actions a game", actions / count, "actions")
    if other is not None:
        plain("catanatron 3.2.1, random games of four", count / sum(theirs), "games/s")
        plain("  actions a game", their_actions / count, "actions")
        plain("  one action", sum(theirs) / their_actions * 1e6, "µs")
        figure("R1", "ours against catanatron, games (stretch 6)", sum(theirs) / sum(seconds), "×", gate=3, goal=5)
        plain("  the same, median of the rounds", _median_ratio(theirs, seconds), "×")
        a_step, their_step = sum(seconds) / actions, sum(theirs) / their_actions
        plain("  the same by actions", their_step / a_step, "×")
    figure("R2", "one action: listed, chosen, checked, recorded", sum(seconds) / actions * 1e6, "µs",
           gate=8, goal=4, higher=False)  # fmt: skip


def _median_ratio(theirs: Sequence[float], ours: Sequence[float]) -> float:
    return statistics.median(one / other for one, other in zip(theirs, ours, strict=True))


def _instructions() -> None:
    """R3, by valgrind: free of noise."""
    if shutil.which("valgrind") is None:
        print("     R3: no valgrind here, not measured")
        return
    (some, few), (all_, more) = _counted(FEW), _counted(MORE)
    each = (all_ - some) / (more - few) / 1000
    figure("R3", "instructions an action", each, "thousand", gate=120, goal=60, higher=False)


def _counted(games: int) -> tuple[int, int]:
    """Instructions and actions of so many games in a process of its own."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", sys.executable]
    done = subprocess.run(
        [*command, "-m", catan_player.__name__, str(games)], capture_output=True, text=True, check=True
    )
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    assert found is not None
    return int(found[1].replace(",", "")), int(done.stdout)


def _legal_actions(states: list[Catan]) -> None:
    """R4"""
    luck = random.Random(4)
    running = [state for state in states if RULES.outcome(state) is None]
    mean = timed(lambda: [legal(state, luck) for state in running]) / len(running)
    worst = max(timed(lambda state=state: legal(state, luck), rounds=3) for state in running)
    figure("R4", "all legal actions, base game: mean", mean * 1e6, "µs", gate=10, goal=2, higher=False)
    figure("R4", "  worst", worst * 1e6, "µs", gate=1000, goal=50, higher=False)
    market = [commit.position.state for seed in range(4) for commit in walked(MARKET, seed)]
    asked = [(state, prompt.seat) for state in market for prompt in RULES.prompts(state)]
    mean = timed(lambda: [RULES.moves(state, seat) for state, seat in asked]) / len(asked)
    plain("all legal moves, with the Market: mean", mean * 1e6, "µs")
    each = [timed(lambda state=state, seat=seat: RULES.choices(state, seat, ()), rounds=3) for state, seat in asked]
    plain("first words of a menu, with the Market: mean", statistics.mean(each) * 1e6, "µs")
    plain("  worst", max(each) * 1e6, "µs")
    plain("public view", timed(lambda: [RULES.public(state) for state in market]) / len(market) * 1e6, "µs")
    plain("seat's view", timed(lambda: [RULES.private(state, 1) for state in market]) / len(market) * 1e6, "µs")
    plain("prompts", timed(lambda: [RULES.prompts(state) for state in market]) / len(market) * 1e6, "µs")


def walked(setup: Setup, seed: int, moves: int = 400) -> list[engine.Commit[Catan]]:
    """The positions of a game by the choices of the menus."""
    luck = Seeded(seed)
    commits = [engine.begin(RULES, setup, luck)]
    for _ in range(moves):
        position = commits[-1].position
        asked = [question.seat for question in position.open if question.required]
        if not asked:
            break
        words: tuple[str, ...] = ()
        while choices := RULES.choices(position.state, asked[0], words):
            words = (*words, pick(luck, choices).token)
        commits.append(engine.play(RULES, position, asked[0], (RULES.parse(" ".join(words)),), luck))
    return commits


def _texts(states: list[Catan]) -> None:
    """S1, S2, R6"""
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Catan)
    for name, some in (
        ("base", states),
        ("Market", [c.position.state for s in range(4) for c in walked(MARKET, s)[::9]]),
    ):
        texts = [encoder.encode(state) for state in some]
        each = len(some) * 1e-6
        there = timed(lambda some=some: [encoder.encode(state) for state in some], rounds=20) / each
        back = timed(lambda texts=texts: [decoder.decode(text) for text in texts], rounds=20) / each
        figure("S1", f"Catan state to text, {name}", there, "µs", gate=50, goal=5, higher=False)
        figure("S1", f"Catan text to state, {name}", back, "µs", gate=100, goal=12, higher=False)
        figure("S2", f"Catan snapshot, {name}", sum(map(len, texts)) / len(texts), "bytes",
               gate=8000, goal=2000, higher=False)  # fmt: skip
    games = [tuple(Game(BASE, seed).records) for seed in range(12)]
    replay = timed(lambda: [engine.replay(RULES, records) for records in games]) / len(games)
    figure("R6", "replay of a finished Catan game from its records", replay * 1e3, "ms", gate=10, goal=3, higher=False)
    plain("  actions a game", statistics.mean(len(records) - 1 for records in games), "actions")
