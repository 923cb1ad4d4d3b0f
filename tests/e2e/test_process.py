"""The shipped process from outside: its exit codes, what it says when it cannot run, and a clean end under load."""

import asyncio
import contextlib
import json
import os
import random
import re
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.discord import connect
from bot.discord.permissions import invite
from bot.operation.host import host
from bot.operation.settings import Settings
from bot.operation.version import version
from sandbox.faults import Fault
from sandbox.server import Sandbox
from storage.folder.backup import Backups
from tests import report
from tests.e2e.shipped import ROOT, TOKEN, WRONG, Shipped, read, served
from tests.e2e.test_kill import Campaign


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with served() as box:
        yield box


def said(bot: Shipped) -> list[str]:
    """What it wrote, but for the lines of its log."""
    return [line for line in bot.log.read_text().splitlines() if line.strip()]


def discreet(bot: Shipped) -> None:
    """Not a piece of the token that is longer than a word would be."""
    text = bot.log.read_text()
    pieces = {bot.token[n : n + 6] for n in range(len(bot.token) - 5)} - {"token-"}
    assert not [piece for piece in pieces if piece in text]


async def test_a_wrong_token_ends_it_with_78_and_two_sentences(sandbox: Sandbox, tmp_path: Path):
    bot = await Shipped(sandbox, tmp_path / "data", whole=True, token=WRONG).begin()
    began = time.perf_counter()
    assert await bot.ended() == 78
    took = time.perf_counter() - began
    lines = said(bot)
    assert len(lines) <= 6, lines
    assert "Traceback" not in bot.log.read_text()
    assert "does not accept this token" in bot.log.read_text()
    discreet(bot)
    report.say(f"a wrong token: exit 78 after {took:.1f} s, {len(lines)} lines")


def out_of_reach(bot: Shipped) -> list[str]:
    return [line for line in said(bot) if "Discord is out of reach" in line]


