"""Tables of a bot that is away again and again, beside the same of one that never is (tests/living): nobody has less
time by that, nor more than a heartbeat each time.
"""

import random
from collections import Counter
from typing import Any

import pytest

from bot.play.clocks import deadlines
from bot.play.clocks.paces import DAY
from bot.play.timed.jumps import Jumps
from storage.sqlite.agenda import beat as noted
from tests import report
from tests.ledger import Ledger
from tests.living.likeness import Likeness, moved
from tests.living.twins import Twin, breaks


async def compared(seed: int, tables: int, days: int, outages: int) -> tuple[Likeness, Counter[str]]:
    """People who play; whenever a clock is set somebody looks in that moment."""
    luck = random.Random(seed)
    broken = breaks(luck, outages, days * DAY)
    looks = [(one.at, 3 * luck.randint(1, tables) + luck.randrange(3)) for one in broken if one.kind == "clock set"]
    one = await Twin(seed, tables).run(days, looks)
    other = await Twin(seed, tables, outages=broken).run(days, looks)
    found = Likeness(one, other).compare()
    told = Counter({f"broken, {kind}": number for kind, number in Counter(one.kind for one in broken).items()})
    hours = sum(length for _, length in other.off) // 3_600_000
    told.update(found.told, decisions=one.decisions, hours=hours)
    told.update("away" if isinstance(who, int) else "paused" for who, rests in other.rests.items() for _ in rests)
    return found, told


async def quiet(seed: int, tables: int, days: int, outages: int) -> tuple[list[str], int]:
    """People with quiet hours, none of whom plays."""
    broken = breaks(random.Random(seed), outages, days * DAY, set_clocks=False)
    one = await Twin(seed, tables, quiet=True).run(days)
    other = await Twin(seed, tables, outages=broken, quiet=True).run(days)
    return moved(one, other), sum(what[1] == "late" for what in other.seen)


async def test_nobody_s_time_is_used_up_by_outages_and_set_clocks():
    found, told = await compared(1, 6, 60, 150)
    report.say(f"beside a bot that is never away: {dict(told)}; at most {found.latest / 1000:.1f} s later an outage")
    assert found.wrong == []
    seen = ("late", "reminded", "away", "paused", "broken, clock set", "broken, killed")
    assert min(told[what] for what in seen) > 10


async def test_with_quiet_hours_nothing_comes_earlier_nor_later_than_they_end():
    wrong, late = await quiet(1, 25, 60, 150)
    assert (wrong, late) == ([], 25)


# ── planted ──


async def test_that_outages_are_counted_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deadlines, "SMALL", 10**12)
    found, _ = await compared(1, 2, 20, 60)
    assert any("early" in one for one in found.wrong)
    wrong, _ = await quiet(1, 5, 40, 60)
    assert any("early" in one for one in wrong)


async def test_that_too_much_is_taken_for_an_outage_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    def beat(connection: Any, now: int, outage: tuple[int, int] | None) -> None:
        noted(connection, now, outage and (outage[0] - 120_000, outage[1]))

    monkeypatch.setattr("storage.sqlite.agenda.beat", beat)
    found, _ = await compared(1, 2, 20, 60)
    assert any("late" in one or "more are left" in one for one in found.wrong)


async def test_that_a_clock_that_was_set_is_believed_at_once_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Jumps, "now", lambda jumps: jumps._machine())
    found, _ = await compared(1, 2, 20, 60)
    assert found.wrong


async def test_that_what_waits_is_not_moved_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("storage.sqlite.outbox._SHIFT_FAR", ())
    found, _ = await compared(1, 2, 20, 60)
    assert found.wrong


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
async def test_a_thousand_outages(seed: int):
    ledger = Ledger("outages")
    ledger.skip_what_is_done(seed)
    found, told = await compared(seed, 10, 300, 1000)
    assert found.wrong == []
    wrong, late = await quiet(seed, 200, 300, 1000)
    assert wrong == []
    ledger.note(seed, latest=found.latest, quiet=late, **told)
