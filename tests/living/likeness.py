"""Compares twins (twins.py): what fell due for one that was away again and again with what did for one that never was.

Nothing comes earlier than it did, shifted by the time in which the bot was away, but for short outages, which count as
long as they do not add up to five minutes; nothing comes later than by a heartbeat for each outage, and by quiet hours.
"""

from bisect import bisect_left
from collections import Counter

from bot.play.clocks.quiet_hours import quiet_of
from bot.play.clocks.spans import counted, reached
from bot.play.preferences import DAILY, REMIND
from storage.clocks import ALL
from tests.living.judge import MINUTE, SMALL, morning
from tests.living.twins import Seen, Twin, What

BEAT = 30_000
"""So much later for each outage: the last beat before it is as old as that at most."""
AGAIN = MINUTE
"""So much later in all: what was due while Discord was out of reach is tried again after so long."""
ROUNDED = 1000
"""A clock that is set moves what waits by whole seconds."""


class Likeness:
    def __init__(self, one: Twin, other: Twin) -> None:
        self._one, self._other = one, other
        self._carried: dict[tuple[str, int], tuple[int, int]] = {}
        """How much more a seat had left when it was asked last, and when that was."""
        self._asked: dict[str, list[tuple[int, int]]] = {}
        """The questions of each table, and when each was asked."""
        self.wrong: list[str] = []
        self.told = Counter[str]()
        self.latest = 0
        """By how many milliseconds something came later at most, for each outage that lay in its time."""

    def compare(self) -> "Likeness":
        one, other = self._one.seen, self._other.seen
        for (table, what, _, since, _), seen in one.items():
            if what == "asked":
                self._asked.setdefault(table, []).append((since, seen.well))
        for what in sorted({*one, *other}, key=lambda what: (what[0], what[3], what[1])):
            self.told[what[1]] += 1
            match what[1]:
                case "asked":
                    self._moves(what)
                case "called":
                    self._is_left(what)
                case _:
                    self._falls_due(what)
        return self

    def off(self, begin: int, end: int) -> tuple[int, int, int]:
        """Returns how many outages lay in a time, how long they were, and how much of it may have counted.

        Short ones count unless they add up; whether one at the edge of the time lies in it depends on a heartbeat.
        """
        at = bisect_left(self._other.off, (begin - BEAT, 0))
        found = [(since, length) for since, length in self._other.off[at:] if since <= end]
        sums = [
            sum(length for since, length in found if length < SMALL and first <= since <= last)
            for first in (begin - BEAT, begin)
            for last in (end, end - BEAT)
        ]
        return len(found), sum(length for _, length in found), max((one for one in sums if one < SMALL), default=0)

    def _moves(self, what: What) -> None:
        one, other = self._one.seen.get(what), self._other.seen.get(what)
        if one is None or other is None or abs(one.well - other.well) > ROUNDED:
            self.wrong.append(f"{what}: they have played otherwise: {one}, {other}")

    def _is_left(self, what: What) -> None:
        """Whoever is asked has left what they had, or a heartbeat more for each outage since they were asked last."""
        one, other = self._one.seen.get(what), self._other.seen.get(what)
        if one is None or other is None:  # played before it could be said, in one of them
            return
        before, since = self._carried.get((what[0], what[2]), (0, 0))
        many, _, small = self.off(since, other.well)
        more = other.left - one.left
        if (
            not min(0, before) - small - ROUNDED * (many + 1)
            <= more
            <= max(0, before) + (BEAT + ROUNDED) * many + ROUNDED
        ):
            self.wrong.append(f"{what}: {more} ms more are left, after {many} outages; it was {before}")
        self._carried[what[0], what[2]] = more, other.well

    def _falls_due(self, what: What) -> None:
        called: What = (what[0], "called", what[2], what[3], 0)
        one, other = self._one.seen.get(called), self._other.seen.get(called)
        if one is None or other is None:
            called = (what[0], "called", ALL, what[3], 0)
            one, other = self._one.seen.get(called), self._other.seen.get(called)
        if one is None or other is None:
            return
        more = other.left - one.left if what[1] == "late" else self._less_used(what, one, other)
        then, now = self._one.seen.get(what), self._other.seen.get(what)
        if then is not None and now is not None:
            many, _, small = self.off(other.well, now.well)
            later = (now.well - other.well) - (then.well - one.well) - more
            self.latest = max(self.latest, later // max(1, many))
            if later < -small - ROUNDED * (many + 1):
                self.wrong.append(f"{what}: {-later} ms early, with {many} outages")
            if later > BEAT * many + AGAIN:
                self.wrong.append(f"{what}: {later} ms late, with {many} outages")
        elif now is not None:
            many, _, small = self.off(other.well, now.well)
            if self._answered(what) > one.well + now.well - other.well - more + small + ROUNDED * (many + 1):
                self.wrong.append(f"{what}: only where there were outages")
        elif then is not None:
            many, _, _ = self.off(other.well, self._other.well)
            if self._answered(what) > other.well + then.well - one.well + more + BEAT * many + AGAIN:
                self.wrong.append(f"{what}: not where there were outages")

    def _less_used(self, what: What, one: Seen, other: Seen) -> int:
        """Reminders come at a share of a turn's time, or by the days since somebody was asked."""
        rule = dict(self._other.person(what[0], what[2]).settings).get(REMIND)
        return 0 if rule == DAILY else one.used - other.used

    def _answered(self, what: What) -> int:
        """Returns when the next thing was asked at that table."""
        later = [well for since, well in self._asked[what[0]] if since > what[3]]
        return min(later, default=self._one.well)


def moved(one: Twin, other: Twin) -> list[str]:
    """Returns what is wrong with deadlines of people who have quiet hours, and do nothing."""
    wrong = [f"pinged in quiet hours: {found}" for twin in (one, other) for found in twin.ear.disturbed]
    outages, away = Likeness(one, other), other.away()
    late = [what for what in one.seen if what[1] == "late"]
    for what in late:
        called: What = (what[0], "called", what[2], what[3], 0)
        begun, then, now = other.seen.get(called), one.seen[what], other.seen.get(what)
        if begun is None or now is None:
            wrong.append(f"{what}: not where there were outages")
            continue
        many, _, small = outages.off(begun.well, now.well)
        if now.well - begun.well < begun.left - small - ROUNDED:
            wrong.append(f"{what}: early by the time in which the bot was well")
        if now.passed < then.passed - ROUNDED:
            wrong.append(f"{what}: earlier than without outages")
        quiet = [quiet_of(other.person(what[0], what[2]).settings)]
        used_up = reached(begun.wall, begun.left + BEAT * many + AGAIN, away)
        until = morning(used_up, quiet)
        until += until - used_up and now.wall - used_up - counted(used_up, now.wall, away)
        until, late = morning(until, quiet), BEAT * many + ROUNDED
        for begin, end in away:  # nothing is said while it is away
            until = morning(end, quiet) if begin - late <= until < end else until
        if now.wall > until + late:
            wrong.append(f"{what}: {(now.wall - until) / MINUTE:.1f} min late")
    return wrong
