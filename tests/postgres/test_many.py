"""Two and three shipped processes divide the servers: games go on whatever happens to any of them, and once."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import report
from tests.e2e.shipped import ROOT, TOKEN
from tests.ledger import Ledger
from tests.postgres import stores
from tests.postgres.many import Many, many
from tests.postgres.strikes import FORGOTTEN, FREEZE, KILL, NOTHING, PARTED, RESTART, UNANSWERED, UNHEARD, strike

KINDS = [KILL, FREEZE, UNANSWERED, KILL, UNHEARD, RESTART, FORGOTTEN, PARTED]
ORDINARY = [KILL, FREEZE, UNANSWERED, KILL, UNHEARD, RESTART, KILL, FREEZE, UNANSWERED, KILL]


def told(found: Many) -> None:
    report.say(
        f"{found.count} processes: {dict(found.struck)}; confirmed {len(found.confirmed)}, lost 0, doubled 0; messages"
        f" {len(found.posted)}, twice {len(found.twice)}, and {len(found.forgiven)} that Discord had forgotten; taken"
        f" over {len(found.taken_over)} times, after at most {max(found.taken_over, default=0.0):.1f} s, and said after"
        f" {max(found.said, default=0.0):.1f} s"
    )


@pytest.mark.waits
async def test_ten_times_something_happens_to_one_of_two(tmp_path: Path):
    stores.refuse_or_skip()
    async with many(tmp_path, 2, 3) as found:
        await found.gather("guatemala", 1, 3)
        asked = found.proxy.asked.total()
        for n, what in enumerate(ORDINARY):
            await strike(found, what, int(n not in (3, 7)))  # mostly the one whose server they play on
        assert len(found.taken_over) > 1, "something was to be said when it went"
        assert found.struck.total() == len(ORDINARY)
        assert NOTHING not in found.struck
        assert found.proxy.asked.total() > asked > 0, "one of them asks a proxy"
        await found.figures()
        await found.end()
        told(found)


MANY = Ledger("many")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
async def test_two_hundred_times(tmp_path: Path, seed: int):
    """Tables of all titles on different shards, two or three processes, ten times each seed."""
    stores.refuse_or_skip()
    MANY.skip_what_is_done(seed)
    async with many(tmp_path, 2 + seed % 2, seed) as found:
        for shard, game in enumerate(("guatemala", ("cafe", "catan")[seed // 2 % 2])):
            await found.gather(game, (shard + seed) % found.count, 3)
        for n in range(10):
            await strike(found, KINDS[(n + seed) % len(KINDS)], found.luck.randrange(found.count))
        await found.end()
        told(found)
        MANY.note(
            seed,
            struck=found.struck.total(),
            kinds=dict(found.struck),
            processes=found.count,
            confirmed=len(found.confirmed),
            messages=len(found.posted),
            twice=len(found.twice),
            forgotten=len(found.forgiven),
            taken_over=len(found.taken_over),
            slowest=round(max(found.taken_over, default=0.0), 2),
            said=round(max(found.said, default=0.0), 2),
        )


@pytest.mark.long
@pytest.mark.parametrize("game", ["guatemala", "cafe", "catan"])
async def test_whole_games_on_three_processes(tmp_path: Path, game: str):
    """One on each shard, by the same people, who answer what is asked in secret by direct message, at shard 0."""
    stores.refuse_or_skip()
    async with many(tmp_path, 3, 7) as found:
        for shard in range(3):
            await found.gather(game, shard, 3, {"guatemala": "", "cafe": "", "catan": "game=base map=beginners"}[game])
        await found.play()
        await found.look()
        assert all(table.is_over for table in found.tables)
        if game == "guatemala":
            assert sum(sum(actor.answers.values()) for table in found.tables for actor in table.actors.values())
        await found.end()
        told(found)


async def command(found: Many, *words: str) -> int:
    settings = found.bots[0].settings | {"STAMMTISCH_DATA": str(found.bots[0].folder), "DISCORD_TOKEN": TOKEN}
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("STAMMTISCH_", "DISCORD_"))}
    process = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=ROOT, env=keep | settings)
    return await process.wait()


@pytest.fixture
def moved_on() -> Iterator[None]:
    yield
    stores.discard()


@pytest.mark.long
@pytest.mark.usefixtures("moved_on")
async def test_one_version_takes_the_place_of_another_while_people_play(tmp_path: Path):
    """Expand, replace one after the other, contract: both run side by side, and one may be killed and begin again."""
    stores.refuse_or_skip()
    newer = ("tests.newer_schema",)
    async with many(tmp_path, 2, 11) as found:
        for shard in range(2):
            await found.gather("guatemala", shard, 2)
        await found.play(4)
        assert await command(found, "-m", *newer, "migrate") == 0
        await found.replaced(0, *newer)
        await found.play(4)
        await strike(found, KILL, 1)  # of the version before
        await strike(found, KILL, 0)
        await found.play(4)
        await found.replaced(1, *newer)
        await found.play(4)
        assert await command(found, "-m", *newer, "contracted", "migrate") == 0
        await found.play(2)
        old: Any = found.bots[1]
        assert await old.stop() == 0
        old.program = ("bot",)
        await old.begin()
        assert await old.ended() == 78
        assert "newer version" in old.log.read_text()
        old.program = ("tests.newer_schema", "contracted")
        await old.start()
        await found.play()
        await found.look()
        await found.end()
        told(found)


@pytest.mark.long
async def test_who_was_replaced_while_they_were_frozen_ends(tmp_path: Path):
    stores.refuse_or_skip()
    async with many(tmp_path, 2, 5) as found:
        await found.gather("guatemala", 1, 2)
        frozen: Any = found.bots[1].process
        frozen.send_signal(signal.SIGSTOP)
        try:
            successor = found.bots[1]
            del successor.settings["STAMMTISCH_METRICS"]  # where the other one still gives its figures out
            await successor.begin()
            await found.sandbox.until(lambda: successor.log.read_text() != "", 30)
            await asyncio.sleep(2)
            frozen.send_signal(signal.SIGCONT)
            assert await asyncio.wait_for(frozen.wait(), 10) == 75
        finally:
            if frozen.returncode is None:
                frozen.kill()
        await found.sandbox.until(lambda: successor.connected, 30)
        await found.play(6)
        await found.look()
        await found.end()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
async def test_a_lease_of_thirty_seconds(tmp_path: Path, seed: int):
    """As it is shipped: killed, the other is at what was left within 35 seconds."""
    stores.refuse_or_skip()
    async with many(tmp_path, 2, seed, lease=30.0) as found:
        await found.gather("guatemala", 1, 2)
        for _ in range(5):
            if not found.taken_over:  # else nothing was left to be said when it was killed
                await strike(found, KILL, 1)
        report.say(f"lease of 30 s: taken over after {found.taken_over[0]:.1f} s, said after {found.said[0]:.1f} s")
        assert 15 <= found.taken_over[0] <= 35
