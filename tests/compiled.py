"""What Python and pytest make of sources is kept beside them: on a fresh checkout each worker makes its share of it.

Else all of them would make all of it, at the same time: with the asserts of tests rewritten, that takes each some ten
seconds.
"""

import importlib.util
import os
import py_compile
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

ROOT = Path(__file__).parents[1]
SHIPPED = ("rules", "players", "renderer", "storage", "bot", "sandbox")


def make(config: pytest.Config) -> None:
    """The share of this worker; where there are no workers, what is wanted is made as it is wanted."""
    name, workers = os.environ.get("PYTEST_XDIST_WORKER", ""), os.environ.get("PYTEST_XDIST_WORKER_COUNT", "")
    if not name or sys.dont_write_bytecode:
        return
    missing = sorted(_missing())
    for source, is_test in missing[int(name.removeprefix("gw")) :: int(workers)]:
        if is_test:
            _rewritten(source, config)
        else:
            py_compile.compile(str(source), quiet=2)


def _missing() -> Iterator[tuple[Path, bool]]:
    """Sources without what is made of them, and whether pytest makes it. What is there but old is made anew later."""
    for folder in (*SHIPPED, "tests"):
        for source in (ROOT / folder).rglob("*.py"):
            is_test = folder == "tests" and (source.name.startswith("test_") or source.name == "conftest.py")
            if not (_kept(source) if is_test else Path(importlib.util.cache_from_source(source))).exists():
                yield source, is_test


def _kept(test: Path) -> Path:
    return rewrite.get_cache_dir(test) / (test.stem + rewrite.PYC_TAIL)


def _rewritten(test: Path, config: pytest.Config) -> None:
    """As it would be when the test is imported."""
    kept = _kept(test)
    if rewrite.try_makedirs(kept.parent):
        found, code = rewrite._rewrite_test(test, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, found, kept)
