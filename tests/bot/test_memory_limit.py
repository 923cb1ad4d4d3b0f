"""The memory that may be had: of the nearest control group, of either version, or of the process."""

import resource
from pathlib import Path

import pytest

from bot.operation.memory import memory

MEGABYTE = 1 << 20


def system(root: Path, group: str, **limits: str) -> Path:
    """A system with these files; `__` in a name stands for a folder."""
    files = {"proc__self__cgroup": f"{group}\n", "proc__self__status": "VmRSS:\t900 kB\nRssAnon:\t2048 kB\n"} | limits
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("group", "limits", "wanted"),
    [
        ("0::/a/b", {"sys__fs__cgroup__a__b__memory.max": "max\n"}, 0),
        ("0::/a/b", {"sys__fs__cgroup__a__b__memory.max": f"{700 * MEGABYTE}\n"}, 700),
        ("0::/a/b", {"sys__fs__cgroup__a__memory.max": f"{300 * MEGABYTE}\n"}, 300),
        ("0::/", {"sys__fs__cgroup__memory.max": f"{512 * MEGABYTE}\n"}, 512),
        ("4:memory:/a", {"sys__fs__cgroup__memory__a__memory.limit_in_bytes": f"{512 * MEGABYTE}\n"}, 512),
        ("4:memory:/a", {"sys__fs__cgroup__memory__a__memory.limit_in_bytes": "9223372036854771712\n"}, 0),
        ("9:name=systemd:/a", {}, 0),
    ],
)
def test_the_nearest_limit_counts(tmp_path: Path, group: str, limits: dict[str, str], wanted: int):
    found = memory(system(tmp_path, group, **limits))
    assert (found.limit, found.taken) == (wanted * MEGABYTE, 2 * MEGABYTE)


def test_a_limit_of_the_process_counts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        resource, "getrlimit", lambda kind: (100 * MEGABYTE, -1) if kind == resource.RLIMIT_DATA else (-1, -1)
    )
    found = memory(system(tmp_path, "0::/"))
    assert (found.limit, found.of) == (100 * MEGABYTE, "the process (ulimit)")


def test_of_this_process_something_is_known():
    assert memory().taken > MEGABYTE
