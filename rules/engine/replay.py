"""The fold of the records, commit by commit, with the luck they had."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic

import msgspec
from msgspec import Struct

from rules.chance import Recorded
from rules.contract import AnyRules, M, Position, PublicView, Record, Rules, S, SeatView, Step, Told
from rules.engine.commits import (
    BEGIN,
    CHECKPOINT,
    MOVE,
    RESIGN,
    UNDO,
    BrokenRecordError,
    Commit,
    Fold,
    alone,
    begun,
    named,
    read_setup,
    reopen,
)


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


class Checkpoint(Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    position: Position[S]
    past: tuple[Line, ...]


def decode_checkpoint(rules: AnyRules, record: Record) -> Checkpoint[Any]:
    return msgspec.json.decode(record.text, type=Checkpoint[rules.state_type])


class Moment(Struct, Generic[S], frozen=True, gc=False):
    """One commit of a replay: what stood before it, what it told, what stands after it."""

    before: Position[S] | None
    after: Position[S]
    records: tuple[Record, ...]
    told: tuple[Told, ...]
    final: bool
    undoes: int = -1
    """The index of the commit that this one took back."""


def again(rules: AnyRules, position: Position[Any], records: Sequence[Record]) -> Commit[Any]:
    """A stored commit, with the luck it had."""
    if len(records) == 1:
        return alone(rules, position, _step(rules, position.state, records[0]), records[0])
    fold = Fold(rules, position)
    for record in records:
        fold.enter(_step(rules, fold.state, record), record.kind, record.seat, record.text, record.luck)
    return fold.commit()


def _step(rules: AnyRules, state: Any, record: Record) -> Step[Any]:
    if record.kind == MOVE:
        luck = Recorded(record.luck)
        step = rules.apply(state, record.seat, rules.parse(record.text), luck)
        luck.close()
        return step
    if record.kind == RESIGN:
        return rules.resign(state, record.seat)
    raise BrokenRecordError(record.kind)


def _first(rules: AnyRules, record: Record) -> Commit[Any]:
    if record.kind == BEGIN:
        luck = Recorded(record.luck)
        step = rules.setup(read_setup(record.text), luck)
        luck.close()
        return begun(rules, step, record)
    if record.kind == CHECKPOINT:
        return Commit(decode_checkpoint(rules, record).position, (record,), ())
    raise BrokenRecordError("a game starts with its beginning or a checkpoint")


_version = attrgetter("version")


def walk(rules: AnyRules, records: Iterable[Record]) -> Iterator[Moment[Any]]:
    """Replays commit by commit."""
    standing: list[tuple[int, Moment[Any]]] = []  # the commits that were not taken back, with their index
    now: Position[Any] | None = None
    for index, (version, group) in enumerate(groupby(_newest(records), key=_version)):
        part = tuple(group)
        if now is None:
            commit = _first(rules, part[0])
            moment = Moment(None, commit.position, part, commit.told, commit.final)
        elif version != now.version + 1:
            raise BrokenRecordError(f"version {version} after {now.version}")
        elif part[0].kind == UNDO:
            undone, last = standing.pop()
            moment = Moment(now, restored(rules, now, last, part[0].seat), part, (), final=False, undoes=undone)
        else:
            commit = again(rules, now, part)
            moment = Moment(now, commit.position, part, commit.told, commit.final)
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


def restored(rules: AnyRules, now: Position[Any], last: Moment[Any], seat: int) -> Position[Any]:
    if last.before is None:
        raise BrokenRecordError("the beginning cannot be taken back")
    public = last.after.number != last.before.number  # else the number would tell of a sealed answer
    number = now.number + public
    questions = reopen(now.open, rules.prompts(last.before.state), seat)
    return Position(last.before.state, now.version + 1, number, named(questions, now.open, number, public=public))


def replay(rules: Rules[S, M, PublicView, SeatView], records: Iterable[Record]) -> Position[S]:
    """The fold of the records."""
    position: Position[Any] | None = None
    for moment in walk(rules, records):
        position = moment.after
    if position is None:
        raise BrokenRecordError("no records")
    return position


def at_number(rules: Rules[S, M, PublicView, SeatView], records: Iterable[Record], number: int) -> S | None:
    """The state right after a public move; None where there is no such move."""
    found: Any = None
    for moment in walk(rules, records):
        if moment.after.number == number:
            if found is None:
                found = moment.after.state
        elif found is not None:
            break
    return found
