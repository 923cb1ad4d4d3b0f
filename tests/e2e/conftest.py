"""The real bot on a real client, on a Discord of this machine."""

import asyncio
import gc
import threading
import warnings
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import KeepAliveHandler

from bot.discord.client import Stammtisch
from bot.games import GAMES
from bot.games.game import Game
from bot.operation.host import milliseconds
from bot.operation.settings import Settings
from bot.play import Action, Env, Table, Transactions, UseCase
from bot.play.luck import Live
from bot.play.table import Thinker
from rules.chance import Chance
from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from storage.rows import NAME
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests.outlines import outlined
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path

NAMES = ("Ada", "Bea", "Cem", "Dag")


class Stage:
    """A guild with people and the bot in it."""

    client: Stammtisch
    store: SqliteStore

    def __init__(self, sandbox: Sandbox, folder: Path, chance: Chance | None = None) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.chance = chance or Live()
        self.games: Mapping[str, Game] = GAMES
        self.delay: tuple[int, int] = (0, 0)
        self.rest = 0
        """How long a board post rests before it is edited."""
        self.now: Callable[[], int] = milliseconds
        self.thinker: Thinker | None = None
        self.by_hand = False
        """Does a test say when the house plays, and at once?"""
        self.guild = sandbox.guild("Stammtisch")
        self.people = [sandbox.person(name, self.guild) for name in NAMES]
        self._connecting: asyncio.Task[None] | None = None

    async def open(self) -> "Stage":
        self.store = await open_store(self.folder)
        env = Env(self.store, self.chance, self.now, self.games, delay=self.delay, thinker=self.thinker)
        settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
        self.client = Stammtisch(settings, Transactions(env), self.games, guild_ready_timeout=0.05)
        self.client.courier.rest = self.rest
        if self.by_hand:
            self.client.house_turns.run = asyncio.Event().wait  # pyright: ignore[reportAttributeAccessIssue]
            self.client.house_turns._sleep = self._passed
        await self.client.login(self.sandbox.world.application.token)
        self._connecting = asyncio.create_task(self.client.connect())
        await asyncio.wait_for(self.client.wait_until_ready(), 20)
        return self

    async def _passed(self, seconds: float) -> None:
        self.sandbox.clock.advance(seconds)

    async def close(self) -> None:
        try:
            await self.client.close()
            if self._connecting is not None:
                await asyncio.gather(self._connecting, return_exceptions=True)
        finally:
            await self.store.close()

    async def kill(self) -> None:
        """Ends the bot as a kill would: nothing is finished, and nothing said any more."""
        client = self.client
        under_way: list[asyncio.Task[Any]] = [*client._running, *client.courier._under_way.values()]
        under_way += [*client._answering, *client.context.busy]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        client._running = []
        await super(Stammtisch, client).close()
        client.turnstile.close()
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler):  # of a connection that was just being made anew
                thread.stop()
        client._panels.close()
        client.gallery.close()
        if self._connecting is not None:
            await asyncio.gather(self._connecting, return_exceptions=True)
        await self.store.close()
        with warnings.catch_warnings(action="ignore", category=ResourceWarning):
            gc.collect()  # a request that was just being written leaves its connection, as every killed process does

    @property
    def transactions(self) -> Transactions:
        return self.client.transactions

    @property
    def env(self) -> Env:
        return self.client.transactions.env

    async def do(self, table: str, action: Action, use_case: UseCase) -> Any:
        """What a use case answers, without a press."""
        return (await self.transactions.run(table, action, use_case)).answer

    async def table(self, table: str) -> Table:
        found = await self.transactions.load(table)
        assert found is not None
        return found

    async def thread(self) -> Channel:
        """The newest thread, once there is one."""
        found = [channel for channel in self.sandbox.world.channels.values() if channel.kind == 11]
        return found[-1]

    async def quiet(self) -> None:
        """Until everything that is to be said has been said; a thread may still have to be put away."""
        for _ in range(1600):
            now = self.env.now()
            rows = await self.store.waiting(now + 10_000_000, 100)
            if all(row.row.kind == NAME and row.next_at > now for row in rows) and not (
                self.client._answering or self.client.context.busy  # an answer may be said anew below a post
            ):
                return
            await asyncio.sleep(0.005)
        raise AssertionError("the courier does not come to rest")

    async def gathered(self, players: int, option: str = "", game: str = "guatemala", pace: str = "") -> Channel:
        """A table that these people have opened and joined, by presses."""
        first, *others = self.people[:players]
        asked: dict[str, Any] = {"game": game} | ({"option": option} if option else {})
        asked |= {"pace": pace} if pace else {}
        reply = await (await first.slash("/table new", asked)).done()
        assert "<#" in reply.text, reply.text
        thread = await self.thread()
        await self.quiet()
        card = first.messages(thread)[-1]
        for person in self.people[:players]:
            person.go(thread)
        for person in others:
            await (await person.press(card, "Join")).done()
            await self.quiet()  # what one press promises another's may have brought: the card is everybody's
        return thread

    async def begun(self, players: int, option: str = "", game: str = "guatemala", pace: str = "") -> Channel:
        """A table that these people have opened, joined and started, by presses."""
        thread = await self.gathered(players, option, game, pace)
        first = self.people[0]
        card = next(shown for shown in reversed(first.messages(thread)) if "Start" in shown.buttons)
        await (await first.press(card, "Start")).done()
        await self.quiet()
        return thread

    def speak(self, locale: str) -> None:
        """The whole server: everybody's Discord, and the server's own setting."""
        self.guild.locale = locale
        for person in self.people:
            person.speak(locale)

    def person(self, user: int) -> Person:
        return next(person for person in self.people if person.id == user)


@asynccontextmanager
async def staged(folder: Path, games: Mapping[str, Game] = GAMES) -> AsyncGenerator[Stage, None]:
    """A stage whose every request is held against Discord's document."""
    held = Clock(held=True)  # a machine that is busy elsewhere must not make an answer late
    sandbox = Sandbox(clock=held, rates=Rates.wide(), schema=schema_path())
    await sandbox.start()
    with sandbox.attached(), outlined():
        opened = Stage(sandbox, folder)
        opened.games = games
        try:
            yield await opened.open()
        finally:
            await opened.close()
            await sandbox.stop()
    tally.add(sandbox.checker)
    assert [str(violation) for violation in sandbox.checker.violations] == []
    assert [left.data for left in sandbox.house.interactions.unanswered] == [], "unanswered for three seconds"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path / "data") as opened:
        yield opened
