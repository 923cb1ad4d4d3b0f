"""What may be told of a game afterwards: made of the facts that the reader may know, never of records."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rules.contract import AnyRules, Fact, M, Position, PublicView, Record, Rules, S, SeatView
from rules.engine.commits import CHECKPOINT, MOVE, Commit
from rules.engine.replay import Checkpoint, Line, Moment, decode_checkpoint, replay, walk
from rules.facts import Announced, Whispered, heard


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


def history(rules: AnyRules, records: Sequence[Record], reader: int | None) -> tuple[Entry, ...]:
    """The log as a seat, or with None a spectator, may see it: made of facts, never of records."""
    entries: list[Entry] = []
    for line in lines(rules, records):
        facts = heard(line.told, reader)
        if line.public or facts:
            seat = -1 if line.sealed and reader != line.seat else line.seat
            entries.append(Entry(line.number if line.public else None, line.kind, seat, facts, line.undone))
    return tuple(entries)


def lines(rules: AnyRules, records: Sequence[Record]) -> tuple[Line, ...]:
    moments = tuple(walk(rules, records))
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
        for line in decode_checkpoint(rules, first).past
    ]


def _sealed(moment: Moment[Any]) -> bool:
    first = moment.records[0]
    if moment.before is None or first.kind != MOVE:
        return False
    return any(question.sealed and question.seat == first.seat for question in moment.before.open)


def checkpoint(rules: Rules[S, M, PublicView, SeatView], records: Sequence[Record]) -> Commit[S]:
    """Replay starts here from now on; the log before it is kept in it.

    The host appends it, with the old rules, before a change of rules that would replay differently.
    """
    now = replay(rules, records)
    position = Position(now.state, now.version + 1, now.number, now.open)
    text = msgspec.json.encode(Checkpoint(position, lines(rules, records))).decode()
    return Commit(position, (Record(position.version, 0, CHECKPOINT, -1, text),), ())
