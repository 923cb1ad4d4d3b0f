"""Standing orders: given in private at any time by anybody, carried out after a delay that reveals nothing."""

from collections.abc import Sequence

from bot.play.answers import BadOrder, OrderSet
from bot.play.table import Refused, Table
from bot.play.timed.dues import due, is_answered
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from rules.contract import Move
from rules.notation import NotationError
from storage.rows import ORDER, DueRow, Question


@use_case
async def give(table: Table, action: Action, env: Env, text: str) -> Decision:
    """Sets a seat's order; an empty text removes it."""
    return _given(table, action, env, _read(table, text))


@use_case
async def amend(table: Table, action: Action, env: Env, line: str) -> Decision:
    """Changes a line of a seat's order and leaves the others."""
    seat, taken = table.seat_of(action.user).seat, table.game.orders
    if taken is None:
        raise Refused(BadOrder(line[:20]))
    try:
        return _given(table, action, env, taken.amended(table.order(seat), line))
    except NotationError as bad:
        raise Refused(BadOrder(bad.token)) from None


def _given(table: Table, action: Action, env: Env, rule: str) -> Decision:
    table.refuse_unless_running()
    seat = table.seat_of(action.user).seat
    given = table.with_order(seat, rule)
    dues = _dues(given, env, seat, ordered=bool(rule))
    return Decision(change_of(table, env, orders=given.orders, dues=dues), OrderSet(rule))


def _read(table: Table, text: str) -> str:
    """Returns the canonical words of an order."""
    taken = table.game.orders
    if not text.strip():
        return ""
    if taken is None:
        raise Refused(BadOrder(text[:20]))
    try:
        return taken.read(text)
    except NotationError as bad:
        raise Refused(BadOrder(bad.token)) from None


def _dues(table: Table, env: Env, seat: int, *, ordered: bool) -> tuple[DueRow, ...]:
    """Draws a delay for an order that is given while its question is open; `table` has the order already."""
    own = {row.since: row for row in table.dues if (row.kind, row.seat) == (ORDER, seat)}
    others = tuple(row for row in table.dues if row not in own.values())
    if not ordered:
        return others
    state = table.position.state
    asked = [q for q in table.questions if q.seat == seat and is_answered(table, q, state)]
    return (*others, *(own.get(question.since) or due(question, env) for question in asked))


def answer(table: Table, asked: Question) -> Sequence[Move]:
    """Returns what a seat's order answers; nothing if it leaves the answer, or its player has begun to plan."""
    taken, rules, draft = table.game.orders, table.rules, table.draft(asked.seat)
    begun = draft is not None and draft.base == asked.since and (draft.moves or draft.tokens)
    if taken is None or not is_answered(table, asked, table.position.state):
        return ()
    if begun and asked.required and not asked.sealed:
        return ()
    said = taken.answer(rules, table.position.state, asked.seat, table.order(asked.seat))
    return (rules.parse(said),) if said else ()
