"""The shipped process over PostgreSQL, from outside: killed while people play, asked how it is, refusing to start."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.play import Env
from rules.chance import Seeded
from sandbox.server import Sandbox
from storage.shards import Shards
from tests.e2e import test_kill
from tests.e2e.shipped import ANSWERED, ROOT, TOKEN, UNSAID, Kept, Shipped, held, served
from tests.e2e.test_kill import HOLD, REACH, TAKEN, Campaign, campaigned, killed_at, told
from tests.postgres import stores
from tests.postgres.many import DRAINED
from tests.postgres.server import PASSWORD

POINTS = [REACH, HOLD, TAKEN]


async def read(_: Path, table: str) -> Kept:
    """One table of the database, beside whoever runs on it."""
    async with await stores.opened(stores.address(), shards=Shards((999,))) as store:
        whole = await held(Env(store, Seeded(0), lambda: 0, GAMES), table)
    with stores.looking() as link:
        actions = dict(link.execute(f"{ANSWERED} = %s", (table,)).fetchall())
        unsaid = [kind for (kind,) in link.execute(UNSAID)]
    return Kept(*whole, actions, unsaid)


def shipped(sandbox: Sandbox, folder: Path, address: str = "") -> Shipped:
    return Shipped(sandbox, folder, STAMMTISCH_DATABASE=address or stores.emptied(), STAMMTISCH_LEASE="1")


@pytest.fixture
async def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    stores.refuse_or_skip()
    monkeypatch.setattr(test_kill, "read", read)
    async with campaigned(lambda sandbox: shipped(sandbox, tmp_path / "data")) as begun:
        yield begun


async def test_killed_between_the_commit_and_what_it_tells_it_goes_on(campaign: Any):
    game: Campaign = await campaign(2, 4)
    await game.killed(HOLD)
    assert await game.bot.stop() == 0, game.bot.log.read_text()
    after = await read(game.bot.folder, game.table)
    game.look(after)
    assert not after.unsaid
    assert PASSWORD not in game.bot.log.read_text()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
async def test_killed_at_many_points(campaign: Any, seed: int):
    told([await killed_at(campaign, 2 + seed % 3, seed, POINTS * 3)])


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with served() as box:
        yield box


async def command(bot: Shipped, *words: str) -> tuple[int, str]:
    """What a command of the program writes, in the environment of a bot."""
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("STAMMTISCH_", "DISCORD_"))}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        cwd=ROOT,
        env=keep | {"STAMMTISCH_DATA": str(bot.folder), "DISCORD_TOKEN": TOKEN} | bot.settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert PASSWORD not in said.decode()
    return process.returncode or 0, said.decode()


async def test_it_is_asked_how_it_is_while_it_runs_and_while_it_does_not(sandbox: Sandbox, tmp_path: Path):
    bot = await shipped(sandbox, tmp_path / "data").start()
    try:
        code, said = await command(bot, "status")
        assert (code, json.loads(said)["running"]) == (0, True)
        assert json.loads(said)["postgresql"]
        assert (await command(bot, "health"))[0] == 0
        code, said = await command(bot, "doctor", "--offline")
        assert code == 0, said
        assert re.search(r"mind backups: .*pg_dump", said), said
        code, said = await command(bot, "backup")
        assert (code != 0, "pg_dump" in said) == (True, True)
        second = await shipped(sandbox, tmp_path / "other", bot.settings["STAMMTISCH_DATABASE"]).begin()
        assert await second.ended() == 78
        assert "Another instance is running on this database" in second.log.read_text()
    finally:
        assert await bot.stop() == 0, bot.log.read_text()
    code, said = await command(bot, "status")
    assert (code, json.loads(said)["running"]) == (0, False)
    assert (await command(bot, "health"))[0] == 1
    assert (await command(bot, "migrate"))[0] == 0


async def test_a_database_that_restarts_is_waited_for(sandbox: Sandbox, tmp_path: Path):
    """As after a power cut of its machine, and by its operator's hand."""
    server = stores.server()
    bot = await shipped(sandbox, tmp_path / "data").start()
    try:
        person = sandbox.person("Ada", sandbox.guild())
        await (await person.slash("/table new", {"game": "guatemala"})).done()
        for how in (signal.SIGQUIT, signal.SIGINT):
            await asyncio.to_thread(server.restart, how)
            reply = await (await person.slash("/me tables")).done()
            assert "Guatemala" in reply.text
        await asyncio.to_thread(server.stop, signal.SIGINT)
        try:
            code, said = await command(bot, "health")
        finally:
            await asyncio.to_thread(server.start)
        assert (code, said.strip()) == (1, "The database is out of reach.")
        reply = await (await person.slash("/me tables")).done()
        assert "Guatemala" in reply.text
        assert bot.process.returncode is None
        await asyncio.to_thread(server.stop, signal.SIGINT)
        try:
            assert await bot.stop(DRAINED) == 0, bot.log.read_text()
        finally:
            await asyncio.to_thread(server.start)
        log = bot.log.read_text()
        told = [log.count(text) for text in ("the database is out of reach", "the database answers again", "Traceback")]
        assert told == [told[1] + 1, told[1], 0], log
    finally:
        assert await bot.stop() == 0, bot.log.read_text()
        stores.reconnect()
