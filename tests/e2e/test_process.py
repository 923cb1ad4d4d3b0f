"""The shipped process from outside: its exit codes, what it says when it cannot run, and a clean end under load."""

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.clock import Clock
from sandbox.rates import Rates
from sandbox.server import Sandbox
from tests import report
from tests.e2e.shipped import TOKEN, Shipped, read
from tests.e2e.test_kill import Campaign
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path

WRONG = "OTk5OTk5OTk5OTk5OTk5OTk5.wrong1.another-token-that-opens-nothing-at-all"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    box = Sandbox(clock=Clock(held=True), rates=Rates.wide(), schema=schema_path(), token=TOKEN)
    await box.start()
    box.guild()
    yield box
    await box.stop()
    tally.add(box.checker)
    assert [str(violation) for violation in box.checker.violations] == []


def said(bot: Shipped) -> list[str]:
    """What it wrote, but for the lines of its log."""
    return [line for line in bot.log.read_text().splitlines() if line.strip()]


def discreet(bot: Shipped) -> None:
    """Not a piece of the token that is longer than a word would be."""
    text = bot.log.read_text()
    pieces = {bot.token[n : n + 6] for n in range(len(bot.token) - 5)} - {"token-"}
    assert not [piece for piece in pieces if piece in text]


async def test_a_wrong_token_ends_it_with_78_and_two_sentences(sandbox: Sandbox, tmp_path: Path):
    bot = await Shipped(sandbox, tmp_path / "data", token=WRONG).begin()
    began = time.perf_counter()
    assert await bot.ended() == 78
    took = time.perf_counter() - began
    lines = said(bot)
    assert len(lines) <= 6, lines
    assert "Traceback" not in bot.log.read_text()
    assert "does not accept this token" in bot.log.read_text()
    discreet(bot)
    report.say(f"a wrong token: exit 78 after {took:.1f} s, {len(lines)} lines")


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_close_for_good_ends_it_with_78(sandbox: Sandbox, tmp_path: Path, code: int):
    bot = await Shipped(sandbox, tmp_path / "data").start()
    await sandbox.until(lambda: bool(sandbox.gateway.sessions))
    sandbox.gateway.close(code, "for good")
    assert await bot.ended() == 78
    assert "Traceback" not in bot.log.read_text()
    discreet(bot)


async def test_a_second_one_on_the_same_folder_ends_with_75(sandbox: Sandbox, tmp_path: Path):
    first = await Shipped(sandbox, tmp_path / "data").start()
    second = Shipped(sandbox, tmp_path / "data")
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


async def test_a_daily_backup_that_fails_stands_in_the_log(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data")
    bot.folder.mkdir()
    (bot.folder / "backups").touch()
    await bot.start()
    await sandbox.until(lambda: "the daily backup failed" in bot.log.read_text())
    assert await bot.stop() == 0
    (line,) = [line for line in said(bot) if "the daily backup failed" in line]
    assert "no backup was made (File exists)" in line
    assert "tried again in an hour" in line


async def test_sigterm_under_load_ends_it_with_0_and_nothing_half_done(sandbox: Sandbox, tmp_path: Path):
    bot = Shipped(sandbox, tmp_path / "data")
    game = Campaign(sandbox, bot, 3, 3)
    await game.begin()
    for _ in range(4):
        await game.turn()
    board = game.board()
    luck = random.Random(1)

    async def busy() -> None:
        while True:
            person = luck.choice(game.people)
            await person.press(board, luck.choice(["My turn", "My hand", "Board", "Answer"]))

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
