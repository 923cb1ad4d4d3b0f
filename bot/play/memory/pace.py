"""Pace: how much of what takes room from others a person has begun lately. In memory only."""

from collections import OrderedDict, deque
from typing import Final

PEOPLE: Final = 10_000


class Pace:
    def __init__(self, most: int, span: int) -> None:
        self._most, self._span = most, span
        self._begun: OrderedDict[int, deque[int]] = OrderedDict()
        """When, in milliseconds, by person; who has begun something lately stands last."""

    def wait(self, user: int, now: int) -> int:
        """How many milliseconds until they may begin another; 0 for now."""
        past = self._begun.get(user, deque())
        while past and not now - self._span < past[0] <= now:  # or the clock was set back
            past.popleft()
        return past[0] + self._span - now if len(past) >= self._most else 0

    def note(self, user: int, now: int) -> None:
        self._begun.setdefault(user, deque()).append(now)
        self._begun.move_to_end(user)
        if len(self._begun) > PEOPLE:
            self._begun.popitem(last=False)
