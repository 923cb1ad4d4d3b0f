"""What may happen to one of several processes, to their database, and to what lies between, while somebody presses."""

import asyncio
import signal
import time
from contextlib import ExitStack, suppress
from typing import Final

from sandbox.world.post import NONCE_LIFE
from tests.postgres import stores
from tests.postgres.many import Many
from tests.postgres.wire import Cut

KILL, FREEZE, FORGOTTEN, PARTED, RESTART, UNHEARD, UNANSWERED = (
    "killed",
    "frozen",
    "frozen until Discord has forgotten",
    "parted from the database",
    "database restarted",
    "commit unheard",
    "commit unanswered",
)
CUT: Final = (UNHEARD, UNANSWERED)
NOTHING: Final = "nothing was committed that could be cut off"
GONE: Final = (KILL, FREEZE, FORGOTTEN, PARTED)
"""What takes a process away, so that another one does its work."""


async def strike(found: Many, what: str, victim: int) -> None:
    """Lets this happen while somebody presses, and looks after what was confirmed and said."""
    running = [table for table in found.tables if not table.is_over]
    if not running:  # a quick machine plays a game to its end in fewer
        running = [await found.gather("guatemala", 1, 3)]
    if what in CUT:  # only where somebody plays a commit can be cut off
        victim = found.luck.choice([n for n in range(found.count) if found.guild(n) in [one.guild for one in running]])
    its = [table for table in running if table.guild is found.guild(victim)]
    table = found.luck.choice(its if its and (what in CUT or found.luck.random() < 0.8) else running)
    found.pressed.clear()
    wire = found.wires[victim]
    cuts = wire.cuts
    if what in CUT:
        wire.marker, wire.next = b".write(", Cut.UNHEARD if what == UNHEARD else Cut.UNANSWERED
    acting = asyncio.create_task(found.acts(table))
    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            await found.pressed.wait()
    if what in GONE and found.luck.random() < 0.8:
        await until_something_is_to_be_said(found, victim)
    else:
        await asyncio.sleep(found.luck.choice((0.0, 0.01, 0.05, 0.2)) * found.luck.random())
    bot, before = found.bots[victim], set(found.twice)
    began, parted = time.monotonic(), ExitStack()
    match what:
        case "killed":
            await bot.kill()
        case "frozen" | "frozen until Discord has forgotten":
            bot.process.send_signal(signal.SIGSTOP)
        case "parted from the database":
            parted.enter_context(wire.parted())
        case "database restarted":
            await asyncio.to_thread(stores.server().restart)
            stores.reconnect()
        case _:
            while wire.next is not None and time.monotonic() < began + 5:  # noqa: ASYNC110 (a wire sets no event)
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.3)  # by another connection it is found out what came of it
    if what in GONE:
        await found.let_go(acting)
        if left := found.open_rows(victim):
            await found.taken(left, began)
    if what in (FREEZE, FORGOTTEN):
        await asyncio.sleep(max(0.0, began + found.lease * 1.5 - time.monotonic()))
        if what == FORGOTTEN:
            found.sandbox.clock.advance(NONCE_LIFE + 1)
        bot.process.send_signal(signal.SIGCONT)
    elif what == KILL:
        await bot.start()
    parted.close()
    await found.let_go(acting)
    wire.next = None
    found.struck[NOTHING if what in CUT and wire.cuts == cuts else what] += 1
    await found.quiet()
    if what == FORGOTTEN:
        await asyncio.sleep(1.0)  # what it had begun to say has come
        found.forgiven |= set(found.twice) - before
    await found.look()


async def until_something_is_to_be_said(found: Many, shard: int) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            while not found.open_rows(shard):  # noqa: ASYNC110 (it is asked of a database)
                await asyncio.sleep(0.002)
