"""Standing orders: given in private at any time by anybody, carried out after a delay that reveals nothing."""

from collections.abc import Sequence

from bot.play.answers import AlreadyPlayed, BadOrder, OrderSet
from bot.play.changes import answerable, due
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from bot.play.turns import committed
from rules.contract import Move
from rules.notation import NotationError
from storage.rows import ORDER, DueRow, OrderRow


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
    others = table.without_order(seat).orders
    given = (*others, OrderRow(seat, rule)) if rule else others
    dues = _dues(table, env, seat, ordered=bool(rule))
    return Decision(change_of(table, env, orders=given, dues=dues), OrderSet(rule))


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
    """Draws a delay for an order that is given while its question is open."""
    others = tuple(row for row in table.dues if row.seat != seat)
    if not ordered:
        return others
    own = [q for q in table.questions if q.seat == seat and answerable(q, table.game.orders)]
    kept = {row.since: row for row in table.dues if row.seat == seat}
    return (*others, *(kept.get(question.since) or due(question, env) for question in own))


@use_case
async def carry_out(table: Table, _action: Action, env: Env, seat: int, since: int) -> Decision:
    """Answers once the delay is over; called by the clock. If the question is no longer open, the row is dropped."""
    found = [row for row in table.dues if (row.kind, row.seat, row.since) == (ORDER, seat, since)]
    if not found or not env.has_come(found[0].at):
        raise Refused(AlreadyPlayed())
    moves = _moves(table, seat, since)
    if moves:
        return committed(table, env, seat, moves)
    rest = tuple(row for row in table.dues if row not in found)
    return Decision(change_of(table, env, dues=rest), OrderSet(""))


def _moves(table: Table, seat: int, since: int) -> Sequence[Move]:
    """Returns what the order answers; nothing without one, if it leaves the answer, or if the question is settled."""
    rule, taken, rules = table.order(seat), table.game.orders, table.rules
    still = any(q.seat == seat and q.since == since and answerable(q, taken) for q in table.position.open)
    said = taken.answer(rules, table.position.state, seat, rule) if rule and taken is not None and still else ""
    return (rules.parse(said),) if said else ()
