"""What a house player would do: a hint for whoever is asked, made of what their own seat may know and nothing else; and
what the house weighed for its last choice, which is told once the game is over.

A hint is kept in the process until the table moves on, so that a press can take it up; whoever presses later is shown
what is a hint now.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from hashlib import blake2s
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from bot.play.answers import AnswerStands, Busy, HouseIsNew, NoHints, NoHouse, NotYourTurn, Refusal, Veiled
from bot.play.changes import turn_of
from bot.play.history.walks import walked
from bot.play.house.sights import prompt, sights
from bot.play.house.terms import NoThoughtError
from bot.play.house.turns import Kept
from bot.play.table import ANY, Refused, Table
from bot.play.transactions import Env
from players import Level
from rules import engine
from rules.contract import AnyRules, Fact, Outcome, PublicView, Record
from rules.engine.replay import walk
from rules.facts import heard
from storage import Store
from storage.rows import RUNNING

SHOWN: Final = 3
SECONDS: Final = 9.0
KEPT: Final = 64
"""Hints that are kept in the process."""


class Way(Veiled, frozen=True):
    """A way to go on, what it is worth (the estimated chance to win), and what it does, as its seat may know it."""

    moves: tuple[str, ...]
    worth: float
    facts: tuple[Fact, ...]


class Hint(Veiled, frozen=True):
    table: Table
    public: PublicView
    ways: tuple[Way, ...]
    """From the best on."""

    @property
    def mark(self) -> str:
        """What a press on it names it by."""
        return blake2s("\n".join(";".join(way.moves) for way in self.ways).encode(), digest_size=4).hexdigest()


class Explained(Veiled, frozen=True):
    """The newest choice of a house seat."""

    table: Table
    seat: int
    number: int
    """The public number of the position."""
    public: PublicView
    outcome: Outcome | None
    thought: Kept | None
    """What it weighed; None while the game runs."""
    facts: tuple[Fact, ...]
    """What everybody was told of its last turn."""


_hints: WeakKeyDictionary[Store, OrderedDict[tuple[str, int, int], tuple[Way, ...]]] = WeakKeyDictionary()
"""By table, seat and version, of the tables of a store."""


async def hint(table: Table, user: int, env: Env) -> Hint | Refusal:
    """Returns the best ways to go on for a person who is asked."""
    try:
        table.refuse_unless_running()
        seat = table.seat_of(user).seat
        question = table.question(seat, ANY)
    except Refused as refused:
        return refused.answer
    rules, position = table.rules, table.position
    asked = prompt(rules, position, question)
    if not table.may_hint:
        return NoHints()
    if asked is None:
        return NotYourTurn()
    if env.thinker is None:
        return NoHouse()
    if table.has_answered(question):
        return AnswerStands()
    known = await sights(env.store).of(table, seat, env.store)
    kept, key = _hints.setdefault(env.store, OrderedDict()), (table.id, seat, table.row.version)
    if key in kept:
        return Hint(table, known.public, kept[key])
    try:
        thought = await env.thinker.think(rules, Level.STRONG, known, asked, SECONDS)
    except NoThoughtError:
        return Busy()
    ways = tuple(
        Way(
            tuple(rules.write(move) for move in way.moves),
            way.worth,
            heard(engine.draft(rules, position, seat, way.moves).told, seat),
        )
        for way in thought.weighed[:SHOWN]
    )
    kept[key] = ways
    if len(kept) > KEPT:
        kept.popitem(last=False)
    return Hint(table, known.public, ways)


async def explained(table: Table, env: Env) -> Explained | Refusal:
    """Returns the last turn of a house seat: from what everybody sees while the game runs, all of it afterwards."""
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return refused.answer
    if not table.house:
        return NoHouse()
    rules, position, records = table.rules, table.position, await env.store.records(table.id)
    seat, facts = await walked(records, _last_turn, rules, records, table.house)
    if not facts:
        return HouseIsNew()
    kept = {row.seat: row for row in await env.store.thoughts(table.id)} if table.status != RUNNING else {}
    thought = msgspec.json.decode(kept[seat].thought, type=Kept) if seat in kept else None
    return Explained(
        table, seat, position.number, rules.public(position.state), rules.outcome(position.state), thought, facts
    )


def _last_turn(rules: AnyRules, records: Sequence[Record], house: Mapping[int, str]) -> tuple[int, tuple[Fact, ...]]:
    """Returns whose turn the newest of the house was, and what everybody was told of what that seat did in it.

    What came before the newest checkpoint is not known move by move any more.
    """
    moments = list(walk(rules, records))
    gone = {moment.undoes for moment in moments if moment.undoes >= 0}
    turn, nth, found, of = -1, 0, (-1, tuple[Fact, ...]()), -1
    for index, moment in enumerate(moments):
        seat, owner = moment.records[0].seat, turn
        counts = index not in gone and moment.undoes < 0 and moment.before is not None
        told = heard(moment.told, None) if counts and seat == owner and seat in house else ()
        if told:
            found, of = (seat, (*found[1], *told) if of == nth else told), nth
        turn = turn_of(owner, moment.after)
        nth += turn != owner
    return found
