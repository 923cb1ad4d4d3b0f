"""The laws over whole games, L1 to L13. Each gives its violations; the worlds of L5, L6 and L12 are in worlds.py.

They are plain functions, so that planted faults (faults.py) can be shown to break exactly the law they should.
"""

import atexit
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from rules import engine
from rules.chance import Seeded, pick
from rules.contract import IllegalMove, Position, Record, Seat
from rules.engine.replay import walk as fold
from rules.facts import Announced, Whispered
from tests.contract.cases import Case
from tests.contract.player import Game, Ply, walk, write_state

Law = Callable[[Case, Sequence[Game]], Iterator[str]]
ROOT = Path(__file__).resolve().parents[2]


def stored(game: Game) -> bytes:
    """The records of a game as text."""
    return msgspec.json.encode(game.records)


def summary(position: Position[Any]) -> bytes:
    """A whole position as text, to compare two processes."""
    return msgspec.json.encode(position)


def replay_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L1 Replay of any prefix of the records gives the same position, also in another process."""
    for game in games:
        yield from (f"game {game.seed}: {text}" for text in game.broken if text.startswith("L1"))
        positions = game.positions
        for at in (Seeded(game.seed).below(len(positions)),):  # the whole game is the other process's work
            records = [record for record in game.records if record.version <= positions[at].version]
            text = game.plies[at - 1].text if at else game.text
            try:
                again = engine.replay(case.rules, records)
            except Exception as error:  # noqa: BLE001 (a replay that fails breaks the law, however it fails)
                yield f"L1 game {game.seed}, {at}: {error!r}"
                continue
            if write_state(again.state) != text or again.open != positions[at].open:
                yield f"L1 game {game.seed}, commit {at}: replay differs"
    for game, there in zip(games, _elsewhere(case, games), strict=True):
        if there != summary(game.last):
            yield f"L1 game {game.seed}: replay in another process differs"


def _elsewhere(case: Case, games: Sequence[Game]) -> list[bytes]:
    """Replays from the stored text in another process, with another hash seed."""
    asked, answers = _replayer()
    there: list[bytes] = []
    for game in games:
        asked.write(case.name.encode() + b"\n" + stored(game) + b"\n")
        asked.flush()
        there.append(answers.readline().rstrip(b"\n"))
    return there


@cache
def _replayer() -> tuple[IO[bytes], IO[bytes]]:
    """One for all games of this process; what it reads, and what it writes. It ends with this process."""
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.contract.replayer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": other},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    atexit.register(process.communicate)
    return process.stdin, process.stdout


def twins_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L2 Decoded twins of states and facts, and notation twins of moves, are equal to the originals."""
    state = msgspec.json.Decoder(case.rules.state_type)
    told = msgspec.json.Decoder(tuple[Announced[case.rules.fact_type] | Whispered[case.rules.fact_type], ...])
    records = msgspec.json.Decoder(tuple[Record, ...])
    for game in games:
        if records.decode(stored(game)) != game.records:
            yield f"L2 game {game.seed}: the records' twin differs"
        for position in game.positions:
            twin = state.decode(write_state(position.state))
            if twin != position.state or hash(twin) != hash(position.state):
                yield f"L2 game {game.seed}, version {position.version}: the state's twin differs"
        for commit in (game.beginning, *(ply.commit for ply in game.plies)):
            if told.decode(msgspec.json.encode(commit.told)) != commit.told:
                yield f"L2 game {game.seed}, version {commit.position.version}: the facts' twin differs"
        for move in {move for ply in game.plies for move in ply.moves}:
            text = case.rules.write(move)
            if case.rules.parse(text) != move or case.rules.parse(text.upper()) != move:
                yield f"L2 game {game.seed}: {text!r} is read as another move"


