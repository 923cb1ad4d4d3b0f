"""When the house answers what its seats are asked. All of these times are drawn before anything is thought, by what
everybody knows: none of them depends on what a seat holds.

What a person can still take back is answered half a minute later, or at once when they press *Go on*; a sealed question
like a standing order's. An offer that the house has made to people waits for their answers.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.play import limits
from bot.play.answers import GoesOn, NothingToGoOn
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from rules import engine
from rules.contract import Open
from rules.engine import Commit
from rules.engine.commits import key
from storage.rows import HOUSE, DueRow, Question


def dues(table: Table, commit: Commit[Any], env: Env) -> tuple[DueRow, ...]:
    """Keeps the rows of questions that are still to be answered; draws others for what this commit opens."""
    missing = _missing(table)
    if not table.house and not missing:
        return ()
    known = {(row.seat, row.since): row for row in table.dues if row.kind == HOUSE}
    before = {key(question) for question in table.questions}
    actor, delay = commit.records[0].seat, _delay(table, commit, env)
    rows: list[DueRow] = []
    for question in commit.position.open:
        old = known.get((question.seat, question.since))
        if question.seat not in table.house and (question.seat, question.since) not in missing:
            continue
        if not _waits(question, actor, fresh=key(question) not in before, old=old):
            continue
        at = env.now() + (delayed(table, env) if question.sealed else delay if question.required else env.drawn_soon())
        if old is not None:  # whoever plays alone with the house need not wait longer for it than for this
            at = min(at, old.at) if _is_alone(table) and actor in table.users else old.at
        rows.append(DueRow(question.seat, question.since, at, HOUSE))
    return tuple(rows)


def _missing(table: Table) -> set[tuple[int, int]]:
    """Returns the sealed questions that the house answers for people whose time is used up."""
    sealed = table.row.clocks.sealed
    if sealed is None or not sealed.by_house:
        return set()
    return {(due.seat, due.since) for due in table.dues if due.kind == HOUSE and due.seat not in table.house}


def _waits(question: Open, actor: int, *, fresh: bool, old: DueRow | None) -> bool:
    """Is the house to answer? What nobody waits for it answers once: whoever has just said something has said it."""
    if question.required:
        return True
    return not question.sealed and question.seat != actor and (fresh or old is not None)


def _delay(table: Table, commit: Commit[Any], env: Env) -> int:
    """Returns how long after a commit a house turn becomes visible."""
    actor, position = commit.records[0].seat, table.position if table.row.version >= 0 else None
    if position is None:
        return env.drawn_soon()
    if actor in table.asked_users:
        back = engine.can_take_back(table.rules, position, commit, actor)
        return limits.HOUSE_MS if back else env.drawn_soon()
    fresh = engine.opened(position.open, commit.position.open)
    if any(question.seat in table.asked_users and not question.required and not question.sealed for question in fresh):
        return limits.OFFER_MS
    return env.drawn_soon()


def delayed(table: Table, env: Env) -> int:
    """Returns the delay of a sealed answer; nobody has anything to learn from it where only one person plays."""
    return env.drawn_soon() if _is_alone(table) else env.drawn_delay()


def _is_alone(table: Table) -> bool:
    return len(table.users) < 2


def taken_over(table: Table, env: Env, seat: int, questions: Sequence[Question]) -> tuple[DueRow, ...]:
    """Returns the rows for what a seat is asked that the house takes over."""
    return tuple(
        DueRow(seat, question.since, env.now() + (delayed(table, env) if question.sealed else env.drawn_soon()), HOUSE)
        for question in questions
        if question.seat == seat and question.required
    )


def may_go_on(table: Table, env: Env) -> bool:
    """Does the house wait for longer than it would if it were told to go on? Sealed answers are nobody's to hurry."""
    late = env.now() + limits.SOON_MS[1]
    return any(row.kind == HOUSE and row.at > late for row in table.dues) and not any(q.sealed for q in table.questions)


@use_case
async def go_on(table: Table, action: Action, env: Env) -> Decision:
    """Lets the house play at once: whoever moved last needs no time any more to take that back.

    Sealed answers keep their time where others play: they are nobody's to hurry.
    """
    table.refuse_unless_running()
    seat = table.seat_of(action.user).seat
    sealed = {(q.seat, q.since) for q in table.questions if q.sealed and not _is_alone(table)}
    waiting = [row for row in table.dues if row.kind == HOUSE and (row.seat, row.since) not in sealed]
    records = await env.store.records(table.id)
    last = records[-1].seat
    if not waiting or (last in table.users and last != seat):
        raise Refused(NothingToGoOn())
    at = env.now() + env.drawn_soon()
    moved = tuple(replace(row, at=min(row.at, at)) if row in waiting else row for row in table.dues)
    return Decision(change_of(table, env, dues=moved), GoesOn())
