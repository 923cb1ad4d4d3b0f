"""The house sits in for a person whose time is used up, if their table wants it so, and gives the seat back.

The seat stays its person's. Their next move, plan or press on *I am back* brings it back: at once where nothing is
being thought for it, else after that move; looking brings nothing back. Who is missing at a sealed question is nobody's
to know before it is settled: the house answers for all of them in one run, and marks them afterwards.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from msgspec.structs import replace

from bot.play import limits
from bot.play.clocks import due_rows, seat_clocks
from bot.play.outbox_bodies import NoticeBody, notice
from bot.play.table import Refused, Table
from bot.play.time_answers import Back, LetHouse, NotLate, NotSatIn, NoVote
from bot.play.transactions import Action, Decision, Env, Keep, change_of, use_case
from storage.clocks import ALL, HOUSE_PLAYS, Ballot
from storage.rows import HOUSE, ORDER, RUNNING, Change, DueRow, SeatRow

P = ParamSpec("P")


# ── the house begins ──


def sat_in(table: Table, env: Env, seat: int) -> Change:
    """Returns the change by which the house begins to play for a seat."""
    clock = seat_clocks.sat_in(table, seat, env.now(), env.outages)
    seats = tuple(replace(row, house=table.stand_in) if row.seat == seat else row for row in table.seats)
    row = replace(table.row, clocks=seat_clocks.with_clock(table.row.clocks, replace(clock, late_at=0)))
    after = table.after(change_of(table, env, table=row, seats=seats))
    dues = tuple(due for due in table.dues if (due.kind, due.seat) != (ORDER, seat))
    after = after.after(change_of(after, env, dues=(*dues, *_answering(after, env, (seat,)))))
    told = notice(env.now(), NoticeBody("sits-in", seat=seat))
    dues = due_rows.with_late(after, env.outages, env.now())
    return change_of(table, env, table=row, seats=seats, dues=dues, rows=(told,), silent=True)


def answers_for_all(table: Table, env: Env) -> Change:
    """Returns the change by which the house answers a sealed question for all who are missing, at one time."""
    sealed = table.row.clocks.sealed
    missing = tuple(q.seat for q in table.questions if q.sealed and q.required and q.seat in table.asked_users)
    row = replace(table.row, clocks=replace(table.row.clocks, sealed=sealed and replace(sealed, by_house=True)))
    dues = tuple(due for due in table.dues if due.kind != ORDER or due.seat not in missing)
    return change_of(table, env, table=row, dues=(*dues, *_answering(table, env, missing)), silent=True)


def _answering(table: Table, env: Env, seats: tuple[int, ...]) -> tuple[DueRow, ...]:
    at = env.now() + env.drawn_soon()
    asked = [q for q in table.questions if q.seat in seats and q.required]
    return tuple(DueRow(question.seat, question.since, at, HOUSE) for question in asked)


def marked(table: Table, env: Env, change: Change, seats: set[int]) -> Change:
    """Returns a change by which a sealed question is settled, with the seats marked that the house answered for."""
    now_seats = change.seats if change.seats is not None else table.seats
    fresh = {
        row.seat for row in now_seats if row.seat in seats and row.is_person and not row.house and not row.resigned
    }
    if not fresh or any(question.sealed for question in change.questions or ()):
        return change
    marked_seats = tuple(replace(row, house=table.stand_in) if row.seat in fresh else row for row in now_seats)
    told = tuple(notice(change.now, NoticeBody("sits-in", seat=seat)) for seat in sorted(fresh))
    change = replace(change, seats=marked_seats, rows=(*change.rows, *told))
    after = table.after(change)
    dues = (*due_rows.with_late(after, env.outages, env.now()), *_answering(after, env, tuple(fresh)))
    return replace(change, dues=dues)


# ── the others let it ──


@use_case
async def let(table: Table, action: Action, env: Env, about: int) -> Decision:
    """Votes for the house to play for a late seat, or with ALL for all who are missing at a sealed question."""
    table.refuse_unless_running()
    own = table.seat_of(action.user).seat
    if not is_late(table, about) or env.thinker is None:
        raise Refused(NotLate())
    if about == own:
        raise Refused(NoVote())
    vote = Ballot(HOUSE_PLAYS, about, own)
    ballots = (*(other for other in table.row.clocks.ballots if other != vote), vote)
    votes = sum((other.what, other.about) == (HOUSE_PLAYS, about) for other in ballots)
    wanted = votes_wanted(table)
    row = replace(table.row, clocks=replace(table.row.clocks, ballots=ballots, acted_at=env.now()))
    if votes < wanted:
        return Decision(change_of(table, env, table=row), LetHouse(votes, wanted))
    voted = table.after(change_of(table, env, table=row))
    change = answers_for_all(voted, env) if about == ALL else sat_in(voted, env, about)
    return Decision(replace(change, expect=table.row.rev, silent=False), LetHouse(votes, wanted))


def votes_wanted(table: Table) -> int:
    """Returns how many have to press: more than half of all the others."""
    return max(1, (len(table.users) - 1) // 2 + 1)


def is_late(table: Table, about: int) -> bool:
    """Is the time of a seat, or with ALL that of a sealed question, used up, and does nobody play for it yet?

    A seat of which only a sealed answer is waited for has the time that all have for that.
    """
    if about == ALL:
        sealed = table.row.clocks.sealed
        return sealed is not None and bool(sealed.late_at) and not sealed.by_house
    asked = any(q.seat == about and q.required and not q.sealed for q in table.questions)
    return asked and bool(table.clock(about).late_at) and about in table.asked_users


# ── the person is back ──


@use_case
async def come_back(table: Table, action: Action, env: Env) -> Decision:
    """Gives the seat back to who presses."""
    table.refuse_unless_running()
    seat = table.seat_of(action.user)
    if not table.is_sat_in(seat.seat):
        raise Refused(NotSatIn())
    change = _back(table, env, seat)
    told = () if is_thought_for(table, env, seat.seat) else (notice(env.now(), NoticeBody("back", seat=seat.seat)),)
    return Decision(replace(change, rows=told), Back(soon=is_thought_for(table, env, seat.seat)))


def is_thought_for(table: Table, env: Env, seat: int) -> bool:
    """Is the house thinking of a move of the seat? It does so a little ahead of when the move becomes visible."""
    late = env.now() + limits.SOON_MS[1]
    return any(due.kind == HOUSE and due.seat == seat and due.at <= late for due in table.dues)


def _back(table: Table, env: Env, seat: SeatRow) -> Change:
    if is_thought_for(table, env, seat.seat):
        soon = replace(table.clock(seat.seat), back=True)
        row = replace(table.row, clocks=seat_clocks.with_clock(table.row.clocks, soon))
        return change_of(table, env, table=row)
    return returned(table, env, {seat.seat})


def returned(table: Table, env: Env, seats: set[int]) -> Change:
    """Returns the change by which seats are their persons' again."""
    row, questions = table.row, table.questions
    for seat in sorted(seats):
        row = replace(row, clocks=seat_clocks.with_clock(row.clocks, seat_clocks.given_back(table, seat)))
        again = seat_clocks.asked_again(table, seat, env.now(), env.outages)
        asked = {(q.seat, q.since): q for q in again if q.seat == seat}
        questions = tuple(asked.get((q.seat, q.since), q) for q in questions)
    back = tuple(replace(row_, house="") if row_.seat in seats else row_ for row_ in table.seats)
    dues = tuple(due for due in table.dues if due.kind != HOUSE or due.seat not in seats)
    change = change_of(table, env, table=row, seats=back, questions=questions, dues=dues)
    return replace(change, dues=due_rows.with_late(table.after(change), env.outages, env.now()))


