"""Makes schema_4.db.gz: the store of the second schema, opened and played on by people who use the bot of the fourth.

It is kept to tell how the file came about; the file is what the tests open. It runs at the last commit whose newest
migration is 0004, with that commit's tree as PYTHONPATH: `python make_schema_4.py schema_4.db.gz schema_2.db.gz`.
"""

import asyncio
import gzip
import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

Module = Any
HOUSE: Module = importlib.import_module("tests.bot.house")
PLAYERS: Module = importlib.import_module("tests.bot.house_players")
STORES: Module = importlib.import_module("tests.storage.stores")
MIGRATE: Module = importlib.import_module("storage.migrate")
UPGRADE: Module = importlib.import_module("bot.play.upgrade")
LOBBY: Module = importlib.import_module("bot.play.seating.lobby")
TURNS: Module = importlib.import_module("bot.play.turns")
MINUTE = 60_000
MOVES = 5
WITH_HOUSE = ("HouseAtOnce", "HouseSlowly")
"""Their ids: a table at which the house is to answer, one where it waits for a person."""


async def moved(house: Any, table: str) -> None:
    """Whoever is waited for, if a person is, makes the first move that the game offers."""
    found = await house.table(table)
    question = next((q for q in found.position.open if q.required and q.seat in found.users), None)
    if found.status != "running" or question is None:
        return
    rules = found.rules
    best = rules.best(found.position.state, question.seat, 1)
    text = rules.write(best[0][0]) if best else TURNS.example(rules, found.position.state, question.seat)
    answer = await house.play(table, text, user=found.users[question.seat], since=question.since)
    assert type(answer).__name__ in {"Played", "AnswerKept"}, (text, answer)


async def live(folder: Path) -> None:
    """Everything is said but the last move of every other table."""
    house = HOUSE.House(folder, seed=11)
    house.thinker = PLAYERS.AtOnce()
    house.clock.now = STORES.NEWEST_OF_SECOND + MINUTE
    house._interactions = 2000
    await house.open()
    await UPGRADE.bring_forward(house.env)
    house.ear.channels = {channel: [] for channel in (*range(1001, 1020), *range(-906, -900))}
    house.ear._next = 1100
    running = sorted(STORES.TABLES - {STORES.OVER, STORES.GIVEN_UP, STORES.CLOSED, STORES.LOBBY})
    for name, game in zip(WITH_HOUSE, ("guatemala", "catan"), strict=True):
        wanted = LOBBY.NewTable(7, 70, game, "Ada", house=("gentle", "even"), random_seats=False, id=name)
        await LOBBY.create(house.transactions, house.act(901), wanted)
        await house.do(name, house.act(902), LOBBY.join("Bea"))
        await house.do(name, house.act(901), LOBBY.start())
    for turn in range(MOVES):
        for table in (*running, *WITH_HOUSE)[turn == MOVES - 1 :: 1 + (turn == MOVES - 1)]:
            await moved(house, table)
            house.clock.now += 1000
        if turn < MOVES - 1:
            await house.quiet()
            await house.house_turns.tick()
    await house.close()


def main() -> None:
    steps = MIGRATE.known_steps()
    assert len(steps) == 4, "not the bot of the fourth schema"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stammtisch.db"
        path.write_bytes(gzip.decompress(Path(sys.argv[2]).read_bytes()))
        path.chmod(0o600)
        Path(folder).chmod(0o700)
        asyncio.run(live(Path(folder)))
        Path(sys.argv[1]).write_bytes(gzip.compress(path.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
