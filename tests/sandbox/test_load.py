"""Four hundred interactions in flight: none lost, none doubled."""

import asyncio
from collections import Counter

from tests.bench.sandbox import in_flight
from tests.report import say
from tests.sandbox.demo_bot import Demo


async def test_four_hundred_presses_at_once_each_change_their_own_counter_once(demo: Demo, sandbox, ada):
    figures = await in_flight(sandbox, ada, 400)
    assert demo.counters == Counter({f"count:{n}": 1 for n in range(400)})
    assert figures.texts == [f"count:{n} 1" for n in range(400)]
    assert sandbox.checker.seen["POST", "/interactions/{interaction_id}/{interaction_token}/callback", 200] == 400
    say(f"sandbox: 400 presses in flight, checked: {figures.rate:.0f}/s, 0 lost, 0 doubled")


async def test_presses_amid_cuts_and_reconnects_are_neither_lost_nor_doubled(demo: Demo, sandbox, ada):
    async def trouble() -> None:
        for n in range(6):
            await asyncio.sleep(0.03)
            (sandbox.gateway.cut if n % 2 else sandbox.gateway.reconnect)()

    figures, _ = await asyncio.gather(in_flight(sandbox, ada, 200), trouble())
    assert demo.counters == Counter({f"count:{n}": 1 for n in range(200)})
    assert len(figures.texts) == 200
