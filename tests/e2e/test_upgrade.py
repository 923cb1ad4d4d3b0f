"""The shipped program over what an older one has left: an old schema, another layout, another rule, or a refusal."""

import asyncio
import random
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.games import GAMES
from bot.games.game import Game
from bot.operation.version import version
from bot.play.table import opened as as_asked
from bot.wording import table_text
from bot.wording.words import words_for
from rules import engine
from rules.chance import Seeded
from rules.contract import AnyRules, Position
from sandbox.server import Sandbox
from storage.folder.files import DATABASE, SOCKET
from storage.rows import RUNNING
from storage.sqlite.migrate import known_steps, schema_of
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests import report
from tests.bot.house import House
from tests.e2e.old_stores import Settled, grown
from tests.e2e.shipped import Kept, Shipped, read_all, served
from tests.newer_games import PLANTED, WHY, aged, games, kept
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
    return await read_all(bot.folder, BEGUN, games)


async def played(bot: Shipped, here: Settled, before: Mapping[str, Kept], games: Mapping[str, Game]) -> None:
    """Whoever is asked does, by a typed command, the least that can be done."""
    await bot.start()
    for table in LIVE:
        position, rules = before[table].position, games[before[table].loaded.table.game].rules
        question = next(question for question in position.open if question.required)
        user = next(seat.user for seat in before[table].loaded.seats if seat.seat == question.seat)
        person = here.person(user).go(here.channels[table])
        reply = await (await person.slash("/play", move=least(rules, position, question.seat))).done(30)
        assert "⚠️" not in reply.text, reply.text
        seen = {words_for(lang).say("Commit") for lang in ("en", "de", "it")} & set(reply.message.buttons)
        for commit in seen:  # a guest for the Café's bar is seen before it counts
            await (await person.press(reply, commit)).done(30)


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


async def carried_out(bot: Shipped) -> None:
    """The clockwork does what is due beside the start, before or after it is asked to end: here before."""
    for _ in range(300):
        if not is_due(bot.folder):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("a standing order that is due is not carried out")


def is_due(folder: Path) -> bool:
    """Is an order due in the store of a process that goes on writing it? It is read from a copy, which may be torn."""
    with tempfile.TemporaryDirectory() as place:
        for file in folder.glob(f"{DATABASE}*"):
            shutil.copy(file, place)
        try:
            with closing(sqlite3.connect(Path(place) / DATABASE)) as connection:
                return connection.execute("SELECT 1 FROM due WHERE kind = 'order'").fetchone() is not None
        except sqlite3.DatabaseError:
            return True


async def opened(sandbox: Sandbox, tmp_path: Path) -> tuple[Settled, Shipped, dict[str, Kept]]:
    """A store of the first schema that the shipped program has brought to its own, and in which people have played."""
    here, bot = Settled(sandbox, tmp_path / "data"), Shipped(sandbox, tmp_path / "data")
    older = aged(tmp_path)
    first = await read_all(bot.folder, BEGUN - older)
    await bot.start()
    await carried_out(bot)
    brought = await quiet(bot, GAMES)
    for table in BEGUN - older - {stores.BLOCKADE}:  # its order has been carried out
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
    older = BEGUN & aged(tmp_path)
    assert {table: logged[table] for table in BEGUN - older} == {
        table: after[table].position.version + 1 for table in BEGUN - older
    }
    assert results == [1, 1]
    threads = BEGUN & here.channels.keys()
    assert {table for table in threads if told(here, table, after[table].loaded.table.lang)} == older & {
        table for table in threads if after[table].loaded.table.status == RUNNING
    }


@pytest.mark.parametrize("kind", ["layout", pytest.param("rule", marks=pytest.mark.long)])
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
    older = aged(tmp_path / "again")  # these were told by the shipped program too
    assert {t: told(here, t, after[t].loaded.table.lang) for t in BEGUN & here.channels.keys()} == {
        t: (t in running) * (1 + (t in older)) for t in BEGUN & here.channels.keys()
    }
    assert {after[table].position.version - now[table].position.version for table in LIVE} == {1}
    assert all(not kept.unsaid for kept in after.values())


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
    now = await read_all(bot.folder, BEGUN)
    assert {table: kept.records for table, kept in now.items()} == {table: before[table].records for table in BEGUN}
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
    assert f"rules {GAMES['cafe'].rules.version + 1}): a newer program has played it" in problem


# ── killed in the middle of it ──

NEWEST = ", ".join(f"('{key}', {game.rules.version + 1})" for key, game in GAMES.items())
LOGGED = "EXISTS (SELECT 1 FROM log WHERE log.game = games.id)"
COPIES = 25
"""So often each table of the store, so that there is a middle."""
MOST = 2_500_000
"""Bytes in the log of the database after which it is killed at the latest."""
OLD, BEFORE, BETWEEN, AFTER = "before the schema", "before", "between two tables", "after"


async def asked(store: SqliteStore, query: str) -> list[Any]:
    return await store.writer.read(lambda connection: connection.execute(query).fetchall())


