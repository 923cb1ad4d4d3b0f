"""What this process remembers of its answers: what was refused, and which answers arrived.

Refusals are kept for a while, so that a second delivery gets the same answer: no more than a number of bytes. Of the
answers of an earlier process it knows nothing.
"""

from collections import OrderedDict
from typing import Final, TypeVar

import msgspec

from bot.play.answers import Refusal

ROOM: Final = 1_000_000
"""Bytes of all of them: some thousands, for a second delivery follows within seconds."""
EACH: Final = 300
"""Bytes that one takes besides what it says."""
ARRIVALS: Final = 4096
"""Answers of which it is known that they arrived; as many plans, and questions."""
K = TypeVar("K")
V = TypeVar("V")


class Remembered:
    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[int, tuple[Refusal, int]] = OrderedDict()
        self.size = 0
        """In bytes, of all that is kept."""

    def get(self, interaction: int) -> Refusal | None:
        found = self._kept.get(interaction)
        return None if found is None else found[0]

    def keep(self, interaction: int, answer: Refusal) -> None:
        """The oldest give way."""
        size = EACH + len(msgspec.json.encode(answer))  # which holds numbers of any size: packed cards are such
        self._kept[interaction] = answer, size
        self.size += size
        while self.size > self._room:
            _, (_, gone) = self._kept.popitem(last=False)
            self.size -= gone


class Delivered:
    """Which answers arrived."""

    def __init__(self) -> None:
        self.before: int | None = None
        """Until when there may be commits of which nothing is known here: an earlier process made them."""
        self._unread: OrderedDict[int, tuple[str, int]] = OrderedDict()
        """Of what was committed by these interactions nobody knows yet: the table, and when."""
        self._arrived: OrderedDict[int, None] = OrderedDict()
        self._planned: OrderedDict[tuple[str, int], tuple[int, int]] = OrderedDict()
        """The revision of a seat's plan, and the interaction that led to it."""
        self._asked: OrderedDict[tuple[str, int], tuple[str, int]] = OrderedDict()
        """What a seat was asked whether it is meant again, and the interaction that was answered so."""

    def __contains__(self, interaction: int) -> bool:
        return interaction in self._arrived

    def note(self, interaction: int) -> None:
        """Notes that Discord took the answer."""
        self._unread.pop(interaction, None)
        _put(self._arrived, interaction, None)

    def commit(self, interaction: int, table: str, now: int) -> None:
        """Notes what is about to be committed: its answer is still to come."""
        self._unread[interaction] = table, now
        if len(self._unread) > ARRIVALS:
            _, (_, self.before) = self._unread.popitem(last=False)

    def may_be_unread(self, table: str, after: int) -> bool:
        """May a commit at a table after that time be one whose answer nobody has read?"""
        while self._unread and (oldest := next(iter(self._unread.items())))[1][1] <= after:
            del self._unread[oldest[0]]
        known = self.before is not None and self.before <= after
        return not known or any(name == table for name, _ in self._unread.values())

    def plan(self, table: str, seat: int, rev: int, interaction: int) -> None:
        _put(self._planned, (table, seat), (rev, interaction))

    def has_shown(self, table: str, seat: int, rev: int) -> bool:
        """Has its owner seen the plan in this revision, in the answer to what made it?"""
        known = self._planned.get((table, seat))
        return known is not None and known[0] == rev and (not known[1] or known[1] in self)

    def ask(self, table: str, seat: int, which: str, interaction: int) -> None:
        _put(self._asked, (table, seat), (which, interaction))

    def has_asked(self, table: str, seat: int, which: str) -> bool:
        """Has its player seen that question?"""
        known = self._asked.get((table, seat))
        return known is not None and known[0] == which and known[1] in self


def _put(known: OrderedDict[K, V], key: K, value: V) -> None:
    known.pop(key, None)
    known[key] = value
    if len(known) > ARRIVALS:
        known.popitem(last=False)
