"""Makes schema_1.db.gz: a store of the first schema, lived in by people who use the bot of that time.

It is kept to tell how the file came about; the file is what the tests open. It runs at the last commit whose newest
migration is 0001 (`git log --follow storage/migrations`), with that commit's tree as PYTHONPATH, and is refused by any
other: `python make_schema_1.py schema_1.db.gz`. Luck, ids and times are seeded, so it makes the same rows each time.
"""

import asyncio
import gzip
import importlib
import itertools
import random
import secrets
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

Module = Any
HOUSE: Module = importlib.import_module("tests.bot.house")
TABLES: Module = importlib.import_module("bot.play")
MOUTH: Module = importlib.import_module("bot.discord.messenger")
MIGRATE: Module = importlib.import_module("storage.migrate")
ROWS: Module = importlib.import_module("storage.rows")
GAMES: Any = importlib.import_module("rules").GAMES
ENGINE: Module = importlib.import_module("rules.engine")

ADA, BEA, CEM, DAG, EVA, FAY = range(901, 907)
MINUTE = 60_000
GUILD = 7
LEANS = {"settlement": 60, "city": 80, "buy": 8, "road": 6, "end": 6, "withdraw": 0, "offer": 1}


class Scene:
    """The house, and the tables in it by what they are for."""

    def __init__(self, house: Any) -> None:
        self.house = house
        self.luck = random.Random(20)

    @property
    def tables(self) -> Any:
        return self.house.tables

    def act(self, user: int) -> Any:
        self.house.clock.now += 1000
        return self.house.act(user)

    async def table(self, game: str, users: list[int], *options: tuple[str, str], start: bool = True) -> str:
        wanted = TABLES.NewTable(GUILD, 70, game, HOUSE.name(users[0]), "de", options, random_seats=False)
        made = await self.tables.lobby.create(self.act(users[0]), wanted)
        for user in users[1:]:
            await self.tables.lobby.join(made.table, self.act(user), HOUSE.name(user))
        if start:
            await self.tables.lobby.start(made.table, self.act(users[0]))
        return made.table

    async def say(self, table: str, user: int, *texts: str) -> Any:
        return await self.tables.planning.say(table, self.act(user), -1, texts)

    async def asked(self, table: str) -> list[int]:
        return [user for user, _ in await self.house.asked(table)]

    async def moved(self, table: str) -> None:
        """A move at random by somebody whom the game waits for, a good one where the game can tell."""
        loaded = await self.house.loaded(table)
        position = await self.house.position(table)
        rules = GAMES[loaded.table.game]
        question = self.luck.choice([q for q in position.open if q.required])
        user = (await self.house.users(table))[question.seat]
        best = rules.best(position.state, question.seat, 1)
        text = rules.write(best[0][0]) if best else self.walked(rules, position.state, question.seat)
        answer = await self.tables.turns.play(table, self.act(user), question.since, [text])
        assert type(answer).__name__ in {"Played", "AnswerKept"}, (text, answer)

    def walked(self, rules: Any, state: Any, seat: int) -> str:
        tokens: tuple[str, ...] = ()
        while choices := rules.choices(state, seat, tokens):
            weights = [LEANS.get(choice.token, 1) if not tokens else 1 for choice in choices]
            choice = self.luck.choices(choices, weights)[0]
            tokens = (*tokens, choice.token)
            if choice.whole and self.luck.random() < 0.8:
                break
        return " ".join(tokens)

    # ── the tables ──

    async def blockade(self) -> None:
        """Asked in secret of three: one has answered, one has an order that is due later, one has looked."""
        table = await self.table("guatemala", [ADA, BEA, CEM, DAG], ("side", "fixed"))
        await self.house.play(table, "buyer 1")
        (scorer,) = await self.asked(table)
        others = [user for user in (ADA, BEA, CEM, DAG) if user != scorer]
        await self.tables.standing.set(table, self.act(others[1]), "pass")
        await self.house.play(table, "step 2", "score s1")
        await self.tables.turns.play(table, self.act(others[0]), -1, ["pass"])
        await self.tables.planning.open(table, others[2])
        assert len((await self.house.loaded(table)).dues) == 1

    async def plan(self) -> None:
        """A turn was taken back and stands as a plan again; another seat has an order, nobody is asked in secret."""
        table = await self.table("guatemala", [BEA, ADA, EVA], ("side", "fixed"))
        await self.house.play(table, "buyer 1")
        (user,) = await self.asked(table)
        await self.say(table, user, "step 2", "take s5 b1", "done")
        back = await self.tables.turns.take_back(table, self.act(user))
        assert type(back).__name__ == "TookBack", back
        (other, *_) = [one for one in (BEA, ADA, EVA) if one != user]
        await self.tables.standing.set(table, self.act(other), "block *9 ask")

    async def cafe(self) -> None:
        table = await self.table("cafe", [CEM, ADA, BEA])
        for _ in range(9):
            await self.moved(table)
        (user,) = await self.asked(table)
        await self.tables.planning.open(table, user)

    async def market(self) -> None:
        """An offer stands, one has accepted, one has looked at it; somebody's draft is of a question that is gone."""
        table = await self.table("catan", [DAG, ADA, BEA, CEM])
        for _ in range(4000):
            await self.moved(table)
            if (await self.house.loaded(table)).table.status != "running":
                table = await self.table("catan", [DAG, ADA, BEA, CEM])
            position = await self.house.position(table)
            (*_, first) = await self.asked(table)
            if type(position.state.phase).__name__ != "Main" or position.version < 60:
                continue
            for gives, gets in itertools.permutations(("ore", "wool", "grain", "lumber", "brick", "milk"), 2):
                offered = await self.say(table, first, f"offer {gives}1 for {gets}1")
                if type(offered).__name__ != "Played":
                    continue
                number = (await self.house.position(table)).state.offers
                others = [user for user in (DAG, ADA, BEA, CEM) if user != first]
                if not await self.house.store.draft(table, 0):
                    for user in others:
                        await self.tables.planning.open(table, user)
                    await self.say(table, first, f"withdraw {number}")
                    continue
                for user in others:
                    if type(await self.say(table, user, f"accept {number}")).__name__ == "Played":
                        await self.tables.planning.open(table, user)
                        rest = [one for one in others if one != user]
                        await self.tables.planning.open(table, rest[0])
                        return
                await self.say(table, first, "withdraw")
        raise AssertionError("nobody trades")

    async def discard(self) -> None:
        """A seven: of those who hold too much one has discarded."""
        table = await self.table("catan", [EVA, FAY, ADA])
        for _ in range(6000):
            await self.moved(table)
            if type((await self.house.position(table)).state.phase).__name__ == "Discard":
                asked = await self.asked(table)
                if len(asked) > 1:
                    await self.moved(table)
                    if type((await self.house.position(table)).state.phase).__name__ == "Discard":
                        return
            if (await self.house.loaded(table)).table.status != "running":
                table = await self.table("catan", [EVA, FAY, ADA])
        raise AssertionError("no seven")

    async def ended(self) -> None:
        """One played to its end, one given up, one that never began, one that somebody left and was forgotten at."""
        over = await self.table("cafe", [ADA, FAY])
        while (await self.house.loaded(over)).table.status == "running":
            await self.moved(over)
        given_up = await self.table("guatemala", [BEA, CEM], ("side", "varied"))
        await self.house.play(given_up, "buyer 1")
        for user in (BEA, CEM):
            await self.tables.leaving.vote(given_up, self.act(user), for_end=True)
        closed = await self.table("guatemala", [DAG, EVA], start=False)
        await self.tables.lobby.close(closed, self.act(DAG))
        left = await self.table("guatemala", [ADA, DAG, 999, EVA], ("side", "fixed"))
        await self.house.play(left, "buyer 1")
        await self.tables.leaving.resign(left, self.act(999))
        await self.tables.leaving.vote(left, self.act(DAG), for_end=True)
        await self.house.quiet()
        await self.tables.traces.forget(999)
        await self.table("cafe", [FAY, BEA], start=False)

    async def people(self) -> None:
        store = self.house.store
        await store.save_person(ROWS.Person(ADA, -ADA, "open", "it", (("offers", "on"), ("locale", "de"))))
        await store.remember_locale(FAY, "en-GB")
        await store.save_guild(ROWS.Guild(GUILD, "de", (("tables", "30"),)))
        await store.save_meta("greeting", "kept")

    async def outbox(self) -> None:
        """What was said stands; then Discord fails once, one thread is closed to us, and something is on its way."""
        ear, courier, store = self.house.ear, self.house.courier, self.house.store
        ear.closed.add(CEM)
        await self.house.quiet()
        failing = await self.table("cafe", [EVA, CEM])
        parked = await self.table("guatemala", [FAY, EVA], ("side", "fixed"))
        await self.house.quiet()
        await self.house.play(parked, "buyer 1")
        await store.park(parked, "gone")
        await self.moved(failing)
        ear.faults = [MOUTH.NotNow(1.0)] * 9
        await courier.drain()
        ear.faults = []
        third = await self.table("cafe", [BEA, DAG])
        rows = await store.waiting(self.house.clock.now, 99)
        await store.sending(tuple(row.id for row in rows if row.table == third))


async def lived_in(folder: Path) -> None:
    house = await HOUSE.House(folder, seed=11, delay=(5 * MINUTE, 45 * MINUTE)).open()
    scene = Scene(house)
    try:
        for part in ("ended", "blockade", "plan", "cafe", "market", "discard", "outbox", "people"):
            await getattr(scene, part)()
        for row in await house.store.tables_of(GUILD, ("running",), 99):
            await house.check(row.id)
    finally:
        await house.close()


def main(to: str) -> None:
    assert MIGRATE.known_steps()[-1][0] == 1, "this runs at the last commit of the first schema, see above"
    luck = random.Random(3)
    secrets.randbits = luck.getrandbits
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        asyncio.run(lived_in(data))
        path = data / "stammtisch.db"
        with sqlite3.connect(path, isolation_level=None) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        Path(to).write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