@contextlib.asynccontextmanager
async def hosted(sandbox: Sandbox, folder: Path) -> AsyncGenerator[None]:
    """In this process, from when it is heard by Discord."""
    chosen = Settings(_env_file=None, data=folder)  # pyright: ignore[reportCallIssue]
    with sandbox.attached():
        running = asyncio.create_task(host(chosen, TOKEN, guild_ready_timeout=0.05))
        try:
            await sandbox.until(lambda: sandbox.gateway.connected or running.done(), 30)
            yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_an_outage_at_the_start_is_waited_out(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(connect, "FIRST", 0.01)
    away = Fault("GET /gateway/bot", status=503)
    sandbox.faults.plan(
        Fault("GET /users/@me", status=503, times=3),
        Fault("PUT /applications/*/commands", status=503),
        *(away, replace(away, skip=1)),
    )
    with capture_logs() as lines:
        async with hosted(sandbox, tmp_path / "data"):
            assert sandbox.gateway.connected
    waited = [line for line in lines if line["event"] == "Discord is out of reach"]
    assert {line["why"].partition(":")[0] for line in waited} == {"it answered 503", "GatewayNotFound"}
    assert len(waited) == 6
    assert not sandbox.faults.waiting
    assert [record.message for record in caplog.records if record.exc_info or "nclosed" in record.message] == []


async def test_where_nobody_answers_it_says_so_and_ends_at_once_when_it_is_asked_to(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data", whole=True)
    bot.sandbox = cast("Any", SimpleNamespace(address="http://127.0.0.1:9"))
    starts = time.perf_counter()
    await bot.begin()
    await sandbox.until(lambda: bool(out_of_reach(bot)), 30)
    began = time.perf_counter()
    assert await bot.stop() == 0
    took = time.perf_counter() - began
    assert took < began - starts, "it ends sooner than it starts, and so before its pause of five seconds is over"
    assert len(out_of_reach(bot)) == 1
    assert "again_in_seconds" in out_of_reach(bot)[0]
    assert "Traceback" not in bot.log.read_text()
    discreet(bot)
    report.say(f"SIGTERM while Discord is waited for: exit 0 after {took:.2f} s")


async def test_a_gateway_that_hangs_up_does_not_hold_up_the_end(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sandbox.api.gateway.squeezer", None)
    bot = await Shipped(sandbox, tmp_path / "data", whole=True).begin()
    await sandbox.until(lambda: "Failed to connect" in bot.log.read_text(), 30)
    began = time.perf_counter()
    assert await bot.stop() == 0
    assert time.perf_counter() - began < 4
    (told,) = [line for line in said(bot) if "Failed to connect" in line]
    assert "Retrying... (" in told
    assert "exception" not in told
    discreet(bot)


async def test_a_first_connection_that_fails_for_long_is_begun_anew(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connect, "FIRST", 0.01)
    with monkeypatch.context() as broken, capture_logs() as lines:
        broken.setattr(connect, "ANEW", 0.3)
        broken.setattr("sandbox.api.gateway.squeezer", None)
        chosen = Settings(_env_file=None, data=tmp_path / "data")  # pyright: ignore[reportCallIssue]
        with sandbox.attached():
            running = asyncio.create_task(host(chosen, TOKEN, guild_ready_timeout=0.05))
            await sandbox.until(lambda: len(lines) > 3)
            broken.undo()
            await sandbox.until(lambda: sandbox.gateway.connected)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    told = [line["why"] for line in lines if line["event"] == "Discord is out of reach"]
    assert set(told) == {"TimeoutError: no connection to the gateway"}


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_close_for_good_ends_it_with_78(sandbox: Sandbox, tmp_path: Path, code: int):
    bot = await Shipped(sandbox, tmp_path / "data", whole=True).start()
    await sandbox.until(lambda: bool(sandbox.gateway.sessions) and "ready" in bot.log.read_text())
    sandbox.gateway.close(code, "for good")
    assert await bot.ended() == 78
    assert "Traceback" not in bot.log.read_text()
    discreet(bot)


async def test_a_second_one_on_the_same_folder_ends_with_75(sandbox: Sandbox, tmp_path: Path):
    first = await Shipped(sandbox, tmp_path / "data", whole=True).start()
    second = Shipped(sandbox, tmp_path / "data", whole=True)
    second.starts = 8  # its log is another file
    began = time.perf_counter()
    await second.begin()
    assert await second.ended() == 75
    took = time.perf_counter() - began
    assert first.process.returncode is None
    await first.kill()
    third = await first.start()  # a killed one leaves no lock behind
    assert await third.stop() == 0
    report.say(
        f"a second process on the same folder: exit 75 after {took:.1f} s; none is in the way of one after a kill"
    )


async def test_every_line_of_the_log_is_json_and_the_invitation_stands_beside_it(sandbox: Sandbox, tmp_path: Path):
    bot = await Shipped(sandbox, tmp_path / "data", whole=True, STAMMTISCH_LOG_LEVEL="DEBUG").start()
    await sandbox.until(lambda: '"ready"' in bot.log.read_text())
    assert await bot.stop() == 0
    invited = [line for line in said(bot) if line.startswith("Invite the bot to a server: https://discord.com/")]
    assert len(invited) == 1
    told = [json.loads(line) for line in said(bot) if line not in invited]
    assert not [line for line in told if "voice" in line["event"]]
    assert {"asyncio", "discord.client", "discord.gateway"} <= {line.get("logger") for line in told}
    assert all({"event", "level", "timestamp"} <= line.keys() for line in told)
    discreet(bot)


async def test_the_invitation_is_there_at_every_level_of_the_log(sandbox: Sandbox, tmp_path: Path):
    bot = await Shipped(sandbox, tmp_path / "data", whole=True, STAMMTISCH_LOG_LEVEL="ERROR").start()
    assert await bot.stop() == 0
    (line,) = said(bot)
    assert line == f"Invite the bot to a server: {invite(sandbox.world.application.id)}"


async def test_a_daily_backup_that_fails_stands_in_the_log(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data", whole=True)
    bot.folder.mkdir()
    (bot.folder / "backups").touch()
    await bot.start()
    await sandbox.until(lambda: "the daily backup failed" in bot.log.read_text())
    assert await bot.stop() == 0
    (line,) = [line for line in said(bot) if "the daily backup failed" in line]
    assert "no backup was made (File exists)" in line
    assert "tried again in an hour" in line


async def asked(folder: Path, what: str) -> tuple[int, str]:
    """As the container asks for its health."""
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", what),
        cwd=ROOT,
        env=os.environ | {"STAMMTISCH_DATA": str(folder)},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await asking.communicate()
    return asking.returncode or 0, said.decode().strip()


async def test_health_is_0_while_discord_is_there_and_1_when_it_is_gone_or_no_bot_runs(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "data"
    assert await asked(folder, "health") == (1, f"No bot is running on {folder}.")
    monkeypatch.setattr("storage.monitoring.health.GONE", 1.0)
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.5)
    async with hosted(sandbox, folder):
        await asyncio.sleep(1.2)
        assert await asked(folder, "health") == (0, "Discord is within reach and nothing waits.")
        with monkeypatch.context() as away:
            away.setattr("sandbox.api.gateway.squeezer", None)  # it takes no new connection
            sandbox.gateway.cut()
            await asyncio.sleep(1.2)
            code, said = await asked(folder, "health")
        assert (code, said[:29]) == (1, "Discord has been out of reach")
        await sandbox.until(lambda: sandbox.gateway.connected, 30)
        await asyncio.sleep(0.5)
        assert await asked(folder, "health") == (0, "Discord is within reach and nothing waits.")


async def test_status_tells_the_versions_of_the_bot_that_runs(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.operation.host.versions", lambda: {"version": "1.2.3", "discord.py": "4.5.6"})
    async with hosted(sandbox, tmp_path / "data"):
        code, said = await asked(tmp_path / "data", "status")
        told = json.loads(said)
        assert (code, told["running"], told["version"], told["discord.py"]) == (0, True, "1.2.3", "4.5.6")
        assert {"discord_gone_seconds", "oldest_unsent_seconds", "newest_backup_hours", "python"} <= told.keys()
    told = json.loads((await asked(tmp_path / "data", "status"))[1])
    assert (told["running"], told["version"], told["discord.py"]) == (False, version(), discord.__version__)


async def test_a_chore_that_fails_is_told_and_begun_again(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    failures = [OSError("a disk"), ValueError("a name")]
    age = Backups.age

    def broken(self: Backups) -> float | None:
        if failures:
            raise failures.pop()
        return age(self)

    monkeypatch.setattr("bot.operation.chores.PAUSE", 0.01)
    monkeypatch.setattr(Backups, "age", broken)
    with capture_logs() as lines:
        async with hosted(sandbox, tmp_path / "data"):
            await sandbox.until(lambda: any((tmp_path / "data" / "backups").glob("*.db")))
    told = [(line["chore"], type(line["exc_info"])) for line in lines if line["event"] == "chore failed"]
    assert told == [("backups", ValueError), ("backups", OSError)]


async def test_sigterm_under_load_ends_it_with_0_and_nothing_half_done(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data", whole=True)
    game = Campaign(sandbox, bot, 3, 3)
    await game.begin()
    for _ in range(4):
        await game.turn()
    luck = random.Random(1)

    async def busy() -> None:
        while True:
            person = luck.choice(game.people)
            board = game.board()
            if board.buttons:
                await person.press(board, luck.choice(board.buttons))
            await asyncio.sleep(0)

    load = [asyncio.create_task(busy()) for _ in range(8)]
    playing = asyncio.create_task(_turns(game))
    await asyncio.sleep(0.7)
    began = time.perf_counter()
    code = await bot.stop()
    took = time.perf_counter() - began
    for task in (*load, playing):
        task.cancel()
    await asyncio.gather(*load, playing, return_exceptions=True)
    assert code == 0, bot.log.read_text()
    assert took < 8
    assert "Traceback" not in bot.log.read_text()
    kept = await read(bot.folder, game.table)
    game.look(kept)
    assert not kept.unsaid, "what was committed was said"
    discreet(bot)
    assert not re.search(r"You have \d+ coffee", bot.log.read_text())
    report.say(f"SIGTERM under load: exit 0 after {took:.1f} s")


async def _turns(game: Campaign) -> None:
    while await game.turn():
        pass
