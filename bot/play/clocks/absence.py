"""Being away: for how long somebody may, and when they are."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.play.clocks.paces import DAY
from bot.play.clocks.spans import Span, counted, joined
from bot.play.people.preferences import BACK_BY_MOVE
from bot.play.table import Table

YEAR: Final = 365 * DAY
BUDGET: Final = 30 * DAY
"""So long in all within a year."""
LONGEST: Final = 21 * DAY
"""So long at once."""
AHEAD: Final = 180 * DAY
"""So far ahead it can be said."""
_DAYS = re.compile(r"\s*(?:for\s+|für\s+|per\s+)?(\d{1,3})\s*(?:d|days?|tagen?|tage|giorn[io])?\s*", re.IGNORECASE)
_DATES = (
    (re.compile(r"\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*"), (0, 1, 2)),
    (re.compile(r"\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*"), (2, 1, 0)),
    (re.compile(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})\s*"), (2, 1, 0)),
)


def moment(text: str, zone: str, begin: int) -> int | None:
    """Returns the moment that is meant by a date (its end, where somebody lives) or by `for 10 days` from `begin` on.

    None if it is neither.
    """
    days = _DAYS.fullmatch(text)
    if days is not None:
        return begin + int(days[1]) * DAY
    day = date_of(text, zone)
    return None if day is None else int((day + timedelta(days=1)).timestamp()) * 1000


def date_of(text: str, zone: str) -> datetime | None:
    """Returns the first moment of a date, where somebody lives; None if it is none."""
    for pattern, order in _DATES:
        found = pattern.fullmatch(text)
        if found is not None:
            year, month, day = (int(found[place + 1]) for place in order)
            try:
                return datetime(year, month, day, tzinfo=ZoneInfo(zone))
            except ValueError:
                return None
    return None


def is_away(spans: Sequence[Span], at: int) -> bool:
    return any(begin <= at < end for begin, end in spans)


def until(spans: Sequence[Span], at: int) -> int:
    """Returns when somebody who is away is back; 0 if they are not."""
    return max((end for begin, end in joined(spans) if begin <= at < end), default=0)


def left(spans: Sequence[Span], begin: int, end: int) -> int:
    """Returns how much of the budget is left for a span: what any year that touches it has seen of others is gone."""
    others = [span for span in spans if span[1] > begin - YEAR and span[0] < end + YEAR]
    years = [begin - YEAR, *(span[0] for span in others), *(span[1] - YEAR for span in others)]
    used = [_within(others, year) for year in years if year - DAY < end and year + YEAR > begin]
    return BUDGET - max(used, default=0)


def _within(spans: Sequence[Span], year: int) -> int:
    return YEAR - counted(year, year + YEAR, spans)


def kept(spans: Sequence[Span], now: int) -> tuple[Span, ...]:
    """Returns those that still matter."""
    return tuple(span for span in joined(spans) if span[1] > now - YEAR)


def ends_by_move(table: Table, seat: int, now: int) -> int:
    """Returns the person of a seat, if they are away and their next move is to end that; else 0."""
    user = table.users.get(seat, 0)
    away = next((spans for who, spans in table.loaded.away if who == user), ())
    return user if user and BACK_BY_MOVE in table.settings(seat) and is_away(away, now) else 0


def day_of(at: int, zone: str) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC).astimezone(ZoneInfo(zone)):%Y-%m-%d}"
