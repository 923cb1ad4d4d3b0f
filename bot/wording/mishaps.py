"""Whatever fails while something is shown gives way to something plainer; each cause is logged once.

    with spared:
        return what_is_wanted()
    return something_plainer

or, where that is one expression, `or_else(lambda: what_is_wanted(), something_plainer)`.

A picture that cannot be drawn, or a sentence that cannot be said, must not keep anybody from pressing a button.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Final, TypeVar

import structlog

KEPT: Final = 256
"""Causes that are remembered, so that each is logged once."""

Cause = tuple[str, ...]
"""The kind of error, the line that gave way, and the line that raised it."""

Said = TypeVar("Said")

log = structlog.get_logger()
_known: dict[Cause, None] = {}


class _Spared:
    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(error, Exception):
            return False
        cause = _cause(error, trace)
        if cause not in _known:
            log.error("gave way", kind=cause[0], exc_info=error)
            if len(_known) >= KEPT:
                del _known[next(iter(_known))]
            _known[cause] = None
        return True


def _cause(error: Exception, trace: TracebackType | None) -> Cause:
    places: list[str] = []
    if trace is not None and trace.tb_frame.f_code is or_else.__code__:
        trace = trace.tb_next  # what gave way is the caller's
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    return type(error).__name__, *places[:1], *places[-1:]


def causes() -> list[Cause]:
    """Returns the causes of all failures since the start; the oldest are forgotten."""
    return list(_known)


def forget() -> None:
    """Forgets all causes: each is logged once more."""
    _known.clear()


spared: Final = _Spared()
"""A context in which the work may fail."""


def or_else(wanted: Callable[[], Said], plainer: Said) -> Said:
    with spared:
        return wanted()
    return plainer
