"""Shows the figures that tests say (tests/report.py) at the end of a run, also of one spread over processes."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests import report

pytest_plugins = ("tests.sandbox.tally",)


@pytest.fixture(autouse=True)
def nothing_gives_way() -> Iterator[None]:
    """Nothing that is shown fails (bot/wording/mishaps.py), unless a test lets it and forgets it."""
    yield
    mishaps: Any = sys.modules.get("bot.wording.mishaps")
    causes = mishaps.causes() if mishaps else []
    if causes:
        mishaps.forget()
    assert causes == []


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "no_cover: coverage is not counted here (known also without pytest-cov)")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    outcome: Any = yield
    if call.when == "call":
        outcome.get_result().user_properties += [("figure", text) for text in report.said()]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    done = [result for results in terminalreporter.stats.values() for result in results]
    figures = {text for result in done for key, text in getattr(result, "user_properties", ()) if key == "figure"}
    if figures:
        terminalreporter.section("figures")
        for text in sorted(figures):
            terminalreporter.write_line(text)
