"""The bot on Discord: in which order it starts and stops, and what it hears."""

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.discord.assembly import Assembly
from bot.discord.command_sync import sync
from bot.discord.command_text import Catalogues
from bot.discord.commands import add_commands
from bot.discord.gateway_health import GatewayHealth
from bot.discord.replies import tell
from bot.discord.wire import Wire
from bot.games import GAMES, game_text
from bot.games.game import Game
from bot.operation.settings import Settings
from bot.play import Transactions, notices
from rules.chance import Seeded
from rules.contract import Setup

DRAIN = 5.0
RATE_LIMIT = 30.0
"""Where Discord wants a longer pause the row goes back into the outbox; the least that discord.py takes."""
SWITCH = 0.0005
"""Seconds for which one thread may keep the others waiting: with Python's five the loop waits for the encoders."""

log = structlog.get_logger()


class Stammtisch(discord.AutoShardedClient):
    """An ordinary client that needs no privileged intent and keeps nothing of what people write."""

    def __init__(
        self, settings: Settings, transactions: Transactions, games: Mapping[str, Game] = GAMES, **more: Any
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            proxy=settings.proxy or None,
            max_ratelimit_timeout=RATE_LIMIT,
            **more,
        )
        sys.setswitchinterval(SWITCH)
        self._settings = settings
        self.transactions = transactions
        game_text.know(games)
        self._games = games
        parts = Assembly(self, transactions, games, settings.lang)
        self.gallery, self.languages = parts.gallery, parts.languages
        self.components, self.context = parts.components, parts.context
        self.courier, self.clockwork = parts.courier, parts.clockwork
        self.pulse = GatewayHealth()
        self.wire = Wire()
        self.tree = _Tree(self)
        add_commands(self.tree, self.context, games)
        self._running: list[asyncio.Task[None]] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._closing = False

    async def setup_hook(self) -> None:
        """Before the gateway: commands that changed, then what works by itself."""
        await self.tree.set_translator(Catalogues())
        await sync(self.tree, self.transactions.env.store, self._settings.dev_guild)
        await self._warm()
        await notices.tell_of_restore(self.transactions)
        self._running = [
            asyncio.create_task(self._forever("courier", self.courier.run)),
            asyncio.create_task(self._forever("clockwork", self.clockwork.run)),
        ]

    async def _warm(self) -> None:
        """Pictures are made of parts; they are made before the first picture is wanted."""
        for rules in (game.rules for game in self._games.values()):
            views = [rules.public(rules.setup(Setup(seats), Seeded(0)).state) for seats in rules.seats]
            self._running.append(asyncio.create_task(self.gallery.warm(views)))

    async def _forever(self, name: str, work: Any) -> None:
        """A part that fails is started again; the others go on."""
        while True:
            try:
                await work()
            except Exception as error:
                log.exception("part failed", part=name, exc_info=error)
                await asyncio.sleep(1)

    async def on_ready(self) -> None:
        log.info("ready", guilds=len(self.guilds))

    async def on_shard_ready(self, shard: int) -> None:
        self.pulse.found(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self.pulse.found(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self.pulse.lost(shard)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Presses and modals; commands go their own way through the tree."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if self.wire.take(interaction):
            work = self.turn_away(interaction) if self._closing else self.components.receive(interaction)
            task = asyncio.create_task(work)
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
            await asyncio.gather(task, return_exceptions=True)

    @property
    def closing(self) -> bool:
        return self._closing

    async def turn_away(self, interaction: discord.Interaction) -> None:
        """Nothing is begun any more that could not be said."""
        words = await self.languages.words(interaction)
        await tell(interaction, words.say("The bot is being restarted; nothing is lost. Please try again in a minute."))

    async def close(self) -> None:
        """Lets answers in flight be given, says what is still to be said, then closes the gateway."""
        self._closing = True
        begun = bool(self._running)  # one that never reached Discord has nothing to finish there
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._running = []
        if begun:
            with suppress(Exception):
                await asyncio.wait_for(self._finish(), DRAIN)
        await super().close()
        self.gallery.close()

    async def _finish(self) -> None:
        """Until nothing is left to be said: what is answered meanwhile may leave more."""
        said = 1
        while said:
            answering = self._answering | self.context.busy
            if answering:
                await asyncio.wait(answering)
            said = await self.courier.drain()


class _Tree(app_commands.CommandTree[Stammtisch]):
    """Commands whose errors are told to whoever asked."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        if not self.client.wire.take(interaction):
            return False
        if self.client.closing:
            await self.client.turn_away(interaction)
        return not self.client.closing

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        words = await self.client.languages.words(interaction)
        unknown = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        if unknown:
            text = words.say("The commands were renewed. Please try again in a minute.")
        else:
            log.error("command failed", kind=type(error).__name__, exc_info=error)
            text = words.say("Something went wrong. What was confirmed is safe; please try again.")
        await tell(interaction, text)
