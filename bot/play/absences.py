"""Being away: a person says until when, and the deadlines of all their tables move."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.play.clocks import absence
from bot.play.clocks.quiet_hours import zone_of
from bot.play.preferences import BACK_BY_MOVE, wishing
from bot.play.timed import lateness
from bot.play.transactions import Action, Transactions
from storage.agenda import RECKON
from storage.rows import RUNNING, Person

AFTER_KILL_MS: Final = 10_000
"""So long after a change the deadlines that follow are worked out, if the process that does so is killed before."""


class Why(Enum):
    """Why somebody cannot be away as they wish."""

    UNREADABLE = "unreadable"
    PAST = "past"
    LONG = "long"
    BUDGET = "budget"
    FAR = "far"
    NOT_AWAY = "not-away"


class Absent(Struct, frozen=True):
    """When somebody is away, and what is left of their budget for this year, in milliseconds."""

    begin: int
    end: int
    left: int
    by_move: bool = False
    """Their next move ends it."""


async def go(
    transactions: Transactions, user: int, until: str, since: str = "", *, by_move: bool = False
) -> Absent | Why:
    """Notes that somebody is away until a date or for so many days, at once or from a date on.

    `by_move`: their next move that everybody sees ends it, if that comes sooner. A sealed answer does not: that would
    tell of it.
    """
    env = transactions.env
    person, now = await env.store.person(user), env.now()
    span = _span(until, since, zone_of(person.settings), now)
    if isinstance(span, Why):
        return span
    others = tuple(one for one in absence.kept(person.away, now) if not (one[0] < span[1] and span[0] < one[1]))
    others = (*others, *_past_of(person.away, now, span))
    left = absence.left(others, *span) - (span[1] - span[0])
    if left < 0:
        return Why.BUDGET
    person = wishing(person, BACK_BY_MOVE, on=by_move)
    await _save(transactions, person, (*others, span))
    return Absent(*span, left, by_move)


def _span(until: str, since: str, zone: str, now: int) -> tuple[int, int] | Why:
    first = absence.date_of(since, zone) if since.strip() else None
    if since.strip() and first is None:
        return Why.UNREADABLE
    begin = now if first is None else max(now, int(first.timestamp()) * 1000)
    end = absence.moment(until, zone, begin)
    if end is None:
        return Why.UNREADABLE
    if end <= begin:
        return Why.PAST
    if begin - now > absence.AHEAD:
        return Why.FAR
    return Why.LONG if end - begin > absence.LONGEST else (begin, end)


def _past_of(spans: Sequence[tuple[int, int]], now: int, span: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Returns what has passed of absences that a new one takes the place of: it stays used."""
    return tuple((a, min(b, now)) for a, b in spans if a < now and a < span[1] and span[0] < b)


async def come_back(transactions: Transactions, user: int) -> Absent | Why:
    """Ends an absence, also one that has not begun."""
    env = transactions.env
    person, now = await env.store.person(user), env.now()
    if not any(end > now for _, end in person.away):
        return Why.NOT_AWAY
    left = tuple((a, min(b, now)) for a, b in person.away if a < now)
    await _save(transactions, person, left)
    return Absent(now, now, absence.left(left, now, now + 1))


async def _save(transactions: Transactions, person: Person, spans: Sequence[tuple[int, int]]) -> None:
    await save(transactions, replace(person, away=absence.kept(spans, transactions.env.now())))


async def save(transactions: Transactions, person: Person) -> None:
    """Keeps a person whose absence or quiet hours have changed, and works out what follows, also after a kill."""
    store = transactions.env.store
    await store.set_agenda(person.user, RECKON, transactions.env.now() + AFTER_KILL_MS)
    await store.save_person(person)
    await moved(transactions, person.user)


async def moved(transactions: Transactions, user: int) -> int:
    """Works out anew the deadlines of all tables of somebody who is away, is back, or is quiet at other hours."""
    store = transactions.env.store
    running = [duty.table.id for duty in await store.duties(user) if duty.table.status == RUNNING]
    for table in running:
        await transactions.run(table, Action(0), lateness.look_again())
    await store.set_agenda(user, RECKON, 0)
    return len(running)
