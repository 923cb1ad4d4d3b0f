"""A random player made of `choices` alone, and whole games of it with everything the laws want to look at."""

import gc
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from coverage import Coverage

from rules import engine
from rules.chance import Seeded, pick
from rules.contract import ORDINARY, AnyRules, Choice, IllegalMove, Move, Open, Position, Record, Seat, Setup
from rules.engine.replay import Moment
from rules.notation import NotationError
from tests.contract.cases import Case, Policy

BY_RECORDS = 8
"""Of so many takings back, the first of a game among them, one is made by the records too."""


class Ply(NamedTuple):
    """One commit of a game."""

    kind: str
    seat: int
    moves: tuple[Move, ...]
    before: Position[Any]
    commit: engine.Commit[Any]
    text: bytes
    """The state after it, as it was written at once: what somebody changes in it later shows."""
    unchanged: bool
    """Was the state before it still as it had been written?"""


@dataclass
class Game:
    case: Case
    setup: Setup
    seed: int
    beginning: engine.Commit[Any]
    text: bytes
    """The state at the beginning, as it was written at once."""
    plies: list[Ply] = field(default_factory=list[Ply])
    misses: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Near misses tried on the way: their text and what came of it."""
    broken: list[str] = field(default_factory=list[str])
    """Laws broken on the way, with the name of the law in front."""

    @property
    def records(self) -> tuple[Record, ...]:
        return (*self.beginning.records, *(record for ply in self.plies for record in ply.commit.records))

    @property
    def positions(self) -> tuple[Position[Any], ...]:
        return (self.beginning.position, *(ply.commit.position for ply in self.plies))

    @property
    def last(self) -> Position[Any]:
        return self.plies[-1].commit.position if self.plies else self.beginning.position


def weighted(luck: Seeded, choices: tuple[Choice, ...], weights: list[int]) -> Choice:
    index, left = 0, luck.below(sum(weights))
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return choices[index]


def walk(case: Case, state: Any, seat: int, luck: Seeded, policy: Policy) -> tuple[str, ...]:
    """Tokens of a legal move, one choice after the other; empty where there is none."""
    tokens: tuple[str, ...] = ()
    whole = False
    while True:
        choices = case.rules.choices(state, Seat(seat), tokens)
        if not choices or (whole and luck.below(100) < policy.stops):
            return tokens
        if policy.steer is not None:
            choice = weighted(luck, choices, [policy.steer(state, seat, tokens, choice) for choice in choices])
        elif tokens:
            choice = pick(luck, choices)
        else:
            choice = weighted(luck, choices, [policy.weights.get(choice.token, 1) for choice in choices])
        tokens, whole = (*tokens, choice.token), choice.whole


def near_miss(case: Case, tokens: Sequence[str], luck: Seeded) -> str:
    """The notation of a move with one thing wrong: a word, a letter, one more, one less, two swapped."""
    words = list(tokens)
    at = luck.below(len(words))
    match luck.below(8):
        case 0:
            del words[at]
        case 1:
            words.insert(luck.below(len(words) + 1), pick(luck, pick(luck, case.vocabulary)))
        case 2 if len(words) > 1:
            other = (at + 1) % len(words)
            words[at], words[other] = words[other], words[at]
        case 3 if words[at]:
            letter = luck.below(len(words[at]))
            words[at] = words[at][:letter] + chr(33 + luck.below(94)) + words[at][letter + 1 :]
        case 4:
            words[at] = pick(luck, pick(luck, case.vocabulary))
        case _:  # another word of the same sort
            sorts = [sort for sort in case.vocabulary if words[at] in sort]
            words[at] = pick(luck, pick(luck, sorts or case.vocabulary))
    return " ".join(words)


def attempt(case: Case, position: Position[Any], seat: int, text: str) -> tuple[str, Move | None]:
    """What comes of a text: `unreadable`, `legal`, or the name of the reason why it is refused."""
    try:
        move = case.rules.parse(text)
    except NotationError:
        return "unreadable", None
    try:
        engine.play(case.rules, position, seat, (move,), Seeded(1))
    except IllegalMove as refused:
        return type(refused.reason).__name__, move
    return "legal", move


def write_state(state: Any) -> bytes:
    return msgspec.json.encode(state)


class Table:
    """Plays one game."""

    def __init__(self, case: Case, setup: Setup, seed: int, policies: Sequence[Policy]) -> None:
        self.case = case
        self.rules = case.rules
        self.luck = Seeded(seed)
        self.players = [pick(self.luck, policies) for _ in range(setup.seats)]
        beginning = engine.begin(self.rules, setup, self.luck)
        self.text = write_state(beginning.position.state)
        self.game = Game(case, setup, seed, beginning, self.text)
        self.moments = [_moment(None, beginning)]
        """What a replay of the records would come across: without it, each taking back would replay the whole game."""
        self.taken_back = 0

    def run(self) -> Game:
        while len(self.game.plies) < self.case.longest and self.rules.outcome(self.game.last.state) is None:
            if not self.turn():
                break
        if self.game.plies and self.game.plies[-1].moves:
            self.miss(self.rules.write(self.game.plies[-1].moves[-1]), self.game.plies[-1].seat)
        return self.game

    def turn(self) -> bool:
        seat = self.butting_in()
        if seat >= 0:
            tokens = walk(self.case, self.game.last.state, seat, self.luck, self.players[seat])
            return self.play(seat, " ".join(tokens), self.players[seat])
        question = self.question()
        if question is None:
            return False
        seat, policy = question.seat, self.players[question.seat]
        if self.luck.below(1000) < policy.resigns:
            return self.enter("resign", seat, ())
        if self.luck.below(150) == 0 and self.game.plies:
            self.take_back()
            return True
        tokens = walk(self.case, self.game.last.state, seat, self.luck, policy)
        if not tokens:
            return not question.required or self.stuck(seat)
        text = " ".join(tokens)
        if self.luck.below(3) == 0:
            for _ in range(1 if question.topic == ORDINARY else self.case.tries):
                self.miss(text, seat)
        return self.play(seat, text, policy)

    def butting_in(self) -> int:
        """A seat that does something though nobody asks it; -1 for none, and in games without such moves."""
        if not self.case.unasked:
            return -1
        position = self.game.last
        free = set(range(self.game.setup.seats)) - {question.seat for question in position.open if question.required}
        able = [seat for seat in sorted(free) if self.rules.choices(position.state, Seat(seat), ())]
        if not able:
            return -1
        seat = pick(self.luck, able)
        return seat if self.luck.below(800) < self.players[seat].butts else -1

    def question(self) -> Open | None:
        position = self.game.last
        required = [question for question in position.open if question.required]
        other = [question for question in position.open if not question.required]
        if not required:
            self.game.broken.append("L4: a running game waits for nobody")
            return None
        if other:
            candidate = pick(self.luck, other)
            if self.luck.below(100) < self.players[candidate.seat].butts:
                return candidate
        return pick(self.luck, required)

    def stuck(self, seat: int) -> bool:
        self.game.broken.append(f"L4: seat {seat} is asked and has no choice")
        return False

    def play(self, seat: int, text: str, policy: Policy) -> bool:
        moves = [self.rules.parse(text)]
        position = self.game.last
        if self.luck.below(4) == 0:  # a planned turn: some moves in one commit
            for _ in range(self.luck.below(3)):
                draft = engine.draft(self.rules, position, seat, moves)
                if draft.then is not None or draft.reason is not None:
                    break
                more = walk(self.case, draft.state, seat, self.luck, policy)
                moves += [self.rules.parse(" ".join(more))] if more else []
        return self.enter("move", seat, tuple(moves))

    def enter(self, kind: str, seat: int, moves: tuple[Move, ...]) -> bool:
        before = self.game.last
        try:
            if kind == "resign":
                commit = engine.resign(self.rules, before, seat, self.luck)
            elif kind == "undo":
                commit = self.undone(seat)
            else:
                commit = engine.play(self.rules, before, seat, moves, self.luck)
        except IllegalMove as refused:
            if kind == "resign":
                return True
            self.game.broken.append(f"L3: walked but refused: {[*map(self.rules.write, moves)]} {refused.reason!r}")
            return False
        unchanged = write_state(before.state) == self.text
        self.text = write_state(commit.position.state)
        self.game.plies.append(Ply(kind, seat, moves, before, commit, self.text, unchanged))
        self.moments.append(_moment(before, commit))
        return True

    def undone(self, seat: int) -> engine.Commit[Any]:
        """The last commit taken back; now and then by the records alone, too, of which the same must come."""
        self.taken_back += 1
        if self.taken_back % BY_RECORDS == 1:
            found = [_came(engine.undo, self.rules, self.game.records, seat)]
            found.append(_came(engine.undo_last, self.rules, self.moments, seat))
            if found[0] != found[1]:
                self.game.broken.append(f"L1: taken back by the records, another comes of it: {found}")
        return engine.undo_last(self.rules, self.moments, seat)

    def take_back(self) -> None:
        try:
            self.enter("undo", self.game.plies[-1].seat, ())
        except engine.CannotTakeBack:
            return

    def miss(self, text: str, seat: int) -> None:
        """Tries something that is probably illegal; it must be refused in the right way and change nothing."""
        position, before = self.game.last, self.text
        if self.luck.below(2):
            text = self.case.lure(position.state, seat, self.luck)
        elif self.luck.below(4) and self.rules.outcome(position.state) is None:
            text = near_miss(self.case, text.split(), self.luck)
        if self.luck.below(6) == 0:
            seat = self.luck.below(self.game.setup.seats)
        try:
            came, move = attempt(self.case, position, seat, text)
        except Exception as error:  # noqa: BLE001 (that is the law: no other)
            self.game.broken.append(f"L3: {text!r} raised {error!r}")
            return
        self.game.misses.append((text, came))
        if write_state(position.state) != before:
            self.game.broken.append(f"L3: {text!r} changed the state")
        if came == "legal" and move is not None and not walkable(self.case, position.state, seat, move):
            self.game.broken.append(f"L3: no walk leads to the legal {text!r}")


def _moment(before: Position[Any] | None, commit: engine.Commit[Any]) -> Moment[Any]:
    return Moment(before, commit.position, commit.records, commit.told, commit.final)


def _came(undo: Callable[..., engine.Commit[Any]], rules: AnyRules, game: Sequence[Any], seat: int) -> Any:
    """What comes of it: a commit, or why not."""
    try:
        return undo(rules, game, seat)
    except engine.CannotTakeBack as refused:
        return refused.why


def walkable(case: Case, state: Any, seat: int, move: Move) -> bool:
    """Do the choices lead to this move?"""
    tokens = tuple(case.rules.write(move).split())
    for at, token in enumerate(tokens):
        found = [choice for choice in case.rules.choices(state, Seat(seat), tokens[:at]) if choice.token == token]
        if not found or (at == len(tokens) - 1 and not found[0].whole):
            return False
    return True


def play_one(case: Case, seed: int) -> Game:
    """Game number `seed`: the setups in turn, luck of its own, and every other game players of one kind."""
    policies = case.policies
    if seed // len(case.setups) % 2:
        policies = (pick(Seeded(~seed), policies),)
    with _uncounted():
        return Table(case, case.setups[seed % len(case.setups)], seed, policies).run()


@contextmanager
def _uncounted() -> Generator[None]:
    """The rules' own tests reach every branch of them; counting those of whole random games would treble their time."""
    counting = Coverage.current()
    if counting is not None:
        counting.stop()
    try:
        yield
    finally:
        if counting is not None:
            counting.start()


PLAYED: dict[Case, list[Game]] = {}


def games(case: Case, count: int) -> tuple[Game, ...]:
    """The first so many whole random games of a game, each played once for all tests of a process."""
    played = PLAYED.setdefault(case, [])
    if len(played) < count:
        played += [play_one(case, seed) for seed in range(len(played), count)]
        gc.freeze()  # they stay: the collector need not walk a million of their values again and again
    return tuple(played[:count])
