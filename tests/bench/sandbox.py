"""How many interactions a second the sandbox and a real client do together, in one loop and in two processes."""

import asyncio
import sys
import time
from pathlib import Path

from msgspec import Struct

from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.server import Sandbox
from sandbox.world.world import Message
from tests.sandbox.conftest import ROOT, running, schema_path
from tests.sandbox.demo_bot import Demo

COUNT = 400


class Figures(Struct):
    texts: list[str]
    seconds: float
    slowest: float

    @property
    def rate(self) -> float:
        return len(self.texts) / self.seconds


async def in_flight(sandbox: Sandbox, person: Person, count: int) -> Figures:
    """As many presses at once, each on its own message with its own counter."""
    channel, bot = person.here, sandbox.world.bot.id
    messages: list[Message] = []
    for n in range(count):
        button = {"type": 2, "style": 1, "label": "Count", "custom_id": f"count:{n}"}
        messages.append(sandbox.house.post.create(channel, bot, {"components": [{"type": 1, "components": [button]}]}))
    slowest = 0.0

    async def press(message_id: int) -> str:
        nonlocal slowest
        began = time.perf_counter()
        text = (await person.press(person.look(channel.id, message_id), "Count")).text
        slowest = max(slowest, time.perf_counter() - began)
        return text

    began = time.perf_counter()
    texts = await asyncio.gather(*(press(m.id) for m in messages))
    return Figures(list(texts), time.perf_counter() - began, slowest)


async def _together(*, check: bool) -> Figures:
    async with Sandbox(rates=Rates.wide(), check=check, schema=schema_path()) as sandbox:
        ada = sandbox.person("Ada", sandbox.guild())
        with sandbox.attached():
            async with running(sandbox, Demo()):
                return await in_flight(sandbox, ada, COUNT)


async def _apart() -> Figures:
    async with Sandbox(rates=Rates.wide(), check=False) as sandbox:
        ada = sandbox.person("Ada", sandbox.guild())
        script = Path(ROOT) / "tests" / "sandbox" / "demo_bot.py"
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandbox.attach",
            sandbox.address,
            str(script),
            sandbox.world.application.token,
            cwd=ROOT,
        )
        try:
            await sandbox.until(lambda: bool(sandbox.world.commands) and sandbox.gateway.connected, 30)
            await asyncio.sleep(0.5)  # discord.py is ready a moment after READY
            return await in_flight(sandbox, ada, COUNT)
        finally:
            bot.terminate()
            await bot.wait()


def _told(name: str, figures: Figures) -> None:
    slowest = figures.slowest * 1000
    print(f"sandbox  {COUNT} in flight, {name:34} {figures.rate:7.0f} /s   slowest answer {slowest:5.0f} ms")


def run() -> None:
    _told("bot in the same loop, checks off", asyncio.run(_together(check=False)))
    _told("bot in the same loop, checks on", asyncio.run(_together(check=True)))
    _told("bot in its own process, checks off", asyncio.run(_apart()))
