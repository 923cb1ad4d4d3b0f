"""What is kept of a person, by one change after the other, also where several are made at the same time."""

from collections.abc import Callable
from typing import Final, TypeAlias

from bot.play.clocks.quiet_hours import HOURS, ZONE
from bot.play.people.preferences import BY_DM, REMIND
from bot.play.timed import lateness
from bot.play.transactions import Action, Transactions
from storage import Store
from storage.port import RECKON
from storage.rows import RUNNING, Person

ONCE_MORE_MS: Final = 10_000
"""So long after a change the deadlines that follow are worked out once more: the process that did so may have died, or
somebody may have played by what was known of that person before."""
_TIMES: Final = frozenset((HOURS, ZONE, REMIND, BY_DM[0]))
"""Settings from which follows when something falls due."""
Wanted: TypeAlias = Callable[[Person], Person | None]
"""Returns a person as they are to be, or None to leave them as they are. It may be asked again, of what was changed
meanwhile."""


async def change(transactions: Transactions, user: int, wanted: Wanted) -> Person:
    """Changes what is kept of somebody, and all that falls due by it; returns them as they are now."""
    env = transactions.env
    before, after = await save(env.store, user, wanted, reckon=env.now() + ONCE_MORE_MS)
    if _times(before) != _times(after):
        await reckon(transactions, user)
    return after


async def save(store: Store, user: int, wanted: Wanted, *, reckon: int = 0) -> tuple[Person, Person]:
    """Changes what is kept of somebody; returns them as they were and as they are now.

    `reckon`: when what falls due is to be worked out anew, where the change has something to do with that.
    """
    while True:
        known = await store.person(user)
        person = wanted(known)
        if person is None or person == known:
            return known, known
        at = reckon if _times(person) != _times(known) else 0
        if await store.save_person(person, known, reckon=at):
            return known, person


def _times(person: Person) -> object:
    return person.away, sorted(pair for pair in person.settings if pair[0] in _TIMES)


async def reckon(transactions: Transactions, user: int) -> int:
    """Works out anew what falls due at all tables of somebody who is away, is back, or is quiet at other hours."""
    running = [duty.table.id for duty in await transactions.env.store.duties(user) if duty.table.status == RUNNING]
    for table in running:
        await transactions.run(table, Action(0), lateness.look_again())
    return len(running)


async def reckon_at(transactions: Transactions, user: int, at: int) -> int:
    """Does so because it is due."""
    done = await reckon(transactions, user)
    await transactions.env.store.set_agenda(user, RECKON, 0, now=at)
    return done
