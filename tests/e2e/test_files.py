"""The shipped process and its files: a bad page, a second place for backups, a second bot with the same token."""

import json
import os
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.server import Sandbox
from storage.problem import StorageProblem
from storage.sqlite.opening import open_store
from tests.bench.stored import copied
from tests.e2e.shipped import Shipped, read, served
from tests.e2e.test_doctor import doctor
from tests.e2e.test_kill import Campaign
from tests.e2e.test_process import asked, said

PAGE = 4096
TABLES = 60


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with served() as box:
        yield box


async def page_of_others(folder: Path, scratch: Path, table: str) -> int:
    """A page that, spoilt, costs some tables, but not this one."""
    for page in range(1, (folder / "stammtisch.db").stat().st_size // PAGE):
        shutil.rmtree(scratch, ignore_errors=True)
        shutil.copytree(folder, scratch, ignore=shutil.ignore_patterns("*.sock"))
        spoil(scratch, page)
        try:
            async with await open_store(scratch) as store:
                mended = store.mended
        except StorageProblem:
            continue
        if mended is not None and "games" in mended.missing and table not in mended.back | mended.gone:
            return page
    raise AssertionError("no such page")


def spoil(folder: Path, page: int) -> None:
    """As a disk does it: the file seems not to have been written."""
    path = folder / "stammtisch.db"
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(b"\xff" * PAGE)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


async def test_a_bad_page_costs_the_tables_on_it_and_the_bot_plays_on(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data", whole=True)
    game = Campaign(sandbox, bot, 3, 3)
    await game.begin()
    while len(game.confirmed) < 3:
        await game.turn()
    assert await bot.stop() == 0
    copied(bot.folder / "stammtisch.db", TABLES)
    shutil.rmtree(bot.folder / "backups")
    bot.starts = 0  # a whole process: it begins itself anew
    await bot.start()
    await sandbox.until(lambda: any((bot.folder / "backups").glob("*.db")), 30)
    page = await page_of_others(bot.folder, tmp_path / "scratch", game.table)
    pid = bot.process.pid
    bot.process.send_signal(signal.SIGSTOP)
    spoil(bot.folder, page)
    bot.process.send_signal(signal.SIGCONT)
    code, _ = await asked(bot.folder, "backup")
    assert code != 0, "it is found by whatever reads the page"
    await sandbox.until(lambda: "the database was mended" in bot.log.read_text(), 60)
    await sandbox.until(lambda: sandbox.gateway.connected, 60)
    assert (bot.process.pid, bot.process.returncode) == (pid, None), "the same process has begun anew"
    text = bot.log.read_text()
    assert "It is mended by beginning anew." in text
    (line,) = [line for line in said(bot) if "the database was mended" in line]
    assert "Tables that go on as a backup had them: " in json.loads(line)["what"]
    for _ in range(3):
        await game.turn()
    _, found = await doctor(sandbox.address, tmp_path)
    assert found["damage"].startswith("bad A page of the database was damaged")
    assert found["database"] == "well every page is sound"
    assert await bot.stop() == 0
    kept = await read(bot.folder, game.table)
    assert [press for press in game.confirmed if press not in kept.actions] == []


async def test_backups_stand_in_a_second_place_and_no_one_begins_anew_beside_them(sandbox: Sandbox, tmp_path: Path):
    second = tmp_path / "elsewhere"
    bot = Shipped(sandbox, tmp_path / "data", STAMMTISCH_BACKUPS=str(second))
    await Campaign(sandbox, bot, 3, 3).begin()
    await sandbox.until(lambda: any(second.glob("*.db")), 30)
    (copy,) = second.glob("*.db")
    (first,) = (bot.folder / "backups").glob("*.db")
    assert copy.read_bytes() == first.read_bytes()
    assert (copy.stat().st_mode & 0o777, second.stat().st_mode & 0o777) == (0o600, 0o700)
    assert await bot.stop() == 0
    shutil.rmtree(bot.folder)
    shutil.rmtree(tmp_path / "data.known")
    await bot.begin()
    assert await bot.ended(60) == 78
    told = said(bot)
    assert told[0].endswith(f"is missing, though backups of one lie in {second}.")
    assert f"stammtisch restore {copy} --into {bot.folder}" in told[1]


async def test_two_bots_with_one_token_are_told_in_both_logs_and_by_the_doctor(sandbox: Sandbox, tmp_path: Path):
    bots = [Shipped(sandbox, tmp_path / name) for name in ("one", "two")]
    for bot in bots:
        bot.program = ("tests.e2e.watchful",)
        await bot.start()
    wanted = "another bot runs with the same token"
    await sandbox.until(lambda: all(wanted in bot.log.read_text() for bot in bots), 60)
    for bot in bots:
        _, found = await doctor(sandbox.address, tmp_path, STAMMTISCH_DATA=str(bot.folder))
        assert found["one bot"].startswith(f"bad {wanted}: its mark changed 0 minutes ago. Stop one of the two")
    for bot in bots:
        assert await bot.stop() == 0
    assert sandbox.world.application.emojis == {}, "who ends takes their mark away"
