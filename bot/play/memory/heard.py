"""Heard: wakes whoever waits for a table to change, or for its messages to be sent."""

import asyncio
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from storage.rows import OutRow, Sent

NEW: Final = 256
"""Tables of which it is known what is still to be said."""
KEPT: Final = 8
"""Messages that somebody who waits has heard of."""


class Said(NamedTuple):
    """A message that was just sent."""

    rows: frozenset[tuple[str, int]]
    """Kinds and numbers of what it says."""
    message: Sent
    more: bool = False
    """Is more to be said because of it?"""


class Ear(asyncio.Event):
    """Is set whenever a table has changed, or something of it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self._said: deque[Said] = deque(maxlen=KEPT)

    def hear(self, said: Said | None) -> None:
        if said is not None:
            self._said.append(said)
        self.set()

    def message_of(self, rows: Sequence[OutRow]) -> Sent | None:
        """Returns the last message that said these rows; None where one is not said, or the store knows more."""
        wanted, last = {(row.kind, row.number) for row in rows}, None
        if len(wanted) < len(rows):
            return None
        for said in self._said:
            if wanted & said.rows:
                wanted, last = wanted - said.rows, None if said.more else said.message
        return None if wanted else last


class Heard:
    def __init__(self) -> None:
        self._waiting: dict[str, set[Ear]] = {}
        """Those who wait, by table."""
        self._new: dict[str, tuple[OutRow, ...]] = {}
        """What was committed since anything of a table was last sent, the newest table last."""

    @contextmanager
    def of(self, table: str) -> Generator[Ear]:
        """Yields what hears of a table, as long as somebody waits."""
        ear = Ear()
        self._waiting.setdefault(table, set()).add(ear)
        try:
            yield ear
        finally:
            self._waiting[table].discard(ear)
            if not self._waiting[table]:
                del self._waiting[table]

    def commit(self, table: str, rows: Sequence[OutRow]) -> None:
        """Tells that a table has changed, and keeps what is to be said of that."""
        new = (*self._new.get(table, ()), *rows)
        self.tell(table)
        if new:
            self._new[table] = new
            if len(self._new) > NEW:
                del self._new[next(iter(self._new))]

    def new(self, table: str) -> tuple[OutRow, ...]:
        """Returns rows that wait to be said, if nothing was sent since they were committed; else nothing is known."""
        return self._new.get(table, ())

    def tell(self, table: str, said: Said | None = None) -> None:
        self._new.pop(table, None)
        for ear in self._waiting.get(table, ()):
            ear.hear(said)
