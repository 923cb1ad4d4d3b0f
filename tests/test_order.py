"""What waits begins first, on half of the workers; nothing gets lost, and without workers what waits is first too."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests import order


def ordered(monkeypatch: pytest.MonkeyPatch, workers: int, names: str) -> str:
    """Of tests, by a letter each: a capital one waits."""
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", str(workers))
    items: Any = [SimpleNamespace(name=name, get_closest_marker=lambda _, n=name: n.isupper()) for name in names]
    order.settle(items)
    return "".join(item.name for item in items)


@pytest.mark.parametrize(
    ("workers", "names", "wanted"),
    [
        (1, "abCdE", "CEabd"),
        (4, "abcDefghIjkL", "DLaIbcefghjk"),  # three each: the first two begin with what waits
        (4, "aBC", "BCa"),
        (2, "ABCDEf", "ABCDEf"),
        (4, "", ""),
    ],
)
def test_what_waits_begins_first_on_half_of_the_workers(
    monkeypatch: pytest.MonkeyPatch, workers: int, names: str, wanted: str
):
    assert ordered(monkeypatch, workers, names) == wanted


@pytest.mark.parametrize("workers", [1, 2, 3, 6, 50])
def test_every_test_is_run_once(monkeypatch: pytest.MonkeyPatch, workers: int):
    names = "aBcDeFgHiJKLMNOPqrstuv"
    assert sorted(ordered(monkeypatch, workers, names)) == sorted(names)
