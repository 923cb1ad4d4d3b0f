"""An own act brings a post into the thread, which pushes its answer out of view: the answer is said anew below it."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

import discord

from bot.discord.layout import Layout
from bot.discord.replies import lower
from bot.play.outbox_bodies import BOARD, CALL
from storage import Store

_newest: Final[dict[int, int]] = {}
"""Each person's newest interaction, as long as it is answered."""


@contextmanager
def watched(interaction: discord.Interaction) -> Generator[Callable[[], bool]]:
    """Yields what tells whether the person has done nothing else since."""
    user, own = interaction.user.id, interaction.id
    _newest[user] = own
    try:
        yield lambda: _newest.get(user) == own
    finally:
        if _newest.get(user) == own:
            del _newest[user]


async def keep_below(
    store: Store, interaction: discord.Interaction, form: Layout, waits: int, *, is_newest: Callable[[], bool]
) -> None:
    """Waits as many tenths of a second until the thread is told; then an answer below which nothing came stays.

    So does one on which its person has pressed meanwhile, `is_newest`: it shows what came of that press.
    """
    for _ in range(waits if form.told else 0):
        if not any(row.kind in (BOARD, CALL) for row in await store.unsaid(form.told)):
            newest = await store.newest_message(form.told, BOARD, CALL)
            if newest is not None and newest.message > interaction.id and is_newest():
                await lower(interaction, form)
            return
        await asyncio.sleep(0.1)
