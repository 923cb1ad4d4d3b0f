"""Going on elsewhere: a table whose thread is gone or closed to the bot gets a new one where its people want it."""

from msgspec import Raw
from msgspec.structs import replace

from bot.play.answers import IsOver, Moved, NoSuchTable
from bot.play.outbox_bodies import MOVED, BoardBody, LobbyBody, parent_of, row
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from storage.rows import LOBBY, RUNNING, OutRow


@use_case
async def go_on(table: Table, action: Action, env: Env, guild: int, parent: int) -> Decision:
    """A seated player asks to continue in `parent`. The table has no thread until the courier has opened one."""
    if table.row.guild != guild:
        raise Refused(NoSuchTable())
    table.seat_of(action.user)
    table.refuse_if_closed()
    if table.status not in (LOBBY, RUNNING):
        raise Refused(IsOver())
    first = _first(table, action, parent, env.now() // 1000)
    return Decision(change_of(table, env, table=replace(table.row, channel=0), rows=(first,)), Moved(table.id))


def _first(table: Table, action: Action, parent: int, number: int) -> OutRow:
    """Returns the first message of the new thread. Its number is a time, since that of the move may be used already."""
    if table.status == LOBBY:
        others = tuple(seat.user for seat in table.seats if seat.user != action.user)
        return row(number, LobbyBody(parent, others))
    return row(number, BoardBody(MOVED, -1, Raw(b"[]"), (), parent))


@use_case
async def arrive(table: Table, _action: Action, env: Env, parent: int, channel: int) -> Decision:
    """Notes that the thread was opened; called by the courier. Refused if meanwhile somebody wants it elsewhere."""
    if parent_of(await env.store.unsaid(table.id)) != parent:
        raise Refused(NoSuchTable())
    return Decision(change_of(table, env, table=replace(table.row, channel=channel)), Moved(table.id))
