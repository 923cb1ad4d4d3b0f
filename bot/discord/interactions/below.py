"""An own act brings a post into the thread, which pushes its answer out of view: the answer is said anew below it.

Who is being answered is known only as long as that lasts; nothing of it is kept between two presses.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

import discord

from bot.discord.interactions.replies import lower
from bot.discord.layout import Layout
from bot.discord.messages.growing import grows
from bot.play import Transactions
from bot.play.outbox_bodies import BOARD, CALL
from storage.rows import OutRow, Sent

_TOLD = (BOARD, CALL)


class Below:
    def __init__(self, transactions: Transactions) -> None:
        self._env = transactions.env
        self._store = transactions.env.store
        self._heard = transactions.heard
        self._newest: dict[int, int] = {}
        """Each person's newest interaction, as long as it is answered."""
        self._tables = Counter[str]()
        """Tables at which somebody is answered below what their thread is told."""
        self.patience = 3.0
        """Seconds in which the thread is told, or an answer stays where it is."""

    @contextmanager
    def watched(self, interaction: discord.Interaction) -> Generator[Callable[[], bool]]:
        """Yields what tells whether the person has done nothing else since."""
        user, own = interaction.user.id, interaction.id
        self._newest[user] = own
        try:
            yield lambda: self._newest.get(user) == own
        finally:
            if self._newest.get(user) == own:
                del self._newest[user]

    @contextmanager
    def after(self, table: str) -> Generator[None]:
        """Somebody is answered meanwhile who is told only when the thread of their table is."""
        self._tables[table] += 1
        try:
            yield
        finally:
            self._tables[table] -= 1
            if not self._tables[table]:
                del self._tables[table]

    def awaits(self, table: str) -> bool:
        """Does anybody wait for what the thread of a table is told?"""
        return table in self._tables

    def answers(self, user: int) -> bool:
        """Is somebody being answered?"""
        return user in self._newest

    async def keep(self, interaction: discord.Interaction, form: Layout, is_newest: Callable[[], bool]) -> None:
        """Waits until the thread is told; then an answer below which nothing came stays.

        So does one on which its person has pressed meanwhile, `is_newest`: it shows what came of that press.
        """
        newest = await self.told(form)
        if newest is None or newest.channel != interaction.channel_id or newest.message < interaction.id:
            return
        if is_newest():
            await lower(interaction, form)

    async def told(self, form: Layout) -> Sent | None:
        """Waits until the thread is told of what this answers, if it is; not for ever, nor for what comes after it.

        Returns the newest message there then; None where there is none, or it was not told.
        """
        if not form.told or not self.patience:
            return None
        with self._heard.of(form.told) as said, suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                own, newest = self._new(form.told), None
                if not own:
                    own, newest = await self._news(form.told)
                numbers = {row.number for row in own}
                while own:
                    growing = await grows(self._env, form.told, own)
                    if not growing:
                        await said.wait()
                        said.clear()
                        if (message := said.message_of(own)) is not None:
                            return message
                    left, newest = await self._news(form.told)
                    own, before = tuple(row for row in left if row.number in numbers), own
                    if growing and own == before:  # else they have just been said, perhaps in a post
                        return None
                return newest
        return None

    async def _news(self, table: str) -> tuple[tuple[OutRow, ...], Sent | None]:
        return await self._store.news(table, _TOLD)

    def _new(self, table: str) -> tuple[OutRow, ...]:
        return tuple(row for row in self._heard.new(table) if not row.user and row.kind in _TOLD)
