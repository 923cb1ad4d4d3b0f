"""Spans of time that do not count, and what that makes of a time that is to pass."""

from collections.abc import Iterable
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""From, and until without that moment, in milliseconds."""


def joined(spans: Iterable[Span]) -> list[Span]:
    """Returns the same times as spans that neither meet nor overlap, in order."""
    found: list[Span] = []
    for begin, end in sorted(span for span in spans if span[0] < span[1]):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found


def counted(begin: int, end: int, spans: Iterable[Span]) -> int:
    """Returns how much of the time between two moments counts."""
    without = sum(max(0, min(end, until) - max(begin, since)) for since, until in joined(spans))
    return max(0, end - begin - without)


def reached(begin: int, amount: int, spans: Iterable[Span]) -> int:
    """Returns the first moment at which so much has counted."""
    at = begin + max(0, amount)
    for since, until in joined(spans):
        if until <= begin:
            continue
        if since >= at:
            break
        at += until - max(since, begin)
    return at


def since(end: int, amount: int, spans: Iterable[Span]) -> int:
    """Returns the last moment from which so much has counted until another."""
    return -reached(-end, amount, ((-until, -begin) for begin, until in spans))
