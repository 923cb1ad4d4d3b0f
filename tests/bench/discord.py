"""The other process of `tests.bench.bot`: a Discord without checks, and people who play on it as they are told.

It says in its first line where it is and whom there is; then it takes one order a line and answers with one. It is
told how many tables it plays at, and how many threads there are besides.
"""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from typing import Any

from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox

NAMES = ("Ada", "Bea")
MOVE = "step 1; done"
PATIENCE = 240.0


class Playing:
    def __init__(self, sandbox: Sandbox, tables: int, more: int) -> None:
        self.sandbox = sandbox
        self.guild = sandbox.guild()
        self.people = [sandbox.person(name, self.guild) for name in NAMES]
        places, parent = sandbox.house.places, self.people[0].here
        self.threads = [
            places.new_thread(parent, self.people[0].id, {"name": f"Table {n}", "type": 11}) for n in range(tables)
        ]
        self.more = [
            places.new_thread(parent, self.people[0].id, {"name": f"Other {n}", "type": 11}) for n in range(more)
        ]
        self.turn = [0] * tables
        self.luck = random.Random(1)
        self.moves = 0
        self.waits: list[float] = []

    async def move(self, table: int) -> bool:
        """One move, from the press of Enter until the thread shows it; False: that game is over."""
        thread, person = self.threads[table], self.people[self.turn[table]]
        self.turn[table] ^= 1
        before = thread.sent
        began = time.perf_counter()
        reply = await person.slash("/play", move=MOVE, at=thread)
        await reply.done(PATIENCE)
        if "over" in reply.text:
            return False
        assert reply.text.startswith("Move "), reply.text
        self.waits.append(time.perf_counter() - began)
        await self.sandbox.until(lambda: thread.sent > before, PATIENCE, at=thread.id)
        self.moves += 1
        return True

    async def open_loop(self, rate: float, seconds: float) -> None:
        """People come as they like, about so many a second."""
        end, tasks = time.perf_counter() + seconds, list[asyncio.Task[None]]()
        free = list(range(len(self.threads)))

        async def one(table: int) -> None:
            if await self.move(table):
                free.append(table)

        due = time.perf_counter()
        while (due := due + self.luck.expovariate(rate)) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if free:  # a machine that cannot keep up shows it in the rate
                tasks.append(asyncio.create_task(one(free.pop(0))))
        await asyncio.gather(*tasks)

    async def closed_loop(self, people: int, seconds: float) -> None:
        """So many at once, each as fast as it goes."""
        end = time.perf_counter() + seconds

        async def one(table: int) -> None:
            while time.perf_counter() < end and table < len(self.threads):
                if not await self.move(table):
                    table += people

        await asyncio.gather(*(one(table) for table in range(people)))

    async def obey(self, order: dict[str, Any]) -> dict[str, Any]:
        self.moves, self.waits = 0, []
        asked: Counter[str] = Counter()
        watch = self.sandbox.rest.watchers
        watch.append(lambda line: asked.update([f"{line.method} {line.route}"]))
        began = time.perf_counter()
        if "rate" in order:
            await self.open_loop(order["rate"], order["seconds"])
        else:
            await self.closed_loop(order["people"], order["seconds"])
        watch.clear()
        return {
            "moves": self.moves, "seconds": time.perf_counter() - began, "waits": sorted(self.waits), "asked": asked,
        }  # fmt: skip


async def main(tables: int, more: int = 0) -> None:
    async with Sandbox(clock=Clock(held=True), rates=Rates.wide(), check=False) as sandbox:
        playing = Playing(sandbox, tables, more)
        told = {
            "address": sandbox.address, "token": sandbox.world.application.token, "guild": playing.guild.id,
            "people": [person.id for person in playing.people], "threads": [thread.id for thread in playing.threads],
            "more": [thread.id for thread in playing.more],
        }  # fmt: skip
        print(json.dumps(told), flush=True)
        lines = asyncio.StreamReader(limit=1 << 20)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := await lines.readline():
            print(json.dumps(await playing.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
