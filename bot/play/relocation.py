"""Going on elsewhere: a table whose thread is gone or closed to the bot gets a new one where its people want it."""

from msgspec import Raw
from msgspec.structs import replace

from bot.play.answers import IsOver, Moved, NoSuchTable
from bot.play.outbox_bodies import BOARD, MOVED, BoardBody, LobbyBody, lobby_row, parent_of, row
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, UseCase, change_of
from storage.rows import LOBBY, RUNNING, OutRow


def go_on(guild: int, parent: int) -> UseCase:
    """A seated player asks to continue in `parent`. The table has no thread until the courier has opened one."""

    async def decide(table: Table, action: Action, env: Env) -> Decision:
        if table.row.guild != guild:
            raise Refused(NoSuchTable())
        table.seat_of(action.user)
        if table.status not in (LOBBY, RUNNING):
            raise Refused(IsOver())
        answer = Moved(table.id)
        change = change_of(table, action, env, answer)
        first = _first(table, action, parent, env.now() // 1000)
        return Decision(replace(change, table=replace(table.row, channel=0), rows=(first,)), answer)

    return decide


def _first(table: Table, action: Action, parent: int, number: int) -> OutRow:
    """Returns the first message of the new thread. Its number is a time, since that of the move may be used already."""
    if table.status == LOBBY:
        others = tuple(seat.user for seat in table.seats if seat.user != action.user)
        return lobby_row(number, LobbyBody(parent, others))
    return row(BOARD, number, BoardBody(MOVED, -1, Raw(b"[]"), (), parent))


def arrive(parent: int, channel: int) -> UseCase:
    """Notes that the thread was opened; called by the courier. Refused if meanwhile somebody wants it elsewhere."""

    async def decide(table: Table, action: Action, env: Env) -> Decision:
        if parent_of(await env.store.unsaid(table.id)) != parent:
            raise Refused(NoSuchTable())
        answer = Moved(table.id)
        change = change_of(table, action, env, answer)
        return Decision(replace(change, table=replace(table.row, channel=channel)), answer)

    return decide
