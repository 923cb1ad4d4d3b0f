"""Catan, one process: random base games beside catanatron's, single operations, instructions, texts, replay."""

import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import msgspec

from rules import engine
from rules.catan.game import RULES
from rules.catan.state import Catan
from rules.chance import Seeded, pick
from rules.contract import Position, Setup
from rules.engine.replay import walk
from tests.bench import catan_player
from tests.bench.catan_player import BASE, Game, Listed, by_contract, legal
from tests.bench.catanatron import Peer, Played, peer
from tests.bench.yardstick import figure, plain, timed, yardstick

ROUNDS = 40
GAMES = 15
"""A round is so many games of ours, then so many of catanatron's."""

MARKET = Setup(4)
FEW, MORE = 10, 20
"""Games under valgrind: the difference is without start and import, and the interpreter has specialised every loop."""


def run() -> None:
    print("── Catan ──")
    plain("yardstick loop", yardstick(), "ns/step")
    with peer() as other:
        _against(other)
    games = [Game(BASE, seed, legal).records for seed in range(40)]
    positions = [
        moment.after for seed, records in enumerate(games) for moment in [*walk(RULES, records)][seed % 7 :: 25]
    ]
    _instructions()
    _legal_actions(positions)
    _texts([position.state for position in positions])


def _played(first: int, listed: Callable[[Position[Catan], random.Random], Listed]) -> Played:
    """A round of ours. Like catanatron's games each is gone when the next begins."""
    start = time.process_time()
    actions = sum(Game(BASE, seed, listed).actions for seed in range(first, first + GAMES))
    return Played(time.process_time() - start, actions)


def _against(other: Peer | None) -> None:
    """R1, R2: the same work in turn, and time of the processor, so that what else the machine does meets neither."""
    seconds, actions, theirs, their_actions = [0.0] * ROUNDS, 0, [0.0] * ROUNDS, 0
    by_the_contract = [0.0] * ROUNDS
    for number in range(ROUNDS):
        first = 1 + number * GAMES
        seconds[number], more = _played(first, legal)
        actions += more
        by_the_contract[number], _ = _played(first, by_contract)
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
        figure("R1", "ours against catanatron, games", sum(theirs) / sum(seconds), "×", gate=5, goal=8)
        plain("  the same, median of the rounds", _median_ratio(theirs, seconds), "×")
        figure(
            "R1", "by the contract alone, every discard listed", sum(theirs) / sum(by_the_contract), "×", gate=5, goal=5
        )
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


def _legal_actions(positions: list[Position[Catan]]) -> None:
    """R4"""
    luck = random.Random(4)
    running = [position for position in positions if position.open]
    mean = timed(lambda: [legal(position, luck) for position in running]) / len(running)
    worst = max(timed(lambda position=position: legal(position, luck), rounds=3) for position in running)
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
    games = [tuple(Game(BASE, seed, legal).records) for seed in range(12)]
    replay = timed(lambda: [engine.replay(RULES, records) for records in games]) / len(games)
    figure("R6", "replay of a finished Catan game from its records", replay * 1e3, "ms", gate=10, goal=3, higher=False)
    plain("  actions a game", statistics.mean(len(records) - 1 for records in games), "actions")
