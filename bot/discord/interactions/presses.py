"""Presses on messages that all see: by each the bot may change its message for a quarter of an hour.

Discord counts such a request apart from those of the bot. What a press allows is kept in memory only; where there is
none, or its time is over, the bot's own token does the same.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
import structlog

from bot.discord.interactions.replies import change
from bot.discord.transient import is_away

KEPT: Final = 512

log = structlog.get_logger()


class Presses:
    def __init__(self) -> None:
        self._by: dict[int, discord.Interaction] = {}
        """The newest acknowledged press by message, the oldest first."""

    def note(self, interaction: discord.Interaction) -> None:
        """Notes a press that was acknowledged by the promise of an edit."""
        if interaction.message is not None:
            self._by.pop(interaction.message.id, None)
            self._by[interaction.message.id] = interaction
            if len(self._by) > KEPT:
                del self._by[next(iter(self._by))]

    async def edit(
        self, message: int, shown: Callable[[], dict[str, Any]], otherwise: Callable[..., Awaitable[Any]]
    ) -> None:
        """Edits a message by a press on it; `otherwise` where there is none, or Discord does not take it so."""
        press = self._by.get(message)
        if press is not None and not press.is_expired():
            try:
                await change(press, shown())
            except discord.HTTPException as refused:
                if is_away(refused):
                    raise
                log.info("not by a press", code=refused.code)
            else:
                return
        self._by.pop(message, None)
        await otherwise(**shown())
