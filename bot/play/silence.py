"""What is said of a table that has become silent: one reminder in its thread, or that it cannot be heard any more."""

from bot.play import limits
from bot.play.outbox_bodies import BOARD, REMINDER, ReminderBody, StalledBody, row, stalled_row
from bot.play.transactions import Transactions
from storage.rows import FORGOTTEN, LOBBY, RUNNING, Loaded


class Silence:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def remind(self) -> int:
        """How many running tables are to be reminded; asked by the clock.

        Only what everybody has seen counts: the time of a sealed answer must not change when this is said.
        """
        now = self._desk.now()
        wanted = row(REMINDER, 0, ReminderBody())
        told = await self._desk.store.say_to_silent(BOARD, wanted, now - limits.SILENCE_MS, now)
        if told:
            self._desk.spoken.set()
        return told

    async def park(self, loaded: Loaded, why: str, lacking: tuple[str, ...] = ()) -> None:
        """Discord refuses for good: nothing more is said in its thread, and who sits there is told."""
        table, now = loaded.table, self._desk.now()
        told = table.status in (LOBBY, RUNNING)
        users = [seat.user for seat in loaded.seats if told and not seat.resigned and seat.user != FORGOTTEN]
        rows = tuple(stalled_row(now // 1000, StalledBody(why, lacking), user) for user in users)
        await self._desk.store.park(table.id, why, rev=table.rev, told=rows, now=now, lately=now - limits.STALLED_MS)
