"""A roll that comes by itself is made once, and said once, wherever the process is killed around its time."""

import asyncio
import random
from pathlib import Path

import pytest

from sandbox.actor import Person
from sandbox.page.shown import Shown
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from tests import report
from tests.e2e.hasty import HASTE
from tests.e2e.shipped import Kept, Shipped, read, served

KILLS = 4
PATIENCE = 60.0
ANSWERED = 0.8
"""Seconds that the start of a game takes here, about. Every other kill comes at any time until the roll is made and
said, the others as soon as Discord has its post, of which the bot may not have heard yet."""


class Rounds:
    """One bot, killed while the first turn of one table after the other begins by itself."""

    def __init__(self, sandbox: Sandbox, bot: Shipped, seed: int) -> None:
        self.sandbox, self.bot, self.luck = sandbox, bot, random.Random(seed)
        guild = next(iter(sandbox.world.guilds.values()))
        self.people = [sandbox.person(name, guild) for name in ("Ada", "Bea", "Cem")]
        self.played = self.before = 0
        """Rounds in which the kill came before the roll was kept."""

    async def play(self) -> None:
        first, *others = self.people
        options = {"game": "catan", "option": "game=base map=beginners"}
        reply = await (await first.slash("/table new", options)).done(PATIENCE)
        assert "<#" in reply.text, reply.text
        thread = [channel for channel in self.sandbox.world.channels.values() if channel.is_thread][-1]
        await self.sandbox.until(lambda: any("Join" in shown.buttons for shown in first.messages(thread)), PATIENCE)
        for person in self.people:
            person.go(thread)
        card = first.messages(thread)[-1]
        table = str(card.control("Join")["custom_id"]).split(":")[1]
        for person in others:
            await (await person.press(card, "Join")).done(PATIENCE)
        await (await first.press(card, "Start")).done(PATIENCE)
        self.played += 1
        if self.played % 2:
            await asyncio.sleep(self.luck.uniform(0.0, HASTE / 1000 + ANSWERED))
        else:
            await self.sandbox.until(lambda: bool(_told(first, thread)), PATIENCE)
        await self.bot.kill()
        self.before += not _rolls(await read(self.bot.folder, table))
        await self.bot.start()
        kept = await self._settled(table)
        assert _rolls(kept) == 1
        assert not [due for due in kept.loaded.dues if due.kind == "begins"]
        self._look(first, thread, kept)

    async def _settled(self, table: str) -> Kept:
        """What is kept once the roll is made and said."""
        for _ in range(100):
            kept = await read(self.bot.folder, table)
            if _rolls(kept) and not kept.unsaid:
                return kept
            await asyncio.sleep(0.2)
        raise AssertionError("the roll does not come")

    def _look(self, first: Person, thread: Channel, kept: Kept) -> None:
        """One post tells of the roll, and calls whoever is asked by it, once."""
        posts = _told(first, thread)
        assert len(posts) == 1, posts
        assert set(posts[0].message.mentions) == kept.asked
        called = [shown for shown in first.messages(thread) if shown.message.mentions]
        assert called == posts, "nobody is called twice"


def _told(person: Person, thread: Channel) -> list[Shown]:
    return [shown for shown in person.messages(thread) if not shown.ephemeral and "rolls" in shown.text]


def _rolls(kept: Kept) -> int:
    return sum(record.text == "roll" for record in kept.records)


async def rounds(folder: Path, seed: int) -> None:
    async with served() as sandbox:
        bot = Shipped(sandbox, folder)
        bot.program = ("tests.e2e.hasty",)
        try:
            await bot.start()
            await sandbox.until(lambda: bool(sandbox.world.commands), 30)
            run = Rounds(sandbox, bot, seed)
            for _ in range(KILLS):
                await run.play()
            report.say(f"kills around a roll that comes by itself: {KILLS}, {run.before} of them before it was kept")
            assert run.before <= KILLS // 2, "and some after it"
        finally:
            await bot.away()


@pytest.mark.waits
async def test_killed_around_four_rolls(tmp_path: Path):
    await rounds(tmp_path / "data", 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
async def test_killed_around_many_rolls(tmp_path: Path, seed: int):
    await rounds(tmp_path / "data", 100 + seed)
