"""Being away: a person says until when, and the deadlines of all their tables move."""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.play.clocks import absence
from bot.play.clocks.quiet_hours import zone_of
from bot.play.timed import lateness
from bot.play.transactions import Action, Transactions
from storage.rows import RUNNING, Person


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


async def go(transactions: Transactions, user: int, until: str, since: str = "") -> Absent | Why:
    """Notes that somebody is away until a date or for so many days, at once or from a date on."""
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
    await _save(transactions, person, (*others, span))
    return Absent(*span, left)


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
    now = transactions.env.now()
    await transactions.env.store.save_person(replace(person, away=absence.kept(spans, now)))
    await moved(transactions, person.user)


async def moved(transactions: Transactions, user: int) -> None:
    """Works out anew the deadlines of all tables of somebody who is away, is back, or is quiet at other hours."""
    for duty in await transactions.env.store.duties(user):
        if duty.table.status == RUNNING:
            await transactions.run(duty.table.id, Action(0), lateness.look_again())
