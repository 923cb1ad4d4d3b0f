"""A seat passes on: offered by its sitter, or sought by the others, and taken by a press.

Until somebody has taken it, it is its sitter's, who is asked and plays on, and nobody else is shown anything of it.
From that press on the hand is the new person's alone: what the one before them planned and ordered is gone, and what
they were asked by direct message is settled. Nobody sees two hands: whoever has ever sat at the table in one seat takes
no other, and whoever has taken a seat over passes it on only after a move of their own. What a sitter gives away goes
on by the same clock.
"""

from typing import Final

from msgspec.structs import replace

from bot.play import answers, limits
from bot.play.changes import NO_FACTS
from bot.play.clocks import due_rows, seat_clocks
from bot.play.clocks.deadlines import pace_of
from bot.play.outbox_bodies import (
    CLOCK,
    TAKEN,
    BoardBody,
    ChannelBody,
    HandBody,
    NoticeBody,
    QuestionBody,
    SettledBody,
    row,
)
from bot.play.seating import openings
from bot.play.seating.lobby import refuse_too_many, sit
from bot.play.table import Refused, Table
from bot.play.timed import reminders
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from rules.engine.commits import MOVE
from storage.clocks import SEEK, Ballot, Clocks
from storage.rows import BEGINS, ENDS, OFFERED, REMIND, SOUGHT, VOTED, DueRow, OutRow, SeatRow

SUBSTITUTE: Final = "substitute"
"""How an occupant came to a seat: they took it over."""
FIRST: Final = -1
"""Stands for a seat that is not named: the one that the person may take."""


# ── opened ──


@use_case
async def offer(table: Table, action: Action, env: Env, to: int) -> Decision:
    """Lets a sitter offer their seat to one person, who is called in the thread."""
    own = await _own(table, action, env)
    if to == action.user or _has_sat_elsewhere(table, to, own.seat) or await env.store.was_here(table.id, to):
        raise Refused(answers.TheySatHere())
    _begin(env, action)
    return _opening(table, env, openings.opened(own, OFFERED, env.now(), to=to), answers.SeatOffered(to))


@use_case
async def seek(table: Table, action: Action, env: Env, channel: int) -> Decision:
    """Lets a sitter offer their seat to whoever comes first, by a card in that channel; 0 for the thread."""
    own = await _own(table, action, env)
    _begin(env, action)
    sought = openings.opened(own, SOUGHT, env.now(), channel=channel)
    return _opening(table, env, sought, answers.SeatOffered())


@use_case
async def keep(table: Table, action: Action, env: Env) -> Decision:
    """Lets a sitter keep the seat that is open, whoever has opened it."""
    table.refuse_unless_running()
    own = table.seat_of(action.user)
    if not own.opening:
        raise Refused(answers.NotOpen())
    seats = _with(table.seats, openings.shut(own))
    return Decision(change_of(table, env, seats=seats, rows=openings.card(own)), answers.SeatKept())


@use_case
async def vote(table: Table, action: Action, env: Env, seat: int, channel: int, *, for_it: bool) -> Decision:
    """Votes to look for somebody for a seat that is late, or was left to the house: more than half of the others."""
    table.refuse_unless_running()
    voter, sought = table.seat_of(action.user), _sought(table, seat, env)
    if sought.seat == voter.seat:
        raise Refused(answers.NotSought())
    clocks, mine = replace(table.row.clocks, acted_at=env.now()), Ballot(SEEK, seat, voter.seat)
    ballots = (*(ballot for ballot in clocks.ballots if ballot != mine), *([mine] if for_it else ()))
    votes, wanted = _counted(table, ballots, seat)
    answer = answers.SeekVoted(votes, wanted, for_it)
    if votes >= wanted and for_it:
        opened = openings.opened(sought, VOTED, env.now(), channel=channel)
        return _opening(table, env, opened, answer, _without(clocks, seat, ballots))
    told = row(env.now() % CLOCK, NoticeBody("seek", votes, wanted, seat))
    written = replace(table.row, clocks=replace(clocks, ballots=ballots))
    return Decision(change_of(table, env, table=written, rows=(told,)), answer)


