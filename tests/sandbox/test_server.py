"""The server to the outside: who may talk to it, what it remembers, and an unmodified bot in a process of its own."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from pathlib import Path

import aiohttp
import aiohttp.web
import pytest

from sandbox.actor import Unanswered
from sandbox.world.world import TEXT
from tests.sandbox.conftest import ROOT, Raw

BOT = Path(__file__).with_name("demo_bot.py")


@pytest.mark.parametrize("path", ["/api/v10/gateway", "/gateway/?v=10", "/cdn/embed/avatars/0.png", "/nowhere"])
@pytest.mark.parametrize(
    ("headers", "served"),
    [
        ({}, True),
        ({"Host": "localhost:{port}"}, True),
        ({"Origin": "http://127.0.0.1:{port}"}, True),
        ({"Host": "rebound.example:{port}"}, False),
        ({"Host": "127.0.0.1"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
        ({"Origin": "null"}, False),
    ],
)
async def test_strangers_are_turned_away(path, headers, served, sandbox):
    port = sandbox.address.rsplit(":", 1)[1]
    headers = {key: value.format(port=port) for key, value in headers.items()}
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "x" * 22 + "==",
    }
    more = upgrade if path.startswith("/gateway") else {}
    async with (
        aiohttp.ClientSession() as session,
        session.get(sandbox.address + path, headers=headers | more) as answer,
    ):
        assert (answer.status != 403) == served


async def test_it_listens_on_loopback_only(sandbox):
    addresses = [site._server.sockets[0].getsockname()[0] for site in sandbox._runner.sites]
    assert addresses == ["127.0.0.1"]


async def test_a_world_in_a_file_is_there_again(opened, tmp_path):
    keep = tmp_path / "world"
    first = await opened(keep=keep)
    bea = first.person("Bea", first.guild())
    thread = first.house.places.new_thread(bea.here, first.world.bot.id, {"name": "Table 1", "type": 11})
    bea.say("still here?", at=thread)
    bea.close_dms()
    async with aiohttp.ClientSession() as session:
        raw = Raw(first, session)
        app = first.world.application.id
        assert (await raw("PUT", f"/applications/{app}/commands", [{"name": "x", "description": "x"}]))[0] == 200
    await first.stop()
    again = await opened(keep=keep)
    same = again.person("Bea")
    assert (same.id, same.user.dms_open) == (bea.id, False)
    assert [line for line, _, _ in same.commands()] == ["/x"]
    known = [c for c in again.world.channels.values() if c.is_thread]
    assert [m.text for m in same.messages(known[0])] == ["still here?"]
    assert [c.name for c in again.world.channels.values() if c.kind == TEXT] == ["general"]
    assert again.world.new_id() > known[0].id
    await again.stop()
    assert [p.name for p in tmp_path.iterdir()] == ["world"]


async def test_a_change_is_in_the_file_within_seconds(opened, tmp_path):
    keep = tmp_path / "world"
    box = await opened(keep=keep)
    box.person("Bea", box.guild())
    await box.until(keep.exists)


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


@contextlib.asynccontextmanager
async def process(*arguments: str):
    started = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=environment(), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            started.kill()
        await started.communicate()


def bot(sandbox):
    return process("-m", "sandbox.attach", sandbox.address, str(BOT), sandbox.world.application.token)


async def test_an_unmodified_bot_in_its_own_process_is_killed_and_comes_back(sandbox, bea, ada):
    async with bot(sandbox) as first:
        await sandbox.until(lambda: bool(sandbox.world.commands) and sandbox.gateway.connected, 20)
        reply = await bea.slash("/hello", name="proc")
        assert (await ada.press(reply, "Count")).text == "count:proc 1"
        first.send_signal(signal.SIGKILL)
        await first.wait()
    await sandbox.until(lambda: not sandbox.gateway.connected)
    task = asyncio.create_task(ada.press(reply, "Count"))
    await asyncio.sleep(0)
    sandbox.clock.advance(3.1)
    with pytest.raises(Unanswered):
        await task
    identified = len(sandbox.gateway.identified)
    async with bot(sandbox):
        await sandbox.until(lambda: len(sandbox.gateway.identified) > identified, 20)
        assert (await ada.press(reply, "Count")).text == "count:proc 1"


async def test_the_module_alone_prints_its_address_and_ends_at_a_signal(tmp_path):
    async with process("-m", "sandbox", "--keep", str(tmp_path / "world")) as server:
        assert server.stdout is not None
        address = (await asyncio.wait_for(server.stdout.readline(), 20)).decode().strip()
        async with aiohttp.ClientSession() as session, session.get(address + "/api/v10/gateway") as answer:
            assert (await answer.json())["url"].startswith("ws://127.0.0.1:")
        server.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(server.wait(), 10) == 0
    assert (tmp_path / "world").exists()


async def test_attach_says_how_it_is_used():
    async with process("-m", "sandbox.attach") as attach:
        assert await asyncio.wait_for(attach.wait(), 20) == 1


async def test_a_page_can_be_mounted_beside_it(opened):
    async def hello(request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text="the page")

    box = await opened(mount=lambda _, app: app.router.add_get("/", hello))
    async with aiohttp.ClientSession() as session, session.get(box.address) as answer:
        assert await answer.text() == "the page"


async def test_the_log_tells_what_was_asked_and_answered(sandbox, general):
    watched = []
    sandbox.rest.watchers.append(watched.append)
    async with aiohttp.ClientSession() as session:
        raw = Raw(sandbox, session)
        with sandbox.checker.expecting():
            await raw("POST", f"/channels/{general.id}/messages", {})
    assert (watched[0].status, watched[0].problems, watched[0].request) == (400, ["Cannot send an empty message"], {})
    assert list(sandbox.rest.log) == watched


async def test_two_sandboxes_stand_side_by_side(opened):
    one, two = await opened(), await opened()
    assert one.address != two.address
    with socket.create_connection(("127.0.0.1", int(two.address.rsplit(":", 1)[1])), timeout=2):
        pass


async def test_who_only_runs_the_bot_needs_no_checker():
    """jsonschema-rs is a developers' tool: without a document the sandbox never asks for it."""
    script = (
        "import sys; sys.modules['jsonschema_rs'] = None; from sandbox.server import Sandbox; Sandbox(); print('well')"
    )
    async with process("-c", script) as alone:
        assert alone.stdout is not None
        assert await asyncio.wait_for(alone.stdout.readline(), 20) == b"well\n"
