"""What a house player would do: a hint for whoever is asked, made of what their own seat may know and nothing else; and
what the house weighed for its last choice, which is told once the game is over.
"""

from typing import Final

import msgspec

from bot.play.answers import Busy, HouseIsNew, NoHints, NoHouse, NotYourTurn, Refusal, Veiled
from bot.play.house.sights import prompt, sights
from bot.play.house.terms import NoThoughtError
from bot.play.house.turns import Kept
from bot.play.table import ANY, Refused, Table
from bot.play.transactions import Env
from players import Level
from rules import engine
from rules.contract import Fact, Outcome, PublicView
from rules.facts import heard
from storage.rows import RUNNING

SHOWN: Final = 3
SECONDS: Final = 9.0


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
    """What everybody was told of its last move."""


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
    known = await sights(env.store).of(table, seat, env.store)
    try:
        thought = await env.thinker.think(rules, Level.EVEN, known, asked, SECONDS)
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
    return Hint(table, known.public, ways)


async def explained(table: Table, env: Env, told: tuple[tuple[int, tuple[Fact, ...]], ...]) -> Explained | Refusal:
    """Returns the newest choice of a house seat: from what everybody sees while the game runs, all of it afterwards.

    `told`: what everybody was told of each public move, with the seat that made it.
    """
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return refused.answer
    moved = next(((seat, facts) for seat, facts in reversed(told) if seat in table.house), None)
    if moved is None:
        return HouseIsNew() if table.house else NoHouse()
    seat, facts = moved
    rules, position = table.rules, table.position
    kept = {row.seat: row for row in await env.store.thoughts(table.id)} if table.status != RUNNING else {}
    thought = msgspec.json.decode(kept[seat].thought, type=Kept) if seat in kept else None
    return Explained(
        table, seat, position.number, rules.public(position.state), rules.outcome(position.state), thought, facts
    )
