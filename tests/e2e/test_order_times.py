"""When a standing order answers tells nothing of what its giver holds: two samples that no test tells apart."""

from math import sqrt
from pathlib import Path

import pytest

from bot.play import limits
from bot.play.timed import standing_orders
from rules import counts
from rules.chance import Seeded
from tests import report
from tests.bot.house import MINUTE, House

TABLES = 400
CRITICAL = 1.95
"""Of Kolmogorov and Smirnov, for one error in a thousand."""


def apart(one: list[int], other: list[int]) -> float:
    """The greatest distance between two empirical distributions."""
    values = sorted({*one, *other})
    return max(abs(sum(a <= v for a in one) / len(one) - sum(b <= v for b in other) / len(other)) for v in values)


async def test_when_an_order_answers_does_not_depend_on_what_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "TABLES_A_GUILD", TABLES + 1)
    house = await House(tmp_path / "data", delay=(5 * MINUTE, 45 * MINUTE)).open()
    holders, others, carried = list[int](), list[int](), 0
    for number in range(TABLES):
        house.env.chance = Seeded(number)
        people = [1000 * number + seat for seat in (1, 2, 3)]
        table = await house.started(people, side="fixed")
        for user in people:
            await house.do(table, house.act(user), standing_orders.give(("block *1 pass", "pass")[number % 2]))
        await house.play(table, "buyer 1")
        await house.play(table, "step 2", "score S1")
        began = house.clock.now
        position = await house.position(table)
        coffee = position.state.phase.coffee
        for due in (await house.loaded(table)).dues:
            held = counts.amount(position.state.stocks[due.seat].packed, coffee)
            (holders if held else others).append(due.at - began)
        while dues := (await house.loaded(table)).dues:
            soonest = min(dues, key=lambda due: due.at)
            house.clock.now = soonest.at - 1
            assert await house.clockwork.tick() == 0, "never before its time"
            house.clock.now = soonest.at
            assert await house.clockwork.tick() > 0
            carried += 1
        house.clock.now += 1
    await house.close()
    distance = apart(holders, others)
    bound = CRITICAL * sqrt((len(holders) + len(others)) / (len(holders) * len(others)))
    report.say(
        f"answers by standing order: {len(holders)} of holders and {len(others)} of others, "
        f"{carried} carried out at their very time; Kolmogorov-Smirnov {distance:.3f}, critical at 0.001 {bound:.3f}"
    )
    assert min(len(holders), len(others)) > 20
    assert distance < bound
    assert carried > TABLES
