"""Worlds that a person cannot tell apart, with house players in the other seats: neither times nor texts tell what they
hold, however long they think; and a hint is made of what its asker may know.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.discord.screens import house_screen
from bot.play import limits
from bot.play.house import hints
from bot.play.house.terms import player
from players import Level, Sight, Thought, think
from rules.chance import Seeded
from rules.contract import AnyRules, Prompt
from storage.rows import HOUSE, DueRow
from tests import report
from tests.bot.house import House
from tests.bot.house_players import ADA
from tests.contract.cases import Case
from tests.contract.registry import CAFE, CATAN, GUATEMALA
from tests.e2e.pairs import Pair

NAMES = ["Ada", "Bea", "Cem", "Dag"]
PAIRS = 14


class Slow:
    """Thinks for a time that depends on the world."""

    def __init__(self, house: House, takes: int) -> None:
        self.house, self.takes, self.luck = house, takes, Seeded(9)
        self.seen: list[bytes] = []

    async def think(self, rules: AnyRules, level: Level, sight: Sight, prompt: Prompt, seconds: float) -> Thought:
        self.house.clock.now += self.takes
        self.seen.append(msgspec.json.encode([sight.seat, sight.public, sight.private, sight.memory]))
        return think(rules, sight, prompt, level, 12, self.luck)


class World:
    def __init__(self, house: House, pair: Pair, world: int) -> None:
        self.house, self.pair, self.world = house, pair, world
        self.table = f"Pair{pair.seed:07d}"

    async def begin(self, *, house_asked: bool) -> None:
        pair, house = self.pair, self.house
        users = [ADA] * pair.seats
        change = pair.change(self.world, self.table, 5, users, NAMES, house.clock.now)
        seats = tuple(
            row if row.seat == pair.observer else replace(player(row.seat, "gentle", ()), name=f"H{row.seat}")
            for row in change.seats or ()
        )
        asked = [q for q in change.questions or () if q.seat != pair.observer and q.required]
        at = house.clock.now + limits.HOUSE_MS
        dues = tuple(DueRow(q.seat, q.since, at, HOUSE) for q in asked if house_asked)
        await house.store.write(replace(change, seats=seats, dues=dues, rows=()))

    async def times(self) -> list[tuple[int, int]]:
        """When the house is to answer what."""
        return sorted((row.since, row.at) for row in (await self.house.loaded(self.table)).dues if row.kind == HOUSE)

    async def versions(self) -> list[tuple[int, int]]:
        """When each commit became visible."""
        return [(record.version, record.at) for record in await self.house.store.records(self.table)]


@asynccontextmanager
async def worlds(folder: Path, pair: Pair, takes: tuple[int, int]) -> AsyncGenerator[tuple[World, World]]:
    made: list[World] = []
    for world in (0, 1):
        house = House(folder / str(world), seed=pair.seed, delay=(60_000, 600_000))
        house.thinker = Slow(house, takes[world])
        await house.open()
        made.append(World(house, pair, world))
    try:
        yield made[0], made[1]
    finally:
        for one in made:
            await one.house.close()


def pairs(case: Case, *, asked: bool) -> list[Pair]:
    """Those in which a player looks, who is asked or not."""
    found: list[Pair] = []
    for seed in range(160):
        pair = Pair(seed, case)
        own = any(q.seat == pair.observer and q.required for q in pair.worlds[0].open)
        hidden = pair.sealed and not asked  # who has answered differs, and so does what is still to be answered
        if pair.observer is not None and own == asked and not hidden and len(found) < PAIRS:
            found.append(pair)
    return found


@pytest.mark.parametrize(("case", "slow"), [(GUATEMALA, 900), (CATAN, 90)], ids=["guatemala", "catan"])
async def test_when_the_house_plays_tells_neither_what_it_holds_nor_how_long_it_thought(
    tmp_path: Path, case: Case, slow: int
):
    """`slow`: milliseconds a thought takes in one of the worlds; in Catan there are more of them in a run."""
    ran = 0
    for pair in pairs(case, asked=False):
        async with worlds(tmp_path / str(pair.seed), pair, (20, slow)) as (one, other):
            for world in (one, other):
                await world.begin(house_asked=True)
                world.house.clock.now += limits.HOUSE_MS - limits.SOON_MS[1]
            assert await one.times() == await other.times()
            first = []
            for world in (one, other):
                before = len(await world.versions())
                await world.house.house_turns.tick()
                after = await world.versions()
                first.append(after[before][1] if len(after) > before else 0)
            thought = [len(world.house.thinker.seen) for world in (one, other)]  # type: ignore[union-attr]
            if max(thought) * slow < limits.SOON_MS[0]:  # else it was late, by steps of a time drawn before
                assert first[0] == first[1]
                ran += 1
    report.say(
        f"paired worlds of {case.name} with house seats: {ran} compared by the time at which what they did was visible"
    )
    assert ran > 3


@pytest.mark.parametrize("case", [GUATEMALA, CAFE, CATAN], ids=["guatemala", "cafe", "catan"])
async def test_a_hint_is_made_of_what_its_asker_may_know(tmp_path: Path, case: Case):
    compared = 0
    for pair in pairs(case, asked=True)[:6]:
        async with worlds(tmp_path / str(pair.seed), pair, (0, 0)) as (one, other):
            said: list[Any] = []
            for world in (one, other):
                await world.begin(house_asked=False)
                table = await world.house.table(world.table)
                found = await hints.hint(table, ADA, world.house.env)
                assert isinstance(found, hints.Hint), found
                shown = house_screen._hinted(world.house.press(ADA).words, found)
                said.append((shown.text, world.house.thinker.seen))  # type: ignore[union-attr]
            assert said[0] == said[1], pair.seed
            compared += 1
    report.say(f"hints in paired worlds of {case.name}: {compared} compared, differences 0")
    assert compared > 3


async def test_others_at_the_table_get_hints_only_where_all_have_agreed(tmp_path: Path):
    house = House(tmp_path / "data", seed=3)
    house.thinker = Slow(house, 0)
    await house.open()
    try:
        table = await house.started([ADA, 2])
        found = await house.table(table)
        asked = found.users[next(q.seat for q in found.questions if q.required)]
        assert type(await hints.hint(found, asked, house.env)).__name__ == "NoHints"
        assert not house.thinker.seen  # type: ignore[union-attr]
    finally:
        await house.close()
