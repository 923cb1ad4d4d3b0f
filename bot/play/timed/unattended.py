"""What is done without a press once its time has come: an order answers, a turn begins or ends.

At the first press of whoever is on turn it begins sooner (bot/play/plans/planning.py).
"""

from collections.abc import Sequence

from bot.play.answers import AlreadyPlayed, OrderSet
from bot.play.table import Refused, Table
from bot.play.timed.dues import calls, move
from bot.play.timed.standing_orders import answer
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from bot.play.turns import committed
from rules.contract import Move
from storage.rows import ORDER, DueRow, Question


@use_case
async def carry_out(table: Table, _action: Action, env: Env, kind: str, seat: int, since: int) -> Decision:
    """Moves, if that is still wished and all there is to do; called by the clock.

    Else the row is dropped, and the player called, if there is anything for them to do.
    """
    found = [row for row in table.dues if (row.kind, row.seat, row.since) == (kind, seat, since)]
    if not found or not env.has_come(found[0].at):
        raise Refused(AlreadyPlayed())
    asked = next((q for q in table.questions if (q.seat, q.since) == (seat, since)), None)
    moves = () if asked is None else _moves(table, found[0], asked)
    if moves:
        return committed(table, env, seat, moves, unseen=True)
    rest = tuple(row for row in table.dues if row not in found)
    called = () if asked is None else calls(table, asked, found[0])
    return Decision(change_of(table, env, dues=rest, rows=called), OrderSet(""))


def _moves(table: Table, row: DueRow, asked: Question) -> Sequence[Move]:
    if row.kind == ORDER:
        return answer(table, asked)
    text = move(table, row)
    return (table.rules.parse(text),) if text else ()
