"""Two bots with one token: each finds the other by its mark, and a mark that a killed process left is nobody's."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import discord
import pytest
from structlog.testing import capture_logs

from bot.discord.twins import BEAT, DAY, PREFIX, Twins, picture
from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.e2e.fault_scenes import quick
from tests.e2e.shipped import TOKEN, served


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def bots(sandbox: Sandbox, time: Time, count: int) -> AsyncGenerator[list[Twins]]:
    clients = [discord.Client(intents=discord.Intents.none()) for _ in range(count)]
    try:
        for client in clients:
            await client.login(TOKEN)
        yield [Twins(client, time) for client in clients]
    finally:
        for client in clients:
            await client.close()


def marks(sandbox: Sandbox) -> list[str]:
    return [emoji["name"] for emoji in sandbox.world.application.emojis.values()]


async def test_two_bots_with_one_token_find_each_other_within_two_looks():
    time = Time()
    async with served() as sandbox:
        with sandbox.attached():
            async with bots(sandbox, time, 2) as (first, second):
                with capture_logs() as lines:
                    for _ in range(3):
                        await first.beat()
                    assert first.told() == ""
                    await second.beat()
                    assert second.told() == "", "what was there before may be left by a process that was killed"
                    time.now += BEAT
                    await first.beat()
                    await second.beat()
                assert "another bot runs with the same token" in first.told()
                assert "another bot runs with the same token" in second.told()
                assert [line["event"] for line in lines] == ["another bot runs with the same token"] * 2
                assert len(marks(sandbox)) == 2
                await second.leave()
                time.now += 4 * BEAT
                await first.beat()
                assert first.told() == "", "it runs no more"
                assert len(marks(sandbox)) == 1
                await first.leave()
                assert marks(sandbox) == []


async def test_a_bot_alone_finds_nobody_however_often_it_was_killed():
    time = Time()
    async with served() as sandbox:
        with sandbox.attached():
            for _ in range(3):
                async with bots(sandbox, time, 1) as (killed,):
                    await killed.beat()
            async with bots(sandbox, time, 1) as (alone,):
                with capture_logs() as lines:
                    for _ in range(5):
                        time.now += BEAT
                        await alone.beat()
                assert alone.told() == ""
                assert lines == []
                assert len(marks(sandbox)) == 4
                time.now += DAY
                await alone.beat()
                assert len(marks(sandbox)) == 1, "what was left goes after a day"


async def test_other_emojis_of_the_application_are_left_alone():
    time = Time()
    async with served() as sandbox:
        with sandbox.attached():
            async with bots(sandbox, time, 1) as (alone,):
                await alone._client.create_application_emoji(name="coffee", image=picture())
                await alone.beat()
                time.now += 2 * DAY
                await alone.beat()
                await alone.leave()
                assert marks(sandbox) == ["coffee"]


@pytest.mark.parametrize("status", [403, 500, 503])
async def test_a_discord_that_does_not_let_it_ends_nothing(status: int, monkeypatch: pytest.MonkeyPatch):
    quick(monkeypatch)  # discord.py alone would wait half a minute
    monkeypatch.setattr("bot.discord.twins.FIRST", 0.0)
    monkeypatch.setattr("bot.discord.twins.BEAT", 0.01)
    time = Time()
    async with served() as sandbox:
        sandbox.faults.plan(Fault("GET /applications/*/emojis", status=status, times=8))
        with sandbox.attached():
            async with bots(sandbox, time, 1) as (alone,):
                running = asyncio.create_task(alone.run())
                await sandbox.until(lambda: bool(marks(sandbox)), 60)
                assert not running.done()
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
                assert marks(sandbox)[0].startswith(PREFIX)
