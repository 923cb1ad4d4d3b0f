"""Two and three shipped processes divide the servers: games go on whatever happens to any of them, and once."""

from pathlib import Path

from tests import report
from tests.postgres import stores
from tests.postgres.many import FREEZE, KILL, RESTART, TAKEN_OVER, UNANSWERED, UNHEARD, Many, many

ORDINARY = [KILL, FREEZE, UNANSWERED, KILL, UNHEARD, RESTART, KILL, FREEZE, UNANSWERED, KILL]


def told(found: Many) -> None:
    report.say(
        f"{found.count} processes: {dict(found.struck)}; confirmed {len(found.confirmed)}, lost 0, doubled 0; messages"
        f" {len(found.posted)}, twice {len(found.twice)}; taken over after at most"
        f" {max(found.taken_over, default=0.0):.1f} s"
    )


async def test_ten_times_something_happens_to_one_of_two(tmp_path: Path):
    stores.refuse_or_skip()
    async with many(tmp_path, 2, 3) as found:
        await found.gather("guatemala", 1, 3)
        for n, what in enumerate(ORDINARY):
            await found.strike(what, (n + 1) % 2 if what in (KILL, FREEZE) else n % 2)
        assert max(found.taken_over) <= TAKEN_OVER
        assert found.struck.total() == len(ORDINARY)
        await found.end()
        told(found)
