"""Café International, one process: random games, the ranked turns, state to text."""

import random
import time
from collections.abc import Iterator

import msgspec

from rules import counts, engine
from rules.cafe.best import WAYS
from rules.cafe.board import bits
from rules.cafe.game import RULES
from rules.cafe.guests import ALL, kinds, ordinary
from rules.cafe.moves import Bar, CafeMove, Name, Seating
from rules.cafe.places import Places, seconds
from rules.cafe.state import Cafe, NameBirthday, Over, Turn
from rules.chance import Seeded, draw
from rules.contract import Setup
from tests.bench.yardstick import figure, plain, timed, yardstick

GAMES_PLAYED = 60
HAND = 5
AUTOCOMPLETE = 25
"""Discord shows so many."""

SETUPS = tuple(
    Setup(seats, (("birthday", birthday), ("regulars", regulars)))
    for seats in (2, 3, 4)
    for birthday, regulars in (("off", "off"), ("30", "on"))
)


def random_move(state: Cafe, luck: random.Random) -> tuple[int, CafeMove]:
    """A legal move from the masks that legality itself uses, as a strong program would choose its own."""
    phase = state.phase
    assert not isinstance(phase, Over)
    if isinstance(phase, NameBirthday):
        return phase.seat, Name(luck.randrange(12))
    hand, places = state.hands[phase.seat], Places(state)
    held = list(kinds(hand))
    luck.shuffle(held)
    for kind in held:
        chairs = list(bits(places.single(kind)))
        if chairs:
            first = luck.choice(WAYS[kind][luck.choice(chairs)])
            others = seconds(places, counts.without(hand, kind), kind, first.chair)
            if not others or luck.random() < 0.5:
                return phase.seat, Seating((first,))
            second = luck.choice(list(others))
            return phase.seat, Seating((first, WAYS[second][luck.choice(list(bits(others[second])))][0]))
    if ordinary(hand):
        return phase.seat, Bar(kinds(ordinary(hand))[0])
    return phase.seat, RULES.idle(state, phase.seat)


def bare_games(count: int) -> int:
    """Whole games through `apply`, which checks every move; returns the plies."""
    plies = 0
    for seed in range(count):
        luck, chance = random.Random(seed), Seeded(seed)
        state = RULES.setup(SETUPS[seed % len(SETUPS)], chance).state
        while not isinstance(state.phase, Over):
            seat, move = random_move(state, luck)
            state = RULES.apply(state, seat, move, chance).state
            plies += 1
    return plies


def recorded_games(count: int) -> Iterator[engine.Commit[Cafe]]:
    """The same games through the engine: records, facts and questions kept."""
    for seed in range(count):
        luck, chance = random.Random(seed), Seeded(seed)
        commit = engine.begin(RULES, SETUPS[seed % len(SETUPS)], chance)
        while not isinstance(commit.position.state.phase, Over):
            seat, move = random_move(commit.position.state, luck)
            commit = engine.play(RULES, commit.position, seat, (move,), chance)
        yield commit


def positions(count: int, after: int = 24, hand: int = HAND) -> list[Cafe]:
    """Turns in the middle of games, one a game, with so many guests in the hand."""
    found: list[Cafe] = []
    seed = 0
    while len(found) < count:
        seed += 1
        luck, chance = random.Random(seed), Seeded(seed)
        state = RULES.setup(SETUPS[seed % len(SETUPS)], chance).state
        for _ in range(after + seed % 7):
            if not isinstance(state.phase, Over):
                state = RULES.apply(state, *random_move(state, luck), chance).state
        if isinstance(state.phase, Turn) and counts.total(state.hands[state.phase.seat]) == hand:
            found.append(state)
    return found


def run() -> None:
    print("── Café International ──")
    plain("yardstick loop", yardstick(), "ns/step")
    plies = bare_games(GAMES_PLAYED)
    seconds_taken = timed(lambda: bare_games(GAMES_PLAYED), rounds=3)
    figure("R5", "Café random games, every move checked", GAMES_PLAYED / seconds_taken, "games/s", gate=100, goal=250)
    plain("  plies a game", plies / GAMES_PLAYED, "plies")
    plain("  one ply: move chosen, checked, applied", seconds_taken / plies * 1e6, "µs")
    kept = timed(lambda: list(recorded_games(GAMES_PLAYED)), rounds=3)
    figure(
        "R5", "the same through the engine, records and facts kept", GAMES_PLAYED / kept, "games/s", gate=100, goal=250
    )
    _best()
    _texts()


def _best() -> None:
    """`best` as autocomplete asks it: mid-game, five guests in the hand; and the hands that give it most to do."""
    middle = positions(200)
    taken = [each(state) for state in middle]
    plain("best 25 turns, mid-game, five guests: mean", sum(taken) / len(taken) * 1e6, "µs")
    plain("  worst", max(taken) * 1e6, "µs")
    listed = [len(RULES.best(state, seat(state), 100_000)) for state in middle]
    plain("  turns ranked: mean", sum(listed) / len(listed), "turns")
    plain("  most", max(listed), "turns")
    everywhere = [state for after in range(0, 48, 4) for state in positions(12, after)]
    plain("best 25 turns, from the first turn to the last: worst", max(map(each, everywhere)) * 1e6, "µs")
    jokers = [with_jokers(state) for state in middle]
    plain("best 25 turns, four jokers and a guest: worst", max(each(state) for state in jokers) * 1e6, "µs")
    states = middle[:60]
    each_one = len(states) * 1e-6
    plain("choices, first word", timed(lambda: [RULES.choices(s, seat(s), ()) for s in states]) / each_one, "µs")
    plain("choices, guests", timed(lambda: [RULES.choices(s, seat(s), ("seat",)) for s in states]) / each_one, "µs")
    plain("public view", timed(lambda: [RULES.public(s) for s in states]) / each_one, "µs")


def seat(state: Cafe) -> int:
    assert isinstance(state.phase, Turn)
    return state.phase.seat


def each(state: Cafe) -> float:
    """Seconds, best of three."""
    found = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        RULES.best(state, seat(state), AUTOCOMPLETE)
        found = min(found, time.perf_counter() - start)
    return found


def with_jokers(state: Cafe) -> Cafe:
    """All four jokers in one hand: nothing has more turns to choose from."""
    guest, _ = draw(Seeded(len(state.bar)), ordinary(ALL))
    hand = counts.plus(ALL & ~((1 << 8 * 24) - 1), guest)
    hands = tuple(hand if other == seat(state) else held for other, held in enumerate(state.hands))
    return msgspec.structs.replace(state, hands=hands)


def _texts() -> None:
    states = positions(60)
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Cafe)
    texts = [encoder.encode(state) for state in states]
    each_one = len(states) * 1e-6
    there = timed(lambda: [encoder.encode(state) for state in states], rounds=20) / each_one
    back = timed(lambda: [decoder.decode(text) for text in texts], rounds=20) / each_one
    figure("S1", "Café state to text", there, "µs", gate=50, goal=5, higher=False)
    figure("S1", "Café text to state", back, "µs", gate=100, goal=12, higher=False)
    plain("bytes of a state", sum(map(len, texts)) / len(texts), "bytes")
