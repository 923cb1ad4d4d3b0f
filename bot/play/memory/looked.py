"""Looked: who has had their panel of a table open a moment ago. In memory only: after a restart nobody has."""

from collections import OrderedDict
from typing import Final

KEPT: Final = 10_000


class Looked:
    def __init__(self) -> None:
        self._at: OrderedDict[tuple[str, int], int] = OrderedDict()
        """The last time, by table and user, the newest last."""

    def note(self, table: str, user: int, now: int) -> None:
        self._at.pop((table, user), None)
        self._at[table, user] = now
        if len(self._at) > KEPT:
            self._at.popitem(last=False)

    def at(self, table: str, user: int) -> int:
        """Returns when that person looked last; 0 if that is not known."""
        return self._at.get((table, user), 0)
