"""The only caller of `Rules.apply`: begin, play, resign, draft, undo, replay, history, open questions.

Theory of operation. A table is a list of records. Every commit (one or more moves of one seat, a resignation, a taking
back) gets the next version; its records are numbered by part. `Position` is the fold of the records, and `replay` is
that fold: what `play` returned and what `replay` returns are equal (law L1), because both go through `_enter`.

A question keeps its identity (seat, since) while it stays open and its seat does not act; else it gets the version of
the commit that opened it. So an answer to a sealed question does not disturb the buttons of the others, and a press on
an old button is known to be old.

Seats whose players resigned answer inside the commit that asked them, with `Rules.idle`: nobody waits for them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Generic

import msgspec
from msgspec import Struct

from rules.chance import Chance, Foreseen, LuckWanted, Recorded, Recorder
from rules.contract import (
    ORDINARY,
    AnyRules,
    Fact,
    IllegalMove,
    M,
    Move,
    Open,
    Position,
    Prompt,
    PublicView,
    Reason,
    Record,
    Rules,
    S,
    Seat,
    SeatView,
    Setup,
    Step,
    Told,
)
from rules.facts import Announced, Whispered, heard

BEGIN, MOVE, RESIGN, UNDO, CHECKPOINT = "begin", "move", "resign", "undo", "checkpoint"
IDLE_LIMIT = 10_000
"""More idle moves in a row than any game needs: a game whose `idle` does not end it is broken (law L11)."""


class BrokenRecordError(Exception):
    """The records are not those of a game that was played here."""


class CannotTakeBack(Exception):  # noqa: N818 (an answer, not an error)
    """The last commit stands. `why` is one of: nothing, not-yours, luck, revealed, told, asked, noticed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Commit(Struct, Generic[S], frozen=True):
    """What is to be stored, and what is to be told once it is."""

    position: Position[S]
    records: tuple[Record, ...]
    told: tuple[Told, ...]
    final: bool = False


class Draft(Struct, Generic[S, M], frozen=True):
    """A turn being planned: moves tried on a state that nobody stores."""

    state: S
    done: tuple[M, ...]
    """Tried, and to be seen in the preview."""
    then: M | None
    """The last move, executed only by the commit, because it draws luck, reveals, asks others or ends the game."""
    dropped: tuple[M, ...]
    """What no longer fits."""
    reason: Reason | None
    """Why the first dropped move does not fit; None where it merely stood behind `then`."""
    told: tuple[Told, ...]
    ready: bool
    """May it be committed?"""

    def __repr__(self) -> str:
        return f"Draft({len(self.done)} done, …)"