def _counted(table: Table, ballots: tuple[Ballot, ...], seat: int) -> tuple[int, int]:
    """Returns the votes to look for somebody for a seat, and how many are needed: more than half of the others."""
    electors = {row.seat for row in table.seats if row.is_person and not row.resigned and row.seat != seat}
    votes = sum((ballot.what, ballot.about) == (SEEK, seat) and ballot.seat in electors for ballot in ballots)
    return votes, len(electors) // 2 + 1


def _sought(table: Table, seat: int, env: Env) -> SeatRow:
    """Returns the seat for which the others may look for somebody."""
    found = [row for row in table.seats if row.seat == seat]
    if found and found[0].resigned:
        raise Refused(answers.FinalSeat())
    if not found or not may_be_sought(table, found[0], env.now()):
        raise Refused(answers.NotSought())
    return found[0]


def may_be_sought(table: Table, sitter: SeatRow, now: int) -> bool:
    """May the others look for somebody for a seat? It is late, has been silent for long, or was left to the house.

    Of a sealed question all who are asked are late alike, whoever has answered.
    """
    if sitter.resigned or sitter.opening:
        return False
    if not sitter.is_person:
        return sitter.nth > 0
    if pace_of(table) is not None:
        return _is_late(table.row.clocks, sitter.seat)
    waited = [q for q in table.questions if q.seat == sitter.seat and (q.required or q.sealed)]
    return any(now - question.asked_at >= limits.SOUGHT_MS for question in waited)


def _is_late(clocks: Clocks, seat: int) -> bool:
    sealed = clocks.sealed is not None and clocks.sealed.late_at > 0 and seat in dict(clocks.sealed.budgets)
    return sealed or any(clock.seat == seat and clock.late_at for clock in clocks.seats)


async def _own(table: Table, action: Action, env: Env) -> SeatRow:
    """Returns the person's seat, if it is theirs to give away."""
    table.refuse_unless_running()
    own = table.seat_of(action.user)
    if own.nth:
        records = await env.store.records(table.id)
        if not any((r.seat, r.kind) == (own.seat, MOVE) and r.version > own.from_version for r in records):
            raise Refused(answers.JustSatDown())
    return own


