"""Being away: a person says until when, and the deadlines of all their tables move."""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.play.clocks import absence
from bot.play.clocks.quiet_hours import zone_of
from bot.play.people import profile
from bot.play.people.preferences import BACK_BY_MOVE, wishing
from bot.play.transactions import Transactions
from storage.rows import Person


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
    now = transactions.env.now()
    found: list[Absent | Why] = []

    def wanted(person: Person) -> Person | None:
        away, changed = _gone(person, until, since, now, by_move=by_move)
        found.append(away)
        return changed

    await profile.change(transactions, user, wanted)
    return found[-1]


def _gone(person: Person, until: str, since: str, now: int, *, by_move: bool) -> tuple[Absent | Why, Person | None]:
    """Returns when somebody is away then, and them as they are to be kept; or why they cannot be."""
    span = _span(until, since, zone_of(person.settings), now)
    if isinstance(span, Why):
        return span, None
    others = tuple(one for one in absence.kept(person.away, now) if not (one[0] < span[1] and span[0] < one[1]))
    others = (*others, *_past_of(person.away, now, span))
    left = absence.left(others, *span) - (span[1] - span[0])
    if left < 0:
        return Why.BUDGET, None
    changed = replace(wishing(person, BACK_BY_MOVE, on=by_move), away=absence.kept((*others, span), now))
    return Absent(*span, left, by_move), changed


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
    now = transactions.env.now()
    found: list[Absent | Why] = []

    def wanted(person: Person) -> Person | None:
        if not any(end > now for _, end in person.away):
            found.append(Why.NOT_AWAY)
            return None
        left = tuple((a, min(b, now)) for a, b in person.away if a < now)
        found.append(Absent(now, now, absence.left(left, now, now + 1)))
        return replace(person, away=absence.kept(left, now))

    await profile.change(transactions, user, wanted)
    return found[-1]
