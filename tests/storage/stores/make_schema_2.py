"""Makes schema_2.db.gz: the store of the first schema, opened and played on by people who use the bot of the second.

It is kept to tell how the file came about; the file is what the tests open. It runs at the last commit whose newest
migration is 0002, with that commit's tree as PYTHONPATH: `python make_schema_2.py schema_2.db.gz`.
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
STORES: Module = importlib.import_module("tests.storage.stores")
MIGRATE: Module = importlib.import_module("storage.migrate")
UPGRADE: Module = importlib.import_module("bot.play.upgrade")
TURNS: Module = importlib.import_module("bot.play.turns")
MINUTE = 60_000
MOVES = 7


async def moved(house: Any, table: str) -> None:
    """Whoever is waited for makes the first move that the game offers; some answers are typed in by nobody."""
    found = await house.table(table)
    question = next((q for q in found.position.open if q.required), None)
    if question is None:
        return
    rules = found.rules
    best = rules.best(found.position.state, question.seat, 1)
    text = rules.write(best[0][0]) if best else TURNS.example(rules, found.position.state, question.seat)
    answer = await house.play(table, text, user=found.users[question.seat], since=question.since)
    assert type(answer).__name__ in {"Played", "AnswerKept"}, (text, answer)


async def live(folder: Path) -> None:
    """Everything is said but the last move of each table, and that is on its way at one of them."""
    house = HOUSE.House(folder, seed=7)
    house.clock.now = STORES.NEWEST + MINUTE
    house._interactions = 1000
    await house.open()
    await UPGRADE.bring_forward(house.env)
    house.ear.channels = {channel: [] for channel in (*range(1001, 1020), *range(-906, -900))}
    await house.store.unpark(STORES.PARKED, house.clock.now)
    running = sorted(STORES.TABLES - {STORES.OVER, STORES.GIVEN_UP, STORES.CLOSED, STORES.LOBBY})
    for turn in range(MOVES):
        for table in running:
            await moved(house, table)
            house.clock.now += 1000
        if turn < MOVES - 1:
            await house.quiet()
    rows = await house.store.waiting(house.clock.now, 100)
    await house.store.sending(tuple(row.id for row in rows if row.table == rows[0].table))
    await house.close()


def main() -> None:
    steps = MIGRATE.known_steps()
    assert len(steps) == 2, "not the bot of the second schema"
    with tempfile.TemporaryDirectory() as folder:
        path = STORES.first_schema(Path(folder))
        asyncio.run(live(Path(folder)))
        Path(sys.argv[1]).write_bytes(gzip.compress(path.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
