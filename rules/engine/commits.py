"""A commit in the making, with live luck: begin, play, resign; and the questions it leaves open."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from rules.chance import Chance, Recorder
from rules.contract import (
    M,
    Move,
    Open,
    Position,
    Prompt,
    PublicView,
    Record,
    Rules,
    S,
    SeatView,
    Setup,
    Step,
    Told,
)
from rules.facts import Announced

BEGIN, MOVE, RESIGN, UNDO, CHECKPOINT = "begin", "move", "resign", "undo", "checkpoint"
NOBODY = -1
"""The seat of a beginning and of a checkpoint."""
IDLE_LIMIT = 10_000
"""More idle moves in a row than any game needs: a game whose `idle` does not end it is broken (law L11)."""


class BrokenRecordError(Exception):
    """The records are not those of a game that was played here."""


class Commit(Struct, Generic[S], frozen=True, gc=False):
    """What is to be stored, and what is to be told once it is."""

    position: Position[S]
    records: tuple[Record, ...]
    told: tuple[Told, ...]
    final: bool = False


def key(question: Prompt | Open) -> tuple[int, str, int]:
    return question.seat, question.topic, question.subject


def heard_by_all(told: Iterable[Told]) -> bool:
    for item in told:  # noqa: SIM110 (a generator takes longer than the whole answer)
        if type(item) is Announced:
            return True
    return False


FRESH = -1
"""The `since` of a question that this commit opens, until the commit's public number is known."""
SPAN = 1000
"""Between the identities of two public moves: so often can a seat be asked anew by commits that nobody else sees."""


def reopen(
    before: tuple[Open, ...], prompts: Sequence[Prompt], actor: int, *, public: bool = True, fresh: int = FRESH
) -> tuple[Open, ...]:
    """Keeps the identity of a question whose seat did not act, and of a sealed one that its answer did not settle."""
    kept: dict[tuple[int, str, int], int] = {}
    for old in before:
        if old.seat != actor or (old.sealed and not public):
            kept[key(old)] = old.since
    if not kept:
        return asked(prompts, fresh)
    return tuple([_open(p, kept.get(key(p), fresh)) for p in prompts])


def asked(prompts: Sequence[Prompt], since: int) -> tuple[Open, ...]:
    """Questions that are all new."""
    return tuple([_open(p, since) for p in prompts])


def _open(p: Prompt, since: int) -> Open:
    return Open(p.seat, p.topic, p.subject, since, p.required, p.rest, p.sealed)


def named(questions: tuple[Open, ...], before: tuple[Open, ...], number: int, *, public: bool) -> tuple[Open, ...]:
    """Gives fresh questions their identity: from the public number, never from the version.

    After a commit that nobody else saw, a seat that is asked anew counts on from its own last question. So nobody can
    tell from his own buttons how often others have answered in secret.
    """
    newest: dict[int, int] = {}
    if not public:
        for old in before:
            newest[old.seat] = max(newest.get(old.seat, 0), old.since)
    last = number * SPAN - 1
    return tuple([replace(q, since=newest.get(q.seat, last) + 1) if q.since == FRESH else q for q in questions])


def write_setup(setup: Setup) -> str:
    return " ".join([str(setup.seats), *(f"{key}={value}" for key, value in sorted(setup.options))])


def read_setup(text: str) -> Setup:
    seats, *options = text.split(" ")
    pairs = tuple((key, value) for key, _, value in (option.partition("=") for option in options))
    return Setup(int(seats), pairs)


class Fold(Generic[S]):
    """A commit in the making."""

    __slots__ = (
        "before",
        "final",
        "named",
        "number",
        "open",
        "public",
        "records",
        "rules",
        "state",
        "told",
        "version",
    )

    def __init__(self, rules: Rules[S, Any, PublicView, SeatView], position: Position[S]) -> None:
        self.rules = rules
        self.state = position.state
        self.version = position.version + 1
        self.number = position.number
        self.before = self.open = position.open
        self.records: list[Record] = []
        self.told: tuple[Told, ...] = ()
        self.final = False
        self.public = False
        self.named = True
        """Do all questions have their identity? Once something was told to all, the number of the commit is known."""

    def enter(self, step: Step[S], kind: str, seat: int, text: str, luck: tuple[int, ...]) -> None:
        self.state = step.state
        self.told += step.facts
        self.final = self.final or step.final
        public = heard_by_all(step.facts)
        self.public = self.public or public
        self.named = self.named and self.public
        fresh = (self.number + 1) * SPAN if self.public else FRESH
        self.open = reopen(self.open, self.rules.prompts(step.state), seat, public=public, fresh=fresh)
        self.records.append(Record(self.version, len(self.records), kind, seat, text, luck))

    def move(self, seat: int, move: Move, chance: Chance) -> None:
        recorder = Recorder(chance)
        step = self.rules.apply(self.state, seat, move, recorder)
        self.enter(step, MOVE, seat, self.rules.write(move), recorder.drawn)

    def answer_for_the_resigned(self, chance: Chance) -> None:
        resigned = self.rules.resigned(self.state)
        if not resigned:
            return
        for _ in range(IDLE_LIMIT):
            waiting = [question.seat for question in self.open if question.required and question.seat in resigned]
            if not waiting:
                return
            self.move(waiting[0], self.rules.idle(self.state, waiting[0]), chance)
        raise BrokenRecordError(f"{self.rules.key}: idle does not end")

    def commit(self) -> Commit[S]:
        number = self.number + self.public
        questions = self.open if self.named else named(self.open, self.before, number, public=self.public)
        position = Position(self.state, self.version, number, questions)
        return Commit(position, tuple(self.records), self.told, self.final)


