"""Compares twins (twins.py): what fell due for one that was away again and again with what did for one that never was.

Nothing comes earlier than it did, shifted by the time in which the bot was away, but for short outages, which count as
long as they do not add up to five minutes; nothing comes later than by a heartbeat for each outage, and by quiet hours.
That is said of time that counts: who is away until a date, or a pause, is back then, whether the bot was well or not.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from bot.play.clocks.paces import DAY
from bot.play.clocks.quiet_hours import Quiet, quiet_of
from bot.play.clocks.spans import Span, counted, reached
from bot.play.people.preferences import DAILY, REMIND
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
        self._carried: dict[tuple[str, int], tuple[int, int, tuple[tuple[int, int], tuple[int, int]]]] = {}
        """How much more a seat had left when it was asked last, when that was, and when its clock ran then."""
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

    def _counts(self, twin: Twin, what: What, begin: int, end: int) -> int:
        """Returns how much of a time counts for a seat."""
        return counted(begin, end, twin.rested(what[0], what[2]))

    def _rested(self, what: What, since: tuple[int, int], until: tuple[int, int]) -> int:
        """Returns by how much less a seat has rested in the one that was away, while its clock ran."""
        one, other = (
            end - begin - self._counts(twin, what, begin, end)
            for twin, begin, end in zip((self._one, self._other), since, until, strict=True)
        )
        return one - other

    def _is_shared(self, what: What, begin: int, end: int) -> bool:
        """Was somebody away while all of a table were waited for? Then it is not they for whom most is counted."""
        users = {self._one.person(what[0], seat).user for seat in self._one.seats(what[0])}
        rests = (rest for twin in (self._one, self._other) for user in users for rest in twin.rests.get(user, ()))
        return any(rest.begin <= end and (not rest.end or rest.end >= begin) for rest in rests)

    def _moves(self, what: What) -> None:
        one, other = self._one.seen.get(what), self._other.seen.get(what)
        if one is None or other is None or abs(one.well - other.well) > ROUNDED:
            self.wrong.append(f"{what}: they have played otherwise: {one}, {other}")

    def _is_left(self, what: What) -> None:
        """Whoever is asked has left what they had, or a heartbeat more for each outage since they were asked last."""
        one, other = self._one.seen.get(what), self._other.seen.get(what)
        if one is None or other is None:  # played before it could be said, in one of them
            return
        before, since, ran = self._carried.get((what[0], what[2]), (0, 0, ((0, 0), (0, 0))))
        many, _, small = self.off(since, other.well)
        less, more = -self._rested(what, *ran) if what[2] != ALL else 0, other.left - one.left
        if (
            not min(0, before) + min(0, less) - small - ROUNDED * (many + 1)
            <= more
            <= max(0, before) + max(0, less) + (BEAT + ROUNDED) * many + ROUNDED
        ):
            self.wrong.append(f"{what}: {more} ms more are left, after {many} outages; it was {before}, and {less}")
        answered = self._answered(what)
        ran = (one.well, other.well), (max(one.well, answered), max(other.well, answered))
        self._carried[what[0], what[2]] = more, other.well, ran

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
        if what[1] == "reminded" and (one.left - 1) // DAY != (other.left - 1) // DAY and self._is_daily(what):
            self.told["daily, with another number of days left"] += 1
            return
        ends = [seen.well for seen in (then, now) if seen is not None]
        if called[2] == ALL and self._is_shared(what, min(one.well, other.well), max(ends)):
            self.told["of all, one of whom was away"] += 1
            return
        spent = 0 if now is None else self._counts(self._other, what, other.well, now.well)
        wanted = 0 if then is None else self._counts(self._one, what, one.well, then.well)
        if then is not None and now is not None:
            many, _, small = self.off(other.well, now.well)
            later = spent - wanted - more
            self.latest = max(self.latest, later // max(1, many))
            if later < -small - ROUNDED * (many + 1):
                self.wrong.append(f"{what}: {-later} ms early, with {many} outages")
            if later > BEAT * many + AGAIN:
                self.wrong.append(f"{what}: {later} ms late, with {many} outages")
        elif now is not None:
            many, _, small = self.off(other.well, now.well)
            due = reached(one.well, spent - more + small + ROUNDED * (many + 1), self._one.rested(what[0], what[2]))
            if self._answered(what) > due:
                self.wrong.append(f"{what}: only where there were outages")
        elif then is not None:
            many, _, _ = self.off(other.well, self._other.well)
            due = reached(other.well, wanted + more + BEAT * many + AGAIN, self._other.rested(what[0], what[2]))
            if self._answered(what) > due:
                self.wrong.append(f"{what}: not where there were outages")

    def _less_used(self, what: What, one: Seen, other: Seen) -> int:
        """Reminders come at a share of a turn's time, or by the days since somebody was asked."""
        return 0 if self._is_daily(what) else one.used - other.used

    def _is_daily(self, what: What) -> bool:
        return dict(self._other.person(what[0], what[2]).settings).get(REMIND) == DAILY

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
        rests = [
            (one.wall, one.wall_end or now.wall)
            for who in (what[0], other.person(what[0], what[2]).user)
            for one in other.rests.get(who, ())
        ]
        spans = (*away, *rests)
        if counted(begun.wall, now.wall, spans) < begun.left - small - ROUNDED:
            wrong.append(f"{what}: early by the time in which the bot was well")
        if now.passed < then.passed - ROUNDED:
            wrong.append(f"{what}: earlier than without outages")
        quiet = [quiet_of(other.person(what[0], what[2]).settings)]
        soonest, latest = (reached(begun.wall, begun.left + more, spans) for more in (0, BEAT * many + AGAIN))
        # what is used up right before an outage is later than what is so after it, if both wait for the morning
        times = (soonest, latest, *(begin for begin, _ in away if soonest <= begin <= latest))
        late = BEAT * many + ROUNDED
        until = max(_at_last(time, now.wall, quiet, away, late) for time in times)
        if now.wall > until + late:
            wrong.append(f"{what}: {(now.wall - until) / MINUTE:.1f} min late")
    return wrong


def _at_last(used_up: int, now: int, quiet: Sequence[Quiet | None], away: Sequence[Span], late: int) -> int:
    """Returns when a time that is used up at a moment passes at the latest."""
    until = morning(used_up, quiet)
    until += until - used_up and now - used_up - counted(used_up, now, away)
    until = morning(until, quiet)
    for begin, end in away:  # nothing is said while it is away
        until = morning(end, quiet) if begin - late <= until < end else until
    return until
