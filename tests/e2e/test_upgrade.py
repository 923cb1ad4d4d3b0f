"""The shipped program over what an older one has left: an old schema, another layout, another rule, or a refusal."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.games import GAMES
from bot.games.game import Game
from bot.operation.version import version
from bot.wording import table_text
from bot.wording.words import words_for
from rules import engine
from rules.chance import Seeded
from rules.contract import AnyRules, Position
from sandbox.server import Sandbox
from storage.files import DATABASE
from storage.rows import RUNNING
from storage.store import open_store
from tests import report
from tests.bot.house import House
from tests.e2e.old_stores import Settled, grown
from tests.e2e.shipped import Kept, Shipped, read, served
from tests.newer_games import PLANTED, WHY, games, kept
from tests.storage import stores

LIVE = (stores.BLOCKADE, stores.PLAN, stores.CAFE, stores.MARKET, stores.DISCARD)
"""One at least of every title."""
BEGUN = stores.TABLES - {stores.CLOSED, stores.LOBBY}
NOWHERE = cast("Any", SimpleNamespace(address="http://127.0.0.1:9"))
"""A Discord that nobody answers for: what is done before it is asked is done."""


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with served() as box:
        yield box


def later(kind: str) -> tuple[str, ...]:
    return ("tests.e2e.planted", kind)


async def quiet(bot: Shipped, games: Mapping[str, Game]) -> dict[str, Kept]:
    """All is said, the process has ended, and this is what it left of each table."""
    assert await bot.stop() == 0, bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()
    return {table: await read(bot.folder, table, games) for table in BEGUN}


async def played(bot: Shipped, here: Settled, before: Mapping[str, Kept], games: Mapping[str, Game]) -> None:
    """Whoever is asked does, by a typed command, the least that can be done."""
    await bot.start()
    for table in LIVE:
        position, rules = before[table].position, games[before[table].loaded.table.game].rules
        question = next(question for question in position.open if question.required)
        user = next(seat.user for seat in before[table].loaded.seats if seat.seat == question.seat)
        person = here.person(user).go(here.channels[table])
        reply = await (await person.slash("/play", move=least(rules, position, question.seat))).done()
        assert "⚠️" not in reply.text, reply.text


def least(rules: AnyRules, position: Position[Any], seat: int) -> str:
    """A whole turn of the least that can be done."""
    moves = [rules.idle(position.state, seat)]
    while True:
        after = engine.play(rules, position, seat, moves, Seeded(0)).position
        if not any(question.seat == seat and question.required and not question.rest for question in after.open):
            return "; ".join(map(rules.write, moves))
        moves.append(rules.idle(after.state, seat))


def same(before: Kept, after: Kept) -> None:
    """Nothing is lost, and nobody is asked otherwise."""
    assert kept(after.position.state) == kept(before.position.state)
    assert (after.position.number, after.position.open) == (before.position.number, before.position.open)
    assert after.records[: len(before.records)] == before.records
    assert after.loaded.drafts == before.loaded.drafts
    assert after.loaded.orders == before.loaded.orders


def told(here: Settled, table: str, lang: str) -> int:
    channel = here.channels[table]
    person = next(iter(here.people.values()))
    return sum(table_text.updated(words_for(lang)) in shown.text for shown in person.messages(channel))


async def opened(sandbox: Sandbox, tmp_path: Path) -> tuple[Settled, Shipped, dict[str, Kept]]:
    """A store of the first schema that the shipped program has brought to its own, and in which people have played."""
    here, bot = Settled(sandbox, tmp_path / "data"), Shipped(sandbox, tmp_path / "data")
    house = await House(tmp_path / "copy").open()  # what it held, before anything was played
    await house.close()
    (tmp_path / "copy" / DATABASE).write_bytes((tmp_path / "data" / DATABASE).read_bytes())
    first = {table: await read(tmp_path / "copy", table) for table in BEGUN}
    await bot.start()
    brought = await quiet(bot, GAMES)
    for table in BEGUN - {stores.BLOCKADE}:  # its order may have come to its time
        same(first[table], brought[table])
    await played(bot, here, brought, GAMES)
    after = await quiet(bot, GAMES)
    assert {table: after[table].position.version - brought[table].position.version for table in LIVE} == dict.fromkeys(
        LIVE, 1
    )
    return here, bot, after


async def test_a_store_of_the_first_schema_is_played_on_and_loses_nothing(sandbox: Sandbox, tmp_path: Path):
    here, bot, after = await opened(sandbox, tmp_path)
    async with await open_store(bot.folder) as store:
        logged = {table: len(await store.log(table)) for table in BEGUN}
        results = [len(await store.results(seat.user)) for seat in after[stores.OVER].loaded.seats]
    assert logged == {table: after[table].position.version + 1 for table in BEGUN}
    assert results == [1, 1]
    assert sum(told(here, table, after[table].loaded.table.lang) for table in here.channels if table in BEGUN) == 0


@pytest.mark.parametrize("kind", ["layout", "rule"])
async def test_running_games_of_every_title_are_played_on_by_a_later_program(
    sandbox: Sandbox, tmp_path: Path, kind: str
):
    here, bot, before = await opened(sandbox, tmp_path)
    newer = games(PLANTED[kind])
    bot.program = later(kind)
    await bot.start()
    now = await quiet(bot, newer)
    for table in BEGUN:
        same(before[table], now[table])
        assert [record.kind for record in now[table].records[len(before[table].records) :]] == ["checkpoint"]
    await played(bot, here, now, newer)
    after = await quiet(bot, newer)
    running = {table for table in BEGUN if after[table].loaded.table.status == RUNNING}
    assert {t: told(here, t, after[t].loaded.table.lang) for t in BEGUN & here.channels.keys()} == {
        t: int(t in running) for t in BEGUN & here.channels.keys()
    }
    assert {after[table].position.version - now[table].position.version for table in LIVE} == {1}
    assert all(kept.unsaid == 0 for kept in after.values())


def two_sentences(bot: Shipped) -> tuple[str, str]:
    """What it said before it ended."""
    text = bot.log.read_text()
    assert "Traceback" not in text
    problem, solution = text.splitlines()[-2:]
    return problem, solution


async def test_a_program_that_cannot_play_on_ends_with_78_and_names_tables_and_version(
    sandbox: Sandbox, tmp_path: Path
):
    here, bot, before = await opened(sandbox, tmp_path)
    running = {table for table in BEGUN if before[table].loaded.table.status == RUNNING}
    bot.program = later("refusal")
    await bot.begin()
    assert await bot.ended() == 78
    problem, solution = two_sentences(bot)
    assert problem.startswith(f"This version cannot play on with running tables ({len(running)}): ")
    assert [table for table in running if table not in problem] == []
    assert problem.count(WHY) == len(running)
    assert "Catan" in problem
    assert solution.startswith(f"No table was changed: start version {version()}, which plays them, and")
    bot.program = ("bot",)
    assert {table: (await read(bot.folder, table)).records for table in BEGUN} == {
        table: before[table].records for table in BEGUN
    }
    await played(bot, here, before, GAMES)
    await quiet(bot, GAMES)


async def test_a_program_older_than_the_tables_ends_with_78(sandbox: Sandbox, tmp_path: Path):
    Settled(sandbox, tmp_path / "data")
    bot = Shipped(sandbox, tmp_path / "data")
    bot.program = later("layout")
    await bot.start()
    assert await bot.stop() == 0
    bot.program = ("bot",)
    await bot.begin()
    assert await bot.ended() == 78
    problem, _ = two_sentences(bot)
    assert "rules 2): a newer program has played it" in problem


# ── killed in the middle of it ──

COPIES = 60
"""So often each table of the store, so that there is a middle."""


class Brought:
    """What a killed start has left of many tables, and what the next one made of it."""

    def __init__(self, folder: Path, games: Mapping[str, Game]) -> None:
        self.folder, self.games = folder, games

    async def look(self) -> Counter[int]:
        """How many tables are of which version of their rules, however it ended."""
        async with await open_store(self.folder) as store:
            return Counter(
                dict(
                    await store.writer.read(
                        lambda c: c.execute(
                            "SELECT rules_version, count(*) FROM games WHERE version >= 0 GROUP BY rules_version"
                        ).fetchall()
                    )
                )
            )

    async def whole(self, wanted: Mapping[str, Any]) -> None:
        """Every table folds to what it was, is logged, and was told as often as it should be."""
        house = House(self.folder)
        house.games = self.games
        await house.open()
        try:
            told = await house.store.writer.read(
                lambda c: c.execute(
                    "SELECT game, count(*) FROM outbox WHERE body LIKE '%\"updated\"%' GROUP BY game"
                ).fetchall()
            )
            assert dict(told) == wanted["told"]
            for table, (state, number, questions) in wanted["tables"].items():
                await house.check(table)
                position = await house.position(table)
                assert (kept(position.state), position.number, position.open) == (state, number, questions)
                assert len(await house.store.log(table)) == position.version + 1
        finally:
            await house.close()


async def wanted_of(folder: Path, *, told: bool) -> dict[str, Any]:
    """What must come of a store, whenever the start is killed."""
    house = await House(folder).open()
    tables: dict[str, Any] = {}
    rows = await house.store.writer.read(
        lambda c: c.execute("SELECT id, status FROM games WHERE version >= 0").fetchall()
    )
    for table, _ in rows:
        position = await house.position(table)
        tables[table] = (kept(position.state), position.number, position.open)
    await house.close()
    return {"tables": tables, "told": {table: 1 for table, status in rows if told and status == RUNNING}}


async def arrived(bot: Shipped) -> None:
    """Until it has done all that comes before Discord, and asks for that in vain."""
    await bot.begin()
    while "Discord is out of reach" not in bot.log.read_text():
        assert bot.process.returncode is None, bot.log.read_text()
        await asyncio.sleep(0.01)


async def written(path: Path, size: int) -> None:
    """Until this much stands in the log of the database."""
    log = path.with_name(f"{path.name}-wal")
    while not log.exists() or log.stat().st_size < size:
        await asyncio.sleep(0.001)


async def killed(tmp_path: Path, n: int, *, planted: bool, luck: random.Random) -> str:
    """One start is killed, the next one does the rest. Returns where it struck."""
    folder = tmp_path / f"{n}"
    path = grown(folder, COPIES)
    bot = Shipped(NOWHERE, folder)
    if planted:
        await arrived(bot)
        assert await bot.stop() == 0
        bot.program = later("layout")
    twin = tmp_path / f"{n}-twin"
    twin.mkdir()
    (twin / DATABASE).write_bytes(path.read_bytes())
    wanted = await wanted_of(twin, told=planted)
    await bot.begin()
    try:
        await asyncio.wait_for(written(path, luck.randrange(1, 6_000_000)), 20)
    except TimeoutError:
        assert bot.process.returncode is None
    bot.process.kill()
    await bot.process.wait()
    brought = Brought(folder, games() if planted else GAMES)
    where = await brought.look()
    async with await open_store(folder) as store:
        logged = await store.writer.read(lambda c: c.execute("SELECT count(DISTINCT game) FROM log").fetchone()[0])
    await arrived(bot)
    assert await bot.stop() == 0
    await brought.whole(wanted)
    done = where[2] if planted else logged
    return "before" if not done else "between" if done < len(wanted["tables"]) else "after"
