"""Guatemala Café, one process: random games with and without records, single operations, state to text, replay."""

import random
from collections.abc import Iterator
from itertools import islice

import msgspec

from rules import engine
from rules.chance import Seeded
from rules.contract import Record, Setup
from rules.guatemala import build
from rules.guatemala.board import bits
from rules.guatemala.game import RULES
from rules.guatemala.moves import Block, Done, GuatemalaMove, Lay, Pass, PutBuyer, Sail, Score, StepOn, Take
from rules.guatemala.pieces import KIND_OF, Kind
from rules.guatemala.production import LINES
from rules.guatemala.state import Blockade, Build, Guatemala, Line, Over, PutsBuyer, Refill, Turn
from tests.bench.yardstick import figure, plain, timed, yardstick

GAMES_PLAYED = 60


def random_move(state: Guatemala, luck: random.Random) -> tuple[int, GuatemalaMove]:
    """A legal move from the masks that legality itself uses, as a strong program would choose its own."""
    phase = state.phase
    match phase:
        case Turn():
            return phase.seat, StepOn(luck.randrange(3) + 1)
        case Line() | Build():
            return phase.seat, _at_the_line(state, phase, luck)
        case Blockade():
            given = phase.answers.block | phase.answers.passed
            seat = next(seat for seat in phase.asked if not given >> seat & 1)
            held = state.stocks[seat].packed >> 8 * phase.coffee & 255
            return seat, Block() if held and luck.random() < 0.2 else Pass()
        case Refill() if phase.tied:
            return phase.seat, Sail(luck.choice(phase.tied))
        case Refill():
            held = [coffee for coffee in range(5) if state.stocks[phase.seat].packed >> 8 * coffee & 255]
            return phase.seat, Lay(luck.choice(held))
        case PutsBuyer():
            return phase.seat, PutBuyer(luck.randrange(36))
        case Over():
            raise AssertionError


def _at_the_line(state: Guatemala, phase: Line | Build, luck: random.Random) -> GuatemalaMove:
    fresh = isinstance(phase, Line)
    field = luck.choice(LINES[state.buyer])
    code = state.board[field]
    kind = KIND_OF[code]
    if kind == Kind.SACK and fresh:
        return Score(field)
    if kind == Kind.EMPTY or (isinstance(phase, Build) and len(phase.emptied) > 2):
        return Done()
    spots = list(bits(build.places(state, phase.seat, code)))
    return Take(field, build.FIRST[kind] + luck.choice(spots)) if spots else Done()


def bare_games(count: int) -> int:
    """Whole games through `apply`, which checks every move; returns the plies."""
    plies = 0
    for seed in range(count):
        luck, chance = random.Random(seed), Seeded(seed)
        state = RULES.setup(Setup(2 + seed % 3), chance).state
        while not isinstance(state.phase, Over):
            seat, move = random_move(state, luck)
            state = RULES.apply(state, seat, move, chance).state
            plies += 1
    return plies


def recorded_games(count: int) -> Iterator[tuple[tuple[Record, ...], engine.Commit[Guatemala]]]:
    """The same games through the engine: records, facts and questions kept."""
    for seed in range(count):
        luck, chance = random.Random(seed), Seeded(seed)
        commit = engine.begin(RULES, Setup(2 + seed % 3), chance)
        records = [*commit.records]
        while not isinstance(commit.position.state.phase, Over):
            seat, move = random_move(commit.position.state, luck)
            commit = engine.play(RULES, commit.position, seat, (move,), chance)
            records += commit.records
        yield tuple(records), commit


def _positions(count: int) -> list[engine.Commit[Guatemala]]:
    """Positions of the middle of games, one a game."""
    found: list[engine.Commit[Guatemala]] = []
    for seed in range(count):
        luck, chance = random.Random(seed), Seeded(seed)
        commit = engine.begin(RULES, Setup(2 + seed % 3), chance)
        for _ in range(150 + seed % 7):
            if isinstance(commit.position.state.phase, Over):
                break
            seat, move = random_move(commit.position.state, luck)
            commit = engine.play(RULES, commit.position, seat, (move,), chance)
        found.append(commit)
    return found


def run() -> None:
    print("── rules ──")
    plain("yardstick loop", yardstick(), "ns/step")
    plies = bare_games(GAMES_PLAYED)
    seconds = timed(lambda: bare_games(GAMES_PLAYED), rounds=3)
    figure("R5", "Guatemala random games, every move checked", GAMES_PLAYED / seconds, "games/s", gate=100, goal=250)
    plain("  plies a game", plies / GAMES_PLAYED, "plies")
    plain("  one ply: move chosen, checked, applied", seconds / plies * 1e6, "µs")
    kept = timed(lambda: list(recorded_games(GAMES_PLAYED)), rounds=3)
    figure(
        "R5", "the same through the engine, records and facts kept", GAMES_PLAYED / kept, "games/s", gate=100, goal=250
    )
    plain("  plies a second with records kept", plies / kept, "plies/s")
    _operations()
    _texts()


def _operations() -> None:
    states = [commit.position.state for commit in _positions(60)]
    each = len(states) * 1e-6
    plain("choices, all words after none", timed(lambda: [RULES.choices(s, _seat(s), ()) for s in states]) / each, "µs")
    plain("public view", timed(lambda: [RULES.public(s) for s in states]) / each, "µs")
    plain("seat's view", timed(lambda: [RULES.private(s, _seat(s)) for s in states]) / each, "µs")
    plain("prompts", timed(lambda: [RULES.prompts(s) for s in states]) / each, "µs")


def _seat(state: Guatemala) -> int:
    return getattr(state.phase, "seat", 0)


def _texts() -> None:
    states = [commit.position.state for commit in _positions(60)]
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Guatemala)
    texts = [encoder.encode(state) for state in states]
    each = len(states) * 1e-6
    there = timed(lambda: [encoder.encode(state) for state in states], rounds=20) / each
    back = timed(lambda: [decoder.decode(text) for text in texts], rounds=20) / each
    figure("S1", "state to text", there, "µs", gate=50, goal=5, higher=False)
    figure("S1", "text to state", back, "µs", gate=100, goal=12, higher=False)
    plain("bytes of a state", sum(map(len, texts)) / len(texts), "bytes")
    games = [records for records, _ in islice(recorded_games(GAMES_PLAYED), 12)]
    replay = timed(lambda: [engine.replay(RULES, records) for records in games]) / len(games)
    figure("R6", "replay of a finished game from its records", replay * 1e3, "ms", gate=10, goal=3, higher=False)
