"""What is done without a press once its time has come: an order answers, a turn begins or ends.

At the first press of whoever is on turn it begins sooner (bot/play/plans/planning.py).
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.play.answers import AlreadyPlayed, OrderSet
from bot.play.luck import NoSaltYet
from bot.play.table import Refused, Table
from bot.play.timed.dues import calls, move
from bot.play.timed.standing_orders import answer
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from bot.play.turns import committed
from rules.contract import Move
from storage.rows import ORDER, DueRow, Question

SALT_MS: Final = 1_000
UNREACHED_MS: Final = 15_000
"""How long the post by whose number something draws is waited for, while Discord is in reach and while it is not."""


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
        try:
            return committed(table, env, seat, moves, unseen=True)
        except NoSaltYet:
            return await _later(table, env, found[0])
    rest = tuple(row for row in table.dues if row not in found)
    called = () if asked is None else calls(table, asked, found[0])
    return Decision(change_of(table, env, dues=rest, rows=called), OrderSet(""))


async def _later(table: Table, env: Env, due: DueRow) -> Decision:
    """Looks again in a moment for the post by whose number it draws; unseen, for nothing is done by it."""
    pause = 0 if await env.store.salt(table.id, env.now()) else SALT_MS if env.reached() else UNREACHED_MS
    moved = replace(due, at=env.now() + pause)
    rest = tuple(row for row in table.dues if row is not due)
    return Decision(change_of(table, env, dues=(*rest, moved), silent=True), OrderSet(""))


def _moves(table: Table, row: DueRow, asked: Question) -> Sequence[Move]:
    if row.kind == ORDER:
        return answer(table, asked)
    text = move(table, row)
    return (table.rules.parse(text),) if text else ()
