"""Reminders: whoever keeps a table waiting is told so, at their own pace, in the thread or by direct message.

A due row is the earliest time of the next one; when it has come, it is worked out anew what that time is, and the row
moves on. The reminder and how much of the time it was given for (`n`) are written in one transaction, so that each is
given once, also where meanwhile somebody else is reminded, or by another rule.

Of a sealed question the thread names all who are asked, at times that depend on no answer, and pings alike whoever has
answered. What depends on one person goes to that person alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, takewhile
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.play import limits
from bot.play.answers import AlreadyPlayed, OrderSet
from bot.play.clocks import absence
from bot.play.clocks.deadlines import SMALL, deadlines, pace_of, used_at, used_before
from bot.play.clocks.paces import LIVE
from bot.play.clocks.peace import quiet_hours
from bot.play.clocks.quiet_hours import lifted
from bot.play.house.terms import PACE
from bot.play.outbox_bodies import CLOCK, NudgeBody, ReminderBody, row
from bot.play.people.preferences import BY_DM, DAILY, HALF, OFF, REMIND
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from storage.rows import NONE, RUNNING, DueRow, OutRow, Question
from storage.rows import REMIND as KIND

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
SILENCES: Final = tuple(limits.SILENCE_MS + weeks * 7 * DAY for weeks in range(4))
"""After so long where nobody hurries: after three days, then weekly, four times in all."""
COUNTED: Final = 300
"""Less than any share of any time, in seconds."""
LOOKED_MS: Final = 10 * 60_000
"""Whoever has had the panel open for less than this needs no reminder."""


class Wait(NamedTuple):
    """What a table waits for: an answer of one seat, or of all who are asked a sealed question."""

    seats: tuple[int, ...]
    since: int
    sealed: bool
    began: int
    """When it was asked."""


def waits(table: Table) -> tuple[Wait, ...]:
    """Returns what a running table waits for people to do, as everybody may know it."""
    if table.status != RUNNING:
        return ()
    asked = [question for question in table.questions if question.seat in table.users]
    alone = [q for q in asked if q.required and not q.sealed and q.seat in table.asked_users]
    own = [Wait((q.seat,), q.since, False, q.asked_at) for q in alone]
    sealed = [question for question in asked if question.sealed]
    if any(question.required for question in sealed):
        own.append(_of_all(sealed))
    return tuple(own)


def _of_all(sealed: Sequence[Question]) -> Wait:
    seats = tuple(sorted(question.seat for question in sealed))
    return Wait(seats, min(q.since for q in sealed), True, min(q.asked_at for q in sealed))


def rows(table: Table, env: Env) -> tuple[DueRow, ...]:
    """Returns the rows of a table's reminders: those that it has, of what is still waited for, and others.

    Of a time that is over already when something is asked, as in a turn that goes on, nobody is reminded again.
    """
    known = {(due.seat, due.since): due for due in table.dues if due.kind == KIND}
    found: list[DueRow] = []
    for wait in waits(table):
        for seat in _addressed(table, wait):
            row = known.get((seat, wait.since)) or _first(table, wait, seat, env)
            found += [row] if row is not None else []
    return tuple(found)


def anew(table: Table, dues: Sequence[DueRow], env: Env) -> tuple[DueRow, ...]:
    """Returns what falls due at a table where somebody else is reminded now, or by another rule.

    What is to come may come sooner by that; what such a rule would have given before is not given any more.
    """
    waited = {(seat, wait.since): wait for wait in waits(table) for seat in _addressed(table, wait)}
    found = (_sooner(table, waited[row.seat, row.since], row, env) for row in rows(table, env))
    return (*(due for due in dues if due.kind != KIND), *found)


def _sooner(table: Table, wait: Wait, row: DueRow, env: Env) -> DueRow:
    now = env.now()
    times = _to_come(instants(table, wait, row.seat, env), row.n)
    if row.at > now >= _disturbed(table, env, row.seat, now):  # nothing of what has come is still to be given
        row = replace(row, n=max([row.n, *(one.mark for one in times if one.at <= now)]))
    return replace(row, at=min([row.at, *(one.at for one in times if one.at > now)]))


def _first(table: Table, wait: Wait, seat: int, env: Env) -> DueRow | None:
    """Returns the row of the first reminder that is still to come."""
    now, seats = env.now(), _seats(table, wait, seat)
    passed, given = 0, 0
    if not wait.sealed and table.row.turn == seat and table.term(PACE) != LIVE:
        given = table.clock(seat).used + SMALL  # of a turn that goes on short outages are counted anew
    for mark, (time, _) in sorted(_marks(table, wait, seats, env).items()):
        if time > now and mark * 1000 > given:
            return DueRow(seat, wait.since, _awake(table, seats, time), KIND, passed)
        passed = mark
    return None


def _addressed(table: Table, wait: Wait) -> tuple[int, ...]:
    """Returns to which seats reminders go, NONE for the thread of all who are asked a sealed question."""
    if not wait.sealed:
        return wait.seats
    open_ = {question.seat for question in table.questions if question.sealed and question.required}
    alone = tuple(seat for seat in wait.seats if seat in open_ and is_by_dm(table, seat))
    return (NONE, *alone) if called(table, wait) else alone


def called(table: Table, wait: Wait) -> tuple[int, ...]:
    """Returns the seats whose people are pinged in the thread, whether they have answered or not."""
    return tuple(seat for seat in wait.seats if _rule(table, seat) != OFF and not is_by_dm(table, seat))


def is_by_dm(table: Table, seat: int) -> bool:
    """Is the person of a seat reminded by direct message? Not while those do not reach them."""
    return BY_DM in table.settings(seat) and table.users.get(seat) not in table.loaded.unreachable


def _rule(table: Table, seat: int) -> str:
    return dict(table.settings(seat)).get(REMIND, "")


class Instant(NamedTuple):
    """When somebody is reminded, and who."""

    at: int
    seats: tuple[int, ...]
    time: int
    """What `at` was before it was moved out of quiet hours."""
    mark: int
    """For how much of the time, in seconds, which no outage, absence or clock that is set changes."""


def instants(table: Table, wait: Wait, seat: int, env: Env) -> tuple[Instant, ...]:
    """Returns when somebody is reminded, as it stands now; with NONE those who are called in the thread.

    They are called together where their times are one; nobody is called at a time of others alone.
    """
    seats = _seats(table, wait, seat)
    marks = sorted(_marks(table, wait, seats, env).items())
    return tuple(Instant(_awake(table, seats, at), tuple(sorted(who)), at, mark) for mark, (at, who) in marks)


def _to_come(times: Sequence[Instant], n: int) -> tuple[Instant, ...]:
    """Returns those that have not been given. What an older version has noted is how many have."""
    return tuple(times[n:]) if n < COUNTED else tuple(one for one in times if one.mark > n)


def _seats(table: Table, wait: Wait, seat: int) -> tuple[int, ...]:
    return called(table, wait) if seat == NONE else (seat,)


def _marks(table: Table, wait: Wait, seats: Sequence[int], env: Env) -> dict[int, tuple[int, list[int]]]:
    """Returns for how much of the time these are reminded, when that is but for quiet hours, and who then."""
    found: dict[int, tuple[int, list[int]]] = {}
    for rule in sorted({_rule(table, one) for one in seats} - {OFF}):
        who = [one for one in seats if _rule(table, one) == rule]
        for amount, at in _times(table, wait, rule, env):
            found.setdefault(amount // 1000, (at, []))[1].extend(who)
    return found


def _times(table: Table, wait: Wait, rule: str, env: Env) -> list[tuple[int, int]]:
    """Returns for how much of the time somebody with this rule is reminded, and when."""
    pace = pace_of(table)
    if pace is None:
        return [(silence, wait.began + silence) for silence in SILENCES]
    now, outages = env.now(), env.outages
    found = [one for one in deadlines(table, outages, now) if (one.since, one.sealed) == (wait.since, wait.sealed)]
    if not found or not found[0].at:
        return []
    deadline, used = found[0], used_before(table, found[0])

    def given(amounts: Iterable[int]) -> Iterator[tuple[int, int]]:
        return ((amount, used_at(table, deadline, amount, outages, now)) for amount in amounts)

    daily = takewhile(lambda one: one[1] < deadline.at, given(used + days * DAY for days in count(1)))
    days = list(daily) if rule == DAILY else []
    return days or list(given(pace.due * percent // 100 for percent in ((50, 80) if rule == HALF else (80,))))


def _awake(table: Table, seats: Sequence[int], at: int) -> int:
    """Returns a moment moved out of the quiet hours of all of these, unless there is always one who has them."""
    for _ in seats:
        at = max(lifted(quiet_hours(table, table.settings(seat)), at) for seat in seats)
    return at


@use_case
async def remind(table: Table, _action: Action, env: Env, seat: int, since: int) -> Decision:
    """Reminds, if its time has come in truth; called by the clock."""
    found = next((due for due in table.dues if (due.kind, due.seat, due.since) == (KIND, seat, since)), None)
    if found is None or found.at > env.now():
        raise Refused(AlreadyPlayed())
    wait = next((one for one in waits(table) if one.since == since and (seat == NONE or seat in one.seats)), None)
    if wait is None:
        return _moved(table, env, found, None)
    times = _to_come(instants(table, wait, seat, env), found.n)
    return _reminded(table, env, found, wait, times) if times else _moved(table, env, found, _given(table, found, env))


def _given(table: Table, row: DueRow, env: Env) -> DueRow | None:
    """Returns the row once all is given: it stays until the deadline is over.

    Who reminded right before an outage, for a time that this has moved, would else do so once more after it.
    """
    found = [one for one in deadlines(table, env.outages, env.now()) if row.since == one.since and one.at > env.now()]
    return replace(row, at=found[0].at) if found else None


def _reminded(table: Table, env: Env, due: DueRow, wait: Wait, times: Sequence[Instant]) -> Decision:
    """`times`: those that have not been given. What has come meanwhile is given at once."""
    now = env.now()
    at = max(times[0].at, _disturbed(table, env, due.seat, now))
    if at > now:
        return _moved(table, env, due, replace(due, at=at))
    later = next((n for n in range(1, len(times)) if times[n].at > now), len(times))
    given = times[:later]
    noted = replace(due, n=given[-1].mark)
    after = replace(noted, at=times[later].at) if later < len(times) else _given(table, noted, env)
    seats = tuple(sorted({seat for one in given for seat in one.seats}))
    return _moved(table, env, due, after, _told(table, wait, due.seat, now, seats))


@use_case
async def in_thread(table: Table, _action: Action, env: Env) -> Decision:
    """Reminds in the thread of a sealed question, too, once it turns out that direct messages do not reach somebody.

    They have been asked by one, whoever has answered, so that it tells nothing of that.
    """
    known = {(due.seat, due.since) for due in table.dues if due.kind == KIND}
    fresh = tuple(due for due in rows(table, env) if due.seat == NONE and (due.seat, due.since) not in known)
    if not fresh:
        raise Refused(AlreadyPlayed())
    return Decision(change_of(table, env, dues=(*table.dues, *fresh), silent=True), OrderSet(""))


def instead(table: Table, nudge: NudgeBody, now: int) -> OutRow | None:
    """Returns the reminder in the thread for one that a direct message could not bring.

    None for one of a sealed question, which would tell there who has not answered, and for what nobody waits for.
    """
    wait = next((one for one in waits(table) if one.since == nudge.since and nudge.seat in one.seats), None)
    if wait is None or wait.sealed:
        return None
    return row(now // 1000, ReminderBody(wait.seats, wait.since, (nudge.seat,)))


def _moved(table: Table, env: Env, due: DueRow, after: DueRow | None, told: tuple[OutRow, ...] = ()) -> Decision:
    others = tuple(other for other in table.dues if other is not due)
    dues = others if after is None else (*others, after)
    return Decision(change_of(table, env, dues=dues, rows=told, silent=True), OrderSet(""))


def _disturbed(table: Table, env: Env, seat: int, now: int) -> int:
    """Returns until when somebody is not to be reminded; of a sealed question's thread no panel is looked at."""
    if not env.reached():
        return now + MINUTE
    if table.loaded.parked_at:
        return now + HOUR
    paused = max((end for begin, end in table.row.clocks.pauses if begin <= now < end), default=0)
    if seat == NONE:
        return paused
    looked = env.looked.at(table.id, table.users.get(seat, 0))
    rests = looked + LOOKED_MS if now - LOOKED_MS < looked <= now else 0
    return max(paused, absence.until(table.away(seat), now), rests, _awake(table, (seat,), now))


def _told(table: Table, wait: Wait, seat: int, now: int, seats: tuple[int, ...]) -> tuple[OutRow, ...]:
    if seat == NONE or not is_by_dm(table, seat):
        alone = wait.sealed and seat != NONE  # in the thread that would tell who has not answered
        return () if alone else (row(now // 1000, ReminderBody(wait.seats, wait.since, seats)),)
    together = (now // HOUR + 1) * HOUR  # what falls due in one hour is one message
    told = row(now % CLOCK, NudgeBody(seat, wait.since), table.users[seat])
    return (told if table.term(PACE) == LIVE else replace(told, not_before=together),)
