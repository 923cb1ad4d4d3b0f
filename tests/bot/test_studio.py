"""Pictures are painted in another process, and here where that cannot."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.gallery import Gallery
from bot.discord.studio import Studio
from bot.games import GAMES
from bot.games.game import painters
from rules.chance import Seeded
from rules.contract import Setup

PAINTERS = painters(GAMES)


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    made = Studio()
    yield made
    await made.close()


def view(game: str) -> Any:
    rules = GAMES[game].rules
    return rules.public(rules.setup(Setup(max(rules.seats)), Seeded(3)).state)


def process_of(studio: Studio) -> Any:
    process = studio._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    return process


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_picture_is_the_same_wherever_it_is_painted(studio: Studio, game: str):
    seen, names = view(game), ("Ada", "Bea", "Cem", "Dag")
    for name in PAINTERS.pictures(seen):
        apart = await studio.painted(seen, name, PAINTERS.happened(seen, ()), names)
        here = await Gallery(PAINTERS).board(seen, (), "", names=names)
        assert apart in [picture.data for picture in here]


async def test_all_that_are_asked_for_at_once_come_each_to_whom_it_is_for(studio: Studio):
    wanted = [(view(game), name) for game in GAMES for name in PAINTERS.pictures(view(game))] * 3
    one_by_one = {
        (type(seen), name): await studio.painted(seen, name, None, ()) for seen, name in wanted[: len(wanted) // 3]
    }
    found = await asyncio.gather(*(studio.painted(seen, name, None, ()) for seen, name in wanted))
    assert found == [one_by_one[type(seen), name] for seen, name in wanted]


async def test_what_cannot_be_painted_there_is_painted_here(studio: Studio):
    assert await studio.painted(view("cafe"), "no such picture", None, ()) == b""
    assert (await studio.painted(view("cafe"), "cafe", None, ())).startswith(b"\x89PNG")
    gallery = Gallery(PAINTERS, studio)
    before = (await gallery.board(view("cafe"), (), ""))[0].data
    os.kill(process_of(studio).pid, signal.SIGKILL)
    gallery = Gallery(PAINTERS, studio)  # which keeps nothing yet
    assert (await gallery.board(view("cafe"), (), ""))[0].data == before


async def test_one_that_hangs_is_not_waited_for_and_another_begun_later(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    first = await studio.painted(view("cafe"), "cafe", None, ())
    stopped = process_of(studio)
    os.kill(stopped.pid, signal.SIGSTOP)
    monkeypatch.setattr("bot.discord.studio.PATIENCE", 0.3)
    both = await asyncio.gather(*(studio.painted(view("cafe"), "cafe", None, ()) for _ in range(2)))
    assert both == [b"", b""]
    assert await asyncio.wait_for(stopped.wait(), 5) == -signal.SIGKILL
    assert await studio.painted(view("cafe"), "cafe", None, ()) == b""  # not at once
    monkeypatch.setattr("bot.discord.studio.PATIENCE", 20)
    studio._again = 0.0  # pyright: ignore[reportPrivateUsage]
    assert await studio.painted(view("cafe"), "cafe", None, ()) == first


async def test_signals_are_not_for_it_and_it_ends_with_who_has_begun_it(studio: Studio):
    await studio.painted(view("cafe"), "cafe", None, ())
    process = process_of(studio)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(process.pid, number)
    assert (await studio.painted(view("cafe"), "cafe", None, ())).startswith(b"\x89PNG")
    process.stdin.close()  # as the end of the bot does, however it ends
    code = await asyncio.wait_for(process.wait(), 5)
    assert code in {0, 255}, "by itself, not by a signal; asyncio says 255 where it came too late to learn the code"


async def test_it_is_told_no_secret(studio: Studio, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    await studio.painted(view("cafe"), "cafe", None, ())
    held = Path(f"/proc/{process_of(studio).pid}/environ")
    assert b"a secret" not in await asyncio.to_thread(held.read_bytes)
