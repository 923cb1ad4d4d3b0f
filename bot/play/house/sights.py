"""What a seat may know, for a house player that thinks for it: its views, and a memory of what it was told.

A memory is a fold over the commits that the seat has heard of. Each is folded once: the last position and memory are
kept, and what was played since is added to them. What was taken back counts as never heard.
"""

from collections import OrderedDict
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final
from weakref import WeakKeyDictionary

from msgspec import Struct

from bot.play.history.walks import walked
from bot.play.table import Table
from players import Sight
from rules.contract import AnyRules, Memory, Open, Position, Prompt, Record
from rules.engine import Commit
from rules.engine.commits import CHECKPOINT, UNDO
from rules.engine.log_lines import Line, undone, with_facts
from rules.engine.replay import Moment, again, decode_checkpoint, walk
from rules.facts import Told, heard
from storage import Store

KEPT: Final = 256
"""Seats whose memory is kept in the process."""


class _Known(Struct, frozen=True):
    """What a seat remembered at a position."""

    position: Position[Any]
    memory: Memory | None


class Sights:
    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], _Known] = OrderedDict()

    async def memory(self, table: Table, seat: int, store: Store) -> Memory | None:
        """Returns what a seat remembers of a running game as it stands."""
        found = self._kept.pop((table.id, seat), None)
        if found is None or found.position.version != table.row.version:
            records = await store.records(table.id)
            found = await walked(_since(records, found), _known, table.rules, records, seat, found, table.row.version)
        self._kept[table.id, seat] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found.memory

    async def of(self, table: Table, seat: int, store: Store) -> Sight:
        """Returns all that a seat may know."""
        return sight(table.rules, table.position, seat, await self.memory(table, seat, store))


_of_stores: WeakKeyDictionary[Store, Sights] = WeakKeyDictionary()


def sights(store: Store) -> Sights:
    """Returns what is kept of the tables of a store, in this process."""
    return _of_stores.setdefault(store, Sights())


def sight(rules: AnyRules, position: Position[Any], seat: int, memory: Memory | None) -> Sight:
    state = position.state
    known = Memory() if memory is None else memory
    return Sight(seat, rules.public(state), rules.private(state, seat), known)


def prompt(rules: AnyRules, position: Position[Any], question: Open) -> Prompt | None:
    """Returns a question as the rules ask it."""
    wanted = question.seat, question.topic, question.subject
    found = (asked for asked in rules.prompts(position.state) if (asked.seat, asked.topic, asked.subject) == wanted)
    return next(found, None)


def after(
    rules: AnyRules, before: Position[Any], commit: Commit[Any], seat: int, memory: Memory | None
) -> Memory | None:
    """Returns what a seat remembers after a commit."""
    public = commit.position.number != before.number
    return _heard(rules, commit.position, commit.told, seat, memory, public=public)


def _heard(
    rules: AnyRules, after: Position[Any], told: tuple[Told, ...], seat: int, memory: Memory | None, *, public: bool
) -> Memory | None:
    """Of what others did unseen a seat knows nothing, not even that it was done."""
    facts = heard(told, seat)
    return rules.remember(memory, rules.public(after.state), seat, facts) if public or facts else memory


_version = attrgetter("version")


def _since(records: Sequence[Record], known: _Known | None) -> Sequence[Record]:
    return records if known is None else [record for record in records if record.version > known.position.version]


def _known(rules: AnyRules, records: Sequence[Record], seat: int, known: _Known | None, version: int) -> _Known:
    """Folds on from what is known; from the beginning if something was taken back or kept by other rules since."""
    fresh = [record for record in _since(records, known) if record.version <= version]
    if known is None or any(record.kind in (UNDO, CHECKPOINT) for record in fresh):
        return _folded(rules, [record for record in records if record.version <= version], seat)
    position, memory = known.position, known.memory
    for _, group in groupby(fresh, key=_version):
        commit = again(rules, position, tuple(group))
        memory = after(rules, position, commit, seat, memory)
        position = commit.position
    return _Known(position, memory)


def _folded(rules: AnyRules, records: Sequence[Record], seat: int) -> _Known:
    moments = list(walk(rules, records))
    gone = {moment.undoes for moment in moments if moment.undoes >= 0}
    memory: Memory | None = None
    for index, moment in enumerate(moments):
        if moment.records[0].kind == CHECKPOINT:
            memory = _past(rules, moment, seat)
        elif index not in gone and moment.undoes < 0:
            public = moment.before is None or moment.after.number != moment.before.number
            memory = _heard(rules, moment.after, moment.told, seat, memory, public=public)
    return _Known(moments[-1].after, memory)


def _past(rules: AnyRules, moment: Moment[Any], seat: int) -> Memory | None:
    """Returns what a seat remembers of the lines that a checkpoint has kept; their positions are not known any more."""
    lines: list[Line] = [with_facts(rules, line) for line in decode_checkpoint(rules, moment.records[0]).past]
    gone, memory = undone(lines), None
    for index, line in enumerate(lines):
        if index not in gone:
            memory = _heard(rules, moment.after, line.told, seat, memory, public=line.public)
    return memory