def judge_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L3 What choices lead to applies, what applies choices lead to; refusals and moves change nothing they are given.

    Most of it is watched while the games are played (player.py); here is what they saw.
    """
    for game in games:
        yield from (f"game {game.seed}: {text}" for text in game.broken if text.startswith("L3"))
        for ply in game.plies:
            if not ply.unchanged:
                yield f"L3 game {game.seed}, version {ply.before.version}: the state before was changed by {ply.moves}"


def waiting_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L4 A running game waits for somebody who can do something; a finished one for nobody."""
    for game in games:
        yield from (f"game {game.seed}: {text}" for text in game.broken if text.startswith("L4"))
        for position in game.positions:
            over = case.rules.outcome(position.state) is not None
            required = {question.seat for question in position.open if question.required}
            if over != (not required) or (over and position.open):
                yield f"L4 game {game.seed}, version {position.version}: over={over}, asked={required}"
            for seat in required if position.version % 4 == 0 else ():
                if not case.rules.choices(position.state, Seat(seat), ()):
                    yield f"L4 game {game.seed}, version {position.version}: seat {seat} has no choice"
        outcome = case.rules.outcome(game.last.state)
        if outcome is not None:
            ranked = sorted(seat for group in outcome.ranking for seat in group)
            seats = game.setup.seats
            if ranked != list(range(seats)) or len(outcome.points) != seats or outcome.reason not in case.endings:
                yield f"L4 game {game.seed}: {outcome}"


def census_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L7 No piece is lost and none is made, after every commit."""
    for game in games:
        wanted = dict(case.pieces(game.setup))
        for position in game.positions:
            found = dict(case.census(position.state))
            if found != wanted:
                yield f"L7 game {game.seed}, version {position.version}: {found}, should be {wanted}"


def ending_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L8 Random play ends."""
    for game in games:
        if case.rules.outcome(game.last.state) is None and (len(game.plies) >= case.longest or not game.broken):
            yield f"L8 game {game.seed}: no end after {len(game.plies)} commits"


def order_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L9 The last answers to a sealed question count, in whatever order they came."""
    for game in games:
        luck = Seeded(game.seed)
        for ply in sealed_questions(game):
            seats = [question.seat for question in ply.commit.position.open if question.sealed and question.required]
            yield from _orders(case, ply, seats, luck)


def sealed_questions(game: Game) -> list[Ply]:
    """The commits that asked several seats in secret."""

    def sealed(position: Position[Any]) -> bool:
        return any(question.sealed for question in position.open)

    return [ply for ply in game.plies if sealed(ply.commit.position) and not sealed(ply.before)]


def _orders(case: Case, ply: Ply, seats: list[int], luck: Seeded) -> Iterator[str]:
    position = ply.commit.position
    policy = case.policies[0]
    for _ in range(2):
        lines = {seat: [walk(case, position.state, seat, luck, policy) for _ in range(2)] for seat in seats}
        orders = list(permutations(seats))[:6]
        ends = {_answered(case, position, order, lines, change=False) for order in orders}
        ends |= {_answered(case, position, order, lines, change=True) for order in orders}
        if len(ends) > 1:
            yield f"L9 version {position.version}: the order of answers changes the result: {lines}"


def _answered(
    case: Case, position: Position[Any], order: Iterable[int], lines: dict[int, list[tuple[str, ...]]], *, change: bool
) -> bytes:
    """The state after all answers; with `change` each is first given otherwise, where that settles nothing."""
    question = _sealed(position)
    for seat in order:
        first, last = (case.rules.parse(" ".join(line)) for line in lines[seat])
        if change:
            tried = engine.play(case.rules, position, seat, (first,), Seeded(7)).position
            if _sealed(tried) == question:
                position = tried
        if seat in {q.seat for q in position.open if q.sealed}:
            position = engine.play(case.rules, position, seat, (last,), Seeded(7)).position
        if _sealed(position) != question:
            break
    return write_state(position.state)


def _sealed(position: Position[Any]) -> set[tuple[int, str, int, int]]:
    """The open sealed questions: by `since` too, for seats that have resigned may play on to a new one of the kind."""
    return {(q.seat, q.topic, q.subject, q.since) for q in position.open if q.sealed}


def idle_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L11 `idle` is always legal, and ends every game; where only points would, it lets every player leave."""
    ends = _leaves_out if case.idles else _idles_out
    for game in games:
        luck = Seeded(game.seed)
        for position in game.positions[luck.below(5) :: 5]:
            for question in position.open:
                if question.required:
                    try:
                        move = case.rules.idle(position.state, Seat(question.seat))
                        engine.play(case.rules, position, question.seat, (move,), Seeded(3))
                    except IllegalMove as refused:
                        yield f"L11 game {game.seed}, version {position.version}: {refused.reason!r}"
        if game.seed % 5 == 0 and not ends(case, pick(luck, game.positions)):
            yield f"L11 game {game.seed}: idle does not end it"


