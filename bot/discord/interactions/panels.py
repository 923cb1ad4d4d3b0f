"""Panels follow what happens, as long as Discord lets the bot change them.

One that somebody else, the clock or a command of its owner's own has settled says so; one whose seat has come to know
more, such as an answer to its offer, shows that. Which panels stand is kept in memory only; later, and after a restart,
the next press on one tells it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

import structlog

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.below import Below
from bot.discord.interactions.replies import put_instead
from bot.discord.layout import Layout, Menu
from bot.games import fates, game_text
from bot.play import Transactions, queries
from bot.wording import table_text
from rules.contract import SeatView

LASTS: Final = 14 * 60
"""Seconds in which the answer to an interaction can be changed; a little less than Discord says."""
KEPT: Final = 512
_IDLE: Final = 0.2

log = structlog.get_logger()


Renewed = Callable[[Asked, str], Awaitable[Layout | None]]
"""A person's panel of a table as it is now, made without noticing the question; None where there is none."""


class _Known(NamedTuple):
    """What a seat knew after a public move."""

    seat: int
    number: int
    view: SeatView


class Panels:
    def __init__(self, transactions: Transactions, below: Below, renewed: Renewed) -> None:
        self._transactions = transactions
        self._below = below
        self._renewed = renewed
        self._watched: dict[tuple[int, str], asyncio.Task[None]] = {}
        """By person and table, the oldest first; of several panels the newest."""

    def note(self, asked: Asked, form: Layout, pressed: str = "") -> None:
        """Notes an answer. `pressed`: the table of the message whose place it has taken."""
        table = _table(form)
        if table:
            self._drop(asked.user, table)
            task = self._watched[asked.user, table] = asyncio.create_task(self._until_over(asked, table))
            task.add_done_callback(lambda _: self._ended(asked.user, table, task))
            if len(self._watched) > KEPT:
                self._drop(*next(iter(self._watched)))
        else:
            self._drop(asked.user, pressed)

    def close(self) -> None:
        for key in list(self._watched):
            self._drop(*key)

    def _drop(self, user: int, table: str) -> None:
        task = self._watched.pop((user, table), None)
        if task is not None:
            task.cancel()

    def _ended(self, user: int, table: str, task: "asyncio.Task[None]") -> None:
        if self._watched.get((user, table)) is task:
            del self._watched[user, table]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("panel not watched", exc_info=error)

    async def _until_over(self, asked: Asked, table: str) -> None:
        """Waits until nothing is asked of its person; not while its person is being answered, who may be the cause."""
        with self._transactions.heard.of(table) as changed, suppress(TimeoutError):
            async with asyncio.timeout(LASTS):
                before, seen = None, await self._known(asked.user, table)
                while seen is not None:
                    await changed.wait()
                    changed.clear()
                    while self._below.answers(asked.user):  # noqa: ASYNC110 (it sets no event)
                        await asyncio.sleep(_IDLE)
                    before, seen = seen, await self._known(asked.user, table)
                    if seen is not None and seen.view != before.view:
                        form = await self._renewed(asked, table)
                        await put_instead(asked.interaction, form) if form is not None else None
                await put_instead(asked.interaction, Layout(await self._settled(asked, table, before)))

    async def _known(self, user: int, key: str) -> _Known | None:
        """Returns what that person's seat knows; None once nothing is asked of it.

        If something else is asked of it, a press on the panel leads there.
        """
        table = await self._transactions.glance(key)
        seats = [] if table is None else [seat for seat, sitter in table.users.items() if sitter == user]
        if table is None or not any(question.seat in seats for question in table.questions):
            return None
        return _Known(seats[0], table.position.number, table.rules.private(table.position.state, seats[0]))

    async def _settled(self, asked: Asked, key: str, before: _Known | None) -> str:
        """Says that nothing is asked any more, and what became of a counter-offer that its person had made."""
        said, table = table_text.settled(asked.words), await self._transactions.glance(key)
        offered = None if table is None else table.game.offered
        if table is None or before is None or offered is None or not offered.countered(before.view):
            return said
        entries = await queries.log_of(table, before.seat, self._transactions.env)
        since = [entry for entry in entries if (entry.number or 0) > before.number]
        until = entries[: len(entries) - len(since)]
        names = game_text.names(asked.words, table)
        return "\n".join([said, *fates.told(asked.words, table.row.game, before.seat, (until, since), names)])


def _table(form: Layout) -> str:
    """Returns the table of a panel, by its first press; empty for what is no panel."""
    said = (custom_ids.read(name) for name in _names(form))
    found = (one.table for one in said if one is not None and one.kind in (custom_ids.PLAN, custom_ids.ANSWER))
    return next(found, "")


def _names(form: Layout) -> Iterable[str]:
    for row in form.rows:
        if isinstance(row, Menu):
            yield row.custom_id
        else:
            yield from (button.custom_id for button in row if button.custom_id)
