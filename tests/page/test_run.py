"""`make run` without a token, and `stammtisch sandbox`: one address, tables that outlive it, and a quick end."""

import asyncio
import json
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
LOADING = 1 << 7


MAKE_RUN = ("-m", "sandbox.play")
A_TOKEN = {"DISCORD_TOKEN": "of no use"}


@asynccontextmanager
async def playing(data: Path, *command: str, **more: str):
    """Its address; Ctrl-C at the end."""
    running = await process(data, *command, **more)
    assert running.stdout is not None
    try:
        told = (await asyncio.wait_for(running.stdout.readline(), START)).decode()
        found = ADDRESS.findall(told)
        assert len(found) == 1, told
        try:
            yield found[0]
        finally:
            running.send_signal(signal.SIGINT)
        begun = time.monotonic()
        rest = await asyncio.wait_for(running.stdout.read(), END)
        assert await asyncio.wait_for(running.wait(), END) == 0, rest
        assert time.monotonic() - begun < END
        assert rest.decode() == "", "one address, and nothing else"
    finally:
        if running.returncode is None:  # however it failed, nothing of it runs on beside the tests after it
            running.kill()
            await running.wait()


async def process(data: Path, *command: str, **more: str) -> asyncio.subprocess.Process:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "STAMMTISCH_"))}
    return await asyncio.create_subprocess_exec(
        sys.executable, *(command or MAKE_RUN),
        cwd=ROOT, env=kept | {"STAMMTISCH_DATA": str(data), "STAMMTISCH_PORT": "0", "DISCORD_TOKEN": ""} | more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


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

        async def run(line: str, **options):
            """A command to its end: what it says once it has thought."""
            filled = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
            answer = await ask("slash", line=line, options=filled)
            while True:
                said = (await ask("fresh", message=answer["ok"]["message"]))["ok"]
                if not said["flags"] & LOADING:
                    return json.dumps(said)
                await asyncio.sleep(0.05)

        async def commands():
            return [command["line"] for command in (await ask("commands"))["ok"]]

        yield hello, commands, run


async def test_it_prints_one_address_keeps_its_tables_and_ends_quickly(tmp_path):
    async with playing(tmp_path) as address, tab(address) as (_, commands, run):
        assert "/table new" in await commands()
        await run("/table new", game="guatemala")
        assert "Guatemala" in await run("/server tables")
        second = await process(tmp_path)
        told, _ = await asyncio.wait_for(second.communicate(), START)
        assert second.returncode == 75
        assert "running already" in told.decode()
        async with aiohttp.ClientSession(address) as session, session.get("/") as page:
            assert page.status == 200
    async with playing(tmp_path) as address, tab(address) as (hello, _, run):
        assert any(hello["messages"].values()), "what was said is still there"
        assert "Guatemala" in await run("/server tables")


async def test_what_a_developer_set_for_discord_is_nothing_to_the_sandbox(tmp_path):
    more = {"STAMMTISCH_DEV_GUILD": "4711", "STAMMTISCH_PROXY": "http://127.0.0.1:9"}
    async with playing(tmp_path, **more) as address, tab(address) as (_, commands, _):
        assert "/table new" in await commands()


async def test_the_command_of_the_sandbox_keeps_its_tables_where_it_is_told_and_looks_at_no_token(tmp_path):
    data = tmp_path / "kept"
    command = ("-m", "bot", "sandbox", "--data", str(data), "--port", "0")
    elsewhere = tmp_path / "elsewhere"
    async with playing(elsewhere, *command, STAMMTISCH_PORT="4321", **A_TOKEN) as address:
        assert address.rpartition(":")[2] != "4321"
        async with tab(address) as (_, commands, run):
            assert "/table new" in await commands()
            await run("/table new", game="guatemala")
    assert not elsewhere.exists()
    assert (data / "sandbox" / "world").exists()
    async with playing(elsewhere, *command) as address, tab(address) as (_, _, run):
        assert "Guatemala" in await run("/server tables")
