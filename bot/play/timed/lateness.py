"""What happens once a deadline has passed: as the table has agreed, nothing, a vote, or the house plays.

A due row's time is the earliest that it can be. Here it is worked out what it is in truth; mostly the row is moved on.
"""

from msgspec.structs import replace

from bot.play.answers import AlreadyPlayed, OrderSet
from bot.play.clocks import due_rows
from bot.play.clocks.deadlines import Deadline, deadlines, pace_of
from bot.play.clocks.paces import ABANDONED_MS
from bot.play.house.terms import AT_ONCE, LATE, VOTE
from bot.play.outbox_bodies import LateBody, NoticeBody, notice, row
from bot.play.seating import leaving, sitting_in
from bot.play.table import Refused, Table
from bot.play.timed import reminders
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from storage import rows
from storage.clocks import Clocks
from storage.rows import RUNNING, Change, DueRow

UNREACHED_MS = 30_000
"""Nothing passes while Discord is out of reach; so much later it is looked at again."""


@use_case
async def pass_(table: Table, _action: Action, env: Env, seat: int, since: int) -> Decision:
    """Lets a deadline pass, if it has in truth; called by the clock."""
    found = [due for due in table.dues if (due.kind, due.seat, due.since) == (rows.LATE, seat, since)]
    if not found or found[0].at > env.now():
        raise Refused(AlreadyPlayed())
    return Decision(replace(_passed(table, env, found[0]), silent=True), OrderSet(""))


@use_case
async def give_up(table: Table, _action: Action, env: Env) -> Decision:
    """Gives a table up at which nobody hurries, if nobody has played there for long; called by the clock."""
    found = [due for due in table.dues if due.kind == rows.SILENCE]
    if not found or found[0].at > env.now():
        raise Refused(AlreadyPlayed())
    if table.status != RUNNING or pace_of(table) is not None:
        change = _moved(table, env, found[0], 0)
    elif env.reached():
        change = _given_up(table, env, found[0])
    else:
        change = _moved(table, env, found[0], env.now() + UNREACHED_MS)
    return Decision(replace(change, silent=True), OrderSet(""))


async def watch_silence(env: Env) -> int:
    """Gives tables from before silence had an end as long as others, from now on; returns how many there were."""
    return await env.store.watch_silence(env.now() + ABANDONED_MS)


def _passed(table: Table, env: Env, due: DueRow) -> Change:
    now = env.now()
    meant = next((one for one in deadlines(table, env.outages, now) if one.key == (due.seat, due.since)), None)
    if table.status != RUNNING or meant is None or not meant.at:
        return _moved(table, env, due, 0)
    if not env.reached():
        return _moved(table, env, due, now + UNREACHED_MS)
    if meant.late_at:
        return _given_up(table, env, due)
    if meant.at > now or not meant.called:
        return _moved(table, env, due, max(meant.at, now + UNREACHED_MS))
    return _late(table, env, meant)


def _given_up(table: Table, env: Env, due: DueRow) -> Change:
    """Gives a table up, if it has been silent for long enough."""
    over = due_rows.abandoned_at(table, env.outages)
    return leaving.abandoned(table, env) if over <= env.now() else _moved(table, env, due, over)


def _moved(table: Table, env: Env, due: DueRow, at: int) -> Change:
    """Returns the row at another time; without a time it is gone."""
    others = tuple(row for row in table.dues if row is not due)
    return change_of(table, env, dues=(*others, replace(due, at=at)) if at else others)


def _late(table: Table, env: Env, deadline: Deadline) -> Change:
    now, wanted = env.now(), table.term(LATE) if env.thinker is not None else ""
    marked = replace(table.row, clocks=_marked(table.row.clocks, deadline, now))
    change = change_of(table, env, table=marked)
    late = table.after(change)
    change = replace(change, dues=due_rows.with_late(late, env.outages, now))
    if wanted == VOTE:
        told = row(now // 1000, LateBody(deadline.seats, deadline.since, deadline.sealed, now))
        return replace(change, rows=(told,))
    if wanted != AT_ONCE:
        return change
    late = table.after(change)
    done = sitting_in.answers_for_all(late, env) if deadline.sealed else sitting_in.sat_in(late, env, deadline.seats[0])
    return replace(done, expect=table.row.rev)


def _marked(clocks: Clocks, deadline: Deadline, now: int) -> Clocks:
    if deadline.sealed:
        return replace(clocks, sealed=clocks.sealed and replace(clocks.sealed, late_at=now))
    seats = tuple(replace(one, late_at=now) if one.seat in deadline.seats else one for one in clocks.seats)
    return replace(clocks, seats=seats)


@use_case
async def look_again(table: Table, _action: Action, env: Env, moved: int = 0) -> Decision:
    """Works the deadlines and reminders of a table out anew: something that they follow from has changed beside it.

    `moved`: for so many milliseconds nothing could be done, which is told.
    """
    if table.status != RUNNING:
        raise Refused(AlreadyPlayed())
    dues = reminders.anew(table, due_rows.with_late(table, env.outages, env.now()), env)
    tells = moved and pace_of(table) is not None
    told = (notice(env.now(), NoticeBody("downtime", votes=moved // 60_000)),) if tells else ()
    if set(dues) == set(table.dues) and not told:
        raise Refused(AlreadyPlayed())
    return Decision(change_of(table, env, dues=dues, rows=told, silent=True), OrderSet(""))
