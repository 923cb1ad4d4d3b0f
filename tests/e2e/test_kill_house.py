"""What the house does is played once and told in one message, wherever the process is killed around it."""

import asyncio
import random
from pathlib import Path

import pytest

from rules.cafe.game import RULES
from rules.contract import ORDINARY
from rules.engine.replay import walk
from sandbox.actor import Person
from sandbox.page.shown import Shown
from sandbox.server import Sandbox
from tests import report
from tests.e2e.cafe_players import CafePresser
from tests.e2e.hasty_house import HASTE
from tests.e2e.players import is_over, newest_board
from tests.e2e.shipped import Kept, Shipped, read, served

KILLS, FEW = 10, 6
PATIENCE = 60.0
THINKS = 0.5
"""Seconds in which a run of the house is thought out, committed and said here, about; every other kill comes within
them, the others as soon as Discord has the post, of which the bot may not have heard yet."""


class Evening:
    """One person and two house players; the bot is killed while these are on turn."""

    def __init__(self, sandbox: Sandbox, bot: Shipped, seed: int) -> None:
        self.sandbox, self.bot, self.luck = sandbox, bot, random.Random(seed)
        guild = next(iter(sandbox.world.guilds.values()))
        self.ada: Person = sandbox.person("Ada", guild)
        self.actor = CafePresser(self.ada, self.luck)
        self.home = self.ada.here
        self.kills = self.before = 0
        """Kills, and those of them that came before what the house did was kept."""

    async def begin(self) -> None:
        self.ada.go(self.home)
        options = {"game": "cafe", "house": 2, "level": "gentle"}
        reply = await (await self.ada.slash("/table new", options)).done(PATIENCE)
        assert "<#" in reply.text, reply.text
        self.thread = [channel for channel in self.sandbox.world.channels.values() if channel.is_thread][-1]
        self.ada.go(self.thread)
        await self.sandbox.until(lambda: bool(self.posts()) and bool(self.posts()[-1].buttons), PATIENCE)
        self.table = next(str(p["custom_id"]).split(":")[1] for p in self.board().controls())
        await self._settled()

    def board(self) -> Shown:
        return newest_board(self.ada, self.thread)

    def posts(self) -> list[Shown]:
        return [s for s in self.ada.messages(self.thread) if not s.ephemeral and s.files]

    async def kill(self) -> None:
        """Ada plays a turn; then the bot is killed and started, and her next turn comes."""
        if is_over(self.board()):
            return await self.begin()
        called, since = self.posts()[-1].id, (await read(self.bot.folder, self.table)).position.version
        for _ in range(12):
            if not {"My turn", "Answer"} & set(self.board().buttons):  # its call is on the way
                await asyncio.sleep(0.1)
                continue
            await self.actor.act(self.board())
            kept = await read(self.bot.folder, self.table)
            if self.ada.id not in kept.asked:
                break
        kept = await read(self.bot.folder, self.table)
        if kept.loaded.table.status != "running" or kept.sealed != (0, 0) or self.ada.id in kept.asked:
            await self._settled()
            return None
        if self.kills % 2:
            await asyncio.sleep(self.luck.uniform(0.0, HASTE / 1000 + THINKS))
        else:
            await self.sandbox.until(lambda: any(p.id > called and self._calls(p) for p in self.posts()), PATIENCE)
        await self.bot.kill()
        self.kills += 1
        self.before += self.ada.id not in (await read(self.bot.folder, self.table)).asked
        await self.bot.start()
        self._look(await self._settled(), since, called)
        return None

    def _calls(self, post: Shown) -> bool:
        return self.ada.id in post.message.mentions

    async def _settled(self) -> Kept:
        """What is kept once the house has played and all is said."""
        for _ in range(200):
            kept = await read(self.bot.folder, self.table)
            waits = kept.loaded.table.status == "running" and self.ada.id not in kept.asked
            if not waits and not kept.unsaid:
                return kept
            await asyncio.sleep(0.2)
        raise AssertionError("the house does not play")

    def _look(self, kept: Kept, since: int, called: int) -> None:
        """The house has played after what stood there, each of its seats in turn; one post tells of it and calls."""
        ada = next(row.seat for row in kept.loaded.seats if row.user)
        moments = [moment for moment in walk(RULES, kept.records) if moment.after.version >= since]
        owners = [q.seat for moment in moments for q in moment.after.open if q.topic == ORDINARY]
        turns = [seat for place, seat in enumerate(owners) if not place or owners[place - 1] != seat]
        assert turns == [(turns[0] + n) % 3 for n in range(len(turns))], "each seat in its turn, once"
        assert len(turns) <= 4
        assert turns[-1] == ada or kept.sealed != (0, 0) or kept.loaded.table.status != "running", turns
        own = {record.version for record in kept.records if record.seat == ada and record.kind == "move"}
        assert len(own) == len(kept.moves), "a commit for each answer to Ada"
        said = [shown.files[0].name for shown in self.posts()]
        assert len(set(said)) == len(said), "nothing is said twice"
        fresh = [shown for shown in self.posts() if shown.id > called]
        assert len(fresh) <= 2, "Ada's own turn, and one post for all of the house"
        assert sum(map(self._calls, fresh)) <= 1, "and one ping"


async def evening(folder: Path, seed: int, kills: int) -> None:
    async with served() as sandbox:
        bot = Shipped(sandbox, folder)
        bot.program = ("tests.e2e.hasty_house",)
        try:
            await bot.start()
            await sandbox.until(lambda: bool(sandbox.world.commands), 30)
            run = Evening(sandbox, bot, seed)
            await run.begin()
            for _ in range(10 * kills):
                if run.kills == kills:
                    break
                await run.kill()
            report.say(f"kills while the house is on turn: {run.kills}, {run.before} of them before it was kept")
            assert run.kills == kills
            assert 0 < run.before < kills
        finally:
            await bot.away()


@pytest.mark.waits
async def test_killed_while_the_house_is_on_turn(tmp_path: Path):
    await evening(tmp_path / "data", 1, FEW)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
async def test_killed_often_while_the_house_is_on_turn(tmp_path: Path, seed: int):
    await evening(tmp_path / "data", 100 + seed, KILLS)
