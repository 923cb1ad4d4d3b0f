"""The bot on Discord: the order in which it starts and stops, and what it hears."""

import asyncio
import gc
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

import discord
import structlog
from discord import app_commands

from bot.discord import payloads
from bot.discord.assembly import Assembly
from bot.discord.commands import add_commands
from bot.discord.commands.command_sync import sync
from bot.discord.commands.command_text import Catalogues
from bot.discord.gateway_health import GatewayHealth
from bot.discord.interactions.replies import tell
from bot.discord.interactions.wire import Wire
from bot.discord.requests import requests
from bot.games import GAMES, game_text
from bot.games.game import Game, openings
from bot.operation.settings import Settings
from bot.play import Transactions
from bot.play.timed import notices

DRAIN = 5.0
RATE_LIMIT = 30.0
"""Seconds, the least that discord.py takes. If Discord wants a longer pause, the row goes back into the outbox."""
COLLECT = 20_000, 20, 100
"""When garbage in cycles is looked for: a tenth as often as by default, for there is little of it and looking stops
the loop."""
SWITCH = 0.0005
"""GIL switch interval in seconds. With CPython's default of 5 ms the encoder threads starve the event loop."""
IDENTIFIES = ((1, 5_000),)
"""A count and milliseconds: so many new sessions Discord takes, of as many shards at once as it says."""
DELIVERED = "INTERACTION_CREATE"
PRESSED = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})

log = structlog.get_logger()