class Entry(Struct, frozen=True):
    """One line of the log as one reader may see it."""

    number: int | None
    """The public number of the move; None where only this reader knows of it."""
    kind: str
    seat: int
    facts: tuple[Fact, ...]
    undone: bool

    def __repr__(self) -> str:
        return f"Entry(number={self.number}, kind={self.kind!r}, …)"


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One commit as the log needs it, whatever the reader; never shown whole."""

    number: int
    public: bool
    kind: str
    seat: int
    sealed: bool
    """The seat settled a sealed question: that it was he is his own knowledge."""
    told: tuple[Any, ...]
    undone: bool = False

    def __repr__(self) -> str:
        return f"Line(number={self.number}, kind={self.kind!r}, …)"


class _Checkpoint(Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    position: Position[S]
    past: tuple[Line, ...]


class _Moment(Struct, Generic[S], frozen=True):
    """One commit of a replay: what stood before it, what it told, what stands after it."""

    before: Position[S] | None
    after: Position[S]
    records: tuple[Record, ...]
    told: tuple[Told, ...]
    final: bool
    undoes: int = -1
    """The index of the commit that this one took back."""


def _key(question: Prompt | Open) -> tuple[int, str, int]:
    return question.seat, question.topic, question.subject


def _reopen(before: tuple[Open, ...], prompts: Sequence[Prompt], actor: int, version: int) -> tuple[Open, ...]:
    kept = {_key(old): old.since for old in before if old.seat != actor}
    return tuple(
        Open(p.seat, p.topic, p.subject, kept.get(_key(p), version), p.required, p.rest, p.sealed) for p in prompts
    )


def _heard_by_all(told: Iterable[Told]) -> bool:
    return any(isinstance(item, Announced) for item in told)


def _write_setup(setup: Setup) -> str:
    return " ".join([str(setup.seats), *(f"{key}={value}" for key, value in sorted(setup.options))])


def _read_setup(text: str) -> Setup:
    seats, *options = text.split(" ")
    pairs = tuple((key, value) for key, _, value in (option.partition("=") for option in options))
    return Setup(int(seats), pairs)


# ── the two ways into a position: with live luck, and with recorded luck ─────────────────────────────────────────────


class _Fold(Generic[S]):
    """A commit in the making."""

    __slots__ = ("final", "number", "open", "records", "rules", "state", "told", "version")

    def __init__(self, rules: Rules[S, Any, PublicView, SeatView], position: Position[S]) -> None:
        self.rules = rules
        self.state = position.state
        self.version = position.version + 1
        self.number = position.number
        self.open = position.open
        self.records: list[Record] = []
        self.told: tuple[Told, ...] = ()
        self.final = False

    def enter(self, step: Step[S], kind: str, seat: int, text: str, luck: tuple[int, ...]) -> None:
        self.state = step.state
        self.told += step.facts
        self.final = self.final or step.final
        self.open = _reopen(self.open, self.rules.prompts(step.state), seat, self.version)
        self.records.append(Record(self.version, len(self.records), kind, seat, text, luck))

    def move(self, seat: int, move: Move, chance: Chance) -> None:
        recorder = Recorder(chance)
        step = self.rules.apply(self.state, Seat(seat), move, recorder)
        self.enter(step, MOVE, seat, self.rules.write(move), tuple(recorder.drawn))

    def answer_for_the_resigned(self, chance: Chance) -> None:
        resigned = self.rules.resigned(self.state)
        if not resigned:
            return
        for _ in range(IDLE_LIMIT):
            waiting = [question.seat for question in self.open if question.required and question.seat in resigned]
            if not waiting:
                return
            self.move(waiting[0], self.rules.idle(self.state, Seat(waiting[0])), chance)
        raise BrokenRecordError(f"{self.rules.key}: idle does not end")

    def commit(self) -> Commit[S]:
        number = self.number + _heard_by_all(self.told)
        position = Position(self.state, self.version, number, self.open)
        return Commit(position, tuple(self.records), self.told, self.final)


def begin(rules: Rules[S, M, PublicView, SeatView], setup: Setup, chance: Chance) -> Commit[S]:
    """A new game."""
    recorder = Recorder(chance)
    step = rules.setup(setup, recorder)
    return _begun(rules, step, Record(0, 0, BEGIN, -1, _write_setup(setup), tuple(recorder.drawn)))


def _begun(rules: Rules[S, M, PublicView, SeatView], step: Step[S], record: Record) -> Commit[S]:
    questions = _reopen((), rules.prompts(step.state), -1, 0)
    return Commit(Position(step.state, 0, 0, questions), (record,), step.facts, step.final)


def play(
    rules: Rules[S, M, PublicView, SeatView], position: Position[S], seat: int, moves: Sequence[M], chance: Chance
) -> Commit[S]:
    """One commit: the moves of a seat, all or none. Raises IllegalMove."""
    fold = _Fold(rules, position)
    for move in moves:
        fold.move(seat, move, chance)
    fold.answer_for_the_resigned(chance)
    return fold.commit()


def resign(rules: Rules[S, M, PublicView, SeatView], position: Position[S], seat: int, chance: Chance) -> Commit[S]:
    """A player leaves for good; `idle` goes on for his seat."""
    fold = _Fold(rules, position)
    fold.enter(rules.resign(fold.state, Seat(seat)), RESIGN, seat, "", ())
    fold.answer_for_the_resigned(chance)
    return fold.commit()


def _again(rules: AnyRules, position: Position[Any], records: Sequence[Record]) -> Commit[Any]:
    """A stored commit, with the luck it had."""
    fold = _Fold(rules, position)
    for record in records:
        if record.kind == MOVE:
            luck = Recorded(record.luck)
            step = rules.apply(fold.state, Seat(record.seat), rules.parse(record.text), luck)
            luck.close()
        elif record.kind == RESIGN:
            step = rules.resign(fold.state, Seat(record.seat))
        else:
            raise BrokenRecordError(record.kind)
        fold.enter(step, record.kind, record.seat, record.text, record.luck)
    return fold.commit()


def _first(rules: AnyRules, record: Record) -> Commit[Any]:
    if record.kind == BEGIN:
        luck = Recorded(record.luck)
        step = rules.setup(_read_setup(record.text), luck)
        luck.close()
        return _begun(rules, step, record)
    if record.kind == CHECKPOINT:
        return Commit(_decode_checkpoint(rules, record).position, (record,), ())
    raise BrokenRecordError("a game starts with its beginning or a checkpoint")


def _walk(rules: AnyRules, records: Iterable[Record]) -> Iterator[_Moment[Any]]:
    """Replays commit by commit."""
    standing: list[tuple[int, _Moment[Any]]] = []  # the commits that were not taken back, with their index
    now: Position[Any] | None = None
    for index, (version, group) in enumerate(groupby(_newest(records), key=lambda record: record.version)):
        part = tuple(group)
        if now is None:
            commit = _first(rules, part[0])
            moment = _Moment(None, commit.position, part, commit.told, commit.final)
        elif version != now.version + 1:
            raise BrokenRecordError(f"version {version} after {now.version}")
        elif part[0].kind == UNDO:
            undone, last = standing.pop()
            moment = _Moment(now, _restored(rules, now, last, part[0].seat), part, (), final=False, undoes=undone)
        else:
            commit = _again(rules, now, part)
            moment = _Moment(now, commit.position, part, commit.told, commit.final)
        now = moment.after
        if moment.undoes < 0:
            standing.append((index, moment))
        yield moment


def _newest(records: Iterable[Record]) -> tuple[Record, ...]:
    """What comes from the last checkpoint on."""
    everything = tuple(records)
    for index in range(len(everything) - 1, 0, -1):
        if everything[index].kind == CHECKPOINT:
            return everything[index:]
    return everything


def _restored(rules: AnyRules, now: Position[Any], last: _Moment[Any], seat: int) -> Position[Any]:
    if last.before is None:
        raise BrokenRecordError("the beginning cannot be taken back")
    version = now.version + 1
    questions = _reopen(now.open, rules.prompts(last.before.state), seat, version)
    return Position(last.before.state, version, now.number + 1, questions)


def replay(rules: Rules[S, M, PublicView, SeatView], records: Iterable[Record]) -> Position[S]:
    """The fold of the records."""
    position: Position[Any] | None = None
    for moment in _walk(rules, records):
        position = moment.after
    if position is None:
        raise BrokenRecordError("no records")
    return position


def at_number(rules: Rules[S, M, PublicView, SeatView], records: Iterable[Record], number: int) -> S | None:
    """The state right after a public move; None where there is no such move."""
    found: Any = None
    for moment in _walk(rules, records):
        if moment.after.number == number:
            if found is None:
                found = moment.after.state
        elif found is not None:
            break
    return found


def checkpoint(rules: Rules[S, M, PublicView, SeatView], records: Sequence[Record]) -> Commit[S]:
    """Replay starts here from now on; the log before it is kept in it.

    The host appends it, with the old rules, before a change of rules that would replay differently.
    """
    now = replay(rules, records)
    position = Position(now.state, now.version + 1, now.number, now.open)
    text = msgspec.json.encode(_Checkpoint(position, _lines(rules, records))).decode()
    return Commit(position, (Record(position.version, 0, CHECKPOINT, -1, text),), ())


def _decode_checkpoint(rules: AnyRules, record: Record) -> _Checkpoint[Any]:
    return msgspec.json.decode(record.text, type=_Checkpoint[rules.state_type])


# ── the log ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def history(rules: AnyRules, records: Sequence[Record], reader: int | None) -> tuple[Entry, ...]:
    """The log as a seat, or with None a spectator, may see it: made of facts, never of records."""
    entries: list[Entry] = []
    for line in _lines(rules, records):
        facts = heard(line.told, reader)
        if line.public or facts:
            seat = -1 if line.sealed and reader != line.seat else line.seat
            entries.append(Entry(line.number if line.public else None, line.kind, seat, facts, line.undone))
    return tuple(entries)


def _lines(rules: AnyRules, records: Sequence[Record]) -> tuple[Line, ...]:
    moments = tuple(_walk(rules, records))
    undone = {moment.undoes for moment in moments}
    lines = _past(rules, moments[0].records[0]) if moments else []
    for index, moment in enumerate(moments):
        first = moment.records[0]
        if first.kind != CHECKPOINT:
            public = moment.before is None or moment.after.number != moment.before.number
            number, told = moment.after.number, moment.told
            lines.append(Line(number, public, first.kind, first.seat, _sealed(moment), told, index in undone))
    return tuple(lines)


def _past(rules: AnyRules, first: Record) -> list[Line]:
    if first.kind != CHECKPOINT:
        return []
    told = tuple[Announced[rules.fact_type] | Whispered[rules.fact_type], ...]
    return [
        msgspec.structs.replace(line, told=msgspec.convert(line.told, told))
        for line in _decode_checkpoint(rules, first).past
    ]


def _sealed(moment: _Moment[Any]) -> bool:
    first = moment.records[0]
    if moment.before is None or first.kind != MOVE:
        return False
    return any(question.sealed and question.seat == first.seat for question in moment.before.open)


# ── drafts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def draft(
    rules: Rules[S, M, PublicView, SeatView], position: Position[S], seat: int, moves: Sequence[M]
) -> Draft[S, M]:
    """Tries the moves of a planned turn; what draws luck, reveals, asks others or ends the game is left unapplied."""
    state = position.state
    told: tuple[Told, ...] = ()
    then: M | None = None
    reason: Reason | None = None
    count = 0
    for move in moves:
        try:
            step = rules.apply(state, Seat(seat), move, Foreseen())
        except LuckWanted:
            then = move
            break
        except IllegalMove as refused:
            reason = refused.reason
            break
        if step.final or rules.outcome(step.state) is not None or _asks_others(rules, state, step.state, seat):
            then = move
            break
        state, told, count = step.state, told + step.facts, count + 1
    used = count + (then is not None)
    done = tuple(moves[:count])
    return Draft(state, done, then, tuple(moves[used:]), reason, told, _ready(rules, state, seat, done, then))


def _asks_others(rules: Rules[S, M, PublicView, SeatView], before: S, after: S, seat: int) -> bool:
    known = {_key(prompt) for prompt in rules.prompts(before)}
    return any(prompt.seat != seat and _key(prompt) not in known for prompt in rules.prompts(after))


def _ready(rules: Rules[S, M, PublicView, SeatView], state: S, seat: int, done: tuple[M, ...], then: M | None) -> bool:
    if then is not None:
        return True
    return bool(done) and all(prompt.rest for prompt in rules.prompts(state) if prompt.seat == seat)


# ── taking back ──────────────────────────────────────────────────────────────────────────────────────────────────────


def undo(
    rules: Rules[S, M, PublicView, SeatView], records: Sequence[Record], seat: int, *, noticed: bool = False
) -> Commit[S]:
    """Takes back the last commit, if it is this seat's and told nobody anything that cannot be untold.

    `noticed` says that the seat asked next has opened its panel. Raises CannotTakeBack.
    """
    last: _Moment[Any] | None = None
    for moment in _walk(rules, records):
        last = moment
    if last is None or last.before is None or last.records[0].kind != MOVE:
        raise CannotTakeBack("nothing")
    if last.records[0].seat != seat:
        raise CannotTakeBack("not-yours")
    if any(record.luck for record in last.records):
        raise CannotTakeBack("luck")
    if last.final or rules.outcome(last.after.state) is not None:
        raise CannotTakeBack("revealed")
    if any(isinstance(item, Whispered) for item in last.told):
        raise CannotTakeBack("told")
    opened = [q for q in last.after.open if q.since == last.after.version and q.seat != seat]
    if any(question.topic != ORDINARY for question in opened):
        raise CannotTakeBack("asked")
    if noticed:
        raise CannotTakeBack("noticed")
    position = _restored(rules, last.after, last, seat)
    return Commit(position, (Record(position.version, 0, UNDO, seat, ""),), ())


def is_open(position: Position[S], seat: int, since: int) -> bool:
    """Is this press still in time?"""
    return any(question.seat == seat and question.since == since for question in position.open)


def waiting(position: Position[S]) -> tuple[int, ...]:
    """Whom the table waits for, as everybody may know it: of a sealed question all who are asked."""
    return tuple(sorted({question.seat for question in position.open if question.required or question.sealed}))


__all__ = [
    "BrokenRecordError",
    "CannotTakeBack",
    "Commit",
    "Draft",
    "Entry",
    "at_number",
    "begin",
    "checkpoint",
    "draft",
    "history",
    "is_open",
    "play",
    "replay",
    "resign",
    "undo",
    "waiting",
]
