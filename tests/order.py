"""In which order tests begin: those that wait for most of their time first, and not all at once.

Each worker of pytest-xdist is given a stretch of all tests, and takes from the ends of others' when it is done. A test
that waits for a minute keeps no processor busy, and at the end of a run it would be the last.
"""

import os
from collections.abc import Iterator

import pytest

WAITS = "waits"


def settle(items: list[pytest.Item]) -> None:
    """Half of the workers begin with what waits; the others keep the processors busy meanwhile."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    waiting = [item for item in items if item.get_closest_marker(WAITS)]
    others = [item for item in items if not item.get_closest_marker(WAITS)]
    beginners = max(1, workers // 2)
    order = list[pytest.Item]()
    for worker, number in enumerate(_stretches(len(items), workers)):
        first = waiting[worker::beginners] if worker < beginners else []
        more = max(0, number - len(first))
        order += [*first, *others[:more]]
        del others[:more]
    items[:] = [*order, *others]


def _stretches(number: int, workers: int) -> Iterator[int]:
    """How many tests each worker is given at first."""
    for left in range(workers, 0, -1):
        share = number // left
        number -= share
        yield share
