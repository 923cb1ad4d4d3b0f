"""What has happened since somebody last moved, or since a move, as they may know it: made of the log, line by line."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from bot.play import queries
from bot.play.answer_kinds import Veiled
from bot.play.answers import NoSuchMove, Refusal
from bot.play.table import Refused, Table
from bot.play.transactions import Env
from rules import engine
from rules.contract import Fact
from rules.engine import Entry
from rules.engine.commits import BEGIN, CHECKPOINT, UNDO


class Run(Veiled, frozen=True):
    """Moves of one seat that follow each other."""

    seat: int
    entries: tuple[Entry, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for entry in self.entries for fact in entry.facts)


class News(Veiled, frozen=True):
    """What has happened, in the order in which it did; what was taken back has not."""

    runs: tuple[Run, ...] = ()
    at: int = 0
    """When the reader's seat last moved; 0 for never."""
    move: int | None = None
    """The public move since which it is told, where it is not told since the reader's own."""
    newest_only: bool = False
    passed_on: bool = False
    """The reader has taken the seat over: its last move may be that of somebody else."""

    @property
    def facts(self) -> tuple[tuple[Fact, ...], ...]:
        """What each run tells, for a picture."""
        return tuple(run.facts for run in self.runs)

    @property
    def moves(self) -> int:
        return sum(len(run.entries) for run in self.runs)

    def just_the_newest(self) -> "News":
        """Returns the last move alone."""
        last = tuple(replace(run, entries=run.entries[-1:]) for run in self.runs[-1:])
        return replace(self, runs=last, newest_only=True)


NOTHING: Final = News()
OF_LATE: Final = 8
"""Public moves that are told to somebody who has no seat and names no move."""


async def since_own(table: Table, seat: int, env: Env, *, begun: bool = False) -> News:
    """Returns what has happened since the seat's own last move. `begun`: without that by which its turn has just begun,
    of which its player is told by itself.
    """
    at, lines = await env.store.told_since(table.id, seat)
    found = _entries(table, seat, lines)
    while begun and found and found[-1].seat == seat:
        found = found[:-1]
    return News(_runs(found), at, passed_on=table.row_of(seat).nth > 0)


async def since(table: Table, user: int, number: int | None, env: Env) -> News | Refusal:
    """Returns what has happened since a public move; without one since the reader's own last, or of late."""
    try:
        table.refuse_without_log()
    except Refused as refused:
        return refused.answer
    last = table.row.public_no
    if number is not None and number > last:
        return NoSuchMove(number, last)
    sat = table.tenure(user)
    if number is None and sat is not None and sat.until is None:
        return await since_own(table, sat.row.seat, env)
    after = max(0, last - OF_LATE) if number is None else number
    # a move that only its reader knows of stands behind the public one before it
    entries = [line.entry for line in await queries.told_in(table, sat, env)]
    first = next((place for place, entry in enumerate(entries, 1) if entry.number == after), 0)
    return News(_runs(_standing(table, entries[first:])), move=after)


def _entries(table: Table, seat: int, texts: Iterable[str]) -> list[Entry]:
    """Returns what stands, as the seat may know it; nothing that is newer than the table in the hand."""
    read = (engine.decode_line(table.rules, text) for text in texts)
    return _standing(table, engine.read_log([line for line in read if line.number <= table.row.public_no], seat))


def _standing(table: Table, entries: Sequence[Entry]) -> list[Entry]:
    """Leaves out the deal, what was only talk, and what was taken back, with the taking back; that of a move from
    before is told.
    """
    found: list[Entry] = []
    back, talk = 0, table.game.offered.talk if table.game.offered is not None else ()
    for entry in entries:
        if entry.undone:
            back += 1
        elif entry.kind == UNDO and back:
            back -= 1
        elif entry.kind not in (BEGIN, CHECKPOINT):
            facts = tuple(fact for fact in entry.facts if not isinstance(fact, talk))
            found += [replace(entry, facts=facts)] if facts or entry.kind == UNDO else []
    return found


def _runs(entries: Iterable[Entry]) -> tuple[Run, ...]:
    return tuple(Run(seat, tuple(own)) for seat, own in groupby(entries, key=lambda entry: entry.seat))
