"""An own act brings a post into the thread, which pushes its answer out of view: the answer is said anew below it."""

import asyncio

import discord

from bot.discord.layout import Layout
from bot.discord.replies import lower
from bot.play.outbox_bodies import BOARD, CALL
from storage import Store


async def keep_below(store: Store, interaction: discord.Interaction, form: Layout, waits: int) -> None:
    """Waits as many tenths of a second until the thread is told; then an answer below which nothing came stays."""
    for _ in range(waits if form.told else 0):
        if not any(row.kind in (BOARD, CALL) for row in await store.unsaid(form.told)):
            newest = await store.newest_message(form.told, BOARD, CALL)
            if newest is not None and newest.message > interaction.id:
                await lower(interaction, form)
            return
        await asyncio.sleep(0.1)
