"""What may be told of a game afterwards: made of the facts that the reader may know, never of records."""

from collections.abc import Sequence

from msgspec import Struct

from rules.contract import AnyRules, Fact, Record
from rules.engine.commits import CHECKPOINT, NOBODY
from rules.engine.log_lines import Line, drawn, undone, with_facts
from rules.engine.replay import decode_checkpoint, walk
from rules.facts import heard


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


def read_log(lines: Sequence[Line], reader: int | None) -> tuple[Entry, ...]:
    """The log as a seat, or with None a spectator, may see it, from the lines of its commits."""
    back = undone(lines)
    entries: list[Entry] = []
    for index, line in enumerate(lines):
        facts = heard(line.told, reader)
        if line.public or facts:
            seat = NOBODY if line.sealed and reader != line.seat else line.seat
            entries.append(Entry(line.number if line.public else None, line.kind, seat, facts, index in back))
    return tuple(entries)


def history(rules: AnyRules, records: Sequence[Record], reader: int | None) -> tuple[Entry, ...]:
    """The log of a table of which nothing but its records was kept."""
    return read_log(lines(rules, records), reader)


def lines(rules: AnyRules, records: Sequence[Record]) -> tuple[Line, ...]:
    """Every commit's line, by replay; what comes before the newest checkpoint as that has kept it."""
    found: list[Line] = []
    for moment in walk(rules, records):
        first = moment.records[0]
        if first.kind == CHECKPOINT:
            found += [with_facts(rules, line) for line in decode_checkpoint(rules, first).past]
        else:
            found.append(drawn(moment.before, moment.after, first, moment.told))
    return tuple(found)
