"""A person's tables over all servers, those that wait for him first."""

from bot.tables.desk import Desk
from storage.rows import Duty


class Inbox:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(self, user: int) -> tuple[Duty, ...]:
        duties = await self._desk.store.duties(user)
        return tuple(sorted(duties, key=lambda duty: (not duty.asked, duty.table.created_at)))
