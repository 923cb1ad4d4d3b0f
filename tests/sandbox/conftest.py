"""A sandbox for each test, with nobody's rule broken at its end."""

import asyncio
import json
import os
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from sandbox.world.world import Channel, Guild
from tests.sandbox import tally
from tests.sandbox.demo_bot import Demo

ROOT = Path(__file__).parents[2]


def schema_path() -> Path | None:
    """Discord's document: it is no part of the repository."""
    named = os.environ.get("DISCORD_OPENAPI")
    path = Path(named) if named else ROOT.parent / "shared" / "discord" / "openapi.json"
    return path if path.exists() else None


@pytest.fixture
def schema() -> Path:
    """For tests that are about the document: without it they say so, and in CI they fail."""
    path = schema_path()
    if path is None and os.environ.get("CI"):
        pytest.fail("Discord's OpenAPI document is not at hand: set DISCORD_OPENAPI")
    if path is None:
        pytest.skip("Discord's OpenAPI document is not at hand: set DISCORD_OPENAPI")
    return path


Open = Callable[..., Awaitable[Sandbox]]


@pytest.fixture
async def opened() -> AsyncGenerator[Open]:
    """Opens sandboxes that are checked and closed at the end."""
    boxes: list[Sandbox] = []

    async def open_(*, port: int = 0, **options: Any) -> Sandbox:
        defaults: dict[str, Any] = {"rates": Rates.wide(), "schema": schema_path()}
        box = Sandbox(**defaults | options)
        boxes.append(await box.start(port))
        return box

    yield open_
    for box in boxes:
        await box.stop()
        tally.add(box.checker)
    assert [str(v) for box in boxes for v in box.checker.violations] == []
    assert [u.data for box in boxes for u in box.house.interactions.unanswered] == [], "unanswered for three seconds"


@pytest.fixture
async def sandbox(opened: Open) -> AsyncGenerator[Sandbox]:
    """Its clock stands until a test moves it: a machine that is busy elsewhere must not make an answer late."""
    box = await opened(clock=Clock(held=True))
    with box.attached():
        yield box


@pytest.fixture
def guild(sandbox: Sandbox) -> Guild:
    return sandbox.guild()


@pytest.fixture
def ada(sandbox: Sandbox, guild: Guild) -> Person:
    return sandbox.person("Ada", guild)


@pytest.fixture
def bea(sandbox: Sandbox, guild: Guild) -> Person:
    return sandbox.person("Bea", guild)


@pytest.fixture
def cem(sandbox: Sandbox, guild: Guild) -> Person:
    return sandbox.person("Cem", guild)


@pytest.fixture
def general(ada: Person) -> Channel:
    return ada.here


@asynccontextmanager
async def running(sandbox: Sandbox, client: Any) -> AsyncGenerator[Any]:
    """A real client, from login to close."""
    await client.login(sandbox.world.application.token)
    task = asyncio.create_task(client.connect())
    try:
        await asyncio.wait_for(client.wait_until_ready(), 20)
        yield client
    finally:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def demo(sandbox: Sandbox, guild: Guild, ada: Person, bea: Person, cem: Person) -> AsyncGenerator[Demo]:
    bot = Demo()
    async with running(sandbox, bot):
        yield bot


class Raw:
    """Requests as no library would send them."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.headers = {"Authorization": f"Bot {sandbox.world.application.token}"}

    async def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        headers = self.headers | more.pop("headers", {})
        async with self.session.request(
            method, f"{self.sandbox.address}/api/v10{path}", json=body, headers=headers, **more
        ) as answer:
            kind = answer.headers.get("Content-Type")
            return answer.status, await answer.json() if kind == "application/json" else await answer.text()


@pytest.fixture
async def raw(sandbox: Sandbox, guild: Guild) -> AsyncGenerator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


Handle = Callable[[discord.Interaction], Awaitable[Any]]


class Plain(discord.AutoShardedClient):
    """A client that leaves every component and modal to what the test says."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents(guilds=True))
        super().__init__(guild_ready_timeout=0.05, **options)
        self.tree = discord.app_commands.CommandTree(self)
        self.handle: Handle | None = None
        self.handled: list[discord.Interaction] = []

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            self.handled.append(interaction)
            if self.handle is not None:
                await self.handle(interaction)

    async def on_error(self, event: str, *args: Any, **kwargs: Any) -> None:
        """Tests look at what arrives, not at the log."""


@pytest.fixture
async def plain(sandbox: Sandbox, guild: Guild, ada: Person, bea: Person, cem: Person) -> AsyncGenerator[Plain]:
    bot = Plain()
    async with running(sandbox, bot):
        yield bot


def place(client: discord.Client, channel: Channel) -> discord.PartialMessageable:
    return client.get_partial_messageable(channel.id)


def stopped(view: Any, *items: Any) -> Any:
    """A view that discord.py does not store."""
    for item in items:
        view.add_item(item)
    view.stop()
    return view


class Wire:
    """One socket; `get` reads a frame, whatever it is wrapped in."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.ws, self.token = ws, token
        self.inflate = zlib.decompressobj()

    async def send(self, op: int, data: Any) -> None:
        await self.ws.send_str(json.dumps({"op": op, "d": data}))

    async def get(self) -> dict[str, Any]:
        frame = await self.ws.receive(timeout=5)
        if frame.type is aiohttp.WSMsgType.BINARY:
            assert frame.data.endswith(b"\x00\x00\xff\xff")
            return json.loads(self.inflate.decompress(frame.data))
        assert frame.type is aiohttp.WSMsgType.TEXT, frame
        return json.loads(frame.data)

    async def closed(self) -> int | None:
        while (frame := await self.ws.receive(timeout=5)).type not in (
            aiohttp.WSMsgType.CLOSE,
            aiohttp.WSMsgType.CLOSED,
        ):
            pass
        return frame.data if frame.type is aiohttp.WSMsgType.CLOSE else self.ws.close_code

    async def identify(self, **more: Any) -> None:
        await self.send(2, {"token": self.token, "intents": 1, "properties": {}} | more)


@pytest.fixture
async def wire(sandbox, guild):
    @asynccontextmanager
    async def open_(query: str = "?v=10&encoding=json"):
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(sandbox.gateway.address + query, autoclose=False) as ws,
        ):
            yield Wire(ws, sandbox.world.application.token)

    return open_
