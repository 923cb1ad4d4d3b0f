"""A person's tables over all servers, those that wait for him first."""

from bot.play.transactions import Transactions
from storage.rows import Duty


class Duties:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def of(self, user: int) -> tuple[Duty, ...]:
        duties = await self._desk.store.duties(user)
        return tuple(sorted(duties, key=lambda duty: (not duty.asked, duty.table.created_at)))
