"""The hours in which somebody is not to be disturbed, by the clock on their wall."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

HOURS, ZONE = "hours", "zone"
"""Keys of a person's settings."""
LONGEST: Final = 10 * 60
"""Minutes: nobody is quiet for longer in a day."""
AFTERWARDS: Final = 3_600_000
"""What would fall into quiet hours comes so many milliseconds after their end."""
_SPAN = re.compile(r"\s*(\d{1,2})(?::(\d{2}))?\s*(?:-|–|to|bis)\s*(\d{1,2})(?::(\d{2}))?\s*")


class Quiet(Struct, frozen=True):
    """From and until, in minutes of the day, and where."""

    begin: int
    end: int
    zone: str


def hours(text: str) -> tuple[int, int] | None:
    """Returns hours such as `22-7` or `22:30-6:15` in minutes; None if these are none, or too many."""
    found = _SPAN.fullmatch(text)
    if found is None:
        return None
    first, minutes, last, more = (int(part or 0) for part in found.groups())
    begin, end = first * 60 + minutes, last * 60 + more
    day = 24 * 60
    fits = first <= 24 and last <= 24 and minutes < 60 and more < 60 and 0 < (end - begin) % day <= LONGEST
    return (begin % day, end % day) if fits else None


def written(begin: int, end: int) -> str:
    def clock(minutes: int) -> str:
        return f"{minutes // 60}:{minutes % 60:02}" if minutes % 60 else str(minutes // 60)

    return f"{clock(begin)}-{clock(end)}"


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


def matching(typed: str, most: int = 25) -> list[str]:
    """Returns zones whose name holds what somebody types; first those that begin with it, or whose city does."""
    wanted = typed.strip().replace(" ", "_").casefold()
    found = [zone for zone in zones() if wanted in zone.casefold() and "/" in zone and not zone.startswith("Etc/")]

    def rank(zone: str) -> tuple[bool, bool, str]:
        folded = zone.casefold()
        return not folded.startswith(wanted), not folded.rpartition("/")[2].startswith(wanted), zone

    return sorted(found, key=rank)[:most]


def is_zone(name: str) -> bool:
    return name in zones()


def zone_of(settings: Sequence[tuple[str, str]]) -> str:
    """Returns where somebody says they live; UTC if they do not."""
    name = dict(settings).get(ZONE, "")
    return name if name and is_zone(name) else "UTC"


def quiet_of(settings: Sequence[tuple[str, str]]) -> Quiet | None:
    """Returns somebody's quiet hours; None if they have none."""
    found = hours(dict(settings).get(HOURS, ""))
    return None if found is None else Quiet(*found, zone_of(settings))


def around(quiet: Quiet, at: int) -> tuple[int, int] | None:
    """Returns the quiet hours that a moment lies in; None if it lies in none.

    An hour that is skipped begins when it would have; of one that comes twice both are quiet.
    """
    zone = ZoneInfo(quiet.zone)
    today = datetime.fromtimestamp(at // 1000, UTC).astimezone(zone).date()
    for back in (0, 1):
        day = today - timedelta(days=back)
        last = day if quiet.begin < quiet.end else day + timedelta(days=1)
        span = _moment(day, quiet.begin, zone, fold=0), _moment(last, quiet.end, zone, fold=1)
        if span[0] <= at < span[1]:
            return span
    return None


@lru_cache(maxsize=4096)
def _moment(day: date, minutes: int, zone: ZoneInfo, *, fold: int) -> int:
    wall = datetime.combine(day, time(minutes // 60, minutes % 60), zone)
    skipped = wall.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != wall.replace(tzinfo=None)
    return int(wall.replace(fold=0 if skipped else fold).timestamp()) * 1000


def is_quiet(quiet: Quiet | None, at: int) -> bool:
    return quiet is not None and around(quiet, at) is not None


def lifted(quiet: Quiet | None, at: int) -> int:
    """Returns a moment moved out of the quiet hours, and out of the hour after them: to an hour after their end.

    So nothing that comes later by an outage comes earlier by that: what is moved stays in its order.
    """
    span = None if quiet is None else around(quiet, at) or around(quiet, at - AFTERWARDS)
    return at if span is None else span[1] + AFTERWARDS
