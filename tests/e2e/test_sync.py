"""The commands stand in one place: everywhere, or in the one server of a developer, and are sent when they changed."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord.client import Stammtisch
from bot.games import GAMES
from bot.operation.host import milliseconds
from bot.operation.problem import CannotRun
from bot.operation.settings import Settings
from bot.play import Env, Transactions
from bot.play.luck import Live
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.faults import Fault
from sandbox.server import Sandbox
from storage.problem import EX_CONFIG
from storage.sqlite.opening import open_store
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    box = Sandbox(clock=Clock(held=True), rates=Rates.wide(), schema=schema_path())
    await box.start()
    with box.attached():
        yield box
    await box.stop()
    tally.add(box.checker)
    assert [str(violation) for violation in box.checker.violations] == []


async def started(sandbox: Sandbox, folder: Path, dev_guild: int) -> int:
    """Logs in with this setting and out again; how often commands were sent."""
    sandbox.rest.log.clear()
    chosen = Settings(_env_file=None, dev_guild=dev_guild)  # pyright: ignore[reportCallIssue]
    store = await open_store(folder)
    async with store, Stammtisch(chosen, Transactions(Env(store, Live(), milliseconds, GAMES))) as client:
        await client.login(sandbox.world.application.token)
    return sum(line.method == "PUT" for line in sandbox.rest.log)


def places(sandbox: Sandbox) -> set[int | None]:
    """Where commands stand; no name stands twice for anybody."""
    here = Counter((command.guild_id, command.name) for command in sandbox.world.commands.values())
    assert set(here.values()) <= {1}
    return {guild for guild, _ in here}


async def test_a_restart_without_a_change_sends_no_commands(sandbox: Sandbox, tmp_path: Path):
    assert await started(sandbox, tmp_path, 0) == 1
    assert await started(sandbox, tmp_path, 0) == 0
    assert places(sandbox) == {None}


async def test_another_scope_takes_the_commands_along(sandbox: Sandbox, tmp_path: Path):
    one, two = sandbox.guild("one").id, sandbox.guild("two").id
    for dev_guild, where in ((0, None), (one, one), (two, two), (0, None), (one, one)):
        await started(sandbox, tmp_path, dev_guild)
        assert places(sandbox) == {where}
        assert await started(sandbox, tmp_path, dev_guild) == 0


async def test_an_end_between_the_two_is_made_up_for(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    one = sandbox.guild("one").id
    await started(sandbox, tmp_path, 0)
    with monkeypatch.context() as broken:
        broken.setattr("discord.http.HTTPClient.bulk_upsert_global_commands", None)
        with pytest.raises(TypeError):
            await started(sandbox, tmp_path, one)
    assert places(sandbox) == {None, one}
    await started(sandbox, tmp_path, one)
    assert places(sandbox) == {one}


async def test_a_server_that_the_bot_has_left_is_no_hindrance(sandbox: Sandbox, tmp_path: Path):
    guild = sandbox.guild("one")
    await started(sandbox, tmp_path, guild.id)
    sandbox.house.places.remove_bot(guild)
    await started(sandbox, tmp_path, 0)
    assert None in places(sandbox)
    assert await started(sandbox, tmp_path, 0) == 0


async def test_a_server_that_the_bot_is_not_in_is_told(sandbox: Sandbox, tmp_path: Path):
    with pytest.raises(CannotRun, match="STAMMTISCH_DEV_GUILD") as wrong:
        await started(sandbox, tmp_path, 4711)
    assert wrong.value.exit_code == EX_CONFIG


async def test_where_discord_takes_no_more_commands_today_the_bot_starts_with_the_old_ones(
    sandbox: Sandbox, tmp_path: Path
):
    sandbox.faults.plan(Fault("PUT /applications/*/commands", status=429, retry_after=3600.0))
    assert await started(sandbox, tmp_path, 0) == 1
    assert places(sandbox) == set()
    assert await started(sandbox, tmp_path, 0) == 1, "it is made up for"
    assert places(sandbox) == {None}