def _begin(env: Env, action: Action) -> None:
    """To call people is paced like opening tables."""
    wait = env.opened.wait(action.user, env.now())
    if wait:
        raise Refused(answers.OpenedMany(-(-wait // 60_000)))
    env.opened.note(action.user, env.now())


def _opening(
    table: Table, env: Env, opened: SeatRow, answer: answers.Applied, clocks: Clocks | None = None
) -> Decision:
    """Opens a seat; a card that stood for it before is over."""
    before = openings.card(table.row_of(opened.seat))
    told = (row(env.now() % CLOCK, NoticeBody("sought", seat=opened.seat)),) if opened.opened_in else ()
    written = table.row if clocks is None else replace(table.row, clocks=clocks)
    rows = (*before, *openings.card(opened), *told)
    return Decision(change_of(table, env, table=written, seats=_with(table.seats, opened), rows=rows), answer)


# ── taken ──


@use_case
async def take(table: Table, action: Action, env: Env, seat: int, name: str) -> Decision:
    """Takes an open seat over."""
    table.refuse_unless_running()
    left = _open_to(table, action.user, seat)
    if _has_sat_elsewhere(table, action.user, left.seat) or await env.store.was_here(table.id, action.user):
        raise Refused(answers.SatHere())
    await refuse_too_many(env, action.user)
    sit(env, action)
    heir = SeatRow(left.seat, action.user, name, from_version=table.row.version, how=SUBSTITUTE, nth=left.nth + 1)
    person, now, outages = await env.store.person(action.user), env.now(), env.outages
    passed = table.seated(_with(table.seats, heir)).without_order(left.seat).knowing(person)
    clock, questions = table.clock(left.seat), seat_clocks.run_on(table, passed, left.seat, now, outages)
    if left.opening == VOTED:  # its time was used up: they have what somebody has who comes back
        clock = seat_clocks.given_back(table, left.seat)
        questions = seat_clocks.asked_again(passed, left.seat, now, outages)
    clocks = replace(seat_clocks.passed_on(table, passed, clock, now, outages), acted_at=now)
    kept = tuple(due for due in table.dues if _passes_on(due, left))
    change = change_of(
        passed,
        env,
        questions=questions,
        table=replace(table.row, clocks=_without(clocks, left.seat, clocks.ballots)),
        seats=passed.seats,
        orders=passed.orders,
        dues=kept,
        forget_drafts=(left.seat,),
        rows=(*openings.card(left), *_told(table, env, heir), *_settled(table, left)),
    )
    after = table.knowing(person).after(change)
    dues = reminders.anew(after, due_rows.with_late(after, outages, now), env)
    return Decision(replace(change, dues=dues), answers.SeatTaken(left.name))


def _open_to(table: Table, user: int, seat: int) -> SeatRow:
    """Returns the open seat that a person means, if it is for them."""
    if any(row.user == user for row in table.seats):
        raise Refused(answers.SatHere())
    found = [row for row in table.seats if row.opening and seat in (FIRST, row.seat)]
    if not found:
        gone = next((row.name for row in table.seats if row.seat == seat and row.how == SUBSTITUTE), "")
        raise Refused(answers.SeatGone(gone) if gone else answers.NotOpen())
    theirs = sorted((row for row in found if row.opened_to in (0, user)), key=lambda row: row.opened_to != user)
    if not theirs:
        raise Refused(answers.ForSomebodyElse())
    return theirs[0]


def _has_sat_elsewhere(table: Table, user: int, seat: int) -> bool:
    """Has this person ever had another hand at this table, or does one of its seats belong to them now?"""
    return any(row.user == user and row.seat != seat for row in table.loaded.occupants)


def _passes_on(due: DueRow, left: SeatRow) -> bool:
    """Does what falls due hold for whoever sits there next? Not what the one before them, or the house, was to do.

    What was a reminder of a time that is given anew is none.
    """
    same_clock = due.kind == REMIND and left.opening != VOTED
    return due.seat != left.seat or due.kind in (BEGINS, ENDS) or same_clock


def _without(clocks: Clocks, seat: int, ballots: tuple[Ballot, ...]) -> Clocks:
    """Returns the clocks without the votes of a seat, and about it."""
    return replace(clocks, ballots=tuple(vote for vote in ballots if seat not in (vote.about, vote.seat)))


def _told(table: Table, env: Env, heir: SeatRow) -> tuple[OutRow, ...]:
    """Tells everybody, and brings the new person the hand and what is asked of it out of turn."""
    number, seat, user = env.now() % CLOCK, heir.seat, heir.user
    board = BoardBody(TAKEN, seat, NO_FACTS, (user,), passed=False, nth=heir.nth)
    asked = [q for q in table.questions if q.seat == seat and (q.sealed or not q.required)]
    questions = [QuestionBody(seat, q.since, q.topic, wished=not q.sealed) for q in asked]
    return (
        row(number, board),
        row(0, ChannelBody(), user),
        row(number, HandBody(seat, fresh=True), user),
        *(row(body.since, body, user) for body in questions),
    )


def _settled(table: Table, left: SeatRow) -> tuple[OutRow, ...]:
    """Settles what was asked by direct message of whoever had the seat."""
    asked = [q.since for q in table.questions if q.seat == left.seat and (q.sealed or not q.required)]
    if not asked or not left.user:
        return ()
    return (row(asked[-1], SettledBody(NO_FACTS, left.seat), left.user),)


def _with(seats: tuple[SeatRow, ...], changed: SeatRow) -> tuple[SeatRow, ...]:
    return tuple(changed if row.seat == changed.seat else row for row in seats)
