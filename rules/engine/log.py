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


def read_log(lines: Sequence[Line], reader: int | None, first: int | None = None) -> tuple[Entry, ...]:
    """The log as a seat, or with None a spectator, may see it, from the lines of its commits.

    `first`: how many lines they read as that seat, which is somebody else's by now; the rest as a spectator.
    """
    return tuple(entry for entry in entries(lines, reader, first) if entry is not None)


def entries(lines: Sequence[Line], reader: int | None, first: int | None = None) -> list[Entry | None]:
    """The same line by line: None for one of which they may not know."""
    back = undone(lines)
    found: list[Entry | None] = []
    for index, line in enumerate(lines):
        known = reader if first is None or index < first else None
        facts = heard(line.told, known)
        seat = NOBODY if line.sealed and known != line.seat else line.seat
        told = Entry(line.number if line.public else None, line.kind, seat, facts, index in back)
        found.append(told if line.public or facts else None)
    return found


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
