"""One commit as the log needs it: made when the commit is made and kept beside its records.

What a line tells was told under the rules of its day. It is never worked out again, so that a log stays what people
read, whatever the rules become.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.contract import AnyRules, Fact, Position, Record, Told
from rules.engine.commits import CHECKPOINT, MOVE, UNDO, Commit
from rules.facts import Announced, Whispered


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A commit, whatever the reader; never shown whole."""

    number: int
    public: bool
    kind: str
    seat: int
    sealed: bool
    """The seat settled a sealed question: that it was this one is its own knowledge."""
    told: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"Line(number={self.number}, kind={self.kind!r}, …)"


def line(before: Position[Any] | None, commit: Commit[Any]) -> Line:
    """The line of a commit, from what stood before it. That of a checkpoint tells nobody anything."""
    return drawn(before, commit.position, commit.records[0], commit.told)


def drawn(before: Position[Any] | None, after: Position[Any], first: Record, told: tuple[Told, ...]) -> Line:
    """`first` is the commit's first record: the others are what it led to."""
    public = before is None or after.number != before.number
    sealed = before is not None and first.kind == MOVE and _answers_in_secret(before, first.seat)
    return Line(after.number, public, first.kind, first.seat, sealed, told)


def _answers_in_secret(position: Position[Any], seat: int) -> bool:
    return any(question.sealed and question.seat == seat for question in position.open)


def undone(lines: Sequence[Line]) -> frozenset[int]:
    """Which lines, by their index, were taken back: each undo takes back the last that still stands.

    Nothing before a checkpoint is ever taken back. An excerpt may begin behind what its first undo took back.
    """
    standing: list[int] = []
    back: set[int] = set()
    for index, one in enumerate(lines):
        if one.kind == CHECKPOINT:
            standing.clear()
        elif one.kind != UNDO:
            standing.append(index)
        elif standing:
            back.add(standing.pop())
    return frozenset(back)


def decode_line(rules: AnyRules, text: str) -> Line:
    """A kept line, with the game's facts."""
    return with_facts(rules, msgspec.json.decode(text, type=Line))


def with_facts(rules: AnyRules, kept: Line) -> Line:
    """Reads what a decoded line tells. What these rules cannot read any more is left out, and the commit stays."""
    try:
        return replace(kept, told=_facts(rules.fact_type).decode(msgspec.json.encode(kept.told)))
    except msgspec.ValidationError:
        return replace(kept, told=())


@cache
def _facts(fact_type: Any) -> msgspec.json.Decoder[tuple[Told, ...]]:
    return msgspec.json.Decoder(tuple[Announced[fact_type] | Whispered[fact_type], ...])


def facts_of(rules: AnyRules, text: str | msgspec.Raw) -> tuple[Fact, ...]:
    """Reads facts as they were kept. Raises ValidationError where these rules cannot read them."""
    return _bare(rules.fact_type).decode(text)


@cache
def _bare(fact_type: Any) -> msgspec.json.Decoder[tuple[Fact, ...]]:
    return msgspec.json.Decoder(tuple[fact_type, ...])
