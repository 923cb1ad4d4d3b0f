"""The shipped process whose files are taken from under it while people play: all that was confirmed comes back by the
command that its log tells.
"""

import asyncio
import re
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from sandbox.server import Sandbox
from tests.e2e.shipped import ROOT, Shipped, read, served
from tests.e2e.test_kill import Campaign


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with served() as box:
        yield box
        box.house.interactions.unanswered.clear()  # the press at which it ended


def without_log(folder: Path) -> None:
    (folder / "stammtisch.db-wal").unlink()


def without_database(folder: Path) -> None:
    (folder / "stammtisch.db").unlink()


def removed(folder: Path) -> None:
    shutil.rmtree(folder)


async def command(*words: str) -> int:
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", *words, cwd=ROOT)
    return await process.wait()


@pytest.mark.parametrize("deed", [without_log, removed, pytest.param(without_database, marks=pytest.mark.long)])
async def test_nothing_that_was_confirmed_is_lost(sandbox: Sandbox, tmp_path: Path, deed: Callable[[Path], None]):
    bot = Shipped(sandbox, tmp_path / "data")
    game = Campaign(sandbox, bot, 3, 3)
    await game.begin()
    while len(game.confirmed) < 5:
        await game.turn()
    deed(bot.folder)
    playing = asyncio.create_task(_on(game))
    assert await bot.ended(60) == 74, bot.log.read_text()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    (line,) = [line for line in bot.log.read_text().splitlines() if "while the bot was running" in line]
    await bot.begin()
    assert await bot.ended(60) == 74
    assert " ".join(bot.log.read_text().splitlines()) in line
    (found,) = re.findall(r"stammtisch (restore) (\S+) (--into) (\S+)\. ", line)
    assert await command(*found) == 0
    game.look(await read(bot.folder, game.table))
    await bot.start()
    assert await bot.stop() == 0


async def _on(game: Campaign) -> None:
    while True:
        with suppress(AssertionError, TimeoutError):
            await game.turn()


async def test_a_data_folder_that_was_emptied_is_not_begun_anew(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data")
    await Campaign(sandbox, bot, 3, 3).begin()
    assert await bot.stop() == 0
    for one in bot.folder.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink()
    await bot.begin()
    assert await bot.ended(60) == 78
    said = bot.log.read_text().splitlines()
    note = tmp_path / "data.known" / "tables"
    assert len(said) == 2
    assert said[0].endswith("though tables were kept there: its folder was emptied or removed.")
    assert said[1].endswith(f"to begin anew remove {note}.")
    note.unlink()
    await bot.start()
    assert await bot.stop() == 0
