"""Routes × status over a whole run, gathered from all workers and printed at its end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sandbox.api.check import Checker

SEEN: Counter[tuple[str, str, int]] = Counter()
FIGURES: Counter[str] = Counter()


def add(checker: Checker) -> None:
    SEEN.update(checker.seen)
    FIGURES.update(checked=checker.checked, violations=len(checker.violations), refused=len(checker.expected))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["sandbox"] = [[*key, count] for key, count in SEEN.items()], dict(FIGURES)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    seen, figures = getattr(node, "workeroutput", {}).get("sandbox", ([], {}))
    SEEN.update({(method, route, status): count for method, route, status, count in seen})
    FIGURES.update(figures)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not SEEN:
        return
    terminalreporter.section("the sandbox: routes × status")
    rows: dict[tuple[str, str], dict[int, int]] = {}
    for (method, route, status), count in SEEN.items():
        rows.setdefault((route, method), {})[status] = count
    for (route, method), statuses in sorted(rows.items()):
        counts = "  ".join(f"{status}×{count}" for status, count in sorted(statuses.items()))
        terminalreporter.write_line(f"{method:6} {route:72} {counts}")
    terminalreporter.write_line(
        f"{len(rows)} routes, {sum(SEEN.values())} requests, {FIGURES['checked']} bodies held against the document, "
        f"{FIGURES['violations']} violations ({FIGURES['refused']} that tests asked for were noted)"
    )