def begin(rules: Rules[S, M, PublicView, SeatView], setup: Setup, chance: Chance) -> Commit[S]:
    """A new game."""
    recorder = Recorder(chance)
    step = rules.setup(setup, recorder)
    return begun(rules, step, Record(0, 0, BEGIN, NOBODY, write_setup(setup), recorder.drawn))


def begun(rules: Rules[S, M, PublicView, SeatView], step: Step[S], record: Record) -> Commit[S]:
    questions = named(reopen((), rules.prompts(step.state), NOBODY), (), 0, public=True)
    return Commit(Position(step.state, 0, 0, questions), (record,), step.facts, step.final)


def play(  # noqa: PLR0917 (a keyword takes every other call longer)
    rules: Rules[S, M, PublicView, SeatView],
    position: Position[S],
    seat: int,
    moves: Sequence[M],
    chance: Chance,
    stored: Record | None = None,
) -> Commit[S]:
    """One commit: the moves of a seat, all or none. Raises IllegalMove.

    One move that all hear, with one question before and after it, is nearly every commit: what a Fold would make of it
    is made at once. `stored` is the record of a single move that is made again, with `chance` to feed back its luck.
    """
    try:
        (move,) = moves
    except ValueError:
        return _folded(rules, position, seat, moves, chance)
    apply = rules.apply
    if stored is None:
        luck, write = Recorder(chance), rules.write
        step = apply(position.state, seat, move, luck)
        record = Record(position.version + 1, 0, MOVE, seat, write(move), luck.drawn)
    else:
        step, record = apply(position.state, seat, move, chance), stored
    state, facts = step.state, step.facts
    prompts = rules.prompts
    try:
        (old,) = position.open
        (p,) = prompts(state)
    except ValueError:
        return _entered(rules, position, step, record, None if stored else chance)
    if ((facts and type(facts[0]) is Announced) or heard_by_all(facts)) and (
        p.seat == seat or not rules.resigned(state)
    ):  # nearly always the first fact is for all; and who makes a move has not resigned
        number = position.number + 1
        since = old.since if old.seat != seat and key(old) == key(p) else number * SPAN
        questions = (Open(p.seat, p.topic, p.subject, since, p.required, p.rest, p.sealed),)
        return Commit(Position(state, record.version, number, questions), (record,), facts, step.final)
    return _entered(rules, position, step, record, None if stored else chance)


def _folded(
    rules: Rules[S, M, PublicView, SeatView], position: Position[S], seat: int, moves: Sequence[M], chance: Chance
) -> Commit[S]:
    """Of several moves, or none."""
    fold = Fold(rules, position)
    for move in moves:
        fold.move(seat, move, chance)
    fold.answer_for_the_resigned(chance)
    return fold.commit()


def _entered(
    rules: Rules[S, M, PublicView, SeatView],
    position: Position[S],
    step: Step[S],
    record: Record,
    chance: Chance | None,
) -> Commit[S]:
    """Of a move that was made, and of what the seats do after it whose players have resigned. Without `chance` it is a
    stored one: what they did then has records of its own.
    """
    fold = Fold(rules, position)
    fold.enter(step, MOVE, record.seat, record.text, record.luck)
    if chance is not None:
        fold.answer_for_the_resigned(chance)
    return fold.commit()


def resign(rules: Rules[S, M, PublicView, SeatView], position: Position[S], seat: int, chance: Chance) -> Commit[S]:
    """A player leaves for good; `idle` goes on for his seat."""
    fold = Fold(rules, position)
    fold.enter(rules.resign(fold.state, seat), RESIGN, seat, "", ())
    fold.answer_for_the_resigned(chance)
    return fold.commit()


def opened(before: tuple[Open, ...], after: tuple[Open, ...]) -> tuple[Open, ...]:
    """The questions that a commit has opened."""
    known = {(old.seat, old.topic, old.subject, old.since) for old in before}
    return tuple(q for q in after if (q.seat, q.topic, q.subject, q.since) not in known)


def is_open(position: Position[S], seat: int, since: int) -> bool:
    """Is this press still in time?"""
    return any(question.seat == seat and question.since == since for question in position.open)


def waiting(position: Position[S]) -> tuple[int, ...]:
    """Whom the table waits for, as everybody may know it: of a sealed question all who are asked."""
    return tuple(sorted({question.seat for question in position.open if question.required or question.sealed}))
