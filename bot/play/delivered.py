"""What this process knows of its answers: which of them arrived. Of those of an earlier process it knows nothing."""

from collections import OrderedDict
from typing import Final, TypeVar

KEPT: Final = 4096
K = TypeVar("K")
V = TypeVar("V")


class Delivered:
    def __init__(self) -> None:
        self._arrived: OrderedDict[int, None] = OrderedDict()
        self._planned: OrderedDict[tuple[str, int], tuple[int, int]] = OrderedDict()
        """The revision of a seat's plan, and the interaction that led to it."""
        self._asked: OrderedDict[tuple[str, int], tuple[str, int]] = OrderedDict()
        """What a seat was asked whether it is meant again, and the interaction that was answered so."""

    def __contains__(self, interaction: int) -> bool:
        return interaction in self._arrived

    def note(self, interaction: int) -> None:
        """Notes that Discord took the answer."""
        _put(self._arrived, interaction, None)

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
    if len(known) > KEPT:
        known.popitem(last=False)
