"""`make run` without a token, as a process: one address, tables that outlive it, and a quick end."""

import asyncio
import os
import re
import signal
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
START, END = 20.0, 5.0


@asynccontextmanager
async def playing(data: Path):
    """The process and its address; Ctrl-C at the end."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "STAMMTISCH_"))}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox.play",
        cwd=ROOT, env=kept | {"STAMMTISCH_DATA": str(data), "STAMMTISCH_PORT": "0", "DISCORD_TOKEN": ""},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    told = (await asyncio.wait_for(process.stdout.readline(), START)).decode()
    found = ADDRESS.findall(told)
    assert len(found) == 1, told
    yield found[0]
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    rest = await asyncio.wait_for(process.stdout.read(), END)
    assert await asyncio.wait_for(process.wait(), END) == 0, rest
    assert time.monotonic() - begun < END
    assert rest.decode() == "", "one address, and nothing else"


@asynccontextmanager
async def tab(address: str):
    async with aiohttp.ClientSession(address) as session, session.ws_connect("/page/ws?as=Ada") as socket:
        hello = await socket.receive_json(timeout=5)
        place = hello["guilds"][0]["channels"][0]["id"]

        async def ask(do: str, **told):
            await socket.send_json({"n": 1, "do": do, "channel": place, **told})
            while (answer := await socket.receive_json(timeout=10))["t"] != "answer":
                pass
            return answer

        yield hello, ask


async def test_it_prints_one_address_keeps_its_tables_and_ends_quickly(tmp_path):
    async with playing(tmp_path) as address, tab(address) as (_, ask):
        lines = [c["line"] for c in (await ask("commands"))["ok"]]
        assert "/table new" in lines
        game = {"name": "game", "type": 3, "value": "guatemala"}
        answer = await ask("slash", line="/table new", options=[game])
        assert "ok" in answer, answer
        async with aiohttp.ClientSession(address) as session, session.get("/") as page:
            assert page.status == 200
    async with playing(tmp_path) as address, tab(address) as (hello, ask):
        threads = [c["name"] for c in hello["guilds"][0]["channels"] if c["kind"] == 11]
        assert threads or any(hello["messages"].values()), "what was said is still there"
        answer = await ask("slash", line="/table list", options=[])
        assert "ok" in answer, answer