def _leaves_out(case: Case, position: Position[Any]) -> bool:
    """Everybody idles for some rounds, then one resigns, and so on till one is left."""
    while True:
        for count in range(100):
            required = [question.seat for question in position.open if question.required]
            if not required:
                return case.rules.outcome(position.state) is not None
            move = case.rules.idle(position.state, Seat(required[-1]))
            position = engine.play(case.rules, position, required[-1], (move,), Seeded(count)).position
        leaver = next(question.seat for question in position.open if question.required)
        position = engine.resign(case.rules, position, leaver, Seeded(leaver)).position


def _idles_out(case: Case, position: Position[Any]) -> bool:
    for count in range(case.longest):
        required = [question.seat for question in position.open if question.required]
        if not required:
            return case.rules.outcome(position.state) is not None
        move = case.rules.idle(position.state, Seat(required[-1]))
        position = engine.play(case.rules, position, required[-1], (move,), Seeded(count)).position
    return False


def log_law(case: Case, games: Sequence[Game]) -> Iterator[str]:
    """L13 The kept lines of the commits are the log of a replay, whoever reads; a checkpoint changes neither."""
    for game in games:
        made = [engine.line(None, game.beginning), *(engine.line(ply.before, ply.commit) for ply in game.plies)]
        kept = [engine.decode_line(case.rules, msgspec.json.encode(line).decode()) for line in made]
        try:
            if _read(game, kept) != _read(game, engine.lines(case.rules, game.records)):
                yield f"L13 game {game.seed}: a replay is told otherwise"
            yield from _cut(case, game, kept)
        except Exception as error:  # noqa: BLE001 (as in L1)
            yield f"L13 game {game.seed}: {error!r}"


def _read(game: Game, lines: Sequence[engine.Line]) -> list[tuple[engine.Entry, ...]]:
    return [engine.read_log(lines, reader) for reader in (None, *range(game.setup.seats))]


def _cut(case: Case, game: Game, kept: Sequence[engine.Line]) -> Iterator[str]:
    """A checkpoint somewhere, every other time in a sealed question if there was one; nothing is undone across it."""
    luck = Seeded(game.seed)
    places = [at for at, ply in enumerate(game.plies) if ply.kind != "undo"]
    sealed = [at for at in places if any(question.sealed for question in game.plies[at].before.open)]
    at = pick(luck, sealed if sealed and luck.below(2) else places)
    before = game.plies[at].before
    commit = engine.checkpoint(case.rules, before, kept[: at + 1])
    later = [replace(record, version=record.version + 1) for ply in game.plies[at:] for record in ply.commit.records]
    records = [*(record for record in game.records if record.version <= before.version), *commit.records, *later]
    found = [moment.after for moment in fold(case.rules, records)]
    if found != [replace(here, version=here.version + 1) for here in (before, *game.positions[at + 1 :])]:
        yield f"L13 game {game.seed}: other positions after a checkpoint at commit {before.version}"
    if engine.lines(case.rules, records) != tuple(kept):
        yield f"L13 game {game.seed}: another log after a checkpoint at commit {before.version}"


WHOLE_GAMES: dict[str, Law] = {
    "L1": replay_law,
    "L2": twins_law,
    "L3": judge_law,
    "L4": waiting_law,
    "L7": census_law,
    "L8": ending_law,
    "L9": order_law,
    "L11": idle_law,
    "L13": log_law,
}
