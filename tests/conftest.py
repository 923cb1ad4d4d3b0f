"""What holds for every test, and the figures that tests say (tests/report.py), shown at the end of a run."""

import asyncio
import gc
import sys
import threading
from collections.abc import Iterator
from typing import Any

import aiosqlite
import pytest

from tests import compiled, order, report, scratch

pytest_plugins = ("tests.sandbox.tally",)
scratch.settle()


@pytest.fixture(autouse=True)
def nothing_gives_way() -> Iterator[None]:
    """Nothing that is shown fails (bot/wording/mishaps.py), unless a test lets it and forgets it."""
    yield
    mishaps: Any = sys.modules.get("bot.wording.mishaps")
    causes = mishaps.causes() if mishaps else []
    if causes:
        mishaps.forget()
    assert causes == []


FAILED = pytest.StashKey[bool]()
WORKER = "_connection_worker_thread"
"""Stands in the name of the thread that each connection of aiosqlite has."""


def workers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if WORKER in thread.name}


@pytest.fixture(autouse=True)
def no_store_stays_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Closes what a test that fails has left open: the thread of a connection would keep the run from ending."""
    before = workers()
    yield
    left = workers() - before
    for thread in left:
        thread.join(0.2)  # that of a closed one is about to end
    left = {thread for thread in left if thread.is_alive()}
    there = [thing for thing in gc.get_objects() if type(thing) is aiosqlite.Connection] if left else []
    still = [found for found in there if found._thread in left and found._running]
    for found in still:
        asyncio.run(found.close())
        found._thread.join(10)
    assert not still or request.node.stash.get(FAILED, False), "a store stays open"


def pytest_configure(config: pytest.Config) -> None:
    compiled.make(config)
    config.addinivalue_line("markers", "no_cover: coverage is not counted here (known also without pytest-cov)")


@pytest.hookimpl(trylast=True)  # of what is left
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order.settle(items)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    outcome: Any = yield
    result = outcome.get_result()
    if call.when == "call":
        result.user_properties += [("figure", text) for text in report.said()]
    if result.failed:
        item.stash[FAILED] = True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    done = [result for results in terminalreporter.stats.values() for result in results]
    figures = {text for result in done for key, text in getattr(result, "user_properties", ()) if key == "figure"}
    if figures:
        terminalreporter.section("figures")
        for text in sorted(figures):
            terminalreporter.write_line(text)
