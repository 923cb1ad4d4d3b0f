"""What is kept of a person: shown to them, or forgotten."""

from collections.abc import Callable

from bot.play.answers import Answer, Forgotten, StillSeated, Veiled
from bot.play.queries import log_of
from bot.play.table import Table
from bot.play.transactions import Transactions
from rules.engine import Entry
from storage.rows import LOBBY, RUNNING, DraftRow, ResultRow, Sitting


class Trace(Veiled, frozen=True):
    """A seat of theirs, and what they have planned, ordered and been told there."""

    sitting: Sitting
    table: Table
    draft: DraftRow | None
    order: str
    result: ResultRow | None
    entries: tuple[Entry, ...]
    """The log as they may know it."""


async def traces_of(transactions: Transactions, user: int) -> tuple[Trace, ...]:
    """Returns a person's seats, the newest table first."""
    store, found = transactions.env.store, list[Trace]()
    results = {(result.table, result.row.seat): result.row for result in await store.results(user)}
    for sitting in await store.sittings(user):
        table = await transactions.glance(sitting.table.id)
        if table is not None:
            seat = sitting.seat
            entries = await log_of(table, seat, transactions.env) if table.row.version >= 0 else ()
            draft, order = (table.draft(seat), table.order(seat)) if sitting.until is None else (None, "")
            found.append(Trace(sitting, table, draft, order, results.get((table.id, seat)), entries))
    return tuple(found)


async def forget(transactions: Transactions, user: int, nameless: Callable[[str, int], str]) -> Answer:
    """Leaves their seats only a number as a name. The games stay whole, because others have played them too.

    `nameless`: returns a seat's new name, by the language of its table and its number.
    """
    store = transactions.env.store
    sittings = await store.sittings(user)
    names = tuple((one.table.id, one.seat, nameless(one.table.lang, one.seat + 1)) for one in sittings)
    if await store.forget(user, names):
        return Forgotten()
    return StillSeated(await store.count_tables(user=user, status=(LOBBY, RUNNING)))
