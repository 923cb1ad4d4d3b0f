"""The bot on Discord: what is wired to what, in which order it starts and stops."""

import asyncio
import sys
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.clockwork import Clockwork
from bot.commands import Room, add_commands
from bot.commands.told import Catalogues
from bot.composer import Composer
from bot.courier import Courier
from bot.inbox import Inbox
from bot.pictures import Gallery
from bot.pulse import Pulse
from bot.replies import tell
from bot.settings import Settings
from bot.speech import Speech
from bot.sync import sync
from bot.tables import Tables
from bot.wire import Wire
from rules import GAMES
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

    def __init__(self, settings: Settings, tables: Tables, **more: Any) -> None:
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
        self.tables = tables
        self.gallery = Gallery()
        self.inbox = Inbox(tables, self.gallery)
        self.room = Room(tables, self.inbox, settings.lang)
        self.courier = Courier(tables, Composer(tables.desk), Speech(self, self.gallery))
        self.clockwork = Clockwork(tables)
        self.pulse = Pulse()
        self.wire = Wire()
        self.tree = _Tree(self)
        add_commands(self.tree, self.room)
        self._running: list[asyncio.Task[None]] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._closing = False

    async def setup_hook(self) -> None:
        """Before the gateway: commands that changed, then what works by itself."""
        await self.tree.set_translator(Catalogues())
        await sync(self.tree, self.tables.desk.store, self._settings.dev_guild)
        await self._warm()
        await self.tables.restored.tell()
        self._running = [
            asyncio.create_task(self._forever("courier", self.courier.run)),
            asyncio.create_task(self._forever("clockwork", self.clockwork.run)),
        ]

    async def _warm(self) -> None:
        """Pictures are made of parts; they are made before the first picture is wanted."""
        for rules in GAMES.values():
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
            work = self.turn_away(interaction) if self._closing else self.inbox.receive(interaction)
            task = asyncio.create_task(work)
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
            await asyncio.gather(task, return_exceptions=True)

    @property
    def closing(self) -> bool:
        return self._closing

    async def turn_away(self, interaction: discord.Interaction) -> None:
        """Nothing is begun any more that could not be said."""
        words = await self.room.reader.words(interaction)
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
            answering = self._answering | self.room.busy
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
        words = await self.client.room.reader.words(interaction)
        unknown = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        if unknown:
            text = words.say("The commands were renewed. Please try again in a minute.")
        else:
            log.error("command failed", kind=type(error).__name__, exc_info=error)
            text = words.say("Something went wrong. What was confirmed is safe; please try again.")
        await tell(interaction, text)