def back_after(table: Table, env: Env, change: Change) -> Change:
    """Returns what the house has played, and the seats given back whose persons came while it thought."""
    after = table.after(change)
    seats = {clock.seat for clock in after.row.clocks.seats if clock.back and after.is_sat_in(clock.seat)}
    if not seats or after.status != table.status:
        return change
    back = returned(after, env, seats)
    told = tuple(notice(env.now(), NoticeBody("back", seat=seat)) for seat in sorted(seats))
    return replace(
        change,
        table=back.table,
        seats=back.seats,
        questions=back.questions,
        dues=back.dues,
        rows=(*change.rows, *told),
    )


def by_its_person(
    decide: Callable[Concatenate[Table, Action, Env, P], Awaitable[Decision]],
) -> Callable[Concatenate[Table, Action, Env, P], Awaitable[Decision]]:
    """Lets a move or a plan of somebody for whom the house sits in bring their seat back, and count on top of that."""

    @wraps(decide)
    async def done(table: Table, action: Action, env: Env, *given: P.args, **named: P.kwargs) -> Decision:
        seat = next((row for row in table.seats if row.user == action.user and table.is_sat_in(row.seat)), None)
        if seat is None or table.status != RUNNING:
            return await decide(table, action, env, *given, **named)
        change = _back(table, env, seat)
        if is_thought_for(table, env, seat.seat):
            return Decision(change, Back(soon=True))
        after = table.after(change)
        try:
            decision = await decide(after, action, env, *given, **named)
        except Refused:
            return Decision(change, Back())
        if isinstance(decision.change, Change):
            whole = replace(decision.change, expect=table.row.rev)
            whole = replace(whole, seats=change.seats) if whole.seats is None else whole
            return replace(decision, change=replace(whole, dues=change.dues) if whole.dues is None else whole)
        drafts = (decision.change.draft,) if isinstance(decision.change, Keep) and decision.change.draft else ()
        return Decision(replace(change, drafts=drafts), Back())

    return done
