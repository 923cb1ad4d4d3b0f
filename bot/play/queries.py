"""Looking: the position now or at any public move, the log, one's own hand, one's tables. Nothing is written."""

import asyncio
from bisect import bisect_right
from collections.abc import Sequence

from msgspec.structs import replace

from bot.play.answer_kinds import Veiled
from bot.play.answers import BeforeTheUpdate, NoSuchMove, Refusal
from bot.play.history.reel import Course, course
from bot.play.history.walks import walked
from bot.play.seating import occupants
from bot.play.seating.occupants import Tenure
from bot.play.standings import ratings
from bot.play.table import Refused, Table
from bot.play.transactions import Env
from rules import engine
from rules.contract import Fact, Outcome, PublicView, SeatView
from rules.engine import Entry
from storage.listed import Duty
from storage.rows import ABANDONED, SeatRow


class Seen(Veiled, frozen=True):
    """A position as everybody sees it."""

    table: Table
    number: int
    view: PublicView
    outcome: Outcome | None
    waiting: tuple[int, ...]
    """Seats that are waited for; empty if the position is not the current one."""
    given_up: bool = False
    """Its players, or whoever manages the server, have ended the game."""
    told: tuple[Fact, ...] = ()
    """Once it is over, all that everybody was told and was not taken back."""
    course: Course = ()
    """Then also how many points each seat had after which move."""


class Moved(Veiled, frozen=True):
    """The last public move: the positions before and after it, and what everybody was told of it."""

    before: PublicView
    after: PublicView
    facts: tuple[Fact, ...]


class Told(Veiled, frozen=True):
    """A line of the log, and when it was told."""

    entry: Entry
    at: int
    """0 if that is not known."""
    own: bool
    """It is the reader's own move."""
    version: int
    """That of the commit of which it tells."""
    seats: tuple[SeatRow, ...]
    """Who sat where when it was made."""


class Hand(Veiled, frozen=True):
    """What only a seat sees."""

    table: Table
    seat: int
    view: SeatView
    public: PublicView


def board(table: Table) -> Seen | Refusal:
    """Returns the position now."""
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return refused.answer
    rules, position = table.rules, table.position
    given_up = table.status == ABANDONED
    outcome = rules.outcome(position.state)
    return Seen(table, position.number, rules.public(position.state), outcome, engine.waiting(position), given_up)


async def board_at(table: Table, number: int | None, env: Env) -> Seen | Refusal:
    """Returns the position right after a public move; the present one if none is named."""
    now = board(table)
    if not isinstance(now, Seen):
        return now
    if number is None or number == now.number:
        if now.outcome is None:
            return now
        return replace(now, told=await told_to_all(table, env), course=await course_of(table, env))
    rules, records = table.rules, await env.store.records(table.id)
    try:
        state = await walked(records, engine.at_number, rules, records, number)
    except engine.BeforeCheckpoint:
        return BeforeTheUpdate(number)
    if state is None:
        return NoSuchMove(number, now.number)
    return Seen(table, number, rules.public(state), rules.outcome(state), ())


async def last_move(table: Table, env: Env) -> Moved | None:
    """Returns None before the first move, and where the position before it can no longer be made."""
    now = board(table)
    before = await board_at(table, table.position.number - 1, env) if isinstance(now, Seen) and now.number else None
    if not isinstance(now, Seen) or not isinstance(before, Seen):
        return None
    entries = [entry for entry in await log_of(table, None, env) if entry.number == now.number and not entry.undone]
    return Moved(before.view, now.view, tuple(fact for entry in entries for fact in entry.facts))


async def log(table: Table, user: int, env: Env) -> tuple[Entry, ...] | Refusal:
    """Returns the log as this person may know it: with what their own seat was told, if they have one."""
    lines = await told(table, user, env)
    return tuple(line.entry for line in lines) if isinstance(lines, tuple) else lines


async def told(table: Table, user: int, env: Env) -> tuple[Told, ...] | Refusal:
    """Returns the same with the time of each line.

    Who sits there reads the log of their seat from the beginning, who has passed it on what they were told in it.
    """
    try:
        table.refuse_without_log()
    except Refused as refused:
        return refused.answer
    return await told_in(table, table.tenure(user), env)


async def told_in(table: Table, sat: Tenure | None, env: Env) -> tuple[Told, ...]:
    """Returns the log as somebody may know it of their time in a seat, or with None a spectator."""
    lines = [engine.decode_line(table.rules, line) for line in await env.store.log(table.id)]
    times, versions = await env.store.log_times(table.id), await env.store.log_versions(table.id)
    found = zip(engine.entries(lines, *_reading(sat, versions)), times, versions, strict=True)
    return tuple(
        Told(entry, at, _is_own(entry, version, sat), version, occupants.at(table.loaded.occupants, version))
        for entry, at, version in found
        if entry
    )


def _reading(sat: Tenure | None, versions: Sequence[int]) -> tuple[int | None, int | None]:
    """Returns as which seat a log is read, and how many of its lines; None for nobody's, and for all."""
    if sat is None:
        return None, None
    return sat.row.seat, None if sat.until is None else bisect_right(versions, sat.until)


def _is_own(entry: Entry, version: int, sat: Tenure | None) -> bool:
    """Has this person played it, and not somebody else in their seat?"""
    if sat is None or entry.seat != sat.row.seat or (sat.row.nth and version <= sat.row.from_version):
        return False
    return sat.until is None or version <= sat.until


async def log_of(table: Table, seat: int | None, env: Env) -> tuple[Entry, ...]:
    """Returns the log as a seat, or with None a spectator, may know it: each line as it was told at its time."""
    lines = [engine.decode_line(table.rules, line) for line in await env.store.log(table.id)]
    return engine.read_log(lines, seat)


async def told_to_all(table: Table, env: Env) -> tuple[Fact, ...]:
    """Returns all that everybody was told of a game and was not taken back."""
    return tuple(fact for entry in await log_of(table, None, env) if not entry.undone for fact in entry.facts)


async def course_of(table: Table, env: Env) -> Course:
    """Returns how the points of a game came about."""
    reel = await env.reels.of(table, env.store)
    return await asyncio.to_thread(course, table.rules, reel, table.game.points)


async def rated(table: Table, env: Env) -> tuple[tuple[int, int, int], ...]:
    """Returns seats with their ratings before and after a finished game."""
    return await ratings.changes(env, table)


def hand(table: Table, user: int) -> Hand | Refusal:
    try:
        table.refuse_unless_begun()
        seat = table.seat_of(user).seat
    except Refused as refused:
        return refused.answer
    rules, state = table.rules, table.position.state
    return Hand(table, seat, rules.private(state, seat), rules.public(state))


async def turns(user: int, env: Env) -> tuple[Duty, ...]:
    """Returns the tables over all servers that wait for a person: who is late soonest first, then who waits longest."""
    asked = [duty for duty in await env.store.duties(user) if duty.asked]
    return tuple(sorted(asked, key=lambda duty: (not duty.due, duty.due, duty.asked_at, duty.table.created_at)))


async def duties(user: int, env: Env) -> tuple[Duty, ...]:
    """Returns a person's tables over all servers, those that wait for them first."""
    found = await env.store.duties(user)
    return tuple(sorted(found, key=lambda duty: (not duty.asked, duty.table.created_at)))
