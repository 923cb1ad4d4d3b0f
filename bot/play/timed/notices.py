"""Messages that no move causes: a restored backup, an unreachable table."""

import msgspec
from msgspec import Raw

from bot.play import limits
from bot.play.outbox_bodies import BoardBody, LobbyBody, NoticeBody, StalledBody, row
from bot.play.table import Table
from bot.play.transactions import Transactions
from storage.folder.damage import MENDED, Mended
from storage.rows import ABANDONED, FORGOTTEN, LOBBY, RESTORED, RUNNING


async def tell_of_restore(transactions: Transactions) -> int:
    """Tells every table once that a backup was restored. Returns the number of tables that are told."""
    env, now = transactions.env, transactions.env.now()
    number = now // 1000  # not the number of the move, whose board may stand in the thread already
    board = row(number, BoardBody(RESTORED, -1, Raw(b"[]"), ()))
    rows = ((RUNNING, board), (LOBBY, row(number, LobbyBody(0))))
    told = await env.store.enqueue_for_all(RESTORED, rows, now)
    if told:
        transactions.spoken.set()
    return told


async def tell_of_damage(transactions: Transactions) -> int:
    """Tells the tables that lay on a damaged page: those that a backup had, and those that are lost."""
    env, now = transactions.env, transactions.env.now()
    text = await env.store.meta(MENDED)
    if text is None:
        return 0
    mended, number = msgspec.json.decode(text, type=Mended), now // 1000
    back = row(number, BoardBody(RESTORED, -1, Raw(b"[]"), ()))
    lost = row(number, NoticeBody("damaged"))
    rows = ((RUNNING, back), (LOBBY, row(number, LobbyBody(0))), (ABANDONED, lost))
    told = await env.store.enqueue_for_all(MENDED, rows, now, (*mended.back, *mended.gone))
    if told:
        transactions.spoken.set()
    return told


async def park(transactions: Transactions, table: Table, why: str, lacking: tuple[str, ...] = ()) -> None:
    """Parks a table that Discord refuses for good: its thread gets no more messages, and its players are told by DM."""
    env, now = transactions.env, transactions.env.now()
    told = table.status in (LOBBY, RUNNING)
    users = [seat.user for seat in table.seats if told and not seat.resigned and seat.user != FORGOTTEN]
    rows = tuple(row(now // 1000, StalledBody(why, lacking), user) for user in users)
    await env.store.park(table.id, why, rev=table.row.rev, told=rows, now=now, lately=now - limits.STALLED_MS)
