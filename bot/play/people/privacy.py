"""What is kept of a person: shown to them, or forgotten."""

from collections.abc import Callable

from bot.play.answer_kinds import Veiled
from bot.play.answers import Answer, Forgotten, StillSeated
from bot.play.queries import Told, told_in
from bot.play.seating.occupants import Tenure
from bot.play.standings import ratings
from bot.play.table import Table
from bot.play.transactions import Transactions
from storage.listed import Sitting
from storage.rows import LOBBY, RUNNING, DraftRow, ResultRow, SeatRow


class Trace(Veiled, frozen=True):
    """A seat of theirs, and what they have planned, ordered and been told there."""

    sitting: Sitting
    table: Table
    draft: DraftRow | None
    order: str
    result: ResultRow | None
    log: tuple[Told, ...]
    """The log as they may know it."""
    rating: int | None = None
    """What the game made of their rating in it."""


async def traces_of(transactions: Transactions, user: int) -> tuple[Trace, ...]:
    """Returns a person's seats, the newest table first."""
    store, found = transactions.env.store, list[Trace]()
    results = {(result.table, result.row.seat): result.row for result in await store.results(user)}
    rated = await store.annals.strengths(user)
    for sitting in await store.sittings(user):
        table = await transactions.glance(sitting.table.id)
        if table is not None:
            seat = sitting.seat
            sat = Tenure(SeatRow(seat, user, sitting.name, from_version=sitting.from_version), sitting.until)
            log = await told_in(table, sat, transactions.env) if table.row.version >= 0 else ()
            draft, order = (table.draft(seat), table.order(seat)) if sitting.until is None else (None, "")
            result, strength = results.get((table.id, seat)), rated.get((table.id, seat))
            rating = None if strength is None or result is None else ratings.shown(strength)
            found.append(Trace(sitting, table, draft, order, result, log, rating))
    return tuple(found)


async def forget(transactions: Transactions, user: int, nameless: Callable[[str, int], str]) -> Answer:
    """Leaves their seats only a number as a name. The games stay whole, because others have played them too.

    `nameless`: returns a seat's new name, by the language of its table and its number.
    """
    store = transactions.env.store
    for server in await store.annals.servers(user):  # what they were rated stays in the fold, without their name
        await ratings.brought_up(transactions.env, server)
    sittings = await store.sittings(user)
    names = tuple((one.table.id, one.seat, nameless(one.table.lang, one.seat + 1)) for one in sittings)
    if await store.forget(user, names):
        return Forgotten()
    return StillSeated(await store.count_tables(user=user, status=(LOBBY, RUNNING)))