class Start:
    """Many tables, a start over them that is killed, and the next one, which does the rest.

    Discord is out of reach: what a start does before it asks for that is all that is looked at.
    """

    def __init__(self, folder: Path, *, planted: bool) -> None:
        self.folder, self.planted = folder, planted
        self.path = grown(folder, COPIES)
        self.bot = Shipped(NOWHERE, folder)
        self.wanted: dict[str, tuple[Any, ...]] = {}
        self.running: set[str] = set()
        self.aged: set[str] = set()
        """Those that were kept by older rules before the first start."""

    async def prepared(self) -> "Start":
        """Either a store of the first schema, or one that an older program of this schema has left."""
        with closing(sqlite3.connect(self.path)) as connection:
            found = connection.execute("SELECT id, game, rules_version FROM games WHERE version >= 0").fetchall()
        self.aged = {table for table, game, version in found if version < GAMES[game].rules.version}
        if self.planted:
            await self.whole_start()
            self.bot.program = later("layout")
        twin = self.twin()
        house = await House(twin).open()
        rows = await asked(house.store, "SELECT id, status FROM games WHERE version >= 0")
        self.running = {table for table, status in rows if status == RUNNING}
        self.wanted = {table: await stands(house, table) for table, _ in rows}
        await house.close()
        shutil.rmtree(twin)
        return self

    def twin(self) -> Path:
        """A copy as it lies there, to be opened without a trace."""
        twin = self.folder.with_name("twin")
        shutil.copytree(self.folder, twin, ignore=shutil.ignore_patterns(SOCKET, "backups"))
        return twin

    async def whole_start(self) -> None:
        """All that comes before Discord, which is asked for in vain."""
        await self.bot.begin()
        while "Discord is out of reach" not in self.bot.log.read_text():
            assert self.bot.process.returncode is None, self.bot.log.read_text()
            await asyncio.sleep(0.01)
        assert await self.bot.stop() == 0

    async def killed(self, luck: random.Random) -> None:
        """Once so much has been written, or it has come to its end."""
        log, much = (
            self.path.with_name(f"{DATABASE}-wal"),
            luck.randrange(luck.choice((1, MOST // 20, MOST // 4, MOST))),
        )
        await self.bot.begin()
        while not log.exists() or log.stat().st_size < much:
            assert self.bot.process.returncode is None, self.bot.log.read_text()
            if "Discord is out of reach" in self.bot.log.read_text():
                break
            await asyncio.sleep(0.001)
        self.bot.process.kill()
        await self.bot.process.wait()

    async def where(self) -> str:
        twin = self.twin()
        with closing(sqlite3.connect(twin / DATABASE)) as connection:
            schema = schema_of(connection)
        async with await open_store(twin) as store:
            query = f"(game, rules_version) IN (VALUES {NEWEST})" if self.planted else LOGGED
            ((done,),) = await asked(store, f"SELECT count(*) FROM games WHERE version >= 0 AND {query}")  # noqa: S608
        shutil.rmtree(twin)
        if schema < known_steps()[-1][0]:
            return OLD
        return BEFORE if not done else BETWEEN if done < len(self.wanted) else AFTER

    async def look(self) -> None:
        """Every table stands as it stood, folds, has its log, and is told once of new rules where there are any."""
        house = House(self.folder)
        house.games = games() if self.planted else GAMES
        await house.open()
        rows = await asked(house.store, "SELECT game FROM outbox WHERE body LIKE '%\"updated\"%'")
        wanted = Counter(self.running & self.aged) + Counter(self.running if self.planted else ())
        assert Counter(table for (table,) in rows) == wanted
        for table, wanted in self.wanted.items():
            await house.check(table)
            assert await stands(house, table) == wanted
            if table not in self.aged:
                assert len(await house.store.log(table)) == (await house.position(table)).version + 1
        await house.close()


async def stands(house: House, table: str) -> tuple[Any, ...]:
    """Under today's rules, whichever have kept it."""
    loaded = await house.loaded(table)
    row, rules = loaded.table, house.games[loaded.table.game].rules
    if row.rules_version == rules.version:
        position = await house.position(table)
        return kept(position.state), position.number, position.open
    open_ = tuple(map(as_asked, loaded.questions))
    return kept(rules.upgrade(row.rules_version, row.state)), row.public_no, open_


async def campaign(tmp_path: Path, kills: int, seed: int) -> Counter[str]:
    """Half of them over the first schema, half over another layout. Returns how often it struck where."""
    luck, found, tables = random.Random(seed), Counter[tuple[str, str]](), 0
    for n in range(kills):
        planted = n % 2 == 0
        start = await Start(tmp_path / f"{n}", planted=planted).prepared()
        await start.killed(luck)
        found["layout" if planted else "schema", await start.where()] += 1
        await start.whole_start()
        await start.look()
        shutil.rmtree(start.folder)
        tables = len(start.wanted)
    told = ", ".join(f"{what} {where} {count}" for (what, where), count in sorted(found.items()))
    report.say(f"kill -9 while {tables} tables are brought forward: {told}; none lost, none told twice")
    return sum((Counter({where: count}) for (_, where), count in found.items()), Counter[str]())


async def test_a_start_that_is_killed_at_two_points_loses_nothing(tmp_path: Path):
    assert (await campaign(tmp_path, 2, 1)).total() == 2


@pytest.mark.long
async def test_a_start_that_is_killed_at_a_hundred_points_loses_nothing(tmp_path: Path):
    struck = await campaign(tmp_path, 100, 2)
    assert min(struck[where] for where in (OLD, BEFORE, BETWEEN)) >= 5, struck