class Stammtisch(discord.AutoShardedClient):
    """An ordinary client: it needs no privileged intent and keeps nothing of what people write."""

    concurrency = 1
    """How many shards may begin at once."""
    frozen: ClassVar[bool] = False
    """Has this process frozen what stays? To count that, Python would walk all of it."""

    def __init__(
        self,
        settings: Settings,
        transactions: Transactions,
        games: Mapping[str, Game] = GAMES,
        **more: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            proxy=settings.proxy or None,
            max_ratelimit_timeout=RATE_LIMIT,
            **_own_shards(settings),
            **more,
        )
        sys.setswitchinterval(SWITCH)
        payloads.use()
        self._settings = settings
        self.transactions = transactions
        game_text.know(games)
        self._games = games
        parts = Assembly(self, transactions, games, settings.lang, settings.contact)
        self.gallery, self.languages, self._panels = parts.gallery, parts.languages, parts.panels
        self.components, self.context = parts.components, parts.context
        self.courier, self.clockwork, self.house_turns = parts.courier, parts.clockwork, parts.house_turns
        self.pulse = GatewayHealth()
        self.requests = requests(settings, self.http)
        transactions.env.reached = lambda: not self.pulse.gone()
        self.wire = Wire()
        self.turnstile = parts.turnstile
        self._shed()
        self.tree = _Tree(self)
        add_commands(self.tree, self.context, games)
        self._running: list[asyncio.Task[None]] = []
        self._answering: set[asyncio.Task[Any]] = set()
        self._closing = False

    def _shed(self) -> None:
        """Has what is not worth it dropped before discord.py makes objects of it: that takes longer than all else.

        A version of discord.py that has no such table reads everything.
        """
        state = self._connection
        parsers: dict[str, Any] = getattr(state, "parsers", {})
        if (read := parsers.get(DELIVERED)) is None:
            return

        def made(delivered: Any, age: float) -> discord.Interaction | None:
            interaction: discord.Interaction = discord.Interaction(data=delivered, state=state)
            return interaction if self.wire.take(interaction, age) else None

        def parsed(told: Any) -> None:
            delivered = payloads.lean(told)
            if self.turnstile.lets(delivered, made):
                read(delivered)

        parsers[DELIVERED] = parsed

    async def setup_hook(self) -> None:
        """Syncs changed commands and starts the background tasks, before the gateway connects."""
        await self.tree.set_translator(Catalogues())
        await sync(self.tree, self.transactions.env.store, self._settings.dev_guild)
        await self._warm()
        await notices.tell_of_restore(self.transactions)
        await notices.tell_of_damage(self.transactions)
        await self.clockwork.heartbeat.begin()
        self._running += [
            asyncio.create_task(self._forever("courier", self.courier.run)),
            asyncio.create_task(self._forever("clockwork", self.clockwork.run)),
            asyncio.create_task(self._forever("heartbeat", self.clockwork.heartbeat.run)),
            asyncio.create_task(self._forever("house turns", self.house_turns.run)),
        ]

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until Discord takes another new session: it counts those of all processes together."""
        if self.shard_ids is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        env, key = self.transactions.env, f"identify {shard_id % self.concurrency}"
        while free := await env.store.spend(key, IDENTIFIES, now := env.now()):  # noqa: ASYNC110 (others set no event)
            await asyncio.sleep(max(0.05, (free - now) / 1000))

    async def _warm(self) -> None:
        """Makes the parts of which pictures are composed, before the first picture is wanted."""
        for views in openings(self._games):
            self._running.append(asyncio.create_task(self.gallery.warm(views)))

    async def _forever(self, name: str, work: Any) -> None:
        """Restarts a background task that fails; the others go on."""
        while True:
            try:
                await work()
            except Exception as error:
                log.exception("part failed", part=name, exc_info=error)
                await asyncio.sleep(1)

    async def on_ready(self) -> None:
        """Freezes what the start has made: it stays, and a full collection of garbage need not stop the loop for it."""
        log.info("ready", guilds=len(self.guilds))
        if not Stammtisch.frozen:  # not again after a reconnect, when there may be garbage in cycles
            Stammtisch.frozen = True
            gc.collect()
            gc.freeze()
            gc.set_threshold(*COLLECT)

    async def on_shard_ready(self, shard: int) -> None:
        self.pulse.found(shard)
        if not self.pulse.gone():
            self.clockwork.heartbeat.reached_again()

    on_shard_resumed = on_shard_ready

    async def on_shard_disconnect(self, shard: int) -> None:
        self.pulse.lost(shard)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answers presses and modals, as a task of its own, for which the end waits."""
        if self.takes(interaction):
            task = asyncio.current_task()
            if task is not None:
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            await (self.turn_away(interaction) if self._closing else self.components.receive(interaction))

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Notes when an interaction was delivered, before anything waits for it: its command is begun later, too.

        Commands go their own way through the tree, so for them there is nothing else to do.
        """
        if event == "interaction":
            self.turnstile.note(args[0])
            if args[0].type not in PRESSED:
                return
        super().dispatch(event, *args, **kwargs)

    def takes(self, interaction: discord.Interaction) -> bool:
        """Is it begun now, and only now?"""
        return self.turnstile.admits(interaction) and self.wire.take(interaction, self.turnstile.age(interaction))

    @property
    def closing(self) -> bool:
        return self._closing

    async def turn_away(self, interaction: discord.Interaction) -> None:
        """Refuses new work during shutdown: its answer could not be delivered."""
        words = await self.languages.words(interaction)
        await tell(interaction, words.say("The bot is being restarted; nothing is lost. Please try again in a minute."))

    async def close(self) -> None:
        """Waits for answers in flight, sends what is still to be sent, then closes the gateway."""
        self._closing = True
        begun = bool(self._running)  # a bot that never reached Discord has nothing to finish there
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._running = []
        if begun:
            with suppress(Exception):
                await asyncio.wait_for(self._finish(), DRAIN)
        await super().close()
        self.turnstile.close()
        self._panels.close()
        self.gallery.close()
        await self.gallery.ended()

    async def _finish(self) -> None:
        """Drains the outbox until it stays empty: answers given meanwhile may add to it."""
        said = 1
        while said:
            answering = self._answering | self.context.busy
            if answering:
                await asyncio.wait(answering)
            said = await self.courier.drain()


def _own_shards(settings: Settings) -> dict[str, Any]:
    """Returns what discord.py is told of the shards of this process; nothing where it has all of them."""
    own = settings.own_shards
    return {} if own is None else {"shard_count": own.total, "shard_ids": list(own.numbers)}


class _Tree(app_commands.CommandTree[Stammtisch]):
    """Commands whose errors are told to the person who asked."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        if not self.client.takes(interaction):
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
