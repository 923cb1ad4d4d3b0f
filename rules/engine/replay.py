"""The fold of the records, commit by commit, with the luck they had, from the newest checkpoint on.

A checkpoint is a position that is taken as it stands: what comes before it was played by rules that may be gone. It is
made of the position in hand, so that nothing has to be replayed for it, and holds the lines of the log up to it.
"""

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
    NOBODY,
    RESIGN,
    UNDO,
    BrokenRecordError,
    Commit,
    Fold,
    begun,
    named,
    play,
    read_setup,
    reopen,
)
from rules.engine.log_lines import Line


class Checkpoint(Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """The text of a checkpoint's record."""

    position: Position[S]
    past: tuple[Line, ...]
    rules_version: int = 1


class _Kept(Struct):
    """Whose layout a checkpoint has: to be known before the rest of it can be read."""

    rules_version: int = 1


class BeforeCheckpoint(Exception):  # noqa: N818 (an answer, not an error)
    """There was such a move, but the position after it cannot be shown any more; the earliest that can is `first`."""

    def __init__(self, number: int, first: int) -> None:
        super().__init__(number, first)
        self.number = number
        self.first = first


def checkpoint(rules: Rules[S, M, PublicView, SeatView], position: Position[S], past: Sequence[Line]) -> Commit[S]:
    """Replay starts at this position from now on. `past` are the lines of all commits before it.

    Open questions keep their identity, and the state the answers given in secret; where these rules ask otherwise than
    those that the position comes from, what they no longer ask is closed, and what they ask besides is asked anew.
    """
    questions = position.open
    if questions:  # else the game is over, or was given up
        still = reopen(questions, rules.prompts(position.state), NOBODY)
        questions = named(still, questions, position.number, public=False)
    after = Position(position.state, position.version + 1, position.number, questions)
    text = msgspec.json.encode(Checkpoint(after, tuple(past), rules.version)).decode()
    return Commit(after, (Record(after.version, 0, CHECKPOINT, NOBODY, text),), ())


def decode_checkpoint(rules: AnyRules, record: Record) -> Checkpoint[Any]:
    """With what its lines tell not yet read."""
    version = msgspec.json.decode(record.text, type=_Kept).rules_version
    if version != rules.version:
        raise BrokenRecordError(f"{rules.key}: kept by version {version} of the rules, and these are {rules.version}")
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
    """A stored commit, or its first parts, with the luck it had."""
    if len(records) == 1 and records[0].kind == MOVE:
        record, luck = records[0], Recorded(records[0].luck)
        commit = play(rules, position, record.seat, (rules.parse(record.text),), luck, record)
        luck.close()
        return commit
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
    """Replays commit by commit; the first is the beginning or the newest checkpoint."""
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
    """The state right after a public move; None where there is no such move.

    Raises BeforeCheckpoint where there was one. A checkpoint stands for the move that it follows.
    """
    found: Any = None
    for moment in walk(rules, records):
        if moment.before is None and 0 <= number < moment.after.number:
            raise BeforeCheckpoint(number, moment.after.number)
        if moment.after.number == number:
            if found is None:
                found = moment.after.state
        elif found is not None:
            break
    return found
